internal import RegappStore
internal import RegappJSON

/// `session.json`: who is logged in to the registry.
struct SessionFile {
    private static let key = "account"
    private static let keySuggestion = KeySuggestion(
        name: key,
        otherNames: Field.email.definition.otherNames
            + [Field.email.rawValue, "user", "username", "login", "accountemail"])

    let account: String
    private let document: JSONDocument

    /// Nil if no account is logged in.
    init?(_ reader: DocumentReader) throws {
        guard let bytes = try reader.contents(of: StoreLayout.session) else { return nil }
        let path = reader.store.path(of: StoreLayout.session)
        let document = try JSONDocument(parsing: bytes, path: path)
        func invalid(_ offset: Int, _ reason: FileProblem.Reason) -> AccountsError {
            .invalidFile([document.problem(path, at: offset, reason)])
        }
        guard case .object = document.root.content else {
            throw invalid(document.root.range.lowerBound, .notAnObject)
        }
        if document.root[Self.key] == nil,
            let misspelt = document.member(meaning: Self.key, among: [Self.keySuggestion])
        {
            let reason = FileProblem.Reason.missing(Self.key, key: Self.key, writtenAs: misspelt.key)
            throw invalid(misspelt.keyRange.lowerBound, reason)
        }
        let value = document.root[Self.key] ?? document.root
        let reason: FileProblem.Reason
        switch value.content {
        case .string(let account) where !account.isEmpty:
            self.account = account
            self.document = document
            return
        case .string: reason = .plain("account is empty")
        // The root itself lacks the key.
        case .object where value.range == document.root.range: reason = .missing(Self.key, key: Self.key)
        default: reason = .plain(value.content.notAString(Self.key))
        }
        throw invalid(value.range.lowerBound, reason)
    }

    /// Nil also for an invalid session: it names no account, so there is nothing to end.
    static func valid(_ reader: DocumentReader) throws -> SessionFile? {
        do { return try SessionFile(reader) } catch AccountsError.invalidFile { return nil }
    }

    /// Nil unless the text holds a correct email.
    static func email(in bytes: [UInt8]) -> String? {
        guard let document = try? JSONDocument(parsing: bytes),
            case .string(let account)? = document.root[key]?.content
        else { return nil }
        return EmailRule.brokenInRegistry(by: account).isEmpty ? account : nil
    }

    var removal: DocumentChange {
        DocumentChange(
            StoreLayout.session, before: document.bytes, after: nil, follows: Registry.file(of: account))
    }

    /// Logs an account in; an existing session is edited in place.
    static func change(to email: String, _ reader: DocumentReader) throws -> DocumentChange {
        let session = try SessionFile(reader)
        let after = session?.document.applying([.set(key: key, email)])
        return DocumentChange(
            StoreLayout.session, before: session?.document.bytes,
            after: after ?? JSONText.object([.init(key, .string(email))]).fileBytes,
            follows: Registry.file(of: email))
    }
}

extension DocumentChange {
    /// Whether this change of an account's file ends its session: the account is new, gone or locked, its password was
    /// removed, or its expiry has begun or ended.
    func endsSession(_ now: Moment) -> Bool {
        guard let before, let after, let account = AccountRecord(text: after) else { return true }
        let old = AccountRecord(text: before) ?? [:]
        func hasPassword(_ record: AccountRecord) -> Bool {
            record[.password] != nil || record[.passwordHash] != nil
        }
        return account.isLocked(on: now.systemDate) || account.isExpired(now) != old.isExpired(now)
            || hasPassword(old) && !hasPassword(account)
    }
}

extension Registry {
    /// The account's session, which users need to edit their own account.
    func session(
        of email: String, for subject: EditSubject, _ reader: DocumentReader
    ) throws -> SessionFile? {
        guard subject == .currentUser else {
            return try SessionFile.valid(reader).flatMap {
                EmailAddress.matches($0.account, email) ? $0 : nil
            }
        }
        guard let session = try SessionFile(reader) else { throw AccountsError.nobodyLoggedIn }
        guard EmailAddress.matches(session.account, email) else {
            throw AccountsError.store(.changedMeanwhile(path: directory.store.path(of: StoreLayout.session)))
        }
        return session
    }
}

public import DocumentStore
public import PlainValues
public import StrictJSON

/// A document that somebody edits as a whole text, in an editor: the profile, an account, or the rules.
///
/// It knows what the text may be, saves it over what it was made of, and merges it with what others made of the
/// document meanwhile. Where the text is until then, is the caller's.
public struct EditedDocument: Sendable {
    /// Whose document it is.
    public enum Subject: Hashable, Sendable {
        /// That of whoever is logged in, who can take the edit back.
        case own
        /// The account of this email, edited by whoever keeps the registry.
        case account(email: String)
        /// The rules of the directory.
        case policy

        /// Whoever keeps the documents edits one of this name, below the directory, as this; nil where nobody does.
        init?(file: String) {
            switch file {
            case StoreLayout.profile: self = .own
            case StoreLayout.policy: self = .policy
            default:
                let prefix = StoreLayout.accounts + "/"
                guard file.hasPrefix(prefix),
                    let email = EmailAddress.ofFile(String(file.dropFirst(prefix.count)))
                else { return nil }
                self = .account(email: email)
            }
        }
    }

    /// A text that was saved.
    public enum Saved: Sendable {
        case account(EditedAccount, Policy)
        case policy
    }

    public let subject: Subject
    /// The document, as a path below the directory.
    public let file: String
    /// The email of the registered account that it is; empty where it is none.
    private let email: String
    /// Nil for the rules, which need not be acceptable.
    private let directory: AccountsDirectory?
    private let store: DocumentStore
    private let today: CalendarDate
    private let now: Timestamp

    /// Finds a document, whatever it holds.
    ///
    /// - Throws: `nobodyLoggedIn`, `noAccount`, `noRegistry`, `invalidFile` of `policy.json` or the session.
    public init(
        _ subject: Subject, in store: DocumentStore, today: CalendarDate, now: Timestamp
    ) throws(AccountsError) {
        (self.subject, self.store, self.today, self.now) = (subject, store, today, now)
        guard subject != .policy else {
            (file, email, directory) = (StoreLayout.policy, "", nil)
            return
        }
        let directory = try AccountsDirectory(store, today: today, now: now)
        self.directory = directory
        (file, email) = try directory.reading { reader throws(AccountsError) in
            try Self.find(subject, in: directory, reader)
        }
    }

    private static func find(
        _ subject: Subject, in directory: AccountsDirectory, _ reader: DirectoryReader
    ) throws(AccountsError) -> (file: String, email: String) {
        if case .account(let email) = subject {
            let found = try directory.registry().removable(email, reader)
            return (found.file, found.email)
        }
        guard directory.policy.isRegistry else {
            guard try reader.contents(of: StoreLayout.profile) != nil else { throw .nobodyLoggedIn }
            return (StoreLayout.profile, "")
        }
        guard let session = try SessionFile(reader), let file = Registry.file(of: session.account),
            let bytes = try reader.contents(of: file)
        else { throw .nobodyLoggedIn }
        // Whom nobody can accept is still logged in, to correct it.
        let account = try? Registry(directory).parse(bytes, file)
        guard account.map({ $0.isNamed(file) && !$0.isLocked }) ?? true else { throw .nobodyLoggedIn }
        return (file, session.account)
    }

    /// Where it stands.
    public var path: String { store.path(of: file) }

    /// What it holds; nil where it does not exist.
    public func contents() throws(AccountsError) -> [UInt8]? {
        try store.readingDirectory { reader throws(AccountsError) in try reader.contents(of: file) }
    }

    /// What to begin with where the document does not exist: the rules that hold without it.
    public var offered: [UInt8] { subject == .policy ? Policy.profile.fileText : [] }

    // MARK: Rules

    /// Holds a text against the rules.
    ///
    /// - Parameter path: where the text is.
    /// - Throws: `invalidFile` with every problem.
    public func check(_ text: [UInt8], path: String) throws(AccountsError) {
        if subject == .policy {
            _ = try rules(in: text, path: path)
        } else {
            _ = try account(text, path: path)
        }
    }

    /// The directory as it would be under the rules of a text.
    public func rules(in text: [UInt8], path: String) throws(AccountsError) -> AccountsDirectory {
        AccountsDirectory(
            store, try PolicyFile(parsing: text, path: path).policy, today: today, now: now)
    }

    private func account(_ text: [UInt8], path: String) throws(AccountsError) -> AccountFile {
        try AccountFile(parsing: text, path: path, policy: present().policy, today: today)
    }

    /// The directory under the rules that hold now.
    ///
    /// - Throws: `rulesChanged` where they are those of the other system by now.
    private func present() throws(AccountsError) -> AccountsDirectory {
        let present = try AccountsDirectory(store, today: today, now: now)
        guard present.policy.isRegistry == directory?.policy.isRegistry else {
            throw .rulesChanged(path: store.path(of: StoreLayout.policy))
        }
        return present
    }

    // MARK: Saving

    /// Saves a text, byte for byte but for a plain password of a registered account, which becomes its hash.
    ///
    /// - Parameters:
    ///   - path: where the text is.
    ///   - origin: what it was made of; the document must hold that still.
    /// - Throws: `invalidFile` with the problems of the text; `store(.changedMeanwhile)` where the document holds
    ///   something else by now, or another account is logged in; `nobodyLoggedIn`, `rulesChanged`.
    public func save(
        _ text: [UInt8], path: String, over origin: WorkingCopy.Origin
    ) throws(AccountsError) -> Saved {
        if subject == .policy {
            _ = try rules(in: text, path: path)
            try savePolicy(text, over: origin.document)
            return .policy
        }
        let account = try account(text, path: path)
        let directory = try present()
        guard directory.policy.isRegistry else {
            return .account(
                try directory.profile.replace(with: account, over: origin.document), directory.policy)
        }
        do throws(AccountsError) {
            let saved = try directory.registry().replace(
                file, of: email, with: account, over: origin.document, by: subject == .own ? .own : .keeper)
            return .account(saved, directory.policy)
        } catch {
            guard error == .emailTaken, let value = account.document.root[Field.email.rawValue] else {
                throw error
            }
            throw .invalidFile([account.document.problem(path, at: value.range.lowerBound, .emailTaken)])
        }
    }

    private func savePolicy(_ text: [UInt8], over seen: ContentDigest?) throws(AccountsError) {
        try store.writing { [file] writer throws(AccountsError) in
            let writer = DirectoryWriter(writer)
            let before = try writer.reader.contents(of: file)
            guard before.map({ ContentDigest($0) }) == seen else {
                throw .store(.changedMeanwhile(path: writer.reader.path(of: file)))
            }
            try writer.commit([DocumentChange(file, before: before, after: text)], undo: .clear)
        }
    }

    // MARK: Merging

    /// Merges a text with what others made of the document.
    ///
    /// - Parameters:
    ///   - path: where the text is.
    ///   - origin: what it was made of.
    ///   - theirs: what the document holds now.
    /// - Throws: `invalidFile` where theirs cannot be accepted, `noAccount` where it is another account's.
    public func merge(
        _ mine: [UInt8], path: String, from origin: WorkingCopy.Origin, with theirs: [UInt8]
    ) throws(AccountsError) -> JSONMerge {
        if subject == .policy {
            _ = try rules(in: theirs, path: self.path)
        } else {
            let account = try account(theirs, path: self.path)
            guard email.isEmpty || account.isNamed(file) else { throw .noAccount(email) }
            // A profile of another email is somebody else's.
            guard !email.isEmpty || !origin.values.differs(from: account.document, at: Field.email.rawValue)
            else {
                throw .noAccount(account.email)
            }
        }
        let (mine, theirs) = (
            try JSONDocument(parsing: mine, path: path), try JSONDocument(parsing: theirs, path: self.path)
        )
        return JSONMerge(
            from: origin.values, mine: mine, theirs: theirs,
            units: subject == .policy ? [] : [[Field.password, .passwordHash].map(\.rawValue)])
    }
}

extension Policy {
    /// The rules as a `policy.json` that says each of them.
    fileprivate var fileText: [UInt8] {
        var scratch = self
        let members = PolicyKey.allCases.compactMap { key -> JSONText.Member? in
            let value = value(of: key)
            guard isRegistry || !key.row.isForRegistries, scratch.set(key, to: value).isEmpty else {
                return nil
            }
            return .init(key.rawValue, value.json)
        }
        return JSONText.object(members).fileBytes
    }
}

internal import RegappStore
package import RegappJSON

/// The file of one account or of the local profile, as its owner may have written it.
///
/// ## The shapes of an account
/// Each holds what the others must not or cannot hold:
/// - `AccountRecord`: values alone, all that forms, files and formats share.
/// - `AccountFile`: an accepted file, with its text, so that an edit changes no other byte.
/// - `Draft`: proposed values that have not been judged, so that no rule is forgotten.
/// - `ImportedAccount`: values as a format's reader found them, before the rules are known.
/// - `JudgedRow`: the same, judged, before it is known whose it is.
/// - `ExportRecord`: values that may leave the directory, so that no format leaks the others.
/// - `AccountSummary`: the few texts that a list of 100,000 accounts keeps in memory.
/// - `Account`: what users of the library get, without any secret.
///
/// `LocatedDocument` is any document that an edit found, even the rules; it need not be acceptable.
package struct AccountFile: Sendable {
    package internal(set) var path: String
    package let document: JSONDocument
    package let values: AccountRecord
    /// The members whose keys belong to no field of the policy.
    let others: [JSONMember]
    package let missing: [Field]
    /// In the order of their declaration.
    package private(set) var statuses: [AccountStatus] = []
    /// Whether somebody else has its login name, where everybody needs one to log in. All accounts are read for it, so only
    /// ``Registry/shownAccount(of:where:)`` knows.
    package internal(set) var sharesLoginName = false

    /// - Parameters:
    ///   - replaced: fields that will get new values, so their present ones do not matter.
    /// - Throws: `invalidFile` with every problem in the order of the text: syntax, or else types and broken rules. A
    ///   registered account may lack any required field except its email.
    package init(
        parsing bytes: [UInt8], path: String, policy: Policy, now: Moment, replacing replaced: Set<Field> = []
    ) throws(AccountsError) {
        let document = try JSONDocument(parsing: bytes, path: path)
        guard case .object(let members) = document.root.content else {
            throw .invalidFile([document.problem(path, at: document.root.range.lowerBound, .notAnObject)])
        }
        var values = AccountRecord()
        var others = [JSONMember]()
        var missing = [Field]()
        var unsorted: [(offset: Int, field: Field, reason: FileProblem.Reason)] = []
        var mistyped: [(JSONMember, meant: Field)] = []
        /// What is wrong with keys that belong to no field.
        var wrongKeys: [(offset: Int, reason: FileProblem.Reason)] = []
        // A mistyped key is a problem, unless fields other than the password get new values.
        let isWhole = replaced.isSubset(of: Field.secrets)
        let known = policy.knownFields
        // By index: taking a member out of the array would cost as much as checking it.
        for index in members.indices {
            guard let field = Field(key: members[index].key), known.contains(field) else {
                let member = members[index]
                others.append(member)
                let text: String? = if case .string(let text) = member.value.content { text } else { nil }
                if isWhole, let meant = Field(mistyped: member.key, holding: text, among: known) {
                    mistyped.append((member, meant))
                } else if isWhole, policy.isRegistry, let offset = member.closingKey(under: member.key) {
                    wrongKeys.append((offset, .closesNothing))
                } else if isWhole, policy.isRegistry, let mistake = policy.loginKey.mistake(in: member) {
                    wrongKeys.append((member.value.range.lowerBound, .plain(mistake)))
                }
                continue
            }
            if let text = field.text(of: members[index].value.content) {
                values[field] = text
            } else if replaced.contains(field) {
                // Recorded nevertheless, so that its replacement does not add a second member.
                values[field] = ""
            } else {
                let value = members[index].value
                unsorted.append(
                    (value.range.lowerBound, field, .plain(value.content.notAString(field.noun))))
            }
        }
        let draft = Draft(policy, today: now.today, over: values)
        for field in known {
            let broken = policy.brokenRules(of: field, in: draft)
            if broken.isEmpty { continue }
            let value = document.root[field.rawValue]
            // A value of the wrong type is not missing.
            if values[field] == nil && value != nil { continue }
            for rule in broken {
                if rule == .required && policy.isRegistry && field != .email {
                    missing.append(field)
                } else {
                    let violation = Violation(field: field, rule: rule)
                    let (offset, reason) = Self.problem(violation, value, in: document, policy)
                    unsorted.append((offset, field, reason))
                }
            }
        }
        if !unsorted.isEmpty || !mistyped.isEmpty || !wrongKeys.isEmpty {
            unsorted.removeAll { replaced.contains($0.field) }
            let isRepairable =
                mistyped.isEmpty && wrongKeys.isEmpty
                && unsorted.allSatisfy { Field.secrets.contains($0.field) }
            for (member, meant) in mistyped {
                let offset = member.keyRange.lowerBound
                // The missing value was already reported at its misspelt key.
                guard !unsorted.contains(where: { $0.offset == offset }) else { continue }
                unsorted.append((offset, meant, .misspelt(member.key, meant: meant.rawValue, true)))
            }
            let owner = isRepairable ? Self.owner(values[.email], of: path, policy) : nil
            let problems = document.problems(
                path, unsorted.map { ($0.offset, $0.reason) } + wrongKeys, repairable: owner)
            guard problems.isEmpty else { throw .invalidFile(problems) }
        }
        self.path = path
        self.document = document
        self.values = values
        self.others = others
        self.missing = missing
        for status in AccountStatus.allCases where status.holds(for: self, policy, now) {
            statuses.append(status)
        }
    }

    /// The path below the directory.
    func file(isRegistered: Bool) -> String {
        (isRegistered ? StoreLayout.accounts + "/" : "") + FileAccess.name(of: path)
    }

    func problem(lacking field: Field, under policy: Policy) -> FileProblem {
        let violation = Violation(field: field, rule: .required)
        let (offset, reason) = Self.problem(violation, document.root[field.rawValue], in: document, policy)
        return document.problem(path, at: offset, reason)
    }

    /// Nil if the value is missing or empty.
    package func value(_ field: Field) -> String? {
        values[field].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Locates a broken rule at its value; for a missing value, at a misspelt key for it or at the object.
    private static func problem(
        _ violation: Violation, _ value: JSONValue?, in document: JSONDocument, _ policy: Policy
    ) -> (offset: Int, reason: FileProblem.Reason) {
        let field = violation.field
        if let value { return (value.range.lowerBound, .rule(violation)) }
        let keys = policy.knownFields.map(\.keySuggestion)
        let written = document.member(meaning: field.rawValue, among: keys)
        return (
            written?.keyRange.lowerBound ?? document.root.range.lowerBound,
            .missing(field.noun, key: field.rawValue, writtenAs: written?.key)
        )
    }

    /// The email of a registered account, if the file is named after it.
    private static func owner(_ email: String?, of path: String, _ policy: Policy) -> String? {
        guard policy.isRegistry, let email, let file = Registry.file(of: email), path.hasSuffix("/" + file)
        else { return nil }
        return email
    }

    package var hasNoPassword: Bool { value(.password) == nil && value(.passwordHash) == nil }

    /// Whether a misspelt key may hold the password or its hash.
    var hasMisplacedPassword: Bool {
        others.contains { member in
            guard case .string(let text) = member.value.content, !text.isEmpty else { return false }
            let isSecret = AccountColumn.isSecret(member.key)
            return (isSecret || member.key.lowercased().holds("hash")) && StoredHash.isHash(text)
                || isSecret && Field.secrets.contains { $0.keySuggestion.isNearMiss(member.key) }
        }
    }

    /// - Parameter mark: the new value of `mustChange`; empty to remove it, nil to keep it.
    func markEdits(_ mark: String?) -> [JSONEdit] {
        guard let mark, mark != values[.mustChange] ?? "" else { return [] }
        return [mark.isEmpty ? .remove(key: Field.mustChange.rawValue) : .setting(.mustChange, mark)]
    }

    /// Stores a link for a new password in place of any other; nil removes it.
    func linkEdits(_ link: PasswordLink?) -> [JSONEdit] {
        if let link { return [.setting(.passwordLink, link.text)] }
        return values[.passwordLink] == nil ? [] : [.remove(key: Field.passwordLink.rawValue)]
    }

    /// Stores a hash in place of any password, or removes it if there is none; a lock stays.
    ///
    /// - Parameter locks: whether to add a lock.
    func passwordEdits(_ hash: PasswordHash?, locking locks: Bool = false) -> [JSONEdit] {
        let stored = StoredHash(hash: hash, isLocked: locks || values.isLocked)
        let password = Field.password.rawValue
        let passwordHash = Field.passwordHash.rawValue
        let isPlain = values[.password] != nil
        if isPlain, let text = stored.text, values[.passwordHash] == nil {
            return [.replace(key: password, with: passwordHash, text)]
        }
        return (isPlain ? [.remove(key: password)] : [])
            + [stored.text.map { .setting(.passwordHash, $0) } ?? .remove(key: passwordHash)]
    }

    /// A password is never shown, not even its length.
    package func formText(of field: Field) -> String { field == .password ? "" : value(field) ?? "" }

    /// In a profile, clearing a field leaves an empty value, ready to edit; in a registered account, it removes the
    /// member. A registered account's new password goes where its hash will be.
    func edits(_ changes: AccountRecord, isRegistered: Bool) -> [JSONEdit] {
        changes.fields.flatMap { field -> [JSONEdit] in
            let value = changes[field] ?? ""
            if !isRegistered {
                return value.isEmpty && values[field] == nil ? [] : [.set(key: field.rawValue, value)]
            }
            guard !value.isEmpty else {
                return field == .password ? passwordEdits(nil) : [.remove(key: field.rawValue)]
            }
            return [.setting(field, value)]
        }
    }
}

extension JSONEdit {
    /// A new field gets the place that it has in a new file, so that an export and import restore the same text.
    static func setting(_ field: Field, _ value: String) -> JSONEdit {
        // A plain password goes where its hash will be.
        let predecessor = field == .password ? Field.passwordHash : field
        let followers = Field.allCases.drop { $0 != predecessor }.dropFirst().map(\.rawValue)
        if case .boolean = field.json(value) {
            return .copy(key: field.rawValue, field.json(value).bytes, before: followers)
        }
        return .set(key: field.rawValue, value, before: followers)
    }
}

internal import RegappStore
package import RegappJSON

/// The file of one account or of the local profile, as its owner may have written it.
///
/// ## The shapes of an account
/// Each holds what the others must not, or cannot:
/// - `AccountRecord`: values alone, since forms, files and formats have no more in common.
/// - `AccountFile`: an accepted file, with its text, so that an edit changes no other byte. A read that may have failed is a
///   `Result` of it.
/// - `Draft`: values that are proposed and not judged yet, so that no rule is forgotten.
/// - `ImportedAccount`: values as a reader of a format found them, before the rules are known.
/// - `ImportCandidate`: the same, judged and with all that the import knows of it.
/// - `ExportRecord`: values that may leave the directory, so that no format forgets what must stay.
/// - `AccountSummary`: the few texts that a list of 100,000 accounts keeps in memory.
/// - `Account`: what users of the library get, without any secret.
///
/// `LocatedDocument` is any document that an edit found, the rules too, which need not be acceptable.
package struct AccountFile: Sendable {
    /// Its folder and its name, or nothing and its path; few of 100,000 accounts are asked for the path.
    private var folder: String
    private var name: String
    package let document: JSONDocument
    package let values: AccountRecord
    /// The indices of the members that are under no key of a field that the policy knows.
    let others: [Int]
    /// Required fields that a registered account lacks.
    package let missing: [Field]
    package private(set) var statuses = AccountStatuses()

    /// - Parameters:
    ///   - name: its path, or its name in the folder.
    ///   - replaced: fields that will get new values, so their present ones do not matter.
    /// - Throws: `invalidFile` with every problem in the order of the text: syntax, or else types and broken rules. A
    ///   registered account may lack any required field except its email.
    package init(
        parsing bytes: [UInt8], path name: String, in folder: String = "", policy: Policy, now: Moment,
        replacing replaced: Set<Field> = []
    ) throws(AccountsError) {
        (self.folder, self.name) = (folder, name)
        document = try JSONDocument(parsing: bytes, path: Self.path(folder, name))
        let reading = AccountReading(
            document, path: Self.path(folder, name), policy: policy, now: now, replaced)
        guard reading.problems.isEmpty else { throw .invalidFile(reading.problems) }
        values = reading.values
        others = reading.others
        missing = reading.missing
        for status in AccountStatus.allCases where status.holds(for: self, policy, now) {
            statuses.insert(status)
        }
    }

    package var path: String { Self.path(folder, name) }

    private static func path(_ folder: String, _ name: String) -> String {
        folder.isEmpty ? name : FileAccess.path(folder, name)
    }

    func file(isRegistered: Bool) -> String {
        (isRegistered ? StoreLayout.accounts + "/" : "") + FileAccess.name(of: name)
    }

    func moved(to path: String) -> AccountFile {
        var account = self
        (account.folder, account.name) = ("", path)
        return account
    }

    func problem(lacking field: Field, under policy: Policy) -> FileProblem {
        let violation = Violation(field: field, rule: .required)
        let (offset, reason) = AccountReading.problem(
            violation, document.root[field.rawValue], in: document, policy)
        return document.problem(path, at: offset, reason)
    }

    /// Nil if the value is missing or empty.
    package func value(_ field: Field) -> String? {
        values[field].flatMap { $0.isEmpty ? nil : $0 }
    }
}

private struct AccountReading {
    var values = AccountRecord()
    var others: [Int] = []
    var missing: [Field] = []
    var problems: [FileProblem] = []

    init(
        _ document: JSONDocument, path: @autoclosure () -> String, policy: Policy, now: Moment,
        _ replaced: Set<Field>
    ) {
        guard case .object = document.root.content else {
            problems = [document.problem(path(), at: document.root.range.lowerBound, .notAnObject)]
            return
        }
        var unsorted: [(offset: Int, field: Field, reason: FileProblem.Reason)] = []
        var mistyped: [(JSONMember, meant: Field)] = []
        // A repair of something else leaves such keys as they are.
        // The set's type is costly to build, and needed at no start.
        let isWhole = replaced.isEmpty || replaced.isSubset(of: Field.secrets)
        var search = KeySearch(among: Field.keys)
        let members = document.root.members
        // By index: a member that is taken out of the array costs as much as what is done with it.
        for index in members.indices {
            guard let field = search.index(of: members[index].key).map({ Field.allCases[$0] }),
                policy.knows(field)
            else {
                others.append(index)
                var text: String?
                if case .string(let value) = members[index].value.content { text = value }
                let key = members[index].key
                if isWhole, let meant = Field(mistyped: key, holding: text, among: policy.knownFields) {
                    mistyped.append((members[index], meant))
                }
                continue
            }
            if let text = field.text(of: members[index].value.content) {
                values[field] = text
            } else if replaced.contains(field) {
                // Recorded all the same, so that its replacement does not add a second one.
                values[field] = ""
            } else {
                let value = members[index].value
                unsorted.append(
                    (value.range.lowerBound, field, .notAString(field.noun, found: value.content.kind)))
            }
        }
        for violation in policy.violations(in: Draft(policy, today: now.today, over: values)) {
            let value = document.root[violation.field.rawValue]
            // A value of the wrong type is there, so it is not missing.
            if values[violation.field] == nil && value != nil { continue }
            if violation.rule == .required && policy.isRegistry && violation.field != .email {
                missing.append(violation.field)
            } else {
                let (offset, reason) = Self.problem(violation, value, in: document, policy)
                unsorted.append((offset, violation.field, reason))
            }
        }
        guard !unsorted.isEmpty || !mistyped.isEmpty else { return }
        unsorted.removeAll { replaced.contains($0.field) }
        let isRepairable = mistyped.isEmpty && unsorted.allSatisfy { Field.secrets.contains($0.field) }
        for (member, meant) in mistyped {
            let offset = member.keyRange.lowerBound
            // A missing value has been found at its misspelt key.
            guard !unsorted.contains(where: { $0.offset == offset }) else { continue }
            let misspelt = MisspeltKey(member.key, meant: meant.rawValue, .notRead(isMistake: true))
            unsorted.append((offset, meant, .misspelt(misspelt)))
        }
        guard !unsorted.isEmpty else { return }
        let path = path()
        let repairable = isRepairable ? owner(of: path, policy) : nil
        problems = document.problems(path, unsorted.map { ($0.offset, $0.reason) }, repairable: repairable)
    }

    /// A broken rule at its value; for a missing value, at a misspelt key for it or at the object.
    static func problem(
        _ violation: Violation, _ value: JSONValue?, in document: JSONDocument, _ policy: Policy
    ) -> (offset: Int, reason: FileProblem.Reason) {
        let field = violation.field
        if let value { return (value.range.lowerBound, .rule(violation)) }
        let keys = policy.knownFields.map(\.keySuggestion)
        guard let written = document.member(meaning: field.rawValue, among: keys) else {
            return (document.root.range.lowerBound, .missing(field))
        }
        let misspelt = MisspeltKey(written.key, meant: field.rawValue, .missing(noun: field.noun))
        return (written.keyRange.lowerBound, .misspelt(misspelt))
    }

    private func owner(of path: String, _ policy: Policy) -> String? {
        guard policy.isRegistry, let email = values[.email], let file = Registry.file(of: email),
            path.hasSuffix("/" + file)
        else { return nil }
        return email
    }
}

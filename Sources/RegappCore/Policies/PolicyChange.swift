package import RegappStore
internal import RegappJSON

/// New rules, before they are saved.
package struct PolicyChange: Sendable {
    /// The rules in force; nil if `policy.json` cannot be accepted, so that no login is possible.
    package let before: Policy?
    package let after: RuledDirectory

    /// - Parameter bytes: the content of `policy.json`; nil if there is no such file.
    package init(from bytes: [UInt8]?, to after: RuledDirectory) {
        before = PolicyFile.policy(of: bytes)
        self.after = after
    }

    package init(of before: Policy?, to after: RuledDirectory) {
        (self.before, self.after) = (before, after)
    }

    /// Compares the text of a `policy.json` from elsewhere with the rules in force; `path` is for its mistakes.
    ///
    /// - Throws: `invalidFile` with every problem of the text.
    package init(
        to text: [UInt8], at path: String, in store: DocumentStore, now: Moment
    ) throws(AccountsError) {
        let policy = try PolicyFile(parsing: text, path: path).policy
        let present = try store.readingAccounts { reader in try reader.contents(of: StoreLayout.policy) }
        self.init(from: present, to: RuledDirectory(store, policy, now: now))
    }

    /// Whether an account might no longer be able to log in, or only in another way.
    package var mayShutOut: Bool { before?.isRegistry == true }

    package func isLike(_ other: PolicyChange?) -> Bool {
        other.map { $0.before == before && $0.after.policy == after.policy } ?? false
    }

    /// Checks every account against the new rules, and those that can no longer log in against the rules in force;
    /// `progress` gets the number of files read so far.
    package func survey(progress: (Int) -> Void = { _ in }) throws(AccountsError) -> RegistrySurvey {
        let new = after.policy.isRegistry ? try after.registry() : nil
        let old =
            mayShutOut
            ? try before.map { (policy) throws(AccountsError) in
                try RuledDirectory(after.store, policy, now: after.now).registry()
            } : nil
        var survey = RegistrySurvey()
        guard let walked = new ?? old else {
            survey.files = try after.accountFiles().count
            return survey
        }
        let walk = try RegistryWalk(walked)
        for part in walk.fileParts({ _, files in RegistrySurvey(files, under: new, and: old) }) {
            survey.add(part)
            progress(survey.files)
        }
        // Accounts in files of other names.
        if new != nil {
            survey.files += walk.strays.count
            survey.rejected += walk.strays.count
        }
        return survey
    }
}

/// The choice of another policy for a directory, before it is saved: the value of `policy` is changed in place,
/// everything else stays.
package struct PolicyChoice: ~Copyable {
    package let rules: PolicyChange
    private let change: DocumentChange
    private let isForDemo: Bool

    /// - Parameter forDemo: whether the demo accounts are registered too, without passwords; existing ones lose
    ///   theirs. The session stays as it is.
    /// - Throws: `invalidFile` if the file cannot be accepted, or its other keys do not suit the policy or the demo.
    package init(
        _ system: Rules.System, in store: DocumentStore, now: Moment,
        forDemo: Bool = false
    ) throws(AccountsError) {
        // A change that was cut short is completed first: the choice is about its result.
        if try store.readingAccounts({ reader in try reader.isChanging() }) {
            try store.writingAccounts { _ in }
        }
        let path = store.path(of: StoreLayout.policy)
        let (change, policy) = try store.readingAccounts { reader in
            let before = try reader.contents(of: StoreLayout.policy)
            let text = before ?? Self.newText(system)
            _ = try PolicyFile(parsing: text, path: path)
            let file = try PolicyFile(parsing: text, path: path, system: system)
            if forDemo, let problem = file.demoProblem(path) { throw AccountsError.invalidFile([problem]) }
            let after = file.document?.applying([.set(key: PolicyKey.policy.rawValue, system.rawValue)])
            return (DocumentChange(StoreLayout.policy, before: before, after: after), file.policy)
        }
        rules = PolicyChange(from: change.before, to: RuledDirectory(store, policy, now: now))
        (self.change, isForDemo) = (change, forDemo)
    }

    /// One rule gets another value; everything else in `policy.json` stays.
    ///
    /// - Parameter value: JSON, or else a text, which for a list may have commas; nil removes the key.
    /// - Throws: `invalidFile` if the present file cannot be accepted; `valueRefused` if it could not be with the value.
    package init(
        _ key: PolicyKey, _ value: String?, in store: DocumentStore, now: Moment
    ) throws(AccountsError) {
        let change = try store.readingAccounts { reader in
            let before = try reader.contents(of: StoreLayout.policy)
            if before == nil, value == nil {
                return DocumentChange(StoreLayout.policy, before: nil, after: nil)
            }
            let text = before ?? Self.newText(.profile)
            let file = try PolicyFile(parsing: text, path: reader.store.path(of: StoreLayout.policy))
            let edit =
                value.map { key.edit(JSONText.typed($0, isList: key.definition.isList)) }
                ?? .remove(key: key.rawValue)
            return DocumentChange(
                StoreLayout.policy, before: before, after: file.document?.applying([edit]))
        }
        var policy = Policy.profile
        do throws(AccountsError) {
            if let text = change.after { policy = try PolicyFile(parsing: text, path: "").policy }
        } catch {
            if case .invalidFile(let problems) = error { throw .valueRefused(problems) }
            throw error
        }
        rules = PolicyChange(from: change.before, to: RuledDirectory(store, policy, now: now))
        (self.change, isForDemo) = (change, false)
    }

    package var isChange: Bool { change.before != change.after }

    /// A new file that names a policy and changes none of its rules.
    private static func newText(_ system: Rules.System) -> [UInt8] {
        JSONText.object([.init(PolicyKey.policy.rawValue, .string(system.rawValue))]).fileBytes
    }

    /// - Throws: `store(.changedMeanwhile)` if `policy.json` was changed since; nothing is written then.
    @discardableResult
    package func save() throws(AccountsError) -> RuledDirectory {
        let directory = rules.after
        try directory.writing(underAnyRules: true) { [change, isForDemo] writer in
            guard try writer.contents(of: change.file) == change.before else {
                throw AccountsError.store(.changedMeanwhile(path: writer.store.path(of: change.file)))
            }
            let accounts = isForDemo ? try directory.registry().demoChanges(writer.reader) : []
            try writer.commit([change] + accounts)
        }
        return directory
    }
}

extension PolicyFile {
    /// The problem with registering the demo accounts: the file requires fields that they lack.
    fileprivate func demoProblem(_ path: String) -> FileProblem? {
        let lacking = policy.required.filter { AccountRecord.demo[0][$0] == nil }
        guard !lacking.isEmpty, let document, let value = document.root[PolicyKey.required.rawValue] else {
            return nil
        }
        let nouns = lacking.map(\.noun).joined(separator: " and no ")
        return document.problem(
            path, at: value.range.lowerBound,
            .plain("the demo accounts have no \(nouns), which this requires"))
    }
}

extension JSONText {
    /// The JSON that a person typed; else the text as a JSON string, or as an array of the texts between its commas.
    fileprivate static func typed(_ text: String, isList: Bool) -> [UInt8] {
        let bytes = Array(text.utf8)
        if let document = try? JSONDocument(parsing: bytes) { return Array(bytes[document.root.range]) }
        guard isList, text.utf8.first != UInt8(ascii: "[") else { return JSONText.string(text).bytes }
        return JSONText.array(text.split(separator: ",").map { .string(String($0).trimmed) }).bytes
    }
}

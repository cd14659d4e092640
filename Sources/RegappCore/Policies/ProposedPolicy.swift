package import RegappStore
internal import RegappJSON

package struct ProposedPolicy: Sendable {
    /// The rules in force; nil if `policy.json` cannot be accepted, which allows no login.
    package let before: Policy?
    package let after: AccountStore
    /// The profile that a registry would not use, with a plain password: saving removes it. Nil if there is none.
    var profile: [UInt8]?
}

extension ProposedPolicy {
    /// - Parameter bytes: the content of `policy.json`; nil if there is no file.
    init(from bytes: [UInt8]?, to after: AccountStore) throws(AccountsError) {
        let profile =
            try after.policy.isRegistry
            ? after.store.readingAccounts { reader in try reader.contents(of: StoreLayout.profile) } : nil
        self.init(before: PolicyFile.policy(of: bytes), after: after, profile: profile)
    }

    /// - Parameters:
    ///   - text: a `policy.json` from elsewhere.
    ///   - path: its path, for mistakes.
    /// - Throws: `invalidFile` with every problem of the text.
    package init(
        to text: [UInt8], at path: String, in store: DocumentStore, now: Moment
    ) throws(AccountsError) {
        let policy = try PolicyFile(parsing: text, path: path).policy
        let present = try store.readingAccounts { reader in try reader.contents(of: StoreLayout.policy) }
        // Whoever only asks may put the text in place by hand, which removes nothing.
        self.init(before: PolicyFile.policy(of: present), after: AccountStore(store, policy, now: now))
    }

    /// Whether an account might no longer be able to log in, or only by another field, or a profile goes.
    package var mayHarm: Bool { before?.isRegistry == true || profile != nil }

    /// What saving removes: the profile.
    var removals: [DocumentChange] {
        profile.map { [DocumentChange(StoreLayout.profile, before: $0, after: nil)] } ?? []
    }

    package var changesHashes: Bool {
        guard let before, before.isRegistry, after.policy.isRegistry else { return false }
        return (before.hash, before.hashCost) != (after.policy.hash, after.policy.hashCost)
    }

    package func isLike(_ other: ProposedPolicy?) -> Bool {
        other.map { ($0.before, $0.after.policy, $0.profile) == (before, after.policy, profile) } ?? false
    }

    /// Checks every account against the new rules and, if it can no longer log in, against those in force.
    ///
    /// - Parameters:
    ///   - others: files of accounts that are left out.
    ///   - countsUnacceptable: whether to count the accounts that could not be accepted any more.
    ///   - progress: gets the number of files read so far.
    package func survey(
        besides others: Set<String> = [], countsUnacceptable: Bool = false,
        progress: (Int) -> Void = { _ in }
    ) throws(AccountsError) -> PolicyImpact {
        let new = try? after.registry()
        let old = before.flatMap { try? AccountStore(after.store, $0, now: after.now).registry() }
        var survey = PolicyImpact()
        survey.removesProfile = profile != nil
        guard let walked = new ?? old else {
            survey.files = try after.reading { reader in try AccountsFolder(reader).files.count }
            return survey
        }
        let walk = try RegistryWalk(walked)
        let parts = walk.fileParts { _, files in
            files.reduce(into: PolicyImpact()) { impact, file in
                guard !others.contains("\(StoreLayout.accounts)/\(file.name)") else { return }
                impact.count(file, new, formerly: file, old, countsUnacceptable: countsUnacceptable)
            }
        }
        for part in parts {
            survey.add(part)
            progress(survey.files)
        }
        // Accounts in misnamed files.
        if new != nil {
            survey.files += walk.strays.count
            survey.rejected += walk.strays.count
        }
        return survey
    }
}

/// Another policy, or another value of one rule, before it is saved; the rest of `policy.json` stays.
package struct PolicySwitch: ~Copyable {
    package let rules: ProposedPolicy
    private let change: DocumentChange
    private let isForDemo: Bool

    /// - Parameter forDemo: whether to register the demo accounts without passwords; existing ones lose theirs.
    /// - Throws: `invalidFile` if the file cannot be accepted, or its other keys do not suit the policy or the demo.
    package init(
        _ name: Rules.PolicyName, in store: DocumentStore, now: Moment,
        forDemo: Bool = false
    ) throws(AccountsError) {
        // An interrupted change is completed first: the choice applies to its result.
        do { try store.completeInterrupted() } catch { throw AccountsError(error) }
        let path = store.path(of: StoreLayout.policy)
        let (change, policy) = try store.readingAccounts { reader in
            let before = try reader.contents(of: StoreLayout.policy)
            let text = before ?? Self.newText(name)
            _ = try PolicyFile(parsing: text, path: path)
            let file = try PolicyFile(parsing: text, path: path, name: name)
            if forDemo, let problem = file.demoProblem(path) { throw AccountsError.invalidFile([problem]) }
            let after = file.document?.applying([.set(key: PolicyKey.policy.rawValue, name.rawValue)])
            return (DocumentChange(StoreLayout.policy, before: before, after: after), file.policy)
        }
        rules = try ProposedPolicy(from: change.before, to: AccountStore(store, policy, now: now))
        self.change = change
        isForDemo = forDemo
    }

    /// Changes one rule; the rest of `policy.json` stays. The present text need not be acceptable, if the new one is.
    ///
    /// - Parameter value: JSON, or else a text, with commas for a list; nil removes the key.
    /// - Throws: `invalidFile` if the present file cannot be accepted and the change does not correct that;
    ///   `valueRefused` if only the new one could not be.
    package init(
        _ key: PolicyKey, _ value: String?, in store: DocumentStore, now: Moment
    ) throws(AccountsError) {
        let path = store.path(of: StoreLayout.policy)
        let change = try store.readingAccounts { reader in
            let before = try reader.contents(of: StoreLayout.policy)
            if before == nil, value == nil {
                return DocumentChange(StoreLayout.policy, before: nil, after: nil)
            }
            let document = try JSONDocument(parsing: before ?? Self.newText(.profile), path: path)
            let typed = value.map { JSONText.typed($0, isList: key.definition.isList) }
            let edit =
                typed.map { JSONEdit.copy(key: key.rawValue, $0, before: key.followers) }
                ?? .remove(key: key.rawValue)
            return DocumentChange(StoreLayout.policy, before: before, after: document.applying([edit]))
        }
        var policy = Policy.profile
        do throws(AccountsError) {
            if let text = change.after { policy = try PolicyFile(parsing: text, path: path).policy }
        } catch .invalidFile(let problems) {
            // What was wrong before is said as it is in the file.
            if let before = change.before { _ = try PolicyFile(parsing: before, path: path) }
            throw .valueRefused(problems)
        }
        rules = try ProposedPolicy(from: change.before, to: AccountStore(store, policy, now: now))
        self.change = change
        isForDemo = false
    }

    package var isChange: Bool { change.before != change.after }

    /// A `policy.json` that names a policy and changes none of its rules.
    private static func newText(_ name: Rules.PolicyName) -> [UInt8] {
        JSONText.object([.init(PolicyKey.policy.rawValue, .string(name.rawValue))]).fileBytes
    }

    /// Saves the rules, and removes the profile under those of a registry, as one change.
    ///
    /// - Throws: `store(.changedMeanwhile)` if one of them has changed since; then nothing was written.
    @discardableResult
    package func save() throws(AccountsError) -> AccountStore {
        let directory = rules.after
        let changes = [change] + rules.removals
        try directory.writing(underAnyRules: true) { [isForDemo] writer in
            for change in changes where try writer.reader.contents(of: change.file) != change.before {
                throw AccountsError.store(.changedMeanwhile(path: writer.store.path(of: change.file)))
            }
            let accounts = isForDemo ? try directory.registry().demoChanges(writer.reader) : []
            try writer.commit(changes + accounts)
        }
        return directory
    }
}

extension PolicyFile {
    /// Nil unless the file requires fields that the demo accounts lack.
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
    /// JSON if the text is JSON; otherwise a string, or an array of the texts between commas.
    fileprivate static func typed(_ text: String, isList: Bool) -> [UInt8] {
        let bytes = Array(text.utf8)
        if let document = try? JSONDocument(parsing: bytes) { return Array(bytes[document.root.range]) }
        guard isList, text.utf8.first != UInt8(ascii: "[") else { return JSONText.string(text).bytes }
        return JSONText.array(text.split(separator: ",").map { .string(String($0).trimmed) }).bytes
    }
}

/// What other rules would mean for a directory's accounts.
package struct PolicyImpact: Equatable, Sendable {
    /// How many accounts that could no longer log in are listed.
    package static let mostNamed = 10

    package internal(set) var removesProfile = false
    package internal(set) var files = 0
    /// How many files cannot be accepted: they break a rule or hold no account.
    package internal(set) var rejected = 0
    package private(set) var lacking = 0
    /// How many could no longer log in.
    package private(set) var shutOut = 0
    /// The emails of the first accounts that could no longer log in, in the order of the file names.
    package private(set) var firstShutOut: [String] = []
    /// How many others can be accepted now, and could not be any more; 0 unless they are counted.
    package private(set) var unacceptable = 0
    /// The emails of the first of these.
    package private(set) var firstUnacceptable: [String] = []
    /// How many others, which cannot log in now, would belong to no registry any more; 0 unless they are counted.
    package private(set) var abandoned = 0
    /// How many could still log in, but by another field.
    package private(set) var rekeyed = 0
    /// Nil if `rekeyed` is 0.
    package private(set) var newKey: Policy.LoginKey?
    private(set) var formerKey: Policy.LoginKey?
    /// The emails of the accounts with each login name under the new rules, by its hash.
    private var loginNames: [Int: [String]] = [:]
    /// The emails of accounts that have the login name of another.
    var sameNamed: [String] { loginNames.values.filter { $0.count > 1 }.flatMap(\.self).sorted() }

    /// Whether everyone who can log in now still can, by the same field, and no profile goes.
    package var isHarmless: Bool {
        !removesProfile && shutOut == 0 && rekeyed == 0 && unacceptable == 0 && abandoned == 0
            && sameNamed.isEmpty
    }

    /// - Parameters:
    ///   - file: the account as it would be.
    ///   - new: the registry under the new rules; nil if they are a profile's.
    ///   - former: the account as it is.
    ///   - old: the registry under the rules in force; nil if they allow no login.
    ///   - countsUnacceptable: whether to count it if it can be accepted now, and could not be any more.
    mutating func count(
        _ file: RegistryWalk.File, _ new: Registry?, formerly former: RegistryWalk.File, _ old: Registry?,
        countsUnacceptable: Bool
    ) {
        let entry = new?.entry(file)
        // The file was removed after it was listed, or would be.
        if new != nil, entry == nil { return }
        if case .success(nil) = file.contents { return }
        files += 1
        var account: AccountFile?
        if case .success(let accepted)? = entry {
            account = accepted
            if !accepted.missing.isEmpty { lacking += 1 }
        } else if entry != nil {
            rejected += 1
        }
        let policy = new?.directory.policy ?? .profile
        if let account, let name = account.loginName(under: policy) {
            loginNames[LoginNames.folded(name).hashValue, default: []].append(account.email)
        }
        var stillLogsIn =
            account.map { $0.admitsLogin && $0.missingLoginName(under: policy) == nil } ?? false
        let keepsKey = old.map { policy.loginKey.includes($0.directory.policy.loginKey) } ?? false
        // A first password that has run out may come back.
        let isOverdue = account?.has(.overdue) ?? false
        if stillLogsIn, keepsKey, !isOverdue { return }
        let before: AccountFile? =
            if case .success(let account)? = old?.entry(former) { account } else { nil }
        guard let before, before.admitsLogin else {
            // Who chooses other rules knows of this; who undoes a change may not.
            if new == nil, countsUnacceptable { abandoned += 1 }
            let couldBeAccepted = before != nil || (try? former.contents.get()) == nil
            if countsUnacceptable, new != nil, account == nil, couldBeAccepted {
                addUnacceptable(file, before)
            }
            return
        }
        if isOverdue, !before.has(.overdue) { stillLogsIn = false }
        guard !stillLogsIn else {
            // Nothing is lost by whoever has no login name, where the email stays.
            let former = old?.directory.policy ?? .profile
            let losesNoName =
                former.loginKey.includes(policy.loginKey) && before.loginName(under: former) == nil
            if keepsKey || losesNoName { return }
            rekeyed += 1
            newKey = new?.directory.policy.loginKey
            formerKey = old?.directory.policy.loginKey
            return
        }
        // A lock or an expiry that comes back is what one asks for.
        if let account, account.obstacles != before.obstacles { return }
        shutOut += 1
        if firstShutOut.count < Self.mostNamed { firstShutOut.append(before.email) }
    }

    private mutating func addUnacceptable(_ file: RegistryWalk.File, _ account: AccountFile?) {
        unacceptable += 1
        guard firstUnacceptable.count < Self.mostNamed else { return }
        firstUnacceptable.append(account?.email ?? EmailAddress.ofFile(file.name) ?? file.name)
    }

    mutating func add(_ part: PolicyImpact) {
        files += part.files
        rejected += part.rejected
        lacking += part.lacking
        shutOut += part.shutOut
        rekeyed += part.rekeyed
        newKey = newKey ?? part.newKey
        formerKey = formerKey ?? part.formerKey
        loginNames.merge(part.loginNames) { $0 + $1 }
        unacceptable += part.unacceptable
        abandoned += part.abandoned
        firstUnacceptable += part.firstUnacceptable.prefix(Self.mostNamed - firstUnacceptable.count)
        firstShutOut += part.firstShutOut.prefix(Self.mostNamed - firstShutOut.count)
    }
}

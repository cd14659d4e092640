package import RegappStore
package import RegappJSON

/// Reads `policy.json`. Without the file, `document` is nil and the rules are `profile`.
package struct PolicyFile: Sendable {
    package let document: JSONDocument?
    package let policy: Policy

    package init(_ reader: DocumentReader) throws {
        guard let bytes = try reader.contents(of: StoreLayout.policy) else {
            document = nil
            policy = .profile
            return
        }
        self = try PolicyFile(parsing: bytes, path: reader.store.path(of: StoreLayout.policy))
    }

    /// `chosen` replaces the policy that the text names.
    package init(
        parsing bytes: [UInt8], path: String, name chosen: Rules.PolicyName? = nil
    ) throws(AccountsError) {
        let document = try JSONDocument(parsing: bytes, path: path)
        guard case .object(let members) = document.root.content else {
            throw .invalidFile([document.problem(path, at: document.root.range.lowerBound, .notAnObject)])
        }
        var problems: [(Int, FileProblem.Reason)] = []
        let named = document.root[PolicyKey.policy.rawValue]
        let keys = PolicyKey.allCases.map(\.keySuggestion)
        let misspelt = named == nil ? document.member(meaning: PolicyKey.policy.rawValue, among: keys) : nil
        if named == nil, misspelt == nil {
            let policy = PolicyKey.policy.rawValue
            problems.append((document.root.range.lowerBound, .missing(policy, key: policy)))
        }
        var name = chosen
        if name == nil, case .string(let text)? = named?.content { name = Rules.PolicyName(rawValue: text) }
        // Check the keys even if the policy is unknown.
        var policy = Policy.builtIn(name ?? .profile)
        var areLimitsKnown = name != nil
        for member in members where problems.count <= JSONError.mostProblems {
            let known = PolicyKey.allCases.first { $0.rawValue.hasSameScalars(as: member.key) }
            guard let key = known else {
                var reason = FileProblem.Reason.unknownKey
                if let meant = KeySuggestion.nearest(to: member.key, among: keys) {
                    reason =
                        member.keyRange == misspelt?.keyRange
                        ? .missing(meant, key: meant, writtenAs: member.key)
                        : .unknownKey(member.key, meant: meant)
                }
                problems.append((member.keyRange.lowerBound, reason))
                continue
            }
            let found = policy.set(key, to: JSONText(member.value))
            problems += found.map { (Self.offset(of: $0, in: member.value), .plain($0.message)) }
            // Without a valid hash, its cost and limits are unknown.
            if key == .hash && !found.isEmpty { areLimitsKnown = false }
        }
        let conflicts = policy.finish()
        for problem in areLimitsKnown ? conflicts : [] {
            let value = document.root[problem.key.rawValue] ?? document.root
            problems.append((value.range.lowerBound, .plain(problem.message)))
        }
        guard problems.isEmpty, name != nil else {
            throw .invalidFile(document.problems(path, problems))
        }
        self.document = document
        self.policy = policy
    }

    /// A cost counts in the units of its hash, so an undo brings both back together.
    ///
    /// - Parameters:
    ///   - present: the text in force.
    ///   - former: the text before the change that is undone.
    /// - Throws: `invalidFile` if neither has this hash with this cost.
    func requireOwnCost(asIn present: [UInt8]?, or former: [UInt8]?) throws(AccountsError) {
        guard let document, let cost = document.root[PolicyKey.hashCost.rawValue] else { return }
        let known = [present, former].compactMap { Self.policy(of: $0) }
        let isOwn = known.contains { $0.hash == policy.hash && $0.hashCost == policy.hashCost }
        guard !known.isEmpty, !isOwn else { return }
        let reason = FileProblem.Reason.plain("hashCost belongs to another hash")
        throw .invalidFile([document.problem("", at: cost.range.lowerBound, reason)])
    }

    /// Nil if the text cannot be accepted; no text means `profile`.
    static func policy(of bytes: [UInt8]?) -> Policy? {
        guard let bytes else { return .profile }
        return try? PolicyFile(parsing: bytes, path: "").policy
    }

    /// The rules in force or, while the file cannot be accepted, those that come closest: of its keys that can be, or of
    /// its last acceptable text in the history.
    static func closest(_ reader: DocumentReader) throws -> Policy {
        do { return try PolicyFile(reader).policy } catch AccountsError.invalidFile {
            let bytes = try reader.contents(of: StoreLayout.policy) ?? []
            return try acceptablePart(of: bytes) ?? lastAcceptable(reader)
                ?? .builtIn(reader.exists(StoreLayout.accounts) ? .service : .profile)
        }
    }

    /// Nil unless the text names a policy.
    private static func acceptablePart(of bytes: [UInt8]) -> Policy? {
        guard let document = JSONDocument(object: bytes),
            case .string(let text)? = document.root[PolicyKey.policy.rawValue]?.content,
            let name = Rules.PolicyName(rawValue: text)
        else { return nil }
        var policy = Policy.builtIn(name)
        for member in document.root.members {
            guard let key = PolicyKey(rawValue: member.key), key != .policy else { continue }
            var changed = policy
            if changed.set(key, to: JSONText(member.value)).isEmpty, changed.finish().isEmpty {
                policy = changed
            }
        }
        return policy
    }

    private static func lastAcceptable(_ reader: DocumentReader) throws -> Policy? {
        var found: Policy?
        try reader.forEachRecord { record, _ in
            guard record.head.accounts <= AccountStore.mostOffered else { return true }
            while found == nil, let document = try? record.next() {
                guard document.file == StoreLayout.policy else { continue }
                found = policy(of: document.textAfter) ?? document.before.flatMap { policy(of: $0) }
            }
            return found == nil
        }
        return found
    }

    /// The text with every key of its rules: missing keys are added with their values. An unacceptable text stays.
    static func wholeText(of bytes: [UInt8]?) -> [UInt8] {
        guard let bytes else { return JSONText.object(Policy.profile.members).fileBytes }
        guard let file = try? PolicyFile(parsing: bytes, path: ""), let document = file.document else {
            return bytes
        }
        let missing = file.policy.statableKeys.filter { document.root[$0.rawValue] == nil }
        let edits = missing.map { key in
            document.copy(file.policy.value(of: key), under: key.rawValue, before: key.followers)
        }
        return document.applying(edits)
    }

    /// The element of an array that the problem names, or the whole value.
    private static func offset(of problem: PolicyProblem, in value: JSONValue) -> Int {
        guard let index = problem.index, case .array(let elements) = value.content,
            elements.indices.contains(index)
        else { return value.range.lowerBound }
        return elements[index].range.lowerBound
    }
}

extension PolicyKey {
    var keySuggestion: KeySuggestion { KeySuggestion(name: rawValue, otherNames: definition.otherNames) }

    /// A new key is inserted before these, in the order of `policy show`.
    var followers: [String] { PolicyKey.allCases.drop { $0 != self }.dropFirst().map(\.rawValue) }
}

extension Policy {
    /// The members of a `policy.json` that states every rule.
    var members: [JSONText.Member] { statableKeys.map { .init($0.rawValue, value(of: $0)) } }

    /// The keys that apply to the policy and accept their present value.
    fileprivate var statableKeys: [PolicyKey] {
        var scratch = self
        return PolicyKey.allCases.filter { key in
            (isRegistry || !key.definition.isForRegistries) && scratch.set(key, to: value(of: key)).isEmpty
        }
    }
}

package import RegappStore
package import RegappJSON

/// Reads `policy.json`. Without the file, `document` is nil and the rules are `profile`.
package struct PolicyFile: Sendable {
    package let document: JSONDocument?
    package let policy: Policy

    package init(of store: DocumentStore) throws(AccountsError) {
        self = try store.readingAccounts { reader in try PolicyFile(reader) }
    }

    init(_ reader: DocumentReader) throws {
        guard let bytes = try reader.contents(of: StoreLayout.policy) else {
            document = nil
            policy = .profile
            return
        }
        self = try PolicyFile(parsing: bytes, path: reader.store.path(of: StoreLayout.policy))
    }

    /// `system` replaces the policy that the text names.
    package init(parsing bytes: [UInt8], path: String, system: Rules.System? = nil) throws(AccountsError) {
        let document = try JSONDocument(parsing: bytes, path: path)
        let reading = PolicyReading(document, system: system)
        guard let policy = reading.policy, reading.problems.isEmpty else {
            throw .invalidFile(document.problems(path, reading.problems))
        }
        self.document = document
        self.policy = policy
    }
}

extension PolicyFile {
    /// Nil if the text cannot be accepted; no text means `profile`.
    static func policy(of bytes: [UInt8]?) -> Policy? {
        guard let bytes else { return .profile }
        return try? PolicyFile(parsing: bytes, path: "").policy
    }

    /// The text with every key of its rules, missing ones with present values; an unacceptable text stays.
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
}

private struct PolicyReading {
    var policy: Policy?
    var problems: [(Int, FileProblem.Reason)] = []

    init(_ document: JSONDocument, system chosen: Rules.System?) {
        guard case .object(let members) = document.root.content else {
            problems = [(document.root.range.lowerBound, .notAnObject)]
            return
        }
        let named = document.root[PolicyKey.policy.rawValue]
        let keys = PolicyKey.allCases.map(\.keySuggestion)
        let misspelt = named == nil ? document.member(meaning: PolicyKey.policy.rawValue, among: keys) : nil
        if named == nil, misspelt == nil {
            let policy = PolicyKey.policy.rawValue
            problems.append((document.root.range.lowerBound, .missing(policy, key: policy)))
        }
        var system = chosen
        if system == nil, case .string(let text)? = named?.content { system = Rules.System(rawValue: text) }
        // Check the keys even if the policy is unknown.
        var policy = Policy.builtIn(system ?? .profile)
        var isHashKnown = true
        for member in members where problems.count <= JSONError.mostProblems {
            let known = PolicyKey.allCases.first { $0.rawValue.hasSameScalars(as: member.key) }
            guard let key = known else {
                let isPolicy = member.keyRange == misspelt?.keyRange
                problems.append(
                    (member.keyRange.lowerBound, Self.reason(unknown: member.key, keys, isPolicy)))
                continue
            }
            let found = policy.set(key, to: JSONText(member.value))
            problems += found.map { (Self.offset(of: $0, in: member.value), .plain($0.message)) }
            if key == .hash && !found.isEmpty { isHashKnown = false }
        }
        guard system != nil else { return }
        let conflicts = policy.finish()
        // Without a valid hash, its cost and limits are unknown.
        for problem in isHashKnown ? conflicts : [] {
            let value = document.root[problem.key.rawValue] ?? document.root
            problems.append((value.range.lowerBound, .plain(problem.message)))
        }
        self.policy = policy
    }

    /// `isPolicy` if the key was meant to name the policy.
    private static func reason(
        unknown key: String, _ keys: [KeySuggestion], _ isPolicy: Bool
    ) -> FileProblem.Reason {
        guard let meant = KeySuggestion.nearest(to: key, among: keys) else { return .unknownKey }
        return isPolicy ? .missing(meant, key: meant, writtenAs: key) : .unknownKey(key, meant: meant)
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
    /// States every rule in a `policy.json`.
    var members: [JSONText.Member] { statableKeys.map { .init($0.rawValue, value(of: $0)) } }

    /// The keys that apply to the policy and accept their present value.
    fileprivate var statableKeys: [PolicyKey] {
        var scratch = self
        return PolicyKey.allCases.filter { key in
            (isRegistry || !key.definition.isForRegistries) && scratch.set(key, to: value(of: key)).isEmpty
        }
    }
}

public import DocumentStore
public import PlainValues
public import StrictJSON

/// Reads `policy.json`: which rules hold in a directory.
public struct PolicyFile: Sendable {
    /// The text; nil where there is no file.
    public let document: JSONDocument?
    /// The rules; `profile` where there is no file.
    public let policy: Policy

    /// Reads the rules of a store's directory.
    ///
    /// - Throws: `invalidFile` with every problem.
    public init(of store: DocumentStore) throws(AccountsError) {
        self = try store.readingDirectory { reader throws(AccountsError) in try PolicyFile(reader) }
    }

    init(_ reader: DirectoryReader) throws(AccountsError) {
        guard let bytes = try reader.contents(of: StoreLayout.policy) else {
            document = nil
            policy = .profile
            return
        }
        self = try PolicyFile(parsing: bytes, path: reader.path(of: StoreLayout.policy))
    }

    /// Reads the text of the file; `kind` stands in for the policy that it names.
    fileprivate init(parsing bytes: [UInt8], path: String, kind: Policy.Kind? = nil) throws(AccountsError) {
        let document = try JSONDocument(parsing: bytes, path: path)
        let reading = PolicyReading(document, kind: kind)
        guard let policy = reading.policy, reading.problems.isEmpty else {
            throw .invalidFile(
                reading.problems.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }
                    .map { document.problem(path, at: $0.element.0, $0.element.1) })
        }
        self.document = document
        self.policy = policy
    }
}

extension AccountsDirectory {
    /// Chooses the policy of a directory: the value of `policy` is changed in place, everything else stays.
    ///
    /// Ends what can be taken back, unless the policy was in force already.
    ///
    /// - Parameter check: is asked about the rules before they are put in force; if it throws, nothing is changed.
    /// - Returns: the directory under the rules that hold now.
    /// - Throws: `invalidFile` where the file cannot be accepted, or what else it says does not go with the policy;
    ///   nothing is written then.
    public static func choosing(
        _ kind: Policy.Kind, in store: DocumentStore, today: CalendarDate, now: Timestamp,
        check: @escaping @Sendable (Policy) throws(AccountsError) -> Void = { _ in }
    ) throws(AccountsError) -> AccountsDirectory {
        // Asked without a lock first, so that a refusal creates nothing.
        _ = try store.readingDirectory { reader throws(AccountsError) in
            try change(choosing: kind, reader, check)
        }
        let policy = try store.writing { writer throws(AccountsError) in
            let writer = DirectoryWriter(writer)
            try writer.commit([try change(choosing: kind, writer.reader, check)], undo: .clear)
            return try PolicyFile(writer.reader).policy
        }
        return AccountsDirectory(store, policy, today: today, now: now)
    }

    private static func change(
        choosing kind: Policy.Kind, _ reader: DirectoryReader,
        _ check: (Policy) throws(AccountsError) -> Void
    ) throws(AccountsError) -> DocumentChange {
        let key = PolicyKey.policy.rawValue
        guard let bytes = try reader.contents(of: StoreLayout.policy) else {
            try check(.builtIn(kind))
            let new = JSONText.object([.init(key, .string(kind.rawValue))]).fileBytes
            return DocumentChange(StoreLayout.policy, before: nil, after: new)
        }
        let path = reader.path(of: StoreLayout.policy)
        _ = try PolicyFile(parsing: bytes, path: path)
        let changed = try PolicyFile(parsing: bytes, path: path, kind: kind)
        try check(changed.policy)
        let after = changed.document?.applying([.set(key: key, kind.rawValue)]) ?? bytes
        return DocumentChange(StoreLayout.policy, before: bytes, after: after)
    }
}

/// The rules in a parsed `policy.json` and what is wrong with them.
private struct PolicyReading {
    var policy: Policy?
    var problems: [(Int, FileProblem.Reason)] = []

    init(_ document: JSONDocument, kind chosen: Policy.Kind?) {
        guard case .object(let members) = document.root.content else {
            problems = [(document.root.range.lowerBound, .notAnObject)]
            return
        }
        let named = document.root[PolicyKey.policy.rawValue]
        if named == nil { problems.append((document.root.range.lowerBound, .noPolicyNamed)) }
        let kind = chosen ?? named.flatMap { try? PolicyValue($0, in: document).word(as: Policy.Kind.self) }
        // Where no policy is known, the keys are looked through all the same.
        var policy = Policy.builtIn(kind ?? .profile)
        var isHashKnown = true
        for member in members {
            guard let key = PolicyKey(scalars: member.key) else {
                problems.append((member.keyRange.lowerBound, .unknownKey))
                continue
            }
            let found = policy.set(key, to: PolicyValue(member.value, in: document))
            problems += found.map { (Self.offset(of: $0, in: member.value), .policy($0)) }
            if key == .hash && !found.isEmpty { isHashKnown = false }
        }
        guard kind != nil else { return }
        let conflicts = policy.settle()
        // Where the hash is none, nobody can say what goes with it.
        for problem in isHashKnown ? conflicts : [] {
            let value = document.root[problem.key.rawValue] ?? document.root
            problems.append((value.range.lowerBound, .policy(problem)))
        }
        self.policy = policy
    }

    /// Where a problem stands: the element of an array that it names, or the value.
    private static func offset(of problem: PolicyProblem, in value: JSONValue) -> Int {
        guard let index = problem.index, case .array(let elements) = value.content,
            elements.indices.contains(index)
        else { return value.range.lowerBound }
        return elements[index].range.lowerBound
    }
}

extension PolicyKey {
    /// The key of exactly these scalars.
    fileprivate init?(scalars key: String) {
        guard let known = PolicyKey.allCases.first(where: { $0.rawValue.hasSameScalars(as: key) }) else {
            return nil
        }
        self = known
    }
}

extension PolicyValue {
    fileprivate init(_ value: JSONValue, in document: JSONDocument) {
        switch value.content {
        case .string(let text): self = .string(text)
        case .number:
            let digits = String(decoding: document.bytes[value.range], as: UTF8.self)
            self = Int(digits).map(PolicyValue.integer) ?? .unsuitable
        case .array(let elements):
            let strings = elements.compactMap { if case .string(let text) = $0.content { text } else { nil } }
            self =
                strings.count == elements.count
                ? .strings(strings) : .mixed(elements.map { PolicyValue($0, in: document) })
        case .null: self = .null
        default: self = .unsuitable
        }
    }
}

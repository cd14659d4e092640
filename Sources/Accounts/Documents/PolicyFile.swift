public import DocumentStore
internal import PlainValues
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
        self = try store.reading { reader throws(AccountsError) in try PolicyFile(reader) }
    }

    init(_ reader: DocumentReader) throws(AccountsError) {
        let bytes = try documents { () throws(StoreError) in try reader.contents(of: StoreLayout.policy) }
        guard let bytes else {
            document = nil
            policy = .profile
            return
        }
        self = try PolicyFile(parsing: bytes, path: reader.store.path(of: StoreLayout.policy))
    }

    /// Reads the text of the file; `kind` stands in for the policy that it names.
    private init(parsing bytes: [UInt8], path: String, kind: Policy.Kind? = nil) throws(AccountsError) {
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

    /// Chooses the policy of a directory: the value of `policy` is changed in place, everything else stays.
    ///
    /// Ends what can be taken back, unless the policy was in force already.
    ///
    /// - Returns: the rules that hold now.
    /// - Throws: `invalidFile` where the file cannot be accepted, or what else it says does not go with the policy;
    ///   nothing is written then.
    ///
    /// `check` is asked about the rules before they are put in force; if it throws, nothing is changed.
    public static func use(
        _ kind: Policy.Kind, in store: DocumentStore,
        check: @escaping @Sendable (Policy) throws(AccountsError) -> Void = { _ in }
    ) throws(AccountsError) -> PolicyFile {
        // Asked without a lock first, so that a refusal creates nothing.
        _ = try store.reading { reader throws(AccountsError) in try choosing(kind, reader, check) }
        return try store.writing { writer throws(AccountsError) in
            let (before, after) = try choosing(kind, writer.reader, check)
            let change = DocumentChange(StoreLayout.policy, before: before, after: after)
            try documents { () throws(StoreError) in try writer.commit([change], undo: .clear) }
            return try PolicyFile(writer.reader)
        }
    }

    private static func choosing(
        _ kind: Policy.Kind, _ reader: DocumentReader, _ check: (Policy) throws(AccountsError) -> Void
    ) throws(AccountsError) -> (before: [UInt8]?, after: [UInt8]) {
        let key = PolicyKey.policy.rawValue
        let bytes = try documents { () throws(StoreError) in try reader.contents(of: StoreLayout.policy) }
        guard let bytes else {
            try check(.builtIn(kind))
            return (nil, JSONText.object([.init(key, .string(kind.rawValue))]).fileBytes)
        }
        let path = reader.store.path(of: StoreLayout.policy)
        _ = try PolicyFile(parsing: bytes, path: path)
        let changed = try PolicyFile(parsing: bytes, path: path, kind: kind)
        try check(changed.policy)
        return (bytes, changed.document?.applying([.set(key: key, kind.rawValue)]) ?? bytes)
    }
}

extension Policy {
    /// Makes sure, under the lock, that what is about to be written passed the rules that hold by now.
    ///
    /// - Throws: `rulesChanged` where `policy.json` was changed since these rules were read from it.
    func requireInForce(_ reader: DocumentReader) throws(AccountsError) {
        guard try PolicyFile(reader).policy == self else {
            throw .rulesChanged(path: reader.store.path(of: StoreLayout.policy))
        }
    }
}

/// The rules in a parsed `policy.json` and what is wrong with them.
private struct PolicyReading {
    var policy: Policy?
    var problems: [(Int, FileProblem.Fault)] = []

    init(_ document: JSONDocument, kind chosen: Policy.Kind?) {
        guard case .object(let members) = document.root.content else {
            problems = [(document.root.range.lowerBound, .notAnObject)]
            return
        }
        var overrides = PolicyOverrides()
        var kind: Policy.Kind?
        for member in members {
            guard let key = PolicyKey(scalars: member.key) else {
                problems.append((member.keyRange.lowerBound, .unknownKey))
                continue
            }
            let value = PolicyValue(member.value, in: document)
            if key == .policy { kind = try? PolicyOverrides.kind(from: value) }
            do throws(PolicyFaults) { try overrides.set(key, to: value) } catch {
                problems += error.all.map { (Self.offset(of: $0, in: member.value), .policy($0)) }
            }
        }
        if document.member(PolicyKey.policy.rawValue) == nil {
            problems.append((document.root.range.lowerBound, .noPolicyNamed))
        }
        guard let kind = chosen ?? kind else { return }
        // Where the hash is none, nobody can say what goes with it.
        let isHashKnown = !problems.contains {
            if case .policy(let fault) = $0.1 { fault.key == .hash } else { false }
        }
        for fault in isHashKnown ? overrides.conflicts(with: .builtIn(kind)) : [] {
            let value = document.member(fault.key.rawValue)?.value ?? document.root
            problems.append((value.range.lowerBound, .policy(fault)))
        }
        policy = overrides.applying(to: .builtIn(kind))
    }

    /// Where a fault stands: the element of an array that it names, or the value.
    private static func offset(of fault: PolicyFault, in value: JSONValue) -> Int {
        guard let index = fault.index, case .array(let elements) = value.content,
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

public import DocumentStore

/// The file of one account, or of the local profile, as its owner may have written it.
public struct AccountFile: Sendable {
    /// Where it stands.
    public let path: String
    /// Its text.
    public let document: JSONDocument
    /// The values of the known fields that it has.
    public let values: [Field: String]
    /// What the policy requires and the file lacks, though it is accepted without.
    public let missing: [Field]

    /// Reads the text of a file strictly.
    ///
    /// - Throws: `invalidFile` with every problem in the order of the text: syntax, or else types and broken
    ///   rules. A registered account may lack any required field but its e-mail.
    public init(
        parsing bytes: [UInt8], path: String, policy: Policy, today: CalendarDate
    ) throws(AccountsError) {
        let document = try JSONDocument(parsing: bytes, path: path)
        let reading = AccountReading(document, path: path, policy: policy, today: today)
        guard reading.problems.isEmpty else { throw .invalidFile(reading.problems) }
        self.path = path
        self.document = document
        self.values = reading.values
        self.missing = reading.missing
    }

    /// A value, nil where it is missing or empty.
    public func value(_ field: Field) -> String? {
        values[field].flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The values of a parsed account file and what is wrong with them.
private struct AccountReading {
    var values: [Field: String] = [:]
    var missing: [Field] = []
    var problems: [FileProblem] = []

    init(_ document: JSONDocument, path: String, policy: Policy, today: CalendarDate) {
        guard case .object = document.root.content else {
            problems = [document.problem(path, at: document.root.range.lowerBound, .notAnObject)]
            return
        }
        var found: [(offset: Int, fault: FileProblem.Fault)] = []
        for field in policy.knownFields {
            guard let value = document.member(field.rawValue)?.value else { continue }
            switch value.content {
            case .string(let text): values[field] = text
            case .null: found.append((value.range.lowerBound, .notAString(field, isNull: true)))
            default: found.append((value.range.lowerBound, .notAString(field, isNull: false)))
            }
        }
        for violation in policy.violations(in: values, today: today) {
            let value = document.member(violation.field.rawValue)?.value
            // A value of a wrong type is there, so it is not missing.
            if values[violation.field] == nil && value != nil { continue }
            if violation.rule == .required && policy.isRegistry && violation.field != .email {
                missing.append(violation.field)
            } else {
                found.append(((value ?? document.root).range.lowerBound, .rule(violation)))
            }
        }
        guard !found.isEmpty else { return }
        // Stable, so that the violations of one value stay in the order of the rules.
        problems = found.enumerated().sorted {
            ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
        }
        .map { document.problem(path, at: $0.element.offset, $0.element.fault) }
    }
}

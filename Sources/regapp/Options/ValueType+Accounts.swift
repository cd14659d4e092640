import RegappCore
import RegappCommandLine
import RegappStore

extension CommandLineReader {
    mutating func account() -> String { argument("EMAIL", .accountEmail, "the email of the account") }
}

extension ValueType<String> {
    /// The email of a registered account; any text is taken.
    static var accountEmail: ValueType {
        ValueType(
            completion: .answers { context in
                let options = context.read(CommonOptions.self)
                return AccountEmails.beginning(with: context.typed, documents: options.documents)
                    .map { Offer($0) }
            }, looksLike: { $0.contains("@") }, sample: ""
        ) { $0 }
    }

    /// The part of an email after the `@`.
    static var domain: ValueType {
        ValueType(expected: "the name of a host such as example.org", sample: "") {
            EmailAddress.isHost($0) ? $0 : nil
        }
    }
}

extension ValueType<DistinguishedName> {
    static var distinguishedName: ValueType {
        ValueType(expected: "the name of an entry such as ou=people,dc=example,dc=org", sample: .root) {
            DistinguishedName($0).flatMap { $0 == .root ? nil : $0 }
        }
    }
}

/// The emails of a registry, for shell completion.
enum AccountEmails {
    /// More than a person reads through.
    private static let maximum = 200

    /// The first emails that begin with a text; none for an empty text. No file is opened, since the names suffice.
    ///
    /// - Parameter documents: the value of `--documents`.
    static func beginning(with prefix: String, documents: String?) -> [String] {
        guard !prefix.isEmpty, let environment = ProcessEnvironment.live() else { return [] }
        do {
            let directory = try DocumentsDirectory.resolve(option: documents, environment)
            return try DocumentStore(directory: directory, layout: .regapp).emails(
                beginningWith: prefix, limit: maximum)
        } catch {
            // Shell completion has no place for a message; the command itself will tell.
            return []
        }
    }
}

/// What `--map` says of a column or key.
struct ColumnMapping: Sendable {
    let column: String
    let target: ColumnMap.Target

    var isGECOS: Bool { column == ColumnMap.gecos }
}

extension ValueType<ColumnMapping> {
    /// The column may hold an `=`, the key may not.
    static var columnMapping: ValueType {
        ValueType(
            expected: "COLUMN=KEY, with a field, firstName+lastName or a key of one's own, or COLUMN=",
            sample: ColumnMapping(column: "", target: .dropped)
        ) { typed in
            guard let equals = typed.lastIndex(of: "="), equals > typed.startIndex,
                let target = ColumnMap.Target(String(typed[typed.index(after: equals)...]))
            else { return nil }
            return ColumnMapping(column: String(typed[..<equals]), target: target)
        }
    }
}

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
                // No file is opened, since the names suffice. Of too many, the first that begin as typed; if nothing is
                // typed, their first letters.
                context.namesInDirectory { store, _ in
                    let limit = context.typed.isEmpty ? Int.max : mostEmails
                    let emails = try store.emails(beginningWith: context.typed, limit: limit)
                    return emails.count <= mostEmails
                        ? emails : Set(emails.map { String($0.prefix(1)) }).sorted()
                }.map { Offer($0) }
            },
            looksLike: { $0.contains("@") }, sample: ""
        ) { $0 }
    }

    static var domain: ValueType {
        ValueType(expected: "the name of a host such as example.org", sample: "") {
            EmailAddress.isCorrect("a@" + $0) ? $0 : nil
        }
    }
}

extension ValueType<CallingCode> {
    static var callingCode: ValueType {
        ValueType(expected: "the code of a country such as +49", sample: .german) {
            CallingCode($0)
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

/// More than a person reads through.
private let mostEmails = 200

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
            expected:
                "COLUMN=KEY, with a field, firstName+lastName, lastName+firstName or a key of one's own, or COLUMN=",
            sample: ColumnMapping(column: "", target: .dropped)
        ) { typed in
            guard let (column, key) = typed.parts(around: typed.lastIndex(of: "=")),
                let target = ColumnMap.Target(key)
            else { return nil }
            return ColumnMapping(column: column, target: target)
        }
    }
}

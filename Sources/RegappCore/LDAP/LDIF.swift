internal import RegappValues

/// Writes LDIF content records (RFC 2849) for a directory that has no such entries yet.
///
/// There is no `version:` line, since `slapadd` accepts none. An account is an `inetOrgPerson` (RFC 2798), whose `sn`
/// and `cn` are mandatory: a missing last name is replaced by the first name, and both by the email.
struct LDIFWriter: AccountWriter {
    static let fields = LDAPAttribute.fields.map(\.field)

    private static let root = DistinguishedName.root.child("dc", "regapp")

    /// The parent of the accounts' entries; nil for regapp's own, which is written too.
    var base: DistinguishedName?

    /// The two parent entries, unless the accounts go into an existing directory.
    func start() -> [UInt8] {
        guard base == nil else { return [] }
        let root = LDIFText.record([
            Self.name(Self.root), ("objectClass", "dcObject"), ("objectClass", "organization"),
            ("dc", "regapp"), ("o", "regapp"),
        ])
        let accounts = LDIFText.record([
            Self.name(.regapp), ("objectClass", "organizationalUnit"), ("ou", "accounts"),
        ])
        return root + accounts
    }

    /// The entry of an account, with the blank line that ends it.
    func bytes(for record: ExportRecord) throws(ExportError) -> [UInt8] {
        let entry = try Self.entry(record)
        return LDIFText.record([Self.name(of: record.email, below: base ?? .regapp)] + entry)
    }
}

extension LDIFWriter {
    typealias Line = (name: String, value: String)

    static func name(of email: String, below base: DistinguishedName) -> Line {
        name(base.child(LDAPAttribute.mail, email))
    }

    static func name(_ name: DistinguishedName) -> Line { ("dn", name.description) }

    /// The attributes of a new entry.
    static func entry(_ record: ExportRecord) throws(ExportError) -> [Line] {
        let (email, _) = try record.credentials
        return [("objectClass", LDAPAttribute.person), (LDAPAttribute.mail, email)]
            + (try record.attributes).map(\.line)
    }
}

/// An attribute of an account's entry and its value.
struct LDAPValue: Sendable {
    let name: String
    let value: String
    /// Whether the account has no such value, and this one only fills a mandatory attribute.
    var isSubstitute = false

    var key: String { name.lowercased() }
    var line: LDIFWriter.Line { (name, value) }
}

extension ExportRecord {
    /// The attributes of the account's entry, except for those that make it an account's.
    var attributes: [LDAPValue] {
        get throws(ExportError) {
            var own: [(field: Field, value: LDAPValue)] = []
            for (field, attribute) in LDAPAttribute.fields {
                // In a directory, an attribute of nothing but spaces has no value.
                guard let value = values[field], !value.unicodeScalars.allSatisfy({ $0.isSpace }) else {
                    continue
                }
                guard attribute.syntax.permits(value) else { throw .notRepresentable(field, .ldif) }
                let written =
                    field == .passwordHash
                    ? (try? StoredHash(value))?.braced ?? StoredHash.crypt + value : value
                own.append((field, LDAPValue(name: attribute.name, value: written)))
            }
            let first = own.first { $0.field == .firstName }?.value
            let last = own.first { $0.field == .lastName }?.value
            let names = [first, last].compactMap { $0?.value }.joined(separator: " ")
            let mandatory = [
                names.isEmpty
                    ? LDAPValue(name: LDAPAttribute.commonName, value: email, isSubstitute: true)
                    : LDAPValue(name: LDAPAttribute.commonName, value: names),
                last
                    ?? LDAPValue(
                        name: LDAPAttribute.surname, value: first?.value ?? email, isSubstitute: true),
            ]
            return mandatory + own.filter { $0.field != .email && $0.field != .lastName }.map(\.value)
        }
    }
}

extension ExchangeFormat {
    package static func ldifWriter(below base: DistinguishedName) -> any AccountWriter {
        LDIFWriter(base: base)
    }
}

extension DistinguishedName {
    /// The default parent.
    package static let regapp = DistinguishedName.root.child("dc", "regapp").child("ou", "accounts")
}

enum LDIFText {
    private static let lineLength = 76

    /// Lines, and the blank one that ends a record.
    static func record(_ lines: [LDIFWriter.Line]) -> [UInt8] { Self.lines(lines) + [UInt8(ascii: "\n")] }

    static func lines(_ lines: [LDIFWriter.Line]) -> [UInt8] {
        lines.flatMap { folded(Array(line($0.name, $0.value).utf8)) }
    }

    /// `name: value`, or `name:: base64` if the value is no SAFE-STRING or ends in a space.
    static func line(_ name: String, _ value: String) -> String {
        let bytes = Array(value.utf8)
        let isSafe = bytes.allSatisfy { $0 < 0x80 && $0 != 0 && $0 != 0x0A && $0 != 0x0D }
        let startsSafely = bytes.first.map { !" :<".utf8.contains($0) } ?? true
        if isSafe, startsSafely, bytes.last != UInt8(ascii: " ") { return "\(name): \(value)" }
        return "\(name):: \(Base64.encode(bytes))"
    }

    /// The line in pieces of at most 76 bytes, all but the first after a space. The bytes are ASCII.
    private static func folded(_ line: [UInt8]) -> [UInt8] {
        var output = Array(line.prefix(lineLength))
        var rest = line.dropFirst(lineLength)
        while !rest.isEmpty {
            output += "\n ".utf8
            output += rest.prefix(lineLength - 1)
            rest = rest.dropFirst(lineLength - 1)
        }
        return output + [UInt8(ascii: "\n")]
    }
}

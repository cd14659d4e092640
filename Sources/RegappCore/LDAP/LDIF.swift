/// Writes LDIF content records (RFC 2849), which only add entries to an LDAP directory. There is no `version:` line,
/// since `slapadd` accepts none. `inetOrgPerson` (RFC 2798) requires `sn` and `cn`: a missing last name is replaced by
/// the first name, and both by the email.
package struct LDIFWriter: AccountWriter {
    static let fields = LDAPAttribute.fields.map(\.field)

    private static let root = DistinguishedName.root.child("dc", "regapp")

    private let writesParents: Bool
    private let parent: String

    /// - Parameter base: the parent of the accounts' entries; nil for regapp's default, which is then written too.
    package init(base: DistinguishedName? = nil) {
        writesParents = base == nil
        parent = (base ?? .regapp).description
    }

    /// Writes the two parent entries, unless the accounts go below an existing base.
    package func start() -> [UInt8] {
        guard writesParents else { return [] }
        let root = LDIFText.record([
            Line("dn", Self.root.description), Line("objectClass", "dcObject"),
            Line("objectClass", "organization"), Line("dc", "regapp"), Line("o", "regapp"),
        ])
        let accounts = LDIFText.record([
            Line("dn", DistinguishedName.regapp.description), Line("objectClass", "organizationalUnit"),
            Line("ou", "accounts"),
        ])
        return root + accounts
    }

    /// The blank line that ends the entry is included.
    package func bytes(for record: ExportRecord) throws(ExportError) -> [UInt8] {
        LDIFText.record([Self.name(of: record.email, below: parent)] + (try Self.entry(record)))
    }

    struct Line {
        let name: String
        let value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// - Parameter parent: the parent's name as text, which thousands of records share.
    static func name(of email: String, below parent: String) -> Line {
        let own = DistinguishedName.root.child(LDAPAttribute.mail, email).description
        return Line("dn", parent.isEmpty ? own : own + "," + parent)
    }

    static func entry(_ record: ExportRecord) throws(ExportError) -> [Line] {
        let email = try record.credentials.email
        return [Line("objectClass", LDAPAttribute.person), Line(LDAPAttribute.mail, email)]
            + (try record.attributes).map(\.line)
    }
}

struct LDAPValue: Sendable {
    let name: String
    let key: String
    /// As the account has it.
    fileprivate let text: String
    fileprivate var isHash = false
    /// Whether the account has no value, and this one only fills a mandatory attribute.
    var isSubstitute = false

    /// As LDAP has it. Computed on demand, as reading a hash costs more than all other values.
    var value: String { isHash ? StoredHash.braced(text) : text }

    var line: LDIFWriter.Line { .init(name, value) }
}

extension ExportRecord {
    /// The values as LDAP attributes, without the object class and the email.
    var attributes: [LDAPValue] {
        get throws(ExportError) {
            var first: LDAPValue?
            var last: LDAPValue?
            var others: [LDAPValue] = []
            for (field, attribute) in LDAPAttribute.fields {
                // In LDAP, an attribute of nothing but spaces has no value.
                guard let text = values[field], !text.unicodeScalars.allSatisfy({ $0.isSpace }) else {
                    continue
                }
                guard attribute.syntax.permits(text) else { throw .notRepresentable(field.noun, .ldif) }
                let value = LDAPValue(
                    name: attribute.name, key: attribute.key, text: text, isHash: field == .passwordHash)
                if field == .firstName { first = value }
                if field == .lastName { last = value }
                if field != .email, field != .lastName { others.append(value) }
            }
            let names = [first, last].compactMap { $0?.text }.joined(separator: " ")
            let whole = LDAPAttribute.commonName
            let surname = LDAPAttribute.surname
            return [
                LDAPValue(
                    name: whole, key: whole, text: names.isEmpty ? email : names, isSubstitute: names.isEmpty),
                last
                    ?? LDAPValue(
                        name: surname, key: surname, text: first?.text ?? email, isSubstitute: true),
            ] + others
        }
    }
}

extension DistinguishedName {
    package static let regapp = DistinguishedName.root.child("dc", "regapp").child("ou", "accounts")
}

enum LDIFText {
    private static let lineLength = 76

    /// With the blank line that ends a record.
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

    /// Splits ASCII into pieces of at most 76 bytes; all but the first begin with a space.
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

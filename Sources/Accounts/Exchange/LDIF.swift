internal import PlainValues

/// LDIF content records of RFC 2849 for a directory that is still empty.
///
/// There is no `version:` line, since `slapadd` takes none. An account is an `inetOrgPerson` (RFC 2798), whose
/// `sn` and `cn` are mandatory: a missing last name gives way to the first name, and both to the e-mail.
struct LDIFWriter: AccountWriter {
    /// The fields that have an attribute, each with it.
    private static let attributes = Field.allCases.compactMap { field in
        field.row.attribute.map { (field: field, attribute: $0) }
    }
    /// The fields that have an attribute.
    static let fields = attributes.map(\.field)

    private static let base = "ou=accounts,dc=regapp"
    private static let lineLength = 76

    /// The two entries that the accounts stand under.
    func start() -> [UInt8] {
        let root = Self.entry([
            ("dn", "dc=regapp"), ("objectClass", "dcObject"), ("objectClass", "organization"),
            ("dc", "regapp"),
            ("o", "regapp"),
        ])
        return root
            + Self.entry([("dn", Self.base), ("objectClass", "organizationalUnit"), ("ou", "accounts")])
    }

    /// The entry of an account, with the blank line that ends it.
    func bytes(for record: AccountRecord) throws(ExportError) -> [UInt8] {
        let (email, hash) = try record.credentials
        let first = record[.firstName].flatMap(Self.nonBlank)
        let last = record[.lastName].flatMap(Self.nonBlank)
        let names = [first, last].compactMap { $0 }
        var lines = [
            ("dn", "mail=\(Self.escaped(email)),\(Self.base)"), ("objectClass", "inetOrgPerson"),
            ("mail", email), ("cn", names.isEmpty ? email : names.joined(separator: " ")),
            ("sn", last ?? first ?? email),
        ]
        for (field, attribute) in Self.attributes {
            guard let value = record[field].flatMap(Self.nonBlank) else { continue }
            guard attribute.syntax.takes(value) else { throw .notRepresentable(field, .ldif) }
            // `mail` and `sn`, which every entry has, stand there already.
            guard field != .email && field != .lastName else { continue }
            lines.append((attribute.name, field == .passwordHash ? "{CRYPT}\(hash)" : value))
        }
        return Self.entry(lines)
    }

    /// An attribute of nothing but spaces has no value in a directory.
    private static func nonBlank(_ value: String) -> String? {
        value.unicodeScalars.allSatisfy { $0.isSpace } ? nil : value
    }

    private static func entry(_ lines: [(name: String, value: String)]) -> [UInt8] {
        lines.flatMap { folded(line($0.name, $0.value)) } + [UInt8(ascii: "\n")]
    }

    /// `name: value`, or `name:: base64` where the value is no SAFE-STRING or ends in a space.
    private static func line(_ name: String, _ value: String) -> [UInt8] {
        let bytes = Array(value.utf8)
        let isSafe = bytes.allSatisfy { $0 < 0x80 && $0 != 0 && $0 != 0x0A && $0 != 0x0D }
        let startsSafely = bytes.first.map { !" :<".utf8.contains($0) } ?? true
        if isSafe, startsSafely, bytes.last != UInt8(ascii: " ") { return Array("\(name): \(value)".utf8) }
        return Array("\(name):: \(Base64.encode(bytes))".utf8)
    }

    /// The line in pieces of at most 76 bytes, each but the first after a space. The bytes are ASCII.
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

    /// An attribute value inside a distinguished name (RFC 4514, 2.4).
    private static func escaped(_ value: String) -> String {
        var output = ""
        let scalars = Array(value.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isEdgeSpace = scalar == " " && (index == 0 || index == scalars.count - 1)
            switch scalar {
            case "\0": output += "\\00"
            case "\"", "+", ",", ";", "<", ">", "\\", "=": output += "\\\(scalar)"
            case "#" where index == 0: output += "\\#"
            case " " where isEdgeSpace: output += "\\ "
            default: output.unicodeScalars.append(scalar)
            }
        }
        return output
    }
}

/// An attribute of a directory's entry.
struct LDAPAttribute {
    /// What it takes (RFC 4517).
    enum Syntax {
        case directoryString
        /// ASCII.
        case ia5String
        /// Letters, digits and some punctuation.
        case printableString
    }

    let name: String
    let syntax: Syntax

    init(_ name: String, _ syntax: Syntax) {
        self.name = name
        self.syntax = syntax
    }
}

extension LDAPAttribute.Syntax {
    /// Whether a value can stand in such an attribute; a server would refuse others.
    func takes(_ value: String) -> Bool {
        switch self {
        case .directoryString: true
        case .ia5String: value.utf8.allSatisfy { $0 < 0x80 }
        case .printableString: value.utf8.allSatisfy(Self.isPrintable)
        }
    }

    /// RFC 4517, 3.2.
    private static func isPrintable(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "'()+,-./:? =".utf8.contains(byte)
        }
    }
}

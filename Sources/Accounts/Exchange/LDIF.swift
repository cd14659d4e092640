internal import DocumentStore
internal import PlainValues

/// LDIF content records of RFC 2849 for a directory that is still empty.
///
/// There is no `version:` line, since `slapadd` takes none. An account is an `inetOrgPerson` (RFC 2798), whose
/// `sn` and `cn` are mandatory: a missing last name gives way to the first name, and both to the e-mail.
enum LDIF {
    private static let base = "ou=accounts,dc=regapp"
    private static let lineLength = 76

    /// The two entries that the accounts stand under.
    static var parents: [UInt8] {
        let root = entry([
            ("dn", "dc=regapp"), ("objectClass", "dcObject"), ("objectClass", "organization"),
            ("dc", "regapp"),
            ("o", "regapp"),
        ])
        return root + entry([("dn", base), ("objectClass", "organizationalUnit"), ("ou", "accounts")])
    }

    /// The entry of an account, with the blank line that ends it.
    static func entry(for record: AccountRecord) throws(ExportFault) -> [UInt8] {
        guard let email = record[.email], !email.isEmpty else { throw .noEmail }
        guard let hash = record[.passwordHash], !hash.isEmpty else { throw .noHash }
        // `mail` is an IA5String; what is not ASCII would be refused by the server.
        guard email.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notRepresentable(.email, .ldif) }
        let first = record[.firstName].flatMap(nonBlank)
        let last = record[.lastName].flatMap(nonBlank)
        let names = [first, last].compactMap { $0 }
        var lines = [
            ("dn", "mail=\(escaped(email)),\(base)"), ("objectClass", "inetOrgPerson"), ("mail", email),
            ("cn", names.isEmpty ? email : names.joined(separator: " ")), ("sn", last ?? first ?? email),
        ]
        if let first { lines.append(("givenName", first)) }
        if let phone = record[.phone].flatMap(nonBlank) {
            guard phone.utf8.allSatisfy(isPrintableString) else { throw .notRepresentable(.phone, .ldif) }
            lines.append(("telephoneNumber", phone))
        }
        return entry(lines + [("userPassword", "{CRYPT}\(hash)")])
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
    static func escaped(_ value: String) -> String {
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

    /// RFC 4517, 3.2: the characters of a PrintableString, which a telephone number is.
    private static func isPrintableString(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "'()+,-./:? =".utf8.contains(byte)
        }
    }
}

internal import PlainValues

/// Writes LDIF content records (RFC 2849) for a directory that has no such entries yet.
///
/// There is no `version:` line, since `slapadd` accepts none. An account is an `inetOrgPerson` (RFC 2798), whose `sn`
/// and `cn` are mandatory: a missing last name is replaced by the first name, and both by the email.
struct LDIFWriter: AccountWriter {
    static let fields = LDAPAttribute.fields.map(\.field)

    private static let root = DistinguishedName.root.child("dc", "regapp")

    /// The parent of the accounts' entries; nil for regapp's own, which is written too.
    var base: DistinguishedName?

    /// The two parent entries, unless the accounts go into somebody's directory.
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
        return LDIFText.record([Self.name(of: record.values, below: base ?? .regapp)] + entry)
    }
}

extension LDIFWriter {
    typealias Line = (name: String, value: String)

    static func name(of record: AccountRecord, below base: DistinguishedName) -> Line {
        name(base.child(LDAPAttribute.mail, record[.email] ?? ""))
    }

    static func name(_ name: DistinguishedName) -> Line { ("dn", name.description) }

    /// The attributes of an account's entry, including the mandatory ones.
    static func entry(_ record: ExportRecord) throws(ExportError) -> [Line] {
        let (email, _) = try record.credentials
        let values = try Self.values(of: record)
        let first = values.first { $0.field == .firstName }?.value
        let last = values.first { $0.field == .lastName }?.value
        let mandatory: [Line] = [
            ("objectClass", LDAPAttribute.person), (LDAPAttribute.mail, email),
            (LDAPAttribute.commonName, commonName(of: values) ?? email), ("sn", last ?? first ?? email),
        ]
        // Every entry already has `mail` and `sn`.
        return mandatory
            + values.filter { $0.field != .email && $0.field != .lastName }.map { ($0.name, $0.value) }
    }

    /// The attributes of an account that may differ from the directory's: all that it has except its name.
    static func comparable(_ record: ExportRecord) throws(ExportError) -> [Line] {
        let values = try Self.values(of: record)
        let name = commonName(of: values).map { [(LDAPAttribute.commonName, $0)] } ?? []
        return name + values.filter { $0.field != .email }.map { ($0.name, $0.value) }
    }

    /// An attribute that an entry has and its account has no value for.
    struct Stale: Sendable {
        /// The lines of a change record that removes it.
        let removal: [String]
    }

    /// The stale attributes of an entry. A password is none: without a hash an entry keeps it.
    static func stale(
        in entry: LDIFEntry, of record: ExportRecord, below base: DistinguishedName
    ) throws(ExportError) -> [Stale] {
        let values = try Self.values(of: record)
        let email = record.values[.email] ?? ""
        let first = values.first { $0.field == .firstName }?.value
        var substitutes = [LDAPAttribute.commonName: email]
        if let last = LDAPAttribute.fields.first(where: { $0.field == .lastName })?.attribute.name {
            substitutes[last] = first ?? email
        }
        var stale: [Stale] = []
        let known = try comparable(record).map { $0.name }
        let names = [LDAPAttribute.commonName] + LDAPAttribute.fields.map(\.attribute.name)
        for name in names where !known.contains(name) && !["mail", "userPassword"].contains(name) {
            let texts = entry.texts(name.lowercased())
            let substitute = substitutes[name]
            if texts.isEmpty || texts.map({ $0.lowercased() }) == [substitute?.lowercased()] { continue }
            let lines: [Line] =
                [Self.name(of: record.values, below: base), ("changetype", "modify")]
                + (substitute.map { [("replace", name), (name, $0)] } ?? [("delete", name)])
            stale.append(Stale(removal: lines.map { LDIFText.line($0.name, $0.value) }))
        }
        return stale
    }

    private typealias Value = (field: Field, name: String, value: String)

    /// The account's values that have an attribute.
    private static func values(of record: ExportRecord) throws(ExportError) -> [Value] {
        var values: [Value] = []
        for (field, attribute) in LDAPAttribute.fields {
            // In a directory, an attribute of nothing but spaces has no value.
            guard let value = record.values[field], !value.unicodeScalars.allSatisfy({ $0.isSpace }) else {
                continue
            }
            guard attribute.syntax.takes(value) else { throw .notRepresentable(field, .ldif) }
            values.append(
                (field, attribute.name, field == .passwordHash ? LDAPAttribute.crypt + value : value))
        }
        return values
    }

    private static func commonName(of values: [Value]) -> String? {
        let names = values.filter { $0.field == .firstName || $0.field == .lastName }.map(\.value)
        return names.isEmpty ? nil : names.joined(separator: " ")
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

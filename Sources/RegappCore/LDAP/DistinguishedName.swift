/// The name of an LDAP entry (RFC 4514), its own part first. Names are equal if LDAP treats them as equal, whatever the
/// escapes, the case, the spaces and the order inside a part.
package struct DistinguishedName: Sendable {
    /// Unescaped, such as `mail=ann@x.example`.
    private struct Assertion: Sendable {
        /// In lowercase; the short name if there is one.
        let type: String
        let value: String
    }

    /// The parts between commas; each has at least one assertion.
    private let parts: [[Assertion]]

    package static let root = DistinguishedName(parts: [])

    /// This name followed by a parent's; nil if the parent is the root.
    func followed(by parent: DistinguishedName) -> DistinguishedName? {
        parent.parts.isEmpty ? nil : DistinguishedName(parts: parts + parent.parts)
    }

    func child(_ type: String, _ value: String) -> DistinguishedName {
        DistinguishedName(parts: [[Assertion(type: type, value: value)]] + parts)
    }

    /// How many levels the entry is below `base`, 0 for `base` itself; nil if it is elsewhere.
    func depth(below base: DistinguishedName) -> Int? {
        let depth = parts.count - base.parts.count
        guard depth >= 0, zip(parts.dropFirst(depth), base.parts).allSatisfy(Self.areEqual) else {
            return nil
        }
        return depth
    }

    /// The email, if the name's own part is nothing else.
    ///
    /// - Parameter steps: how many levels to go up first.
    func email(above steps: Int = 0) -> String? {
        guard parts.indices.contains(steps), parts[steps].count == 1,
            parts[steps][0].type == LDAPAttribute.mail
        else { return nil }
        return parts[steps][0].value
    }
}

extension DistinguishedName: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        left.parts.count == right.parts.count && zip(left.parts, right.parts).allSatisfy(areEqual)
    }

    private static func areEqual(_ left: [Assertion], _ right: [Assertion]) -> Bool {
        left.count == right.count && left.allSatisfy { one in right.contains { areEqual(one, $0) } }
    }

    private static func areEqual(_ left: Assertion, _ right: Assertion) -> Bool {
        left.type == right.type
            && (left.value.hasSameScalars(as: right.value) || folded(left.value) == folded(right.value))
    }

    /// Drops what `caseIgnoreMatch` ignores (RFC 4518, 2.6.1).
    private static func folded(_ value: String) -> String {
        value.lowercased().withSingleSpaces
    }
}

extension String {
    /// Without spaces at its ends, and with single ones inside: servers ignore the others in comparisons.
    var withSingleSpaces: String {
        // Nearly all types and emails have none.
        utf8.contains(UInt8(ascii: " ")) ? split(separator: " ").joined(separator: " ") : self
    }
}

extension DistinguishedName {
    private static let typeCharacters = ASCIISet(ASCIISet.lettersAndDigits + "-.")
    /// Must be escaped in a value.
    private static let marks = ASCIISet(",;+\"\\\0")

    /// Nil if the name is malformed. The empty name is the root's.
    package init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

    init?(utf8 text: ArraySlice<UInt8>) {
        var bytes = text.drop { $0 == UInt8(ascii: " ") }
        guard !bytes.isEmpty else {
            parts = []
            return
        }
        var parts: [[Assertion]] = [[]]
        while true {
            guard let assertion = Self.assertion(&bytes) else { return nil }
            parts[parts.count - 1].append(assertion)
            guard let separator = bytes.popFirst() else { break }
            // RFC 4514, 2.1 forbids the semicolon of LDAPv2, but servers still accept it.
            if separator != UInt8(ascii: "+") { parts.append([]) }
        }
        self.parts = parts
    }

    /// Reads up to the next separator or the end.
    private static func assertion(_ bytes: inout ArraySlice<UInt8>) -> Assertion? {
        guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        let type = String(decoding: bytes[..<sign], as: UTF8.self).lowercased().withSingleSpaces
        guard !type.isEmpty, !type.hasByte(where: { !Self.typeCharacters.contains($0) }) else { return nil }
        bytes = bytes[(sign + 1)...].drop { $0 == UInt8(ascii: " ") }
        guard let value = value(&bytes) else { return nil }
        return Assertion(type: LDAPAttribute.shortNames[type] ?? type, value: value)
    }

    private static func value(_ bytes: inout ArraySlice<UInt8>) -> String? {
        // A copy, since every use of the static one costs a call.
        let marks = marks
        var value: ArraySlice<UInt8> = []
        // Trailing spaces count only if they are escaped.
        var end = 0
        while true {
            let plain = bytes.prefix { !marks.contains($0) }
            if let last = plain.lastIndex(where: { $0 != UInt8(ascii: " ") }) {
                end = value.count + (last - plain.startIndex) + 1
            }
            // Nearly all values have no escape, and so need no copy.
            if value.isEmpty { value = plain } else { value += plain }
            bytes = bytes[plain.endIndex...]
            guard bytes.first == UInt8(ascii: "\\") else { break }
            bytes.removeFirst()
            guard let escaped = escaped(&bytes) else { return nil }
            value.append(escaped)
            end = value.count
        }
        if let mark = bytes.first, mark == 0 || mark == UInt8(ascii: "\"") { return nil }
        let bare = value.prefix(end)
        // Bytes that are not UTF-8 never name an account; as hexadecimal (RFC 4514), they differ from all other names.
        return String(utf8: bare)
            ?? "#" + bare.map { UInt($0).zeroPadded(to: 2, radix: 16) }.joined()
    }

    /// Reads what follows a backslash: two hexadecimal digits or a special character.
    private static func escaped(_ bytes: inout ArraySlice<UInt8>) -> UInt8? {
        guard let first = bytes.popFirst() else { return nil }
        if let high = Character(Unicode.Scalar(first)).hexDigitValue, first < 0x80 {
            guard let second = bytes.popFirst(), second < 0x80,
                let low = Character(Unicode.Scalar(second)).hexDigitValue
            else { return nil }
            return UInt8(high << 4 | low)
        }
        return special.contains(first) || " #=".utf8.contains(first) ? first : nil
    }
}

extension DistinguishedName: CustomStringConvertible {
    /// Always escaped in a value (RFC 4514, 2.4).
    private static let special = Array("\"+,;<>\\".utf8)

    package var description: String {
        parts.map { $0.map { "\($0.type)=\(Self.escaped($0.value))" }.joined(separator: "+") }
            .joined(separator: ",")
    }

    private static func escaped(_ value: String) -> String {
        var output: [UInt8] = []
        let bytes = Array(value.utf8)
        for (index, byte) in bytes.enumerated() {
            let isSpecial =
                switch byte {
                case UInt8(ascii: "#"): index == 0
                case UInt8(ascii: " "): index == 0 || index == bytes.count - 1
                default: byte == UInt8(ascii: "=") || special.contains(byte)
                }
            if isSpecial { output.append(UInt8(ascii: "\\")) }
            if byte == 0 { output += "\\00".utf8 } else { output.append(byte) }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

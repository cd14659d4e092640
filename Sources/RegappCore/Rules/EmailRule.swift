/// The rules for an email; those from `ascii` on apply in a registry only.
package enum EmailRule: Hashable, Sendable {
    case atSign
    case space
    case localLength(Int)
    case dot
    case emptyLabel
    /// A minimum for the label right after the `@`, in characters.
    case hostLength(Int)
    /// A minimum for what follows the host's first dot, in characters.
    case endingLength(Int)

    case ascii
    /// The local part is a dot-atom (RFC 5322, 3.2.3): atext, with single dots inside.
    case localPart
    /// Host labels have letters, digits and inner hyphens (RFC 5321, 4.1.2).
    case hostName
    /// A maximum for the local part, in octets (RFC 5321, 4.5.3.1.1).
    case maximumLocal(Int)
    /// A maximum for a label of the host, in octets (RFC 1035, 2.3.4).
    case maximumLabel(Int)
    /// A maximum for the address, in octets (RFC 5321, 4.5.3.1.3, less the angle brackets).
    case maximumAddress(Int)
    /// A maximum for the name of the account's file, in bytes.
    case maximumFileName(Int)

    var facts: RuleFacts {
        let typing = RuleListing.never(because: "an address that is being typed breaks it on the way")
        return switch self {
        case .atSign: .need("exactly one @", named: "at")
        case .space: RuleFacts(name: "space", requirement: "no spaces")
        case .localLength(let count):
            .bound("at least", count, "character", " before the @", listing: .always)
        case .dot: .need("a dot after the @", named: "dot")
        case .emptyLabel:
            RuleFacts(name: "label", requirement: "no empty part in its domain", listing: typing)
        case .hostLength(let count):
            .bound("at least", count, "character", " between the @ and the dot", listing: .always)
        case .endingLength(let count):
            .bound("at least", count, "character", " after the dot", listing: .always)
        case .ascii: RuleFacts(name: "ascii", requirement: "only ASCII characters")
        case .localPart:
            RuleFacts(
                name: "local",
                requirement: "only letters, digits, single dots and !#$%&'*+-/=?^_`{|}~ before the @",
                listing: typing)
        case .hostName:
            RuleFacts(
                name: "host",
                requirement: "only letters, digits and inner hyphens between the dots of its domain",
                listing: typing)
        case .maximumLocal(let count): .bound("at most", count, "character", " before the @")
        case .maximumLabel(let count): .bound("at most", count, "character", " between dots")
        case .maximumAddress(let count): .bound("at most", count, "character")
        case .maximumFileName(let count): .bound("at most", count, "byte", " as a file name")
        }
    }

    /// As far as the address can be analysed.
    static func broken(by address: String, in draft: Draft) -> [EmailRule] {
        draft.policy.isRegistry ? brokenInRegistry(by: address) : brokenInProfile(by: address)
    }

    static func listed(in draft: Draft) -> [EmailRule] {
        draft.policy.isRegistry
            ? [.atSign, .dot]
            : [
                .localLength(profileLocalLength), .hostLength(profileHostLength),
                .endingLength(profileEndingLength),
            ]
    }

    /// Whether an address being typed has the part that the rule is about: a missing part neither breaks nor meets it.
    func concerns(_ address: String) -> Bool {
        let host = address.drop { $0 != "@" }.dropFirst()
        switch self {
        case .hostLength: return host.first.map { $0 != "." } ?? false
        case .endingLength: return host.drop { $0 != "." }.prefix(2).count > 1
        default: return address.utf8.contains(UInt8(ascii: "@"))
        }
    }
}

/// An email under `profile`: three characters, `@`, a label of three, a dot, two more. Exactly one `@`, no empty label,
/// no White_Space; any other character is allowed.
extension EmailRule {
    static let profileLocalLength = 3
    static let profileHostLength = 3
    static let profileEndingLength = 2

    private static func brokenInProfile(by address: String) -> [EmailRule] {
        var rules: [EmailRule] = []
        if address.unicodeScalars.contains(where: { $0.isSpace }) { rules.append(.space) }
        // With a combining mark, a second @ is another Character to Swift, but not to a mail server.
        guard let sign = address.firstIndex(of: "@"), address.unicodeScalars.count(where: { $0 == "@" }) == 1
        else { return rules + [.atSign] }
        if address[..<sign].count < profileLocalLength { rules.append(.localLength(profileLocalLength)) }
        let host = address[address.index(after: sign)...]
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.contains("") { rules.append(.emptyLabel) }
        let first = labels.first?.count ?? 0
        if first > 0, first < profileHostLength { rules.append(.hostLength(profileHostLength)) }
        guard let dot = host.firstIndex(of: ".") else { return rules + [.dot] }
        let ending = host[host.index(after: dot)...].count
        if ending > 0, ending < profileEndingLength { rules.append(.endingLength(profileEndingLength)) }
        return rules
    }
}

/// An email in a registry: ASCII, the sizes and characters of RFC 5321, no quoted local part and no address literal, at
/// least one dot in the host, and a file name within its limit.
extension EmailRule {
    private static let maximumLocalBytes = 64
    private static let maximumLabelBytes = 63
    /// Also covers the host's own limit of 255.
    private static let maximumBytes = 254

    private static let separator = UInt8(ascii: ".")
    private static let hyphen = UInt8(ascii: "-")

    static func brokenInRegistry(by address: String) -> [EmailRule] {
        var rules: [EmailRule] = []
        var ascii: [UInt8] = Array(address.utf8)
        if !ascii.allSatisfy({ (0x21..<0x80).contains($0) }) {
            let scalars = address.unicodeScalars
            if scalars.contains(where: { $0.isSpace }) { rules.append(.space) }
            if scalars.contains(where: { !$0.isASCII && !$0.isSpace }) { rules.append(.ascii) }
            // These characters are left out below, so that each is reported only once.
            ascii = scalars.compactMap { $0.isASCII && !$0.isSpace ? UInt8(ascii: $0) : nil }
        }
        let isWhole = rules.isEmpty
        let sign = UInt8(ascii: "@")
        if let at = ascii.firstIndex(of: sign), at == ascii.lastIndex(of: sign) {
            rules += broken(byLocal: ascii[..<at], isWhole) + broken(byHost: ascii[(at + 1)...], isWhole)
        } else {
            rules.append(.atSign)
        }
        if address.utf8.count > maximumBytes {
            rules.append(.maximumAddress(maximumBytes))
        } else if address.utf8.count > EmailAddress.maximumFileNameBytes / 3,
            EmailAddress.fileName(of: address) == nil
        {
            // An encoded byte takes three, so no file name is shorter than its address: reporting one limit is enough.
            rules.append(.maximumFileName(EmailAddress.maximumFileNameBytes))
        }
        return rules
    }

    private static func broken(byLocal local: ArraySlice<UInt8>, _ isWhole: Bool) -> [EmailRule] {
        // A copy, since every use of the static set costs a call.
        let atomText = atomText
        let isText = local.allSatisfy { $0 == separator || atomText.contains($0) }
        let isDotAtom = isText && !(isWhole && hasEmptyPart(local))
        return (isDotAtom ? [] : [.localPart])
            + (local.count > maximumLocalBytes ? [.maximumLocal(maximumLocalBytes)] : [])
    }

    private static func broken(byHost host: ArraySlice<UInt8>, _ isWhole: Bool) -> [EmailRule] {
        var rules: [EmailRule] = []
        if !host.contains(separator) { rules.append(.dot) }
        if isWhole, hasEmptyPart(host) { rules.append(.emptyLabel) }
        let isText = host.allSatisfy { $0 == separator || $0 == hyphen || $0.isLetterOrDigit }
        if !isText || isWhole && has(hyphen, outsideIn: host) { rules.append(.hostName) }
        if host.count > maximumLabelBytes,
            host.split(separator: separator).contains(where: { $0.count > maximumLabelBytes })
        {
            rules.append(.maximumLabel(maximumLabelBytes))
        }
        return rules
    }

    private static func hasEmptyPart(_ text: ArraySlice<UInt8>) -> Bool {
        text.isEmpty || has(separator, outsideIn: text)
    }

    /// Whether a byte is at an end of the text or beside a dot.
    private static func has(_ byte: UInt8, outsideIn text: ArraySlice<UInt8>) -> Bool {
        var previous = separator
        for next in text {
            if previous == separator && next == byte || previous == byte && next == separator { return true }
            previous = next
        }
        return previous == byte
    }

    /// RFC 5322, 3.2.3, `atext`.
    private static let atomText = ASCIISet("!#$%&'*+-/=?^_`{|}~" + ASCIISet.lettersAndDigits)
}

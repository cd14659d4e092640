internal import RegappValues

/// The rules for an email; the second half only in a registry.
package enum EmailRule: RuleFamily {
    case atSign
    case space
    case localLength(Int)
    case dot
    case emptyLabel
    /// At least this many characters in the label right after the `@`.
    case hostLength(Int)
    /// At least this many characters after the first dot of the host.
    case endingLength(Int)

    case ascii
    /// A local part that is a dot-atom (RFC 5322, 3.2.3): atext, with single dots inside.
    case localPart
    /// A host of letters, digits and inner hyphens (RFC 5321, 4.1.2).
    case hostName
    /// At most this many octets in the local part (RFC 5321, 4.5.3.1.1).
    case maximumLocal(Int)
    /// At most this many octets in a label of the host (RFC 1035, 2.3.4).
    case maximumLabel(Int)
    /// At most this many octets in all (RFC 5321, 4.5.3.1.3, less the angle brackets).
    case maximumAddress(Int)
    /// At most this many bytes in the name of the account's file.
    case maximumFileName(Int)

    var facts: RuleFacts {
        let typing = RuleListing.never(because: "an address that is being typed breaks it on the way")
        return switch self {
        case .atSign: RuleFacts(name: "at", requirement: "exactly one @", listing: .always)
        case .space: RuleFacts(name: "space", requirement: "no spaces")
        case .localLength(let count):
            .bound("at least", count, "character", " before the @", listing: .always)
        case .dot: RuleFacts(name: "dot", requirement: "a dot after the @", listing: .always)
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

    /// All rules that an address breaks, as far as it can be analysed.
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

    /// Whether an address that is being typed has the part that the rule is about: a missing part breaks no rule yet, and
    /// meets none.
    func concerns(_ address: String) -> Bool {
        let host = address.drop { $0 != "@" }.dropFirst()
        switch self {
        case .hostLength: return host.first.map { $0 != "." } ?? false
        case .endingLength: return host.drop { $0 != "." }.prefix(2).count > 1
        default: return address.utf8.contains(UInt8(ascii: "@"))
        }
    }
}

/// The shape of an email in `profile`: three characters, `@`, a label of three, a dot, two more.
///
/// Exactly one `@`, no empty label, no White_Space; any other character is allowed.
extension EmailRule {
    static let profileLocalLength = 3
    static let profileHostLength = 3
    static let profileEndingLength = 2

    private static func brokenInProfile(by address: String) -> [EmailRule] {
        var rules: [EmailRule] = []
        if address.unicodeScalars.contains(where: { $0.isSpace }) { rules.append(.space) }
        // A second @ under a combining mark is another character to a person, but not to a mail server.
        guard let sign = address.firstIndex(of: "@"), address.unicodeScalars.count(where: { $0 == "@" }) == 1
        else { return rules + [.atSign] }
        let local = address[..<sign].prefix(profileLocalLength).count
        if local < profileLocalLength { rules.append(.localLength(profileLocalLength)) }
        return rules + brokenInProfile(byHost: address[address.index(after: sign)...])
    }

    private static func brokenInProfile(byHost host: Substring) -> [EmailRule] {
        var rules: [EmailRule] = []
        if host.split(separator: ".", omittingEmptySubsequences: false).contains("") {
            rules.append(.emptyLabel)
        }
        let dot = host.firstIndex(of: ".")
        let first = host[..<(dot ?? host.endIndex)].prefix(profileHostLength).count
        if first > 0, first < profileHostLength { rules.append(.hostLength(profileHostLength)) }
        guard let dot else { return rules + [.dot] }
        let ending = host[host.index(after: dot)...].prefix(profileEndingLength).count
        if ending > 0, ending < profileEndingLength { rules.append(.endingLength(profileEndingLength)) }
        return rules
    }
}

/// The email of a registry: ASCII, the sizes and characters of RFC 5321, no quoted local part and no address
/// literal, at least one dot in the host, and a file name within its bound.
extension EmailRule {
    /// RFC 5321, 4.5.3.1.1.
    private static let maximumLocalBytes = 64
    /// RFC 1035, 2.3.4.
    private static let maximumLabelBytes = 63
    /// RFC 5321, 4.5.3.1.3, less the angle brackets of a path.
    ///
    /// A host over its own limit of 255 is over this one too.
    private static let maximumBytes = 254

    private static let separator = UInt8(ascii: ".")
    private static let hyphen = UInt8(ascii: "-")

    static func brokenInRegistry(by address: String) -> [EmailRule] {
        var rules: [EmailRule] = []
        // Most addresses are ASCII without a space, and there may be 100,000 of them.
        if address.hasByte(where: { !(0x21..<0x80).contains($0) }) {
            let scalars = address.unicodeScalars
            if scalars.contains(where: { $0.isSpace }) { rules.append(.space) }
            if scalars.contains(where: { !$0.isASCII && !$0.isSpace }) { rules.append(.ascii) }
            // What the two rules above name is not named again below.
            let ascii = scalars.compactMap { scalar in
                scalar.isASCII && !scalar.isSpace ? UInt8(truncatingIfNeeded: scalar.value) : nil
            }
            addBroken(by: ascii.span, isWhole: rules.isEmpty, to: &rules)
        } else {
            addBroken(by: address.utf8.span, isWhole: true, to: &rules)
        }
        if address.utf8.count > maximumBytes {
            rules.append(.maximumAddress(maximumBytes))
        } else if !EmailAddress.hasFileName(address) {
            // A file name is never shorter than its address, so naming one of the two bounds is enough.
            rules.append(.maximumFileName(EmailAddress.maximumFileNameBytes))
        }
        return rules
    }

    private static func addBroken(by ascii: Span<UInt8>, isWhole: Bool, to rules: inout [EmailRule]) {
        let sign = UInt8(ascii: "@")
        if let at = ascii.offset(of: sign), ascii.offset(of: sign, from: at + 1) == nil {
            addBroken(byLocal: ascii.extracting(first: at), isWhole: isWhole, to: &rules)
            addBroken(byHost: ascii.extracting((at + 1)...), isWhole: isWhole, to: &rules)
        } else {
            rules.append(.atSign)
        }
    }

    private static func addBroken(byLocal local: Span<UInt8>, isWhole: Bool, to rules: inout [EmailRule]) {
        var isDotAtom = true
        var length = 0
        let atomText = Self.atomText
        for index in local.indices {
            let byte = local[index]
            if byte == separator {
                isDotAtom = isDotAtom && (length > 0 || !isWhole)
                length = 0
            } else {
                isDotAtom = isDotAtom && atomText.contains(byte)
                length += 1
            }
        }
        if !isDotAtom || (length == 0 && isWhole) { rules.append(.localPart) }
        if local.count > maximumLocalBytes { rules.append(.maximumLocal(maximumLocalBytes)) }
    }

    private static func addBroken(byHost host: Span<UInt8>, isWhole: Bool, to rules: inout [EmailRule]) {
        var (labels, isEmpty, isOther, isLong) = (1, false, false, false)
        var (length, last) = (0, separator)
        func endLabel() {
            isEmpty = isEmpty || length == 0
            isOther = isOther || (isWhole && last == hyphen)
            isLong = isLong || length > maximumLabelBytes
        }
        for index in host.indices {
            let byte = host[index]
            if byte == separator {
                endLabel()
                labels += 1
                length = 0
            } else {
                let isInside = byte == hyphen && (!isWhole || last != separator)
                isOther = isOther || !(byte.isLetterOrDigit || isInside)
                length += 1
            }
            last = byte
        }
        endLabel()
        if labels == 1 { rules.append(.dot) }
        if isWhole, isEmpty { rules.append(.emptyLabel) }
        if isOther { rules.append(.hostName) }
        if isLong { rules.append(.maximumLabel(maximumLabelBytes)) }
    }

    /// RFC 5322, 3.2.3, `atext`.
    private static let atomText = ASCIISet("!#$%&'*+-/=?^_`{|}~" + ASCIISet.lettersAndDigits)
}

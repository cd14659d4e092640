internal import RegappValues

/// The most scalars of one character that are shown as they are: a base and 31 more. The Stream-Safe Text Format (UAX
/// #15, section 13) allows 30 marks in a row.
private let greatestScalars = 32

extension String {
    /// This text made safe to show: characters that could control a terminal or reorder a line, and invisible ones,
    /// appear as `\u{..}`, with uppercase and unpadded digits as in `\u{1B}`. Every text from a file, an argument or
    /// the network passes through here before it reaches a terminal or a pipe that a person reads.
    package var printable: String {
        printable { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }

    /// Escapes C0, DEL and C1 controls (newline and tab among them), the bidi controls, the two Unicode line
    /// separators, and every Default_Ignorable_Code_Point (UAX #44) such as the zero-width space; `escape` gives what
    /// stands for one. ZWJ, ZWNJ and the variation selectors stay after an emoji, or after a letter or mark of a
    /// script other than Latin, Greek and Cyrillic; tags stay in the emoji of a flag. If a character consists of more
    /// scalars than any language needs, those beyond 32 are escaped: whatever its size, it counts as a column or two.
    package func printable(escape: (Unicode.Scalar) -> String) -> String {
        guard !isPrintable else { return self }
        // Bytes: a view of scalars takes quadratic time to grow.
        var shown: [UInt8] = []
        for character in self {
            if character.isKeycapOrFlag {
                shown += String(character).utf8
                continue
            }
            var joining = Joining.none
            for (index, scalar) in character.unicodeScalars.enumerated() {
                if joining.shows(scalar), index < greatestScalars {
                    shown += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
                } else {
                    shown += escape(scalar).utf8
                }
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    var isPrintable: Bool {
        if isOfSingleScalars { return true }
        guard !unicodeScalars.contains(where: { $0.isUnprintable || $0.isInvisible }) else { return false }
        return unicodeScalars.count <= greatestScalars
            || !contains { $0.unicodeScalars.count > greatestScalars }
    }
}

extension Character {
    /// Whether this is the emoji of a key such as 1️⃣, or a flag that is spelled by tags, such as that of Scotland.
    /// Only in these a digit keeps its selector, and a flag its tags.
    fileprivate var isKeycapOrFlag: Bool {
        let scalars = Array(unicodeScalars.prefix(greatestScalars))
        guard let first = scalars.first, let last = scalars.last, scalars.count > 2 else { return false }
        if first.isASCII {
            return scalars.dropFirst().map(\.value) == [0xFE0F, 0x20E3] && first.properties.isEmoji
        }
        return first == .tagBase && last == .endOfTags && scalars.count <= 8
            && scalars.dropFirst().dropLast().allSatisfy(\.isRegionTag)
    }
}

/// Which scalars that are invisible by themselves belong to what precedes them.
private enum Joining {
    case none, base, selected

    /// Takes the next scalar of a character; says whether it is shown as it is.
    mutating func shows(_ scalar: Unicode.Scalar) -> Bool {
        // Such a mark has the script of the character before it.
        if scalar.isInheritingMark { return true }
        let previous = self
        self = .none
        if scalar.isUnprintable { return false }
        if scalar.properties.isVariationSelector {
            if previous == .base { self = .selected }
            return previous == .base
        }
        if scalar.isJoinerOrSelector { return previous != .none }
        if scalar.isInvisible { return false }
        if scalar.takesJoiners { self = .base }
        return true
    }
}

extension Unicode.Scalar {
    /// Whether this is an emoji, or a letter or mark of a script other than Latin, Greek and Cyrillic.
    fileprivate var takesJoiners: Bool {
        if isASCII { return false }
        if properties.isEmoji { return true }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: !isOfEurope
        case .nonspacingMark, .spacingMark, .enclosingMark: !isOfEurope
        default: false
        }
    }

    /// Whether this mark has no script of its own: accents, and marks around symbols.
    fileprivate var isInheritingMark: Bool {
        switch value {
        case 0x0300...0x034E, 0x0350...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF,
            0xFE20...0xFE2D:
            true
        default: false
        }
    }

    /// Whether this is in a block of Latin, Greek or Cyrillic letters (Blocks.txt), or of letters that look like them.
    private var isOfEurope: Bool {
        switch value {
        case ..<0x530, 0x1C80...0x1C8F, 0x1D00...0x1DBF, 0x1E00...0x1FFF, 0x2070...0x209F, 0x2100...0x218F:
            true
        case 0x2C60...0x2C7F, 0x2DE0...0x2DFF, 0xA640...0xA7FF, 0xAB30...0xAB6F, 0xFB00...0xFB06: true
        case 0xFE2E...0xFE2F, 0xFF21...0xFF5A, 0x10140...0x101AF, 0x10780...0x107BF: true
        case 0x1D200...0x1D24F, 0x1D400...0x1D7FF, 0x1DF00...0x1DFFF, 0x1E030...0x1E08F: true
        default: false
        }
    }
}

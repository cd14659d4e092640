internal import PlainValues

/// The characters that a value may not hold, whatever its field.
package enum CharacterRule: RuleFamily {
    /// No C0, DEL, C1, bidi controls, U+2028 or U+2029.
    case control
    /// None of the characters that nobody sees; these are the ones that were found.
    ///
    /// They are the Default_Ignorable_Code_Points of Unicode (UAX #44), such as U+00AD, U+200B and U+3164. Names and
    /// passwords alone may hold those of them that emoji, Persian and Mongolian need: ZWNJ, ZWJ, the variation
    /// selectors, and the tags in the emoji of a flag.
    case invisible([Unicode.Scalar])

    package var name: String {
        switch self {
        case .control: "control"
        case .invisible: "invisible"
        }
    }

    var listing: RuleListing { .whileBroken }
}

extension Unicode.Scalar {
    /// Whether no field may hold this scalar: C0, DEL, C1, the bidi controls and the line separators, which are
    /// just the scalars that are never shown as they are.
    var isForbiddenControl: Bool { isUnprintable }

    /// Whether nobody sees this scalar by itself; those without an assigned character that never will be seen are among
    /// them.
    var isInvisible: Bool { !isASCII && properties.isDefaultIgnorableCodePoint }

    /// Whether this shows only in what it makes of its neighbours, as emoji, Persian and Mongolian need it: ZWNJ,
    /// ZWJ and the variation selectors.
    var isJoinerOrSelector: Bool {
        !isASCII && (value == 0x200C || value == 0x200D || properties.isVariationSelector)
    }

    /// Whether this is a character of a tag, as stands between the flag and the end of its emoji.
    fileprivate var isTag: Bool { (0xE0020...0xE007E).contains(value) }

    /// Whether this is a space in the sense of every rule here: any White_Space character.
    var isSpace: Bool {
        // Most values are ASCII, where the tables of Unicode need not be asked.
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}

extension String {
    /// Whether there is nothing to see: no character but spaces, joiners and variation selectors.
    var isBlank: Bool { unicodeScalars.allSatisfy { $0.isSpace || $0.isJoinerOrSelector } }
}

/// A value apart from the characters that its field may not hold, so that each of those breaks one rule.
struct SiftedValue {
    /// The most characters that ``CharacterRule/invisible(_:)`` names.
    private static let mostNamed = 5

    /// The value as the other rules judge it.
    let rest: String
    /// The rules that the characters break.
    let broken: [CharacterRule]

    /// Takes out what no field may hold.
    ///
    /// - Parameter mayJoin: whether joiners, variation selectors and the tags of flags may stand in it.
    init(_ value: String, mayJoin: Bool) {
        guard value.hasByte(where: { $0 < 0x20 || $0 >= 0x7F }),
            value.unicodeScalars.contains(where: { $0.isForbiddenControl || $0.isInvisible })
        else {
            (rest, broken) = (value, [])
            return
        }
        var hasControl = false
        var unseen: [Unicode.Scalar] = []
        var kept = String.UnicodeScalarView()
        let scalars = Array(value.unicodeScalars)
        var endOfFlag = 0
        for (index, scalar) in scalars.enumerated() {
            if mayJoin, scalar.value == Self.flag { endOfFlag = Self.endOfFlag(scalars[(index + 1)...]) }
            if scalar.isForbiddenControl {
                hasControl = true
            } else if scalar.isInvisible, index >= endOfFlag, !(mayJoin && scalar.isJoinerOrSelector) {
                if unseen.count < Self.mostNamed, !unseen.contains(scalar) { unseen.append(scalar) }
            } else {
                kept.append(scalar)
            }
        }
        broken = (hasControl ? [.control] : []) + (unseen.isEmpty ? [] : [.invisible(unseen)])
        rest = broken.isEmpty ? value : String(kept)
    }

    /// The emoji that tags make the flag of a region of, such as Scotland's (UTS #51).
    private static let flag: UInt32 = 0x1F3F4
    private static let endOfTags: UInt32 = 0xE007F

    /// Where the tags end that follow a flag; where they begin if they are not whole.
    private static func endOfFlag(_ rest: ArraySlice<Unicode.Scalar>) -> Int {
        let end = rest.prefix(while: \.isTag).endIndex
        guard end > rest.startIndex, end < rest.endIndex, rest[end].value == endOfTags else {
            return rest.startIndex
        }
        return end + 1
    }
}

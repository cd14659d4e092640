internal import PlainValues

/// The characters that a value may not hold, whatever its field.
public enum CharacterRule: Hashable, Sendable {
    /// No C0, DEL, C1, bidi controls, U+2028 or U+2029.
    case control
    /// None of the characters that nobody sees; these are the ones that were found.
    ///
    /// They are U+00AD, U+180E, U+200B, U+2060 and U+FEFF, in a registry's email also ZWNJ, ZWJ and the variation
    /// selectors.
    case invisible([Unicode.Scalar])

    /// The stable machine name.
    public var name: String {
        switch self {
        case .control: "control"
        case .invisible: "invisible"
        }
    }
}

extension Unicode.Scalar {
    /// Whether no field may hold this scalar: C0, DEL, C1, the bidi controls and the line separators, which are
    /// just the scalars that are never shown as they are.
    var isForbiddenControl: Bool { isUnprintable }

    /// Whether no field may hold this scalar because nobody sees it, neither by itself nor by what it does to
    /// those beside it.
    var isInvisible: Bool {
        switch value {
        case 0xAD, 0x180E, 0x200B, 0x2060, 0xFEFF: true
        default: false
        }
    }

    /// Whether this shows only in what it makes of its neighbours, as emoji, Persian and Mongolian need it: ZWNJ,
    /// ZWJ and the variation selectors.
    var isJoinerOrSelector: Bool {
        !isASCII && (value == 0x200C || value == 0x200D || properties.isVariationSelector)
    }

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

    /// Takes out what no field may hold, and in a registry's email joiners and variation selectors as well.
    init(_ value: String, isRegistryEmail: Bool = false) {
        guard value.hasByte(where: { $0 < 0x20 || $0 >= 0x7F }) else {
            (rest, broken) = (value, [])
            return
        }
        func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isInvisible || (isRegistryEmail && scalar.isJoinerOrSelector)
        }
        var hasControl = false
        var unseen: [Unicode.Scalar] = []
        for scalar in value.unicodeScalars {
            if scalar.isForbiddenControl {
                hasControl = true
            } else if isUnseen(scalar), unseen.count < Self.mostNamed, !unseen.contains(scalar) {
                unseen.append(scalar)
            }
        }
        broken = (hasControl ? [.control] : []) + (unseen.isEmpty ? [] : [.invisible(unseen)])
        guard !broken.isEmpty else {
            rest = value
            return
        }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: value.unicodeScalars.lazy.filter { !$0.isForbiddenControl && !isUnseen($0) })
        rest = String(kept)
    }
}

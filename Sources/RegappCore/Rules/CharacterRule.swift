/// Characters that no value may hold, in any field.
package enum CharacterRule: Hashable, Sendable {
    /// C0, DEL, C1, bidirectional controls, U+2028 or U+2029.
    case control
    /// Invisible characters; these were found. They are Unicode's Default_Ignorable_Code_Points (UAX #44), such as
    /// U+00AD, U+200B and U+3164. Only names and passwords may hold those that emoji, Persian and Mongolian need: ZWNJ,
    /// ZWJ, the variation selectors, and the tags in a flag's emoji.
    case invisible([Unicode.Scalar])

    var facts: RuleFacts {
        switch self {
        case .control: return RuleFacts(name: "control", requirement: "no control characters")
        case .invisible(let found):
            // Such as `zero-width space, U+200B`.
            let names = found.map { "\($0.invisibleName ?? "invisible character"), \($0.codePoint)" }
            return RuleFacts(
                name: "invisible",
                requirement: "no invisible characters (\(names.joined(separator: "; ")))")
        }
    }
}

extension Unicode.Scalar {
    /// Any White_Space character; all rules use this.
    var isSpace: Bool {
        // Most values are ASCII, which needs no Unicode tables.
        isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
    }
}

extension String {
    /// Whether nothing is visible: only spaces, joiners and variation selectors.
    var isBlank: Bool { unicodeScalars.allSatisfy { $0.isSpace || $0.isJoinerOrSelector } }
}

/// A value without forbidden characters, so that each of those breaks one rule only.
struct SiftedValue {
    /// How many characters ``CharacterRule/invisible(_:)`` names.
    private static let mostNamed = 5

    /// What the other rules judge.
    let rest: String
    let broken: [CharacterRule]

    /// - Parameter mayJoin: whether joiners, variation selectors and the tags of flags are allowed.
    init(_ value: String, mayJoin isJoiningAllowed: @autoclosure () -> Bool) {
        // Most values are plain, which needs no Unicode tables.
        guard !value.isPlainText,
            value.unicodeScalars.contains(where: { $0.isUnprintable || $0.isInvisible })
        else {
            rest = value
            broken = []
            return
        }
        let mayJoin = isJoiningAllowed()
        var hasControl = false
        var unseen: [Unicode.Scalar] = []
        var kept = String.UnicodeScalarView()
        let scalars = Array(value.unicodeScalars)
        var endOfFlag = 0
        for (index, scalar) in scalars.enumerated() {
            if mayJoin, scalar == .tagBase { endOfFlag = Self.endOfFlag(scalars[(index + 1)...]) }
            if scalar.isUnprintable {
                hasControl = true
            } else if scalar.isInvisible, index >= endOfFlag, !(mayJoin && scalar.isJoinerOrSelector) {
                if unseen.count < Self.mostNamed, !unseen.contains(scalar) { unseen.append(scalar) }
            } else {
                kept.append(scalar)
            }
        }
        let invisible: [CharacterRule] = unseen.isEmpty ? [] : [.invisible(unseen)]
        broken = hasControl ? [.control] + invisible : invisible
        rest = broken.isEmpty ? value : String(kept)
    }

    /// The index after the tags at the end of a flag's emoji, such as Scotland's. Without their terminator, it is the
    /// first tag's index: then they belong to no emoji, and are forbidden like other invisible characters.
    ///
    /// - Parameter rest: what follows the black flag.
    private static func endOfFlag(_ rest: ArraySlice<Unicode.Scalar>) -> Int {
        let end = rest.prefix { (0xE0020...0xE007E).contains($0.value) }.endIndex
        guard end > rest.startIndex, end < rest.endIndex, rest[end] == .endOfTags else {
            return rest.startIndex
        }
        return end + 1
    }
}

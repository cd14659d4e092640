/// The width of text on a terminal, in columns, and text cut or padded to a width.
///
/// A width belongs to what a person sees as one character: a base with its combining marks, a flag or a family joined
/// by ZWJ is one unit. The wide ranges are those of Unicode 14's EastAsianWidth.txt (W and F); emoji are wide by the
/// standard library's own Unicode tables.
public enum DisplayWidth {
    /// The columns of `text`: two for each wide character, none for scalars that only modify another.
    ///
    /// Controls count as nothing; escape them with ``PrintableText`` first.
    public static func columns(of text: String) -> Int {
        // ASCII is nearly all there is, and its graphemes are its bytes.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// The columns of one character: 0, 1 or 2, or the sum of the letters of a conjunct.
    public static func columns(of character: Character) -> Int {
        let scalars = character.unicodeScalars
        guard let first = scalars.first else { return 0 }
        if scalars.count > 1 && isEmojiSequence(scalars, first: first) { return 2 }
        return scalars.reduce(0) { $0 + columns(of: $1) }
    }

    /// `text` cut to at most `columns` columns, ending in `…` if it was cut.
    public static func truncated(_ text: String, to columns: Int) -> String {
        guard self.columns(of: text) > columns else { return text }
        guard columns > 0 else { return "" }
        return prefix(of: text, columns: columns - 1) + "…"
    }

    /// `text` cut or padded with spaces to exactly `columns` columns.
    public static func padded(_ text: String, to columns: Int) -> String {
        let fitting = truncated(text, to: columns)
        return fitting + String(repeating: " ", count: max(0, columns - self.columns(of: fitting)))
    }

    /// The longest beginning of `text` that takes at most `columns` columns.
    public static func prefix(of text: String, columns: Int) -> String {
        var used = 0
        var kept = ""
        for character in text {
            used += self.columns(of: character)
            if used > columns { break }
            kept.append(character)
        }
        return kept
    }

    /// `text` wrapped into lines of at most `columns` columns, at spaces, or within a word that is longer than a
    /// line.
    public static func wrapped(_ text: String, to columns: Int) -> [String] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        var used = 0
        func breakLine() {
            guard !line.isEmpty else { return }
            lines.append(line)
            (line, used) = ("", 0)
        }
        for word in text.split(separator: " ") {
            let width = self.columns(of: String(word))
            if !line.isEmpty, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
                continue
            }
            breakLine()
            for character in word {
                let width = self.columns(of: character)
                // A wide character in one column: it goes on a line of its own rather than nowhere.
                if used + width > columns { breakLine() }
                line.append(character)
                used += width
            }
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }

    private static func isEmojiSequence(
        _ scalars: Character.UnicodeScalarView, first: Unicode.Scalar
    ) -> Bool {
        // VS16 asks for the picture, ZWJ joins pictures, a modifier colours one (UTS #51).
        guard first.properties.isEmoji || first.properties.isEmojiPresentation else { return false }
        return scalars.dropFirst().contains {
            $0.value == 0xFE0F || $0.value == 0x200D || $0.value == 0x20E3
                || $0.properties.isEmojiModifier
        }
    }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0x20...0x7E: 1
        case 0x00...0x1F, 0x7F...0x9F: 0
        case 0xA0...0x2FF, 0x370...0x482, 0x48A...0x590: scalar.value == 0xAD ? 0 : 1
        // The vowels and finals of conjoining Hangul stand in the columns of their leading consonant.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
        // A flag is two of these.
        case 0x1F1E6...0x1F1FF: 1
        default: isMark(scalar) ? 0 : (isWide(scalar) ? 2 : 1)
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x1100 else { return false }
        return wideRanges.contains { $0.contains(scalar.value) } || scalar.properties.isEmojiPresentation
    }

    /// Neighbouring ranges are joined where only unassigned code points and emoji lie between.
    private static let wideRanges: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
        0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
        0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265,
        0x20000...0x3FFFD,
    ]
}

extension String {
    /// The columns of this text on a terminal.
    public var displayWidth: Int { DisplayWidth.columns(of: self) }

    /// This text cut to at most `columns` columns, ending in `…` if it was cut.
    public func truncated(to columns: Int) -> String { DisplayWidth.truncated(self, to: columns) }

    /// This text cut or padded with spaces to exactly `columns` columns.
    public func padded(to columns: Int) -> String { DisplayWidth.padded(self, to: columns) }
}

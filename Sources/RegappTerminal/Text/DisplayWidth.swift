// The width of text on a terminal, in columns, and text cut or padded to a width.
//
// A width belongs to what a person sees as one character: a base with its combining marks, a flag or a family joined
// by ZWJ is one unit. The wide ranges are those of Unicode 14's EastAsianWidth.txt (W and F); emoji are wide by the
// standard library's own Unicode tables. Nearly all texts are ASCII, whose columns are its bytes.

internal import RegappValues

extension String {
    /// The columns of this text: two for each wide character, none for scalars that only modify another, and none for
    /// controls, which ``printable`` escapes.
    package var displayWidth: Int {
        if isPrintableASCII { return utf8.count }
        var columns = 0
        for scalar in unicodeScalars {
            guard let width = scalar.singleWidth else { return reduce(0) { $0 + $1.displayWidth } }
            columns += width
        }
        return columns
    }

    /// Whether every scalar is a character by itself, as in nearly every text.
    var isOfSingleScalars: Bool {
        isPrintableASCII || unicodeScalars.allSatisfy { $0.singleWidth != nil }
    }

    /// The text in at most `columns` columns, cut in its middle, so that the end of a question stays.
    package func truncatedInside(to columns: Int) -> String {
        guard displayWidth > columns, columns > 2 else { return truncated(to: columns) }
        let end = String(String(reversed()).prefix(columns: columns / 2).reversed())
        return prefix(columns: columns - 1 - end.displayWidth) + "…" + end
    }

    /// In lines; a word that is wider than one is cut in its middle, unless it is a path, which breaks at its slashes.
    func wordsWrapped(_ style: Style, to columns: Int) -> [StyledLine] {
        let words = split(separator: " ").map(String.init)
            .map { $0.contains("/") ? $0 : $0.truncatedInside(to: columns) }
        return StyledLine.wrapped(words.joined(separator: " "), style, to: columns)
    }

    package func truncated(to columns: Int) -> String {
        guard displayWidth > columns else { return self }
        guard columns > 0 else { return "" }
        return prefix(columns: columns - 1) + "…"
    }

    package func padded(to columns: Int) -> String {
        let fitting = truncated(to: columns)
        return fitting + String(repeating: " ", count: max(0, columns - fitting.displayWidth))
    }

    func prefix(columns: Int) -> String {
        var used = 0
        var kept = ""
        for character in self {
            used += character.displayWidth
            if used > columns { break }
            kept.append(character)
        }
        return kept
    }

    /// This text in lines of at most `columns` columns, broken at spaces, or within a word longer than a line.
    package func wrapped(to columns: Int, breaksLinks: Bool = true) -> [String] {
        guard columns > 0 else { return [] }
        if isLine(of: columns) { return [self] }
        var lines: [String] = []
        var line = ""
        var used = 0
        func breakLine() {
            guard !line.isEmpty else { return }
            lines.append(line)
            line = ""
            used = 0
        }
        // As strings: appending substrings would instantiate generic types at the first frame.
        for word in split(separator: " ").map(String.init) {
            let width = word.displayWidth
            if !line.isEmpty, used + 1 + width <= columns {
                line += " " + word
                used += 1 + width
                continue
            }
            breakLine()
            if width <= columns || !breaksLinks && word.firstPlace(of: "://") != nil {
                line = word
                used = width
                continue
            }
            for character in word {
                let width = character.displayWidth
                // A wide character in one column: it goes on a line of its own rather than nowhere.
                if used + width > columns {
                    // A path is broken after a slash.
                    let slash = line.dropFirst().lastIndex(of: "/").map { line.index(after: $0) }
                    let rest = String(line[(slash ?? line.endIndex)...])
                    line.removeLast(rest.count)
                    breakLine()
                    line = rest
                    used = rest.displayWidth
                }
                line.append(character)
                used += width
            }
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }

    /// Whether this is ASCII that wrapping leaves as it is: few characters, and single spaces between words.
    private func isLine(of columns: Int) -> Bool {
        let space = UInt8(ascii: " ")
        var last = space
        let isOther =
            utf8.count > columns
            || hasByte { byte in
                defer { last = byte }
                return byte &- 0x20 > 0x5E || byte == space && last == space
            }
        return !isOther && (last != space || isEmpty)
    }
}

extension Character {
    /// The columns of this character: 0, 1 or 2, or the sum of the letters of a conjunct.
    package var displayWidth: Int {
        if let first = unicodeScalars.first, utf8.count == 1 { return first.displayWidth }
        return isEmojiSequence ? 2 : unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    }

    private var isEmojiSequence: Bool {
        // VS16 asks for the picture, ZWJ joins pictures, a modifier colours one (UTS #51).
        guard unicodeScalars.count > 1, let first = unicodeScalars.first?.properties,
            first.isEmoji || first.isEmojiPresentation
        else { return false }
        return unicodeScalars.dropFirst().contains {
            [0xFE0F, 0x200D, 0x20E3].contains($0.value) || $0.properties.isEmojiModifier
        }
    }
}

extension Unicode.Scalar {
    /// The columns of a visible scalar that joins with no other such scalar into one character (UAX #29); else nil.
    var singleWidth: Int? {
        switch value {
        case 0x20...0x7E: 1
        case 0xA0...0xAC, 0xAE...0x2FF, 0x370...0x482, 0x48A...0x590: 1
        // Dashes, quotation marks, bullets; arrows; lines and blocks.
        case 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x25BF: 1
        // The icons of fields, and the marks of rules that are met and of those that are not.
        case 0x25C9, 0x25F7, 0x260E, 0x263A, 0x2709, 0x270E, 0x2713, 0x2717, 0x2726, 0x2731: 1
        // Kana, and the Han characters of nearly every text.
        case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF: 2
        default: nil
        }
    }

    fileprivate var displayWidth: Int {
        if let singleWidth { return singleWidth }
        return switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0xAD: 0
        // The vowels and finals of conjoining Hangul share the columns of their leading consonant.
        case 0x1160...0x11FF, 0xD7B0...0xD7FF: 0
        // A flag is two of these.
        case 0x1F1E6...0x1F1FF: 1
        case _ where isMark: 0
        default: isWide ? 2 : 1
        }
    }

    private var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Neighbouring ranges are joined if only unassigned code points and emoji lie between.
    private var isWide: Bool {
        switch value {
        case ..<0x1100: false
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0x4DBF,
            0x4E00...0xA4C6, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
            0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FB, 0x1F200...0x1F265,
            0x20000...0x3FFFD:
            true
        default: properties.isEmojiPresentation
        }
    }
}

internal import RegappJSON

/// Folds a text for a search: without case, accents and apostrophes, and with ligatures as their letters. Accents are
/// found by characters' names: `LATIN SMALL LETTER O WITH STROKE` is an `o`, though no Unicode decomposition says so.
///
/// German and Nordic letters have a second spelling, as in addresses: `ü` is also `ue`, and `å` also `aa`. A search finds
/// a text if any spelling of the word is in any spelling of the text.
enum SearchText {
    /// More are rarely needed: they are those of four such letters in one word.
    private static let mostSpellings = 16

    /// All spellings of each word.
    static func spellings(of text: String) -> [String] {
        guard text.hasByte(where: { $0 >= 0x80 }) else { return [folded(text)] }
        return text.split(whereSeparator: \.isWhitespace).flatMap { spellings(of: $0, atMost: mostSpellings) }
    }

    /// `Müller` is `muller`.
    static func folded(_ text: String) -> String {
        // Most texts are ASCII, and there may be 100,000 of them.
        if !text.hasByte(where: { $0 >= 0x80 || $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "'") }) {
            return text.lowercased()
        }
        return spellings(of: text[...], atMost: 1)[0]
    }

    /// The first spelling has no letter in two. A letter for which there is no room has two in the last one alone.
    private static func spellings(of text: Substring, atMost most: Int) -> [String] {
        var found = [String.UnicodeScalarView()]
        // Uppercase first: ß becomes ss (a capital ẞ does not), and a final sigma an ordinary one.
        for scalar in text.uppercased().lowercased().unicodeScalars {
            let short = (letters[scalar] ?? Self.folded(scalar).map { String($0) } ?? "").unicodeScalars
            let long =
                twoLetters[scalar]?.unicodeScalars
                ?? secondLetter(scalar, after: found[0].last).map { String($0).unicodeScalars }
            let count = found.count
            if long != nil, count * 2 <= most { found += found }
            for index in found.indices {
                let isLong = found.count > count ? index >= count : count > 1 && index == count - 1
                found[index] += isLong ? long ?? short : short
            }
        }
        return found.map { String($0) }
    }

    private static let twoLetters: [Unicode.Scalar: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa",
    ]

    /// What an accent that is a scalar of its own adds to the letter before it.
    private static func secondLetter(_ accent: Unicode.Scalar, after letter: Unicode.Scalar?) -> Unicode
        .Scalar?
    {
        switch (letter, accent) {
        case ("a", "\u{308}"), ("o", "\u{308}"), ("u", "\u{308}"): "e"
        case ("a", "\u{30A}"): "a"
        default: nil
        }
    }

    private static let apostrophes = "'`´‘’‛ʹʻʼʽˈ′＇"

    /// Letters that stand for two, and those whose names do not mention an accent.
    private static let letters: [Unicode.Scalar: String] = [
        "æ": "ae", "ǽ": "ae", "ǣ": "ae", "œ": "oe", "ĳ": "ij", "þ": "th", "ð": "d", "ı": "i", "ß": "ss",
    ]

    /// Cyrillic letters whose names do not mention an accent.
    private static let bases: [Unicode.Scalar: Unicode.Scalar] = [
        "й": "и", "ё": "е", "ї": "і", "ў": "у", "ѓ": "г", "ќ": "к",
    ]

    private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if apostrophes.unicodeScalars.contains(scalar) { return nil }
        if scalar.isASCII { return scalar }
        // Looking up characters' names is slow, and there may be 100,000 Russian names.
        if ("а"..."я").contains(scalar) { return bases[scalar] ?? scalar }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return nil
        case .lowercaseLetter: return bases[scalar] ?? base(of: scalar) ?? scalar
        default: return scalar
        }
    }

    private static func base(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        guard let name = scalar.properties.name, let end = name.firstPlace(of: " WITH ") else { return nil }
        let base = name[..<end.lowerBound]
        if let letter = base.split(separator: " ").last, letter.utf8.count == 1,
            base.hasPrefix("LATIN SMALL ")
        {
            return letter.lowercased().unicodeScalars.first
        }
        // In Greek and Cyrillic, a letter's base is in the same block.
        let block = scalar.value & ~0xFF
        return (block..<block + 0x100).lazy.compactMap { Unicode.Scalar($0) }
            .first { $0.properties.name.map { $0 == base } ?? false }
    }
}

extension AccountFile {
    /// What a search looks into, besides the phone's digits.
    var searchedTexts: [String] {
        [Field.email, .firstName, .lastName].compactMap(value)
            + ownMembers(besides: Field.keys).flatMap { Self.texts(of: $0.value) }
    }

    /// `KEY=VALUE` for each text under a custom key.
    var customLines: [String] {
        ownMembers(besides: Field.keys).flatMap { member in
            Self.texts(of: member.value).map { "\(member.key)=\($0)" }
        }
    }

    private static func texts(of value: JSONText) -> [String] {
        switch value {
        case .string, .number, .boolean: [value.cell]
        case .array(let elements): elements.flatMap(texts)
        case .null, .object: []
        }
    }
}

struct SearchWord: Hashable, Sendable {
    private static let phoneCharacters = "0123456789+-()./".unicodeScalars
    /// Folded, as UTF-8.
    private let spellings: [[UInt8]]
    /// Nil if it cannot be part of a phone number.
    let digits: [UInt8]?
    /// Nil for a word that is no condition.
    private let typed: KeyedText?

    init(_ word: String) {
        typed = KeyedText(condition: word)
        spellings = SearchText.spellings(of: word).map { Array($0.utf8) }
        let isNumber = word.unicodeScalars.allSatisfy { Self.phoneCharacters.contains($0) }
        let digits = word.utf8.filter(\.isDigit)
        self.digits = isNumber && !digits.isEmpty ? digits : nil
    }

    /// The condition that the word is, as `--where` takes it; nil for any other word, and for what lists do not have.
    func condition(under policy: Policy) -> AccountCondition? {
        guard let typed, !typed.relation.isOrder || AccountCondition.isComparable(typed.text),
            let condition = AccountCondition(typed.key, relation: typed.relation, typed.text, under: policy),
            AccountSummary.has(condition.column)
        else { return nil }
        return condition
    }

    /// Whether a folded text has a spelling of the word.
    func isIn(_ text: ArraySlice<UInt8>) -> Bool { spellings.contains { text.holds($0) } }

    static func words(of text: String) -> [SearchWord] {
        // A lone apostrophe finds everything, so it is dropped.
        text.split(whereSeparator: \.isWhitespace).map { SearchWord(String($0)) }.filter {
            $0.spellings != [[]] || $0.digits != nil
        }
    }
}

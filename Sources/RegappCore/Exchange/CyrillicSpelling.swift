/// Russian words that are written in Latin letters, as in names of attributes, which have no others.
enum CyrillicSpelling {
    /// What a folded word may be in Cyrillic, the likelier first; empty if it has letters that no such word has.
    ///
    /// The usual ways to write Russian differ in `h`, `j` and `y`, and most leave out the soft sign.
    static func spellings(of word: String) -> [String] {
        guard word.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        let spellings = ["ы", "и"].compactMap { spelling(of: word[...], y: $0) }
        return spellings + spellings.map(softened)
    }

    private static func spelling(of word: Substring, y: String) -> String? {
        var rest = word
        var spelling = ""
        while let first = rest.first {
            if let (latin, cyrillic) = joined.first(where: { rest.hasPrefix($0.key) }) {
                spelling += cyrillic
                rest = rest.dropFirst(latin.count)
            } else {
                guard let letter = first == "y" ? y : single[first] else { return nil }
                spelling += letter
                rest = rest.dropFirst()
            }
        }
        return spelling
    }

    /// With the soft sign that most often is left out: `uvolneniya`.
    private static func softened(_ word: String) -> String {
        let letters = Array(word)
        return letters.indices.reduce(into: "") { text, index in
            text.append(letters[index])
            let isSoft =
                letters[index] == "л" && index + 1 < letters.count && !afterHard.contains(letters[index + 1])
            if isSoft { text += "ь" }
        }
    }

    /// What may follow an `л` without a soft sign.
    private static let afterHard = Set("аеиоуыэюял")

    /// The longest first.
    private static let joined: KeyValuePairs = [
        "shch": "щ", "sch": "щ", "zh": "ж", "kh": "х", "ts": "ц", "ch": "ч", "sh": "ш", "yu": "ю", "ju": "ю",
        "ya": "я",
        "ja": "я", "yo": "е", "ye": "е", "iy": "ии", "yy": "ыи", "yi": "ыи",
    ]
    private static let single: [Character: String] = [
        "a": "а", "b": "б", "v": "в", "w": "в", "g": "г", "d": "д", "e": "е", "z": "з", "i": "и", "j": "и",
        "k": "к",
        "l": "л", "m": "м", "n": "н", "o": "о", "p": "п", "r": "р", "s": "с", "t": "т", "u": "у", "f": "ф",
        "h": "х",
        "c": "ц",
    ]
}

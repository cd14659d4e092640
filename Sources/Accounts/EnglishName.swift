/// A name in English letters: `A–Z a–z`, with a space, a hyphen or an apostrophe standing singly between two
/// letters, such as `O'Neil`, `Anna-Maria` and `De La Cruz`.
enum EnglishName {
    static func matches(_ name: String) -> Bool {
        var lastWasLetter = false
        for character in name {
            if character.isEnglishLetter {
                lastWasLetter = true
            } else if lastWasLetter, isSeparator(character) {
                lastWasLetter = false
            } else {
                return false
            }
        }
        return lastWasLetter
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character == "-" || character == "'" || character.unicodeScalars.allSatisfy { $0.isSpace }
    }
}

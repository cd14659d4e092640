/// A name in English letters: `A–Z a–z`, with a space, a hyphen or an apostrophe standing singly between two
/// letters, such as `O'Neil`, `Anna-Maria` and `De La Cruz`.
enum EnglishName {
    static func matches(_ name: String) -> Bool {
        var lastWasLetter = false
        // By scalars, for which a letter under an accent is followed by something that is no letter.
        for scalar in name.unicodeScalars {
            if isLetter(scalar) {
                lastWasLetter = true
            } else if lastWasLetter, scalar == "-" || scalar == "'" || scalar.isSpace {
                lastWasLetter = false
            } else {
                return false
            }
        }
        return lastWasLetter
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        (0x41...0x5A).contains(scalar.value) || (0x61...0x7A).contains(scalar.value)
    }
}

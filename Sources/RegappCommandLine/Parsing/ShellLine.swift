internal import RegappValues

package enum ShellLine {
    /// The word escaped for a shell, within this open quote or none.
    static func escaped(_ word: String, in quote: Unicode.Scalar?) -> String {
        if quote == "'" { return word.replacingEach("'", with: "'\\''") }
        let plain = "_./:=@%+,-".unicodeScalars
        return word.unicodeScalars.reduce(into: "") { text, scalar in
            let isPlain =
                quote == nil
                ? scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || plain.contains(scalar)
                : !"\"\\$`".unicodeScalars.contains(scalar)
            text.unicodeScalars.append(contentsOf: isPlain ? [scalar] : ["\\", scalar])
        }
    }

    /// The words without their quotes, nothing expanded, and the quote that is open at the end. The last word is empty if
    /// a new one begins.
    package static func read(_ line: some StringProtocol) -> (words: [String], quote: Unicode.Scalar?) {
        var words: [String] = []
        var word = ""
        var isInWord = false
        var quote: Unicode.Scalar?
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                // Between double quotes a backslash stands for itself before most characters.
                if quote == "\"", !"\"\\$`".unicodeScalars.contains(scalar) {
                    word.unicodeScalars.append("\\")
                }
                word.unicodeScalars.append(scalar)
                isEscaped = false
            } else if scalar == "\\", quote != "'" {
                isEscaped = true
                isInWord = true
            } else if let open = quote {
                if scalar == open { quote = nil } else { word.unicodeScalars.append(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                quote = scalar
                isInWord = true
            } else if scalar.properties.isWhitespace {
                if isInWord { words.append(word) }
                word = ""
                isInWord = false
            } else {
                word.unicodeScalars.append(scalar)
                isInWord = true
            }
        }
        return (words + [word], quote)
    }
}

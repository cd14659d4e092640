package enum ShellLine {
    /// The words without their quotes, nothing expanded; the last one is empty if a new word begins.
    package static func words(of line: some StringProtocol) -> [String] {
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
                (isEscaped, isInWord) = (true, true)
            } else if let open = quote {
                if scalar == open { quote = nil } else { word.unicodeScalars.append(scalar) }
            } else if scalar == "'" || scalar == "\"" {
                (quote, isInWord) = (scalar, true)
            } else if scalar.properties.isWhitespace {
                if isInWord { words.append(word) }
                (word, isInWord) = ("", false)
            } else {
                word.unicodeScalars.append(scalar)
                isInWord = true
            }
        }
        return words + [word]
    }
}

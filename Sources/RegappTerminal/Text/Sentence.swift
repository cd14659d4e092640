internal import RegappValues

extension String {
    /// The text as a sentence of a screen. It begins with a capital unless its first word is the name of a file, an
    /// account or a product.
    package var sentence: String {
        guard let first, first.isLowercase else { return self }
        if isPrintableASCII { return asciiSentence }
        let word = prefix { !$0.isWhitespace && !",;".contains($0) }
        let isWord = word.allSatisfy { $0.isLowercase || $0 == "-" || $0 == ":" && $0 == word.last }
        return isWord ? first.uppercased() + String(dropFirst()) : self
    }

    /// The same for a text that begins with a lowercase letter; a form has its rules as sentences in every frame.
    private var asciiSentence: String {
        let word = utf8.prefix { !Self.endsOfWords.contains($0) }
        var bytes = Array(utf8)
        let isWord = word.enumerated().allSatisfy { index, byte in
            byte &- 0x61 < 26 || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ":") && index == word.count - 1
        }
        guard isWord else { return self }
        bytes[0] &-= 0x20
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let endsOfWords = ASCIISet(" ,;")
}

extension String {
    /// The text as a sentence of a screen. It begins with a capital unless its first word is the name of a file, an
    /// account or a product.
    package var sentence: String {
        guard let first, first.isLowercase else { return self }
        let word = prefix { !$0.isWhitespace && !",;".contains($0) }
        let isWord = word.allSatisfy { $0.isLowercase || $0 == "-" || $0 == ":" && $0 == word.last }
        return isWord ? first.uppercased() + String(dropFirst()) : self
    }
}

enum SearchTerm {
    /// The longest term, in bytes: servers refuse addresses of some 8,000 bytes, and each byte can become three.
    static let greatestSize = 1000

    /// The typed words, with one space between them.
    static func text(_ typed: String) -> String {
        typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

package enum SearchTerm {
    /// The longest term, in bytes: servers refuse addresses of some 8,000 bytes, and each byte can become three.
    package static let greatestSize = 1000

    /// The typed words, with one space between them.
    package static func text(_ typed: String) -> String {
        typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

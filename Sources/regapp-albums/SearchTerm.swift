/// The term of a search, as it is asked for.
enum SearchTerm {
    /// The longest term that is asked for, in bytes; servers refuse addresses of some 8,000, three for each of these.
    static let greatestSize = 1000

    /// The words that were typed, with one space between them.
    static func text(_ typed: String) -> String {
        typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

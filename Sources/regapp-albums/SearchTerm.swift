/// The term of a search, as it is asked for.
enum SearchTerm {
    /// The words that were typed, with one space between them.
    static func text(_ typed: String) -> String {
        typed.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

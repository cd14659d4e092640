import RegappCommandLine

/// When covers are drawn; the raw value is what one types.
enum CoversChoice: String, CaseIterable, Sendable {
    /// On a terminal with colours.
    case auto
    case always, never
}

extension CommandLineReader {
    mutating func covers() -> CoversChoice {
        option("covers", .choice, "WHEN", "draw covers: auto (on a terminal, the default), always or never")
            ?? .auto
    }

    mutating func country() -> String? {
        let letters = ValueType(expected: "two letters such as US", sample: "US") { text in
            let isCode =
                text.utf8.count == 2
                && text.unicodeScalars.allSatisfy { $0.isASCII && $0.properties.isAlphabetic }
            return isCode ? text : nil
        }
        return option("country", letters, "CC", "the store to ask, as two letters such as US")
    }
}

import RegappAlbums
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

    mutating func country() -> Storefront? {
        let store = ValueType<Storefront>(expected: "two letters such as US", sample: .unitedStates) {
            Storefront($0)
        }
        return option("country", store, "CC", "the store to ask, as two letters such as US")
    }
}

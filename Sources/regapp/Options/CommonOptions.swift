import RegappAlbums
import RegappCommandLine
import RegappWording

struct CommonOptions: CommandLineReadable, Sendable {
    /// As it was typed.
    let documents: String?
    let noInput: Bool
    let isQuiet: Bool

    static let noColor = "no-color"
    static let color = "color"
    static let noMouse = "no-mouse"
    static let quiet = "quiet"

    init(_ line: inout CommandLineReader) {
        documents = line.option(
            Regapp.documentsOption, .directory, "DIR", "keep the files in DIR (see 'regapp help files')")
        noInput = line.flag("no-input", "never ask, as if there were no terminal")
        // Ignored here: `Appearance` reads it before parsing, so that it also applies to a usage error.
        let _: Wanted? = line.option(
            Self.color, .choice, "WHEN", "use colour: auto (the default), always or never")
        _ = line.flag(Self.noColor, "use no colour, and draw no covers")
        _ = line.flag(Self.noMouse, "leave the mouse to the terminal, for selecting text")
        isQuiet = line.flag(Self.quiet, "print only errors and the result")
    }
}

/// When there are colours or covers; the raw value is what one types.
enum Wanted: String, CaseIterable, Sendable {
    /// On a terminal with colours.
    case auto
    case always, never
}

extension CommandLineReader {
    mutating func covers() -> Wanted {
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

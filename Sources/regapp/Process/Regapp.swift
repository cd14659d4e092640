import CommandParser

enum Regapp {
    static let name = "regapp"

    static let version = "1.0.0"

    /// The day of that version, for the manual page.
    static let date = "2026-11-21"
}

struct CommonOptions: CommandLineReadable, Sendable {
    /// As it was typed.
    let documents: String?
    let noInput: Bool
    let isQuiet: Bool

    static let documents = "documents"
    static let noColor = "no-color"

    init(_ line: inout CommandLineReader) {
        documents = line.option(
            Self.documents, .directory, "DIR", "keep the files in DIR (see 'regapp help files')")
        noInput = line.flag("no-input", "never ask, as if there were no terminal")
        // Every message looks different with it, that about a wrong line too: see `Appearance`.
        _ = line.flag(Self.noColor, "use no colour, and draw no covers")
        isQuiet = line.flag("quiet", "print errors only, and what the command is asked for")
    }
}

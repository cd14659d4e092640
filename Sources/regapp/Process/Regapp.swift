import CommandParser

/// What the program is called, and what it takes on every line.
enum Regapp {
    /// What a person types.
    static let name = "regapp"

    /// The version that `--version` prints.
    static let version = "1.0.0"

    /// The day of that version, for the manual page.
    static let date = "2026-11-21"
}

/// The options that every command takes.
struct CommonOptions: CommandLineReadable, Sendable {
    /// The directory of the files, as it was typed.
    let documents: String?
    /// Whether nothing may be asked.
    let noInput: Bool
    /// Whether colours are left out.
    let noColor: Bool
    /// Whether only errors are told.
    let isQuiet: Bool

    /// The name of the option for the directory.
    static let documents = "documents"
    /// The name of the option that leaves colours out.
    static let noColor = "no-color"

    init(_ line: inout CommandLineReader) {
        documents = line.option(
            Self.documents, .directory, "DIR", "keep the files in DIR (see 'regapp help files')")
        noInput = line.flag("no-input", "never ask, as if there were no terminal")
        noColor = line.flag(Self.noColor, "use no colour")
        isQuiet = line.flag("quiet", "tell errors only: no warning, no hint, nothing of what was done")
    }
}

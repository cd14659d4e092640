public import CommandParser

/// What both programs are called, and what they take on every line.
public enum Regapp {
    /// What a person types; `regapp-albums` is run by it and speaks in its name.
    public static let name = "regapp"

    /// The version that `--version` prints, alike for `regapp` and `regapp-albums`.
    public static let version = "1.0.0"

    /// The day of that version, for the manual page.
    public static let date = "2026-11-21"
}

/// The options that every command takes.
public struct CommonOptions: CommandLineReadable, Sendable {
    /// The directory of the files, as it was typed.
    public let documents: String?
    /// Whether nothing may be asked.
    public let noInput: Bool
    public let noColor: Bool

    /// The name of the option for the directory.
    static let documents = "documents"

    public init(_ line: inout CommandLineReader) {
        documents = line.option(
            Self.documents, .directory, "DIR", "keep the files in DIR (see 'regapp help files')")
        noInput = line.flag("no-input", "never ask, as if there were no terminal")
        noColor = line.flag("no-color", "use no colour")
    }
}

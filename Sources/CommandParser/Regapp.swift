/// The program as its command line sees it: everything it takes, declared once.
///
/// Parsing, help, suggestions, completions and the manual all read these declarations.
public enum Regapp {
    /// The version that `--version` prints, alike for `regapp` and `regapp-albums`.
    public static let version = "1.0.0"

    /// The options that every command takes, wherever they stand on the line.
    static let everywhere = [
        OptionDeclaration(
            .documents, value: ValueDeclaration("DIR", .directory),
            "keep the files in DIR (see 'regapp help files')"),
        OptionDeclaration(.noInput, "never ask, as if there were no terminal"),
        OptionDeclaration(.noColor, "use no colour"),
        OptionDeclaration(.help, letter: "h", "explain the command"),
    ]

    /// All first words, under the headings of the overview.
    static let sections = [
        CommandSection(title: "YOUR ACCOUNT", words: ProfileCommands.all.map { .command($0) }),
        CommandSection(
            title: "REGISTRY", words: [.group(AccountsCommands.group), .group(PolicyCommands.group)]),
        CommandSection(title: "ALBUMS", words: [.group(AlbumsCommands.group)]),
        CommandSection(
            title: "MORE",
            words: [
                .command(ProgramCommands.completions), .command(ProgramCommands.manual),
                .command(ProgramCommands.help),
            ]),
    ]

    static let firstWords = sections.flatMap(\.words)

    /// Every command, `regapp` alone first; `--version` is an option of that one.
    static let commands = [ProgramCommands.screens] + firstWords.flatMap(\.commands)

    static let topics = [HelpTopic.exitCodes, HelpTopic.files]

    /// The declaration of a command; `version` and `screens` share theirs.
    static func declaration(of id: CommandID) -> CommandDeclaration {
        commands.first { $0.id == id } ?? ProgramCommands.screens
    }

    /// The group of that one word.
    static func group(_ words: [String]) -> CommandGroup? {
        for case .group(let group) in firstWords where [group.name] == words { return group }
        return nil
    }

    /// Whether a value follows the option, in whichever command.
    static func takesValue(_ id: OptionID) -> Bool {
        declarations(of: id).contains { $0.value != nil }
    }

    /// The option as the commands declare it, once for each of them.
    static func declarations(of id: OptionID) -> [OptionDeclaration] {
        (everywhere + commands.flatMap(\.options)).filter { $0.id == id }
    }

    /// What one types for the words of a command: `regapp accounts list`.
    static func typed(_ words: [String]) -> String {
        (["regapp"] + words).joined(separator: " ")
    }

    /// The manual page regapp(1) as roff source, for `man -l -` or a file `regapp.1`.
    public static func manual() -> String { ManualPage.source }

    /// A page of help as plain text, ready to print.
    ///
    /// - Parameters:
    ///   - words: The arguments of a `help` invocation: none for the overview, else the words of a
    ///     command, a group or a topic. Words that name nothing give the overview; the parser refuses them.
    ///   - width: The longest line, in columns; at least 40 are used.
    public static func help(for words: [String] = [], width: Int = 80) -> String {
        HelpLayout(width: width).text((HelpPage(words) ?? .overview).blocks)
    }
}

/// The program as its command line sees it: everything it takes, declared once.
///
/// Parsing, help, suggestions, completions and the manual all read these declarations.
public enum Regapp {
    /// The version that `--version` prints, alike for `regapp` and `regapp-albums`.
    public static let version = "1.0.0"

    /// The options that every command takes, wherever they stand on the line.
    static let everywhere: [OptionDeclaration] = [.documents, .noInput, .noColor, .help]

    /// All first words, under the headings of the overview.
    static let sections = [
        CommandSection(title: "YOUR ACCOUNT", words: [.login, .show, .edit, .cancel, .logout, .register]),
        CommandSection(title: "REGISTRY", words: [.accounts, .policy]),
        CommandSection(title: "ALBUMS", words: [.albums]),
        CommandSection(title: "MORE", words: [.completions, .manual, .help]),
    ]

    /// Every command, `regapp` alone first; `--version` is an option of that one.
    static let commands = [ProgramCommands.screens] + FirstWord.allCases.flatMap(\.commands)

    static let topics = [HelpTopic.exitCodes, HelpTopic.files]

    /// The declaration of a command; `version` and `screens` share theirs.
    static func declaration(of id: CommandID) -> CommandDeclaration {
        commands.first { $0.id == id } ?? ProgramCommands.screens
    }

    /// The group of that one word.
    static func group(_ words: [String]) -> CommandGroup? {
        guard words.count == 1, case .group(let group)? = FirstWord(rawValue: words[0])?.meaning else {
            return nil
        }
        return group
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

    /// A script that makes the shell complete regapp's commands, options and values.
    public static func completions(for shell: Shell) -> String {
        switch shell {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }

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

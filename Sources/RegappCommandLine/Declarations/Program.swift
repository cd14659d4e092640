/// The command line of a program: everything that it accepts, declared once.
///
/// Parsing, help, suggestions, completions and the manual all come from these declarations. Every program also takes
/// `--help`, `-h` and, as its first word, the question of its completion scripts. Hints refer to a command `help`.
package struct Program: Sendable {
    package let name: String
    package let version: String
    let date: String
    let commands: [any Command.Type]
    let groups: [CommandGroup]
    let everywhere: any CommandLineReadable.Type
    let pages: @Sendable () -> [String: CommandPage]
    let topics: @Sendable () -> [HelpTopic]
    let manualEnd: @Sendable () -> [HelpBlock]

    /// - Parameters:
    ///   - commands: in the order of the help; the one without words, if any, is the program alone.
    ///   - everywhere: the options that every command takes.
    ///   - pages: what help says about each command and group, by its words; the program's own page has its name.
    ///   - date: when the version was made, `YYYY-MM-DD`.
    ///   - manualEnd: sections that only the manual has, such as those on bugs and on other manual pages.
    package init(
        name: String, version: String, date: String, commands: [any Command.Type],
        groups: [CommandGroup], everywhere: any CommandLineReadable.Type,
        pages: @escaping @Sendable () -> [String: CommandPage],
        topics: @escaping @Sendable () -> [HelpTopic],
        manualEnd: @escaping @Sendable () -> [HelpBlock] = { [] }
    ) {
        self.name = name
        self.version = version
        self.date = date
        self.commands = commands
        self.groups = groups
        self.everywhere = everywhere
        self.pages = pages
        self.topics = topics
        self.manualEnd = manualEnd
    }

    var alone: (any Command.Type)? { commands.first { $0.words.isEmpty } }

    func command(_ words: [String]) -> (any Command.Type)? {
        // Other names are rarely typed, so they are tried last.
        commands.first { $0.words == words } ?? commands.first { $0.otherWords.contains(words) }
    }

    /// The page of a command or of a group.
    func prose(of words: [String]) -> CommandPage {
        pages()[words.isEmpty ? name : words.spaced] ?? CommandPage()
    }

    /// The words of the first example in the page of a command.
    func example(of words: [String]) -> [String]? {
        let typed = prose(of: words).examples.first.map { ShellLine.read($0.text).words }
        return typed.flatMap { $0.dropFirst().starts(with: words) ? Array($0.dropFirst()) : nil }
    }

    func group(_ name: String) -> CommandGroup? { groups.first { $0.name == name } }

    /// The commands of a group, without what its word does alone.
    func commands(of group: CommandGroup) -> [any Command.Type] {
        commands.filter { $0.words.count > 1 && $0.words.first == group.name }
    }

    /// Each first word once, in the order of the commands.
    var firstWords: [FirstWord] {
        var words: [FirstWord] = []
        for command in commands {
            guard let name = command.words.first, !words.contains(where: { $0.name == name }) else {
                continue
            }
            words.append(group(name).map(FirstWord.group) ?? .command(command))
        }
        return words
    }

    func describe(_ command: any Command.Type) -> CommandDescription {
        var reader = CommandLineReader()
        _ = command.init(&reader)
        return CommandDescription(
            command: command, options: reader.options, everywhere: optionsEverywhere,
            arguments: reader.arguments)
    }

    func option(where matches: (OptionDescription) -> Bool) -> OptionDescription? {
        if let option = optionsEverywhere.first(where: matches) { return option }
        for command in commands {
            if let option = describe(command).options.first(where: matches) { return option }
        }
        return nil
    }

    func options(of commands: [any Command.Type]) -> [OptionDescription] {
        commands.flatMap { describe($0).options } + optionsEverywhere
    }

    var optionsEverywhere: [OptionDescription] {
        var reader = CommandLineReader()
        _ = everywhere.init(&reader)
        return reader.options + [.help]
    }
}

enum FirstWord {
    case command(any Command.Type)
    case group(CommandGroup)

    var name: String {
        switch self {
        case .command(let command): command.words.first ?? ""
        case .group(let group): group.name
        }
    }

    /// Its name, and the synonyms of one word.
    var names: [String] {
        guard case .command(let command) = self else { return [name] }
        return [name] + command.otherWords.filter { $0.count == 1 }.joined()
    }
}

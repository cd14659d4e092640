/// What `regapp help` can explain.
enum HelpPage: Sendable {
    case overview
    case command(CommandDeclaration)
    case group(CommandGroup)
    case topic(HelpTopic)

    /// The page that the words after `regapp help` name, if any.
    init?(_ words: [String]) {
        if words.isEmpty {
            self = .overview
        } else if let group = Regapp.group(words) {
            self = .group(group)
        } else if let command = Regapp.commands.first(where: { $0.words == words }) {
            self = .command(command)
        } else if let topic = Regapp.topics.first(where: { [$0.name] == words }) {
            self = .topic(topic)
        } else {
            return nil
        }
    }

    /// The words that name each page, the overview left out.
    static var allNames: [[String]] {
        FirstWord.allCases.flatMap { first -> [[String]] in
            switch first.meaning {
            case .command(let command): [command.words]
            case .group(let group): [[group.name]] + group.commands.map(\.words)
            }
        } + Regapp.topics.map { [$0.name] }
    }

    /// The page from its first line on.
    var blocks: [HelpBlock] {
        switch self {
        case .overview: HelpPage.overviewBlocks
        case .command(let command): HelpPage.blocks(of: command)
        case .group(let group): HelpPage.blocks(of: group)
        case .topic(let topic): [.paragraph(topic.summary + ".")] + topic.blocks
        }
    }

    private static var overviewBlocks: [HelpBlock] {
        let program = ProgramCommands.screens
        var blocks = abstract(program.summary, program.discussion)
        blocks += [.heading("USAGE"), .usage([Usage.ofEverything])]
        for section in Regapp.sections {
            blocks += [.heading(section.title), .rows(section.words.map(\.row))]
        }
        let topics = Regapp.topics.map { HelpRow("help \($0.name)", $0.summary.lowercasedFirst) }
        blocks += [.heading("TOPICS"), .rows(topics)]
        blocks += options("OPTIONS", Regapp.everywhere + program.options)
        blocks += examples(program.examples)
        blocks += learnMore(
            "'regapp help COMMAND' explains a command, and 'regapp manual | man -l -' all of them.")
        return blocks
    }

    private static func blocks(of command: CommandDeclaration) -> [HelpBlock] {
        var blocks = abstract(command.summary, command.discussion)
        blocks += [.heading("USAGE"), .usage([Usage(of: command)])]
        if !command.arguments.isEmpty {
            let rows = command.arguments.map { HelpRow($0.label, $0.summary) }
            blocks += [.heading("ARGUMENTS"), .rows(rows)]
        }
        blocks += options("OPTIONS", command.options)
        blocks += options("EVERYWHERE", Regapp.everywhere)
        return blocks + examples(command.examples)
    }

    private static func blocks(of group: CommandGroup) -> [HelpBlock] {
        var blocks = abstract(group.summary, group.discussion)
        let alone = group.alone.map { [Usage([Regapp.typed([group.name])] + Usage.options(of: $0))] } ?? []
        blocks += [.heading("USAGE"), .usage(alone + group.commands.map { Usage(of: $0) })]
        blocks += [.heading("COMMANDS"), .rows(group.rows)]
        blocks += options("OPTIONS", group.alone?.options ?? [])
        blocks += options("EVERYWHERE", Regapp.everywhere)
        blocks += examples(group.examples)
        blocks += learnMore("'regapp help \(group.name) COMMAND' explains one of them.")
        return blocks
    }

    private static func abstract(_ summary: String, _ discussion: [String]) -> [HelpBlock] {
        [.paragraph(summary + ".")] + discussion.map { .paragraph($0) }
    }

    private static func learnMore(_ text: String) -> [HelpBlock] {
        [.heading("LEARN MORE"), .paragraph(text)]
    }

    private static func options(_ title: String, _ options: [OptionDeclaration]) -> [HelpBlock] {
        options.isEmpty ? [] : [.heading(title), .rows(options.map(HelpRow.init(option:)))]
    }

    private static func examples(_ examples: [Example]) -> [HelpBlock] {
        examples.isEmpty ? [] : [.heading("EXAMPLES"), .examples(examples)]
    }
}

extension HelpRow {
    /// The option with its one-letter form first.
    init(option: OptionDeclaration) {
        self.init((option.letter.map { "-\($0), " } ?? "") + option.label, option.summary)
    }
}

extension String {
    /// A sentence as it reads in a list; our names never begin with a letter that must stay uppercase.
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

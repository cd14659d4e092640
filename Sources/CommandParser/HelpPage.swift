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
        Regapp.firstWords.flatMap { first -> [[String]] in
            switch first {
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
        let topics = Regapp.topics.map { HelpRow("help \($0.name)", $0.summary.lowercasedFirst) }
        return [.paragraph(program.summary + ".")] + program.discussion.map { .paragraph($0) } + [
            .heading("USAGE"), .usage([Usage(["regapp", "[COMMAND]", "[ARGUMENTS]", "[OPTIONS]"])]),
        ]
            + Regapp.sections.flatMap { section -> [HelpBlock] in
                let rows = section.words.map { HelpRow($0.name, $0.summary.lowercasedFirst) }
                return [.heading(section.title), .rows(rows)]
            } + [.heading("TOPICS"), .rows(topics)] + options("OPTIONS", Regapp.everywhere + program.options)
            + examples(program.examples) + [
                .heading("LEARN MORE"),
                .paragraph(
                    "'regapp help COMMAND' explains a command, and 'regapp manual | man -l -' all of them."),
            ]
    }

    private static func blocks(of command: CommandDeclaration) -> [HelpBlock] {
        let arguments = command.arguments.map { HelpRow($0.label, $0.summary) }
        return [.paragraph(command.summary + ".")] + command.discussion.map { .paragraph($0) }
            + [.heading("USAGE"), .usage([Usage(of: command)])]
            + (arguments.isEmpty ? [] : [.heading("ARGUMENTS"), .rows(arguments)])
            + options("OPTIONS", command.options) + options("EVERYWHERE", Regapp.everywhere)
            + examples(command.examples)
    }

    private static func blocks(of group: CommandGroup) -> [HelpBlock] {
        let rows = group.commands.map { HelpRow($0.words.last ?? "", $0.summary.lowercasedFirst) }
        let alone = group.alone.map {
            CommandDeclaration($0.id, [group.name], $0.summary, options: $0.options)
        }
        let usages = ([alone].compactMap(\.self) + group.commands).map { Usage(of: $0) }
        return [.paragraph(group.summary + ".")] + group.discussion.map { .paragraph($0) } + [
            .heading("USAGE"), .usage(usages), .heading("COMMANDS"), .rows(rows),
        ] + options("OPTIONS", alone?.options ?? []) + options("EVERYWHERE", Regapp.everywhere)
            + examples(group.examples) + [
                .heading("LEARN MORE"),
                .paragraph("'regapp help \(group.name) COMMAND' explains one of them."),
            ]
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

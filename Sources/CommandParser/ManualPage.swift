/// The manual page regapp(1), made from the same declarations as the help.
enum ManualPage {
    /// The whole page as roff source.
    static var source: String {
        var roff = Roff()
        roff.titleHeading("REGAPP", footer: "regapp \(Regapp.version)", header: "regapp manual")
        introduction(&roff)
        roff.section("COMMANDS")
        for first in FirstWord.allCases {
            switch first.meaning {
            case .command(let command): describe(command, in: &roff)
            case .group(let group): describe(group, in: &roff)
            }
        }
        for topic in Regapp.topics { describe(topic, in: &roff) }
        roff.section("EXAMPLES")
        for example in ProgramCommands.screens.examples { roff.example(example) }
        return roff.source
    }

    private static func introduction(_ roff: inout Roff) {
        let program = ProgramCommands.screens
        roff.section("NAME")
        roff.name("regapp", program.summary.lowercasedFirst)
        roff.section("SYNOPSIS")
        roff.usage(.ofEverything)
        roff.section("DESCRIPTION")
        for paragraph in program.discussion { roff.paragraph(paragraph) }
        roff.paragraph(
            "Options may stand anywhere, also before the command. '--option VALUE' and '--option=VALUE' are "
                + "the same; a separate value never starts with '--'. '--' alone ends the options.")
        roff.section("OPTIONS OF EVERY COMMAND")
        for option in Regapp.everywhere + program.options { roff.item(HelpRow(option: option)) }
    }

    private static func describe(_ group: CommandGroup, in roff: inout Roff) {
        roff.subsection(Regapp.typed([group.name]))
        roff.paragraph(group.summary + ".")
        for paragraph in group.discussion { roff.paragraph(paragraph) }
        if let alone = group.alone, !group.commands.contains(where: { $0.id == alone.id }) {
            roff.usage(Usage(of: alone))
            for option in alone.options { roff.item(HelpRow(option: option)) }
        }
        for command in group.commands { describe(command, in: &roff) }
    }

    private static func describe(_ command: CommandDeclaration, in roff: inout Roff) {
        roff.subsection(command.typed)
        roff.usage(Usage(of: command))
        roff.paragraph(command.summary + ".")
        for paragraph in command.discussion { roff.paragraph(paragraph) }
        for argument in command.arguments { roff.item(HelpRow(argument.label, argument.summary)) }
        for option in command.options { roff.item(HelpRow(option: option)) }
        for example in command.examples { roff.example(example) }
    }

    private static func describe(_ topic: HelpTopic, in roff: inout Roff) {
        roff.section(topic.manualTitle)
        for block in topic.blocks {
            switch block {
            case .heading(let title): if title != topic.manualTitle { roff.section(title) }
            case .paragraph(let text): roff.paragraph(text)
            case .rows(let rows): for row in rows { roff.row(row) }
            case .usage(let usages): for usage in usages { roff.usage(usage) }
            case .examples(let examples): for example in examples { roff.example(example) }
            }
        }
    }
}

extension Program {
    /// The manual page, section 1, as roff source, for `man -l -` or a file `NAME.1`.
    public var manual: String {
        var roff = Roff()
        roff.titleHeading(
            name.uppercased(), footer: "\(name) \(version)", header: HelpWords.manualHeader(name))
        introduce(in: &roff)
        roff.section(HelpWords.commands)
        for first in firstWords {
            switch first {
            case .command(let command): describe(command, in: &roff)
            case .group(let group): describe(group, in: &roff)
            }
        }
        for topic in topics() { describe(topic, in: &roff) }
        roff.section(HelpWords.examples)
        for example in alone?.page.examples ?? [] { roff.example(example) }
        return roff.source
    }

    private func introduce(in roff: inout Roff) {
        roff.section(HelpWords.name)
        roff.name(name, HelpRow("", sentence: alone?.page.summary ?? name).text)
        roff.section(HelpWords.synopsis)
        roff.usage(HelpWords.usageOfEverything(name))
        roff.section(HelpWords.description)
        for paragraph in alone?.page.discussion ?? [] { roff.paragraph(paragraph) }
        roff.paragraph(HelpWords.syntax)
        roff.section(HelpWords.optionsOfEveryCommand)
        let own = alone.map { describe($0).options } ?? []
        for option in optionsEverywhere + own { roff.item(HelpRow(option)) }
    }

    private func describe(_ group: any CommandGroup.Type, in roff: inout Roff) {
        roff.subsection(typed([group.name]))
        roff.paragraphs(of: group.page)
        let inner = commands(of: group)
        if let alone = group.alone, !inner.contains(where: { $0 == alone }) {
            let description = describe(alone)
            for usage in usages(of: description) { roff.usage(usage) }
            for option in description.options { roff.item(HelpRow(option)) }
        }
        for command in inner { describe(command, in: &roff) }
    }

    private func describe(_ command: any Command.Type, in roff: inout Roff) {
        let description = describe(command)
        roff.subsection(typed(command.words))
        for usage in usages(of: description) { roff.usage(usage) }
        roff.paragraphs(of: command.page)
        for argument in description.arguments { roff.item(HelpRow(argument)) }
        for option in description.options { roff.item(HelpRow(option)) }
        for example in command.page.examples { roff.example(example) }
    }

    private func describe(_ topic: HelpTopic, in roff: inout Roff) {
        roff.section(topic.manualTitle)
        for block in topic.blocks {
            switch block {
            case .heading(let title): if title != topic.manualTitle { roff.section(title) }
            case .paragraph(let text): roff.paragraph(text)
            case .rows(let rows): for row in rows { roff.row(row) }
            case .usage(let usages): for usage in usages { roff.usage(usage) }
            case .lines(let lines): roff.lines(lines)
            case .examples(let examples): for example in examples { roff.example(example) }
            }
        }
    }
}

extension Roff {
    fileprivate mutating func paragraphs(of page: CommandPage) {
        paragraph(page.summary + ".")
        for text in page.discussion { paragraph(text) }
    }
}

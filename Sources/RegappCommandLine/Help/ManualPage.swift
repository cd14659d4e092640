internal import RegappValues

extension Program {
    /// The manual page, section 1, as roff source, for `man -l -` or a file `NAME.1`.
    package var manual: String {
        var roff = Roff()
        roff.titleHeading(
            name.uppercased(), date: date, footer: "\(name) \(version)", header: "\(name) manual")
        roff.block(.section("Name"))
        roff.name(name, HelpRow("", sentence: prose(of: []).summary).text)
        for block in manualBlocks { roff.block(block) }
        return roff.source
    }

    package func manualText(width: Int) -> String { HelpLayout(width: width).text(manualBlocks) }

    /// The manual below its first lines, in any format.
    var manualBlocks: [HelpBlock] {
        let own = alone.map { describe($0).options } ?? []
        var blocks: [HelpBlock] = [.section("Synopsis"), .usage([shape])]
        blocks.append(.section("Description"))
        blocks +=
            prose(of: []).discussion.map { .paragraph($0) } + [
                .paragraph(
                    "Options may come anywhere, even before the command. '--option VALUE' and '--option=VALUE' are "
                        + "the same; a separate value never starts with '--'. '--' alone ends the options.")
            ]
        blocks.append(.rows(own.map { HelpRow($0) }))
        blocks += [.section("Global options"), .rows(optionsEverywhere.map { HelpRow($0) })]
        let common = commonOptions
        if !common.isEmpty {
            blocks += [
                .section("Common options"),
                .paragraph(
                    "Several commands take these, as their first lines say; their own lists do not repeat them."
                ),
                .rows(common),
            ]
        }
        blocks += [.section("Commands")]
        blocks += firstWords.flatMap { first in
            switch first {
            case .command(let command): self.blocks(of: command, without: common)
            case .group(let group): self.blocks(of: group, without: common)
            }
        }
        for topic in topics() { blocks += [.section(topic.manualTitle)] + topic.blocks() }
        blocks += [.section("Examples"), .examples(prose(of: []).examples)]
        return blocks + manualEnd()
    }

    /// The options that mean the same for three commands or more, which the manual explains once.
    private var commonOptions: [HelpRow] {
        let rows = commands.flatMap { describe($0).options.map(\.withoutNeed) }
        return rows.withoutDuplicates.filter { row in rows.count { $0 == row } > 2 }
    }

    private func rows(of options: [OptionDescription], without common: [HelpRow]) -> [HelpRow] {
        options.filter { !common.contains($0.withoutNeed) }.map { HelpRow($0) }
    }

    private func blocks(of group: CommandGroup, without common: [HelpRow]) -> [HelpBlock] {
        let page = prose(of: [group.name])
        var blocks: [HelpBlock] = [.heading(typed([group.name]))] + Self.introduction(page)
        if let alone = group.alone.map(describe) {
            let shape = alone.shape(typed([group.name]))
            blocks += [.usage([shape]), .rows(rows(of: alone.options, without: common))]
        }
        blocks += [.rows(rows(of: group)), .examples(page.examples)]
        return blocks + commands(of: group).flatMap { self.blocks(of: $0, without: common) }
    }

    private func blocks(of command: any Command.Type, without common: [HelpRow]) -> [HelpBlock] {
        let page = prose(of: command.words)
        let description = describe(command)
        let arguments = description.arguments.map { HelpRow($0) }
        let groups = description.options.groups
        // Options without a heading follow the arguments.
        let plain = rows(of: groups.filter { $0.heading == nil }.flatMap(\.options), without: common)
        let others = groups.flatMap { heading, options -> [HelpBlock] in
            guard let heading else { return [] }
            return [.paragraph(heading + ":"), .rows(options.map { HelpRow($0) })]
        }
        return [.heading(typed(command.words)), .usage(usages(of: description))]
            + Self.introduction(page) + [.rows(arguments + plain)] + others
            + [.examples(page.examples)]
    }
}

extension OptionDescription {
    /// Its row without the options that it needs, which differ from command to command.
    fileprivate var withoutNeed: HelpRow {
        var option = self
        option.need = []
        return HelpRow(option)
    }
}

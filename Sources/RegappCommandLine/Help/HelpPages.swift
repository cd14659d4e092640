extension Program {
    /// A help page as plain text, ready to print.
    ///
    /// - Parameters:
    ///   - words: the words of a command or a group, or the name of a topic; none for the overview.
    ///   - width: the longest line, in columns; at least 40 are used.
    /// - Throws: `UsageError.unknownTopic` if the words name nothing.
    package func help(for words: [String] = [], width: Int = 80) throws(UsageError) -> String {
        guard let page = page(of: words) else {
            throw .unknownTopic(words.joined(separator: " "), nearest: nearestTopic(words))
        }
        return HelpLayout(width: width).text(page)
    }

    /// The full words of the page that these words abbreviate: the only page with a name that begins with the word, or
    /// ends with it after a hyphen.
    package func completed(topic words: [String]) -> [String] {
        guard page(of: words) == nil, words.count == 1, words[0].count > 1 else { return words }
        let pages = pageNames.filter {
            $0.count == 1 && ($0[0].hasPrefix(words[0]) || $0[0].hasSuffix("-" + words[0]))
        }
        return pages.count == 1 ? pages[0] : words
    }

    /// What can follow `help` and these words, in the order of the overview.
    func topicRows(after words: [String]) -> [HelpRow] {
        guard let first = words.first else {
            return firstWords.map { HelpRow($0.name, sentence: $0.page.summary) }
                + topics().map { HelpRow($0.name, sentence: $0.summary) }
        }
        return words.count == 1 ? group(first).map(rows) ?? [] : []
    }

    /// The words that name each page, except the overview.
    var pageNames: [[String]] {
        firstWords.flatMap { first -> [[String]] in
            guard case .group(let group) = first else { return [[first.name]] }
            return [[group.name]] + commands(of: group).map { $0.words }
        } + topics().map { [$0.name] }
    }

    func typed(_ words: [String]) -> String { ([name] + words).joined(separator: " ") }

    func rows(of group: any CommandGroup.Type) -> [HelpRow] {
        commands(of: group).map { HelpRow($0.words.last ?? "", sentence: $0.page.summary) }
    }

    private func page(of words: [String]) -> [HelpBlock]? {
        guard let first = words.first else { return overview }
        if words.count == 1, let group = group(first) { return page(of: group) }
        if let command = command(words) { return page(of: command) }
        guard words.count == 1 else { return nil }
        if let topic = topics().first(where: { $0.name == first }) {
            return [.paragraph(topic.summary + ".")] + topic.blocks
        }
        return first == HelpWords.allTopics ? listOfTopics : parts(named: first.lowercased())
    }

    /// The parts of topics with this word in their heading: `nginx`, or `ldap` for OpenLDAP.
    private func parts(named word: String) -> [HelpBlock]? {
        guard word.count > 2 else { return nil }
        for topic in topics() {
            var isNamed = false
            let blocks = topic.blocks.filter { block in
                if let heading = block.heading {
                    isNamed = heading.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "." }
                        .contains { $0.hasSuffix(word) }
                }
                return isNamed
            }
            if !blocks.isEmpty {
                return [.paragraph("A part of '\(typed(["help", topic.name]))'.")] + blocks
            }
        }
        return nil
    }

    private var listOfTopics: [HelpBlock] {
        let topics = topics()
        let headings = topics.map {
            HelpRow($0.name, $0.blocks.compactMap(\.heading).joined(separator: "; "))
        }
        return [
            .paragraph("What '\(typed(["help"])) TOPIC' explains."),
            .rows(topics.map { HelpRow($0.name, sentence: $0.summary) }),
            .heading("Parts of them"),
            .paragraph("'\(typed(["help"])) WORD' prints only the parts with that word in their heading."),
            .rows(headings.filter { !$0.text.isEmpty }),
        ]
    }

    private var overview: [HelpBlock] {
        let page = alone?.page
        var blocks = page.map { [HelpBlock.paragraph($0.summary + ".")] } ?? []
        blocks += [.heading(HelpWords.usage), .usage([HelpWords.usageOfEverything(name)])]
        blocks += page?.discussion.suffix(1).map { .paragraph($0) } ?? []
        var sections: [HelpSection] = []
        for section in firstWords.compactMap(\.page.section) where !sections.contains(section) {
            sections.append(section)
        }
        for section in sections {
            let words = firstWords.filter { $0.page.section == section }
            let rows = words.map { HelpRow($0.names.joined(separator: ", "), sentence: $0.page.summary) }
            blocks += [.heading(section.title), .rows(rows)]
        }
        let topics = topics().map(\.name) + [HelpWords.allTopics]
        blocks += [.heading("Topics"), .paragraph(topics.joined(separator: ", "))]
        let own = alone.map { describe($0).options } ?? []
        return blocks + Self.options(HelpWords.options, optionsEverywhere + own)
    }

    private func page(of command: any Command.Type) -> [HelpBlock] {
        let (page, description) = (command.page, describe(command))
        var blocks = Self.introduction(page)
        blocks += [.heading(HelpWords.usage), .usage(usages(of: description))]
        if !description.arguments.isEmpty {
            let rows = description.arguments.map { HelpRow($0) }
            blocks += [.heading("Arguments"), .rows(rows)]
        }
        blocks += Self.options(HelpWords.options, description.options)
        blocks += Self.options(HelpWords.everywhere, description.everywhere)
        return blocks + Self.examples(page.examples)
    }

    private func page(of group: any CommandGroup.Type) -> [HelpBlock] {
        let alone = group.alone.map(describe)
        let shapes = commands(of: group).flatMap { usages(of: describe($0)) }
        var blocks = Self.introduction(group.page)
        blocks += [
            .heading(HelpWords.usage),
            .usage((alone.map { [Usage(typed([group.name]), $0)] } ?? []) + shapes),
            .heading(HelpWords.commands), .rows(rows(of: group)),
        ]
        blocks += Self.options(HelpWords.options, alone?.options ?? [])
        blocks += Self.options(HelpWords.everywhere, optionsEverywhere)
        blocks += Self.examples(group.page.examples)
        let more = "'\(typed(["help", group.name])) COMMAND' explains one of them."
        return blocks + [.heading("Learn more"), .paragraph(more)]
    }

    /// Every shape of a command's line: with its arguments, and with each option that replaces them.
    func usages(of command: CommandDescription) -> [Usage] {
        let typed = typed(command.words)
        return [Usage(typed, command)]
            + command.options.filter(\.replacesArguments).map { Usage(typed, command, by: $0) }
    }

    static func introduction(_ page: CommandPage) -> [HelpBlock] {
        [.paragraph(page.summary + ".")] + page.discussion.map { .paragraph($0) }
    }

    /// Options in their groups, each under its heading.
    private static func options(_ title: String, _ options: [OptionDescription]) -> [HelpBlock] {
        options.groups.flatMap { heading, options in
            [.heading(heading ?? title), .rows(options.map { HelpRow($0) })]
        }
    }

    private static func examples(_ examples: [Example]) -> [HelpBlock] {
        examples.isEmpty ? [] : [.heading(HelpWords.examples), .examples(examples)]
    }
}

extension [OptionDescription] {
    var groups: [(heading: String?, options: [OptionDescription])] {
        var groups: [(heading: String?, options: [OptionDescription])] = []
        for option in self {
            if let index = groups.firstIndex(where: { $0.heading == option.heading }) {
                groups[index].options.append(option)
            } else {
                groups.append((option.heading, [option]))
            }
        }
        return groups
    }
}

/// The texts that several pages of help and manual have, and no program declares.
enum HelpWords {
    static let usage = "Usage"
    static let options = "Options"
    static let everywhere = "Global options"
    static let commands = "Commands"
    static let examples = "Examples"

    static func usageOfEverything(_ program: String) -> Usage {
        Usage([program, "[COMMAND]", "[ARGUMENTS]", "[OPTIONS]"])
    }

    /// What is typed for the list of topics.
    static let allTopics = "topics"
}

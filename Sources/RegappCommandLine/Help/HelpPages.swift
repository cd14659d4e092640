internal import RegappValues

extension Program {
    /// A help page as plain text, ready to print.
    ///
    /// - Parameters:
    ///   - words: the words of a command or a group, or the name of a topic; none for the overview.
    ///   - width: the longest line, in columns; at least 40 are used.
    /// - Throws: a `UsageError` if the words name nothing.
    package func help(for words: [String] = [], width: Int = 80) throws(UsageError) -> String {
        guard let page = page(of: words) else {
            throw UsageError(
                message: "no help for \(prose: words.spaced.quoted)",
                hint: nearestTopic(words).map { .didYouMean(.help($0)) } ?? .seeHelp([]))
        }
        return HelpLayout(width: width).text(page)
    }

    /// The full words of the page that these words abbreviate: the only command of a group with that name, else the
    /// only page whose name begins with the word, or ends with it after a hyphen, else a topic with a row of that name.
    package func completed(topic words: [String]) -> [String] {
        guard words.count == 1, let word = words.first, word.count > 1 else { return words }
        let names = pageNames
        guard !names.contains(words) else { return words }
        let inner = names.filter { $0.count == 2 && $0[1] == word }
        if inner.count == 1 { return inner[0] }
        guard page(of: words) == nil else { return words }
        let pages = names.filter { $0.count == 1 && ($0[0].hasPrefix(word) || $0[0].hasSuffix("-" + word)) }
        if pages.count == 1 { return pages[0] }
        let topic = topics().first { topic in
            topic.blocks().flatMap(\.rows).contains { row in
                row.label.lowercased().split { " ,".contains($0) }.contains { $0 == word.lowercased() }
            }
        }
        return topic.map { [$0.name] } ?? words
    }

    /// Whether `help` has a topic of that name, or a part of one.
    func explains(_ word: String) -> Bool {
        // Short words of a heading name nothing.
        topics().contains { $0.name == word } || word.count > 4 && parts(named: word.lowercased()) != nil
    }

    /// What can follow `help` and these words, in the order of the overview.
    func topicRows(after words: [String]) -> [HelpRow] {
        guard let first = words.first else {
            return firstWords.map { HelpRow($0.name, sentence: prose(of: [$0.name]).summary) }
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

    func rows(of group: CommandGroup) -> [HelpRow] {
        commands(of: group).map { HelpRow($0.words.last ?? "", sentence: prose(of: $0.words).summary) }
    }

    private func page(of words: [String]) -> [HelpBlock]? {
        guard let first = words.first else { return overview }
        if words.count == 1, let group = group(first) { return page(of: group) }
        if let command = command(words) { return page(of: command) }
        guard words.count == 1 else { return nil }
        if let topic = topics().first(where: { $0.name == first }) {
            return [.paragraph(topic.summary + ".")] + topic.blocks()
        }
        return first == "topics" ? listOfTopics : parts(named: first.lowercased())
    }

    /// The parts of one topic with this word in their headings: `nginx`, or `ldap` for OpenLDAP.
    private func parts(named word: String) -> [HelpBlock]? {
        guard word.count > 2 else { return nil }
        for topic in topics() {
            var isNamed = false
            let blocks = topic.blocks().filter { block in
                if let heading = block.heading {
                    isNamed = heading.split { !$0.isLetter && !$0.isNumber && $0 != "." }
                        .contains { Self.isNamed(String($0), word) }
                }
                return isNamed
            }
            if !blocks.isEmpty {
                return [.paragraph("A part of '\(typed(["help", topic.name]))'.")] + blocks
            }
        }
        return nil
    }

    /// Whether a word of a heading is this one, or ends with it as a name of its own: `OpenLDAP`, but not `email`.
    private static func isNamed(_ part: String, _ word: String) -> Bool {
        guard part.lowercased().hasSuffix(word) else { return false }
        return part.count == word.count || part.dropLast(word.count - 1).last?.isUppercase == true
    }

    private var listOfTopics: [HelpBlock] {
        let topics = topics()
        let headings = topics.map {
            HelpRow($0.name, $0.blocks().compactMap(\.heading).joined(separator: "; "))
        }
        return [
            .paragraph("What '\(typed(["help"])) TOPIC' explains."),
            .rows(topics.map { HelpRow($0.name, sentence: $0.summary) }),
            .heading("Parts of them"),
            .paragraph("'\(typed(["help"])) WORD' prints only the parts with that word in their heading."),
            .rows(headings.filter { !$0.text.isEmpty }),
        ]
    }

    var shape: [String] { [name, "[COMMAND]", "[ARGUMENTS]", "[OPTIONS]"] }

    private var overview: [HelpBlock] {
        let page = prose(of: [])
        var blocks: [HelpBlock] = [.paragraph(page.summary + "."), .heading("Usage"), .usage([shape])]
        blocks += page.discussion.suffix(1).map { .paragraph($0) }
        let words = firstWords.map { (names: $0.names, page: prose(of: [$0.name])) }
        for section in words.compactMap(\.page.section).withoutDuplicates {
            let rows = words.filter { $0.page.section == section }
                .map { HelpRow($0.names.joined(separator: ", "), sentence: $0.page.summary) }
            blocks += [.heading(section), .rows(rows)]
        }
        blocks += [.heading("Topics"), .paragraph(topics().map(\.name).joined(separator: ", "))]
        let own = alone.map { describe($0).options } ?? []
        return blocks + Self.options("Options", optionsEverywhere + own)
    }

    private func page(of command: any Command.Type) -> [HelpBlock] {
        let page = prose(of: command.words)
        let description = describe(command)
        var blocks = Self.introduction(page)
        blocks += [.heading("Usage"), .usage(usages(of: description))]
        if !description.arguments.isEmpty {
            let rows = description.arguments.map { HelpRow($0) }
            blocks += [.heading("Arguments"), .rows(rows)]
        }
        blocks += Self.options("Options", description.options)
        blocks += Self.options("Global options", description.everywhere)
        return blocks + Self.examples(page.examples)
    }

    private func page(of group: CommandGroup) -> [HelpBlock] {
        let page = prose(of: [group.name])
        let alone = group.alone.map(describe)
        let shapes = commands(of: group).flatMap { usages(of: describe($0)) }
        var blocks = Self.introduction(page)
        blocks += [
            .heading("Usage"),
            .usage((alone.map { [$0.shape(typed([group.name]))] } ?? []) + shapes),
            .heading("Commands"), .rows(rows(of: group)),
        ]
        blocks += Self.options("Options", alone?.options ?? [])
        blocks += Self.options("Global options", optionsEverywhere)
        blocks += Self.examples(page.examples)
        let more = "'\(typed(["help", group.name])) COMMAND' explains one of them."
        return blocks + [.heading("Learn more"), .paragraph(more)]
    }

    /// Every shape of a command's line: with its arguments, and with each option that replaces them.
    func usages(of command: CommandDescription) -> [[String]] {
        let typed = typed(command.words)
        return [command.shape(typed)]
            + command.options.filter(\.replacesArguments).map { command.shape(typed, by: $0) }
    }

    static func introduction(_ page: CommandPage) -> [HelpBlock] {
        [.paragraph(page.summary + ".")] + page.discussion.map { .paragraph($0) }
    }

    private static func options(_ title: String, _ options: [OptionDescription]) -> [HelpBlock] {
        options.groups.flatMap { heading, options in
            [.heading(heading ?? title), .rows(options.map { HelpRow($0) })]
        }
    }

    private static func examples(_ examples: [HelpRow]) -> [HelpBlock] {
        examples.isEmpty ? [] : [.heading("Examples"), .examples(examples)]
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

internal import RegappValues

extension Program {
    /// The words to type for the nearest command of the group or, without one, for any command or flag of the program.
    ///
    /// - Parameter rest: what follows, which decides between commands with the same nickname.
    func nearestCommand(
        _ typed: String, in group: CommandGroup?, before rest: ArraySlice<String> = []
    ) -> [String]? {
        let takesArgument = rest.contains { !$0.hasPrefix("-") }
        let names = (group.map { [$0.name] } ?? []) + [typed]
        if let named = command(nicknamed: names, takingArgument: takesArgument) { return named }
        if let group {
            // `accounts history` means `history`.
            if self.group(typed) == nil, let other = command([typed]) { return other.words }
            return NearestName.nearest(
                to: typed, among: commands(of: group).map { ($0.words.last ?? "", $0.words) })
        }
        let first = firstWords.map { ($0.name, [$0.name]) }
        let own = alone.map { describe($0).options.map { ($0.name, [$0.typed]) } } ?? []
        // `import` means `accounts import`.
        let inner = commands.filter { $0.words.count > 1 }.map { ($0.words.last ?? "", $0.words) }
        let others = commands.flatMap { $0.otherWords }.filter { $0.count == 1 }.map { ($0[0], $0) }
        return NearestName.nearest(to: typed, among: first + others + own + inner)
    }

    /// The command that two words mean of which the first is unknown: `user add`, `config set`.
    func innerCommand(_ first: String, _ second: String) -> [String]? {
        if let named = command(nicknamed: [first, second]) { return named }
        if second.hasPrefix("-") { return nil }
        // `set passwordLength` means `policy set`.
        let named = commands.first { command in
            command.words.last == first
                && describe(command).arguments.first?.traits.expectation().isChoice(second) == true
        }
        if let named { return named.words + [second] }
        let nickname = command(nicknamed: [first])
        // `role` is a whole line, in which no second command has a place.
        if nickname?.contains(where: \.isPlaceholder) == true { return nil }
        let meant = nickname?.first.flatMap { group($0) } ?? group(nicknamed: first)
        return meant.flatMap { group in
            // `delete user ann@example.com`
            if isName(second, ofGroupOf: [group.name]) { return nil }
            return command([group.name, second]).map { $0.words } ?? nearestCommand(second, in: group)
        }
    }

    /// The command that a word after a group means that is none of the group's: `accounts init`, `accounts policy`.
    func command(outside group: CommandGroup, named word: String, before rest: ArraySlice<String>)
        -> [String]?
    {
        guard !commands(of: group).isEmpty else { return nil }
        return command(nicknamed: [word], takingArgument: rest.contains { !$0.hasPrefix("-") })
            ?? self.group(word).map { [$0.name] }
    }

    private func group(nicknamed word: String) -> CommandGroup? {
        groups.first { group in
            prose(of: [group.name]).nicknames.contains { $0.word == word.lowercased() }
        }
    }

    /// Whether a word names what the command is about anyway: `accounts` or `user` after `list`.
    func isName(_ word: String, ofGroupOf words: [String]) -> Bool {
        guard let named = group(word) ?? group(nicknamed: word) else { return false }
        return words.first.flatMap { group($0) }.map { $0.name == named.name } ?? true
    }

    func command(startingWith line: [String]) -> (any Command.Type)? {
        command(Array(line.prefix(2))) ?? line.first.flatMap { command([$0]) }
    }

    /// The command whose words were typed as one: `accounts-list`, `accountslist` or `'accounts list'`.
    func command(typedAsOneWord word: String) -> [String]? {
        let parts = word.lowercased().split { !$0.isLetter }.map { String($0) }
        // `user:add`
        if parts.count > 1 { return command(parts)?.words ?? innerCommand(parts[0], parts[1]) }
        return groups.lazy.compactMap { group in
            word.hasPrefix(group.name)
                ? command([group.name, String(word.dropFirst(group.name.count))])?.words : nil
        }.first
    }

    /// The commands of groups that do the same to the accounts of others: `accounts show` for `show`.
    func commands(alike command: CommandDescription) -> [CommandDescription] {
        commands.filter { $0.words.count > command.words.count && $0.words.last == command.words.last }
            .map(describe)
    }

    /// The command that a command and a word after it mean: `show policy`, `edit policy`, `accounts export dovecot`.
    func command(_ words: [String], before name: String) -> [String]? {
        guard words.count == 1 else { return words.last.flatMap { command(nicknamed: [$0, name]) } }
        return command(nicknamed: words + [name]) ?? command([name] + words)?.words
    }

    /// The options that a word means to a command, as people know it from elsewhere: `--format htpasswd` for `nginx`.
    func options(of command: CommandDescription, meantBy word: String) -> [String]? {
        guard let line = self.command(command.words, before: word), line.starts(with: command.words),
            line.count > command.words.count
        else { return nil }
        return Array(line.dropFirst(command.words.count))
    }

    /// What lists the values of which a text is none: `history ann@example.com` for `undo ann@example.com`.
    func hint(listing text: String, with words: [String]) -> Sentence {
        guard let command = command(words).map(describe), let argument = command.arguments.first else {
            return "see \(.program(words))"
        }
        if argument.traits.looksLike(text) { return "see \(.program(words + [text]))" }
        return "see \(.program(command.optionTaking(text).map { words + [$0.typed, text] } ?? words))"
    }

    /// Whether a word after this command is the number of a change, a name of the program, or like an account's: then it
    /// is no password, and an answer may show it.
    func knows(_ word: String, after words: [String]) -> Bool {
        let isNumber = Int(word) != nil && word.utf8.count <= longestNumber
        if isNumber || group(word) != nil || command([word]) != nil { return true }
        return command(words, before: word) != nil
            || commands.contains { command in
                guard let traits = describe(command).arguments.first?.traits else { return false }
                return traits.isName && traits.looksLike(word) || traits.expectation().isChoice(word)
            }
    }

    /// What pages say about an option that people know from other programs: that of the command first.
    func habits(_ typed: String, of command: CommandDescription?) -> [Nickname] {
        // `--user_name` is `--username`; a letter is that letter.
        func plain(_ text: String) -> String {
            text.startsLikeOption ? text.lowercased().filter { $0 != "-" && $0 != "_" } : text
        }
        let pages = [command?.words, []].compactMap(\.self).map(prose)
        return pages.flatMap(\.habits).filter { plain($0.word) == plain(typed) }
    }

    /// The option that an unknown one means: `--documents` for `--docs` and `-d`.
    func option(meantBy typed: String, in command: CommandDescription) -> OptionDescription? {
        // Of a command that knows `-f` as a file, it is no `--yes`.
        if let usual = habits(typed, of: command).first {
            guard usual.options.count == 1 else { return nil }
            return command.allOptions.first { $0.typed == usual.options[0] }
        }
        // Letters behind one hyphen are options of their own.
        guard typed.startsLikeOption || typed.utf8.count > 4 else { return nil }
        return NearestName.option(typed, among: command.allOptions)
    }

    /// What to type for an option that people know from other programs, such as `--user`, by the page of the command
    /// or that of the whole program; nil if the command has nothing like it.
    ///
    /// - Parameters:
    ///   - value: what follows it.
    ///   - texts: the arguments before it, of which those that look like the command's first one are repeated.
    func habit(
        _ typed: String, _ value: String? = nil, after texts: [String] = [], in command: CommandDescription?,
        among known: [OptionDescription]
    ) -> Sentence? {
        let names = texts.filter { text in
            text.isPrintable && command?.arguments.first?.traits.looksLike(text) == true
        }
        for habit in habits(typed, of: command) {
            guard let first = habit.options.first else {
                return command.flatMap { command in
                    let labels = command.arguments.filter(\.isRequired).map(\.label)
                    // `undo ann@example.com --last` means no change of somebody else.
                    guard !names.isEmpty || !labels.isEmpty || texts.isEmpty else { return nil }
                    return "type \(.program(command.words + (names.isEmpty ? labels : names)))"
                }
            }
            if first == "help" {
                // A topic about several things is for a command that takes several.
                let isMeant = habit.options.count == 1 || command?.arguments.last?.repeats == true
                if isMeant { return .seeHelp(Array(habit.options.dropFirst())) }
                continue
            }
            guard first.startsLikeOption else {
                guard self.command(startingWith: habit.options) == nil else {
                    // `edit ann@example.com --lock`
                    let line = habit.options.map { $0 == "EMAIL" && names.count == 1 ? names[0] : $0 }
                    return .didYouMean(.program(line))
                }
                return command.map { command in
                    let argument =
                        habit.options.count > 1
                        ? nil : command.arguments.first { $0.name.split(separator: "|").contains(first[...]) }
                    return
                        "type \(.program(command.words + (argument?.words(for: value, orElse: first) ?? habit.options)))"
                }
            }
            if known.contains(where: { $0.typed == first }) { return .didYouMean(.words(habit.options)) }
            if let line = command?.line(taking: String(first.dropFirst(2)), value) { return "type \(line)" }
        }
        return nil
    }

    /// What to type for words that people know from other programs: `rollback`, `accounts rm`.
    func command(nicknamed words: [String], takingArgument takesArgument: Bool = false) -> [String]? {
        // `sign-up` is `signup`.
        let names = words.map { $0.filter { $0 != "-" && $0 != "_" } }
        func lines(_ isNickname: (Nickname, String) -> Bool) -> [[String]] {
            commands.compactMap { command in
                let isOfGroup = names.count == 2 && command.words.count == 2 && command.words[0] == names[0]
                let nickname = prose(of: command.words).nicknames.first {
                    isNickname($0, names.spaced) || isOfGroup && isNickname($0, names[1])
                }
                return nickname.map { command.words + $0.options }
            }
        }
        // `usermod -U` unlocks, and `usermod -u` sets a number; in words, case does not matter.
        let asTyped = lines { $0.word == $1 }
        let isLetter = names.count > 1 && names.last?.count == 1
        let named =
            asTyped.isEmpty && !isLetter ? lines { $0.word.lowercased() == $1.lowercased() } : asTyped
        guard named.count > 1 else { return named.first }
        // `passwd ann@example.com` is about an account, `passwd` alone about the own one.
        return named.first { words in
            guard let command = command(startingWith: words) else { return false }
            let isWhole = words.count > command.words.count && !words.contains(where: \.isPlaceholder)
            return (isWhole || describe(command).arguments.isEmpty) != takesArgument
        } ?? named.first
    }

    func nearestTopic(_ words: [String]) -> [String]? {
        guard let first = words.first else { return nil }
        if let named = command(nicknamed: words) {
            let topic = named.filter { !$0.startsLikeOption && $0 != "help" }
            // `init` means `policy use service`, whose page is that of `policy use`.
            let pages = pageNames
            return topic.indices.reversed().map { Array(topic[...$0]) }.first(where: pages.contains) ?? topic
        }
        if let group = group(first), words.count > 1 { return nearestCommand(words[1], in: group) }
        if words.count == 1, let command = command(typedAsOneWord: first) { return command }
        let names = pageNames
        let candidates = names.filter { $0.count == 1 } + names.filter { $0.count > 1 }
        if let page = NearestName.nearest(to: first, among: candidates.map { ($0.last ?? "", $0) }) {
            return page
        }
        let parts = topics().flatMap { $0.blocks().compactMap(\.heading) }
            .flatMap { $0.lowercased().split { !$0.isLetter }.map(String.init) }
        return NearestName.nearest(to: first, among: parts.filter { $0.count > 4 }.map { ($0, [$0]) })
    }

    /// The words of the group's command that an argument may be meant for: `albums night` means a search. Without a
    /// group, those of any command that takes such a name.
    ///
    /// - Parameter mayBeSearch: whether a command that takes any text is proposed as the last resort.
    func line(in group: CommandGroup?, with argument: String, mayBeSearch: Bool) -> [String]? {
        let takers = (group.map(commands) ?? commands).compactMap { command in
            describe(command).arguments.first.map { (command.words, $0.traits) }
        }
        guard group != nil else {
            return takers.first { $0.1.isName && $0.1.looksLike(argument) }.map {
                $0.0 + ShellCommand.argument(argument)
            }
        }
        let taker =
            takers.first { $0.1.looksLike(argument) }
            ?? takers.first { mayBeSearch && $0.1.isPlainText && !argument.isBlank }
        return taker.map { $0.0 + ShellCommand.argument(argument) }
    }
}

extension NearestName {
    static func option(_ typed: String, among options: [OptionDescription]) -> OptionDescription? {
        let name = String(typed.unicodeScalars.drop { $0 == "-" })
        return nearest(to: name, among: options.map { ($0.name, $0) })
    }
}

internal import RegappValues

package enum CommandLineMeaning: Sendable {
    case run(ParsedLine)
    case help([String])
    case complete(CompletionQuestion)
}

package struct ParsedLine: Sendable {
    let description: CommandDescription
    let values: GivenValues

    package var command: any Command.Type { description.command }

    package func read<Values: CommandLineReadable>(_ type: Values.Type) -> Values { values.read(type) }

    package func missingValue(of option: String) -> UsageError {
        .needsValue(description.missing(option))
    }
}

extension Program {
    /// Parses the arguments, without the name of the program.
    ///
    /// - `--option value` and `--option=value` are the same; a separate value never starts with `--`.
    /// - Options may be anywhere, even before the command; `--` ends them.
    /// - `--help` and `-h` win over all mistakes after the command's words. With a command whose exit code is an
    ///   answer they are an error, unless a person reads the output: a service may be asked about a user `--help`.
    /// - Otherwise the first mistake, from the left, is the error.
    ///
    /// - Parameter isReadByPerson: whether standard output is a terminal.
    package func parse(
        _ arguments: [String], isReadByPerson: Bool = true
    ) throws(UsageError) -> CommandLineMeaning {
        if let question = CompletionQuestion(arguments) { return .complete(question) }
        var scanner = CommandLineScanner(self)
        for argument in arguments { try scanner.read(argument) }
        let help = OptionDescription.help.name
        if scanner.options.contains(where: { $0.isKnown && $0.name == help && $0.value == nil }) {
            let reached = scanner.reached
            if case .command(let command) = reached, command.command.answersByExitCode, !isReadByPerson {
                throw .onlyAnswers(command.words)
            }
            return .help(scanner.commandWords)
        }
        guard let command = scanner.command else {
            if case .group(let group) = scanner.reached {
                let names = commands(of: group).compactMap { $0.words.last }
                throw .missingCommand(of: group.name, commands: names)
            }
            return .help([])
        }
        let options = try options(of: scanner, command)
        let values = GivenValues(
            options: options, arguments: try command.checked(scanner.arguments, beside: options))
        try command.checkTogether(values)
        return .run(ParsedLine(description: command, values: values))
    }

    /// A command line without the values of password options. Such an option stands behind the others, so that it
    /// takes no argument for its value, and is asked for.
    package func withoutSecrets(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var rest = arguments[..<end]
        var kept: [String] = []
        var secrets: [String] = []
        while let argument = rest.popFirst() {
            let (option, value) = argument.splitAtEquals
            guard self.option(where: { $0.typed == option && $0.isSecret && $0.value != nil }) != nil else {
                kept.append(argument)
                continue
            }
            secrets.append(option)
            if value == nil, let next = rest.first, !next.startsLikeOption { rest.removeFirst() }
        }
        return kept + secrets + arguments[end...]
    }

    private func options(
        of scanner: CommandLineScanner, _ command: CommandDescription
    ) throws(UsageError) -> [GivenValues.Option] {
        var values: [GivenValues.Option] = []
        for option in scanner.options {
            guard option.isKnown else { throw scanner.error(for: option) }
            guard let declared = command.option(option.name) else {
                let words = command.words
                let takers = commands.filter { describe($0).options.contains { $0.name == option.name } }
                    .map { $0.words }
                let near = takers.filter { $0.first == words.first }
                let others = takers.filter { $0.first != words.first }
                throw .optionNotOfCommand("--" + option.name, words, takers: near + others)
            }
            let text = try command.checked(option.value, of: declared)
            // A repeated flag says the same; of two values only one could be meant.
            if declared.value != nil, !declared.repeats, values.contains(where: { $0.name == option.name }) {
                throw .repeatedOption(declared.typed)
            }
            values.append(GivenValues.Option(name: option.name, text: text))
        }
        return values
    }
}

extension CommandDescription {
    fileprivate func missing(_ name: String) -> UsageError.MissingValue {
        let option = option(name)
        var choices: [String] = []
        if case .choices(let names)? = option?.value?.traits.expectation { choices = names }
        let safer = option.map { $0.isSecret ? alternatives(to: $0) : [] } ?? []
        return UsageError.MissingValue(
            option: "--" + name, placeholder: option?.value?.placeholder ?? "", choices: choices,
            isAskable: option?.value?.isAskable == true,
            safer: safer.filter { $0.name != name }.map(\.label))
    }

    fileprivate func checked(_ text: String?, of option: OptionDescription) throws(UsageError) -> String? {
        guard let value = option.value else {
            guard text == nil else { throw .takesNoValue(option.typed) }
            return nil
        }
        guard let text else {
            guard value.isAskable else { throw .needsValue(missing(option.name)) }
            return nil
        }
        if text.isEmpty, value.traits.isPath { throw .needsValue(missing(option.name)) }
        guard value.traits.accepts(text) else {
            throw .invalidValue(
                option.typed, text, value.traits.expectation, of: words,
                nearest: value.traits.nearest(to: text))
        }
        return text
    }

    fileprivate func checked(
        _ given: [CommandLineScanner.Word], beside values: [GivenValues.Option]
    ) throws(UsageError) -> [String] {
        let replacement = options.first { option in
            option.replacesArguments && values.contains { $0.name == option.name }
        }
        if let replacement {
            guard given.isEmpty else {
                throw .conflictingOptions(replacement.typed, arguments.map(\.label).joined(separator: " "))
            }
            return []
        }
        let texts = given.map(\.text)
        if let extra = given.dropFirst(arguments.count).first(where: isExtra) { throw unexpected(extra) }
        if let missing = arguments.dropFirst(texts.count).first, missing.isRequired {
            throw .missingArgument(
                missing.name, missing.traits.expectation, of: words,
                labels: arguments.filter(\.isRequired).map { argument in
                    if case .choices(let choices) = argument.traits.expectation, let first = choices.first {
                        first
                    } else {
                        argument.label
                    }
                })
        }
        if let last = arguments.last, last.traits.isPlainText, !texts.isEmpty, texts.allSatisfy(\.isBlank) {
            throw .emptyArgument(last.name, meaning: last.summary)
        }
        for (index, text) in texts.enumerated() {
            let argument = arguments[min(index, arguments.count - 1)]
            guard argument.traits.accepts(text) else {
                throw .invalidArgument(
                    argument.name, text, argument.traits.expectation, of: words,
                    nearest: argument.traits.nearest(to: text))
            }
        }
        return texts
    }

    private func isExtra(_ word: CommandLineScanner.Word) -> Bool {
        guard let last = arguments.last, last.repeats else { return true }
        // A person who types `password ann@example.com hunter2` has typed a password, and named no second account.
        return options.contains { $0.isSecret && $0.value != nil } && !last.traits.looksLike(word.text)
    }

    private func unexpected(_ word: CommandLineScanner.Word) -> UsageError {
        // A person who writes `email=ann@example.com` is helped by the name before the `=`.
        let name = word.text.splitAtEquals.name
        let isShown = !word.mayBeSecret && !options.contains { $0.isSecret && $0.value != nil }
        let taker = word.mayBeSecret ? nil : options.first { $0.value?.traits.looksLike(name) == true }
        let nearest = (taker ?? NearestName.option(name, among: options)).map { option in
            let value = option.value.map { taker != nil && isShown ? name : $0.placeholder }
            return [option.typed] + (value.map { [$0] } ?? [])
        }
        return isShown
            ? .extraArgument(name, of: words, nearest: nearest) : .hiddenArgument(of: words, nearest: nearest)
    }

    fileprivate func checkTogether(_ values: GivenValues) throws(UsageError) {
        let given = options.filter { values.has($0.name) }
        for option in given {
            let others = alternatives(to: option).filter { $0.name != option.name && values.has($0.name) }
            if let other = others.first { throw .conflictingOptions(option.typed, other.typed) }
        }
        for option in given {
            if let needed = option.onlyWith, !values.arguments.contains(needed) {
                throw .optionNeedsArgument(option.typed, needed, of: words)
            }
            if let first = option.needed.first, !option.needed.contains(where: values.has) {
                throw .optionNeedsOption(option.typed, self.option(first)?.label ?? first)
            }
        }
    }
}

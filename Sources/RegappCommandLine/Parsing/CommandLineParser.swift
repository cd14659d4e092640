internal import RegappValues

package enum CommandLineMeaning: Sendable {
    case run(ParsedLine)
    case help([String])
    case complete(CompletionQuestion)
}

package struct ParsedLine: Sendable {
    let description: CommandDescription
    package let values: GivenValues

    package var command: any Command.Type { description.command }

    /// The error for an option without its value, when there is no person to ask.
    package func missingValue(of option: String) -> UsageError { description.missing(option) }
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
        for (index, argument) in arguments.enumerated() {
            try scanner.read(argument, before: arguments[(index + 1)...])
        }
        let help = OptionDescription.help.name
        if scanner.options.contains(where: { $0.isKnown && $0.name == help && $0.value == nil }) {
            let reached = scanner.reached
            if case .command(let command) = reached, command.command.answersByExitCode, !isReadByPerson {
                throw UsageError(
                    message: "\(.name(command.words)) shows no help here: its exit code is an answer",
                    hint: """
                        see \(.help(command.words)); a service writes \(.words(["--"])) before the name of a user
                        """)
            }
            return .help(scanner.commandWords)
        }
        guard let command = scanner.command else {
            if case .group(let group) = scanner.reached {
                let names = commands(of: group).compactMap { $0.words.last }
                throw UsageError(
                    message: "\(.name([group.name])) needs a command",
                    hint: "type \(.program([group.name])) and one of: \(prose: names.joined(separator: ", "))"
                )
            }
            return .help([])
        }
        try check(scanner, command)
        let values = GivenValues(options: scanner.options, arguments: scanner.arguments.map(\.text))
        try command.check(scanner.arguments, values, in: self)
        try command.checkTogether(values)
        return .run(ParsedLine(description: command, values: values))
    }

    /// A command line without the values of password options. These options move to the end, so that no argument is
    /// mistaken for their value and they are asked for.
    package func withoutSecrets(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        var rest = arguments[..<end]
        var kept: [String] = []
        var secrets: [String] = []
        while let argument = rest.popFirst() {
            let option = argument.splitAtEquals
            guard self.option(where: { $0.typed == option.name && $0.isSecret && $0.value != nil }) != nil
            else {
                kept.append(argument)
                continue
            }
            secrets.append(option.name)
            if option.value == nil, let next = rest.first, !next.startsLikeOption { rest.removeFirst() }
        }
        return kept + secrets + arguments[end...]
    }

    private func check(_ scanner: CommandLineScanner, _ command: CommandDescription) throws(UsageError) {
        for (index, option) in scanner.options.enumerated() {
            guard option.isKnown else { throw scanner.error(for: option) }
            guard let declared = command.option(option.name) else {
                throw error(for: option.name, notOf: command.words)
            }
            try command.check(option.value, of: declared)
            // A repeated flag says the same; of two values only one could be meant.
            let isRepeated = scanner.options[..<index].contains { $0.name == option.name }
            if isRepeated, declared.value != nil, !declared.repeats {
                throw UsageError(
                    message: "\(prose: declared.typed) is given twice",
                    hint: "give \(prose: declared.typed) once")
            }
        }
    }

    /// The error for an option of other commands; those of the same group are named first.
    private func error(for option: String, notOf words: [String]) -> UsageError {
        if let command = command(words).map(describe) {
            let near = NearestName.option(option, among: command.options)
            let line: Sentence? = command.line(taking: option).map { "type \($0)" }
            let meant: Sentence? = near.map { .didYouMean(.words([$0.typed])) }
            if let hint = line ?? meant {
                return UsageError(
                    message: "\(.name(words)) has no option --\(prose: option)", hint: hint)
            }
        }
        let takers = commands.filter { describe($0).options.contains { $0.name == option } }.map { $0.words }
        let near = takers.filter { $0.first == words.first }
        let others = takers.filter { $0.first != words.first }
        let names = (near + others).prefix(3).map { "\(.name($0))" as Sentence }
        let rest: [Sentence] = takers.count > names.count ? ["others"] : []
        return UsageError(
            message: "\(.name(words)) has no option --\(prose: option)",
            // An option such as `--version` is typed without a command.
            hint: takers == [[]]
                ? "type \(.program(["--" + option]))"
                : "it is an option of \((names + rest).listed())")
    }
}

extension CommandDescription {
    /// Its line with the argument that an option of this name is meant for: `show --email` means `show EMAIL`.
    func line(taking name: String) -> ShellCommand? {
        guard let argument = arguments.first(where: { $0.name.lowercased() == name }) else { return nil }
        return .program(words + [argument.name])
    }

    fileprivate func missing(_ name: String) -> UsageError {
        let option = option(name)
        let typed = "--" + name
        let isAskable = option?.value?.isAskable == true
        let message: Sentence =
            isAskable ? "no \(prose: name.noun) given" : "\(prose: typed) needs a value"
        if case .choices(let names)? = option?.value?.traits.expectation {
            return UsageError(
                message: message, hint: "give one of: \(prose: names.joined(separator: ", "))")
        }
        // For a password, the options that pass it without showing it.
        let safer = option.map { $0.isSecret ? alternatives(to: $0) : [] } ?? []
        let labels = safer.filter { $0.name != name }.map(\.label).listed(last: "or")
        let way: Sentence =
            labels.isEmpty
            ? "type \(.words([typed, option?.value?.placeholder ?? ""]))" : "use \(prose: labels)"
        return UsageError(
            message: message, hint: isAskable ? "\(way), or run it on a terminal to be asked" : way)
    }

    fileprivate func check(_ text: String?, of option: OptionDescription) throws(UsageError) {
        guard let value = option.value else {
            guard text == nil else {
                throw UsageError(
                    message: "\(prose: option.typed) takes no value",
                    hint: "write \(prose: option.typed) alone")
            }
            return
        }
        guard let text else {
            guard value.isAskable else { throw missing(option.name) }
            return
        }
        if text.isEmpty, value.traits.isPath { throw missing(option.name) }
        guard value.traits.accepts(text) else { throw invalid(text, of: option, value.traits) }
    }

    private func invalid(
        _ text: String, of option: OptionDescription, _ traits: ValueTraits
    ) -> UsageError {
        let expected = traits.expectation
        let nearest = traits.nearest(to: text)
        let isTooLong = expected.areManyChoices && nearest != nil
        return UsageError(
            message: isTooLong
                ? "unknown \(prose: option.name.noun) \(prose: text.quoted)"
                : "\(prose: option.typed) takes \(prose: expected.words), not \(prose: text.quoted)",
            hint: nearest.map { .didYouMean(.words([option.typed, $0])) } ?? .seeHelp(words))
    }

    fileprivate func check(
        _ given: [CommandLineScanner.Word], _ values: GivenValues, in program: Program
    ) throws(UsageError) {
        if let replacement = options.first(where: { $0.replacesArguments && values.has($0.name) }) {
            guard !given.isEmpty else { return }
            throw .conflictingOptions(replacement.typed, arguments.map(\.label).joined(separator: " "))
        }
        let texts = values.arguments
        if let extra = given.dropFirst(arguments.count).first(where: isExtra) {
            throw unexpected(extra, after: texts.prefix(arguments.count), values, in: program)
        }
        if let missing = arguments.dropFirst(texts.count).first, missing.isRequired {
            throw self.missing(missing, after: texts)
        }
        if let last = arguments.last, last.traits.isPlainText, !texts.isEmpty, texts.allSatisfy(\.isBlank) {
            throw UsageError(
                message: "\(prose: last.name) is empty", hint: "type \(prose: last.summary)")
        }
        for (index, text) in texts.enumerated() {
            let argument = arguments[min(index, arguments.count - 1)]
            guard argument.traits.accepts(text) else {
                throw invalid(text, for: argument, before: texts[(index + 1)...])
            }
            guard argument.traits.isName, !argument.traits.looksLike(text) else { continue }
            if text == "help" {
                throw UsageError(
                    message: "unexpected argument \(prose: text.quoted)", hint: .didYouMean(.help(words)))
            }
            // `export htpasswd` means `export --format htpasswd`.
            if let option = options.first(where: { $0.value?.traits.expectation.isChoice(text) == true }) {
                throw UsageError(
                    message: "unexpected argument \(prose: text.quoted)",
                    hint: .didYouMean(.program(words + [option.typed, text])))
            }
        }
    }

    private func missing(_ argument: ArgumentDescription, after typed: [String]) -> UsageError {
        let labels = arguments.filter(\.isRequired).enumerated().map { index, argument in
            if case .choices(let choices) = argument.traits.expectation, let first = choices.first {
                choices.first { typed.dropFirst(index).first == $0 } ?? first
            } else {
                argument.label
            }
        }
        let needs: Sentence = "\(.name(words)) needs \(prose: argument.name)"
        guard case .choices(let choices) = argument.traits.expectation else {
            return UsageError(message: needs, hint: "type \(.program(words + labels))")
        }
        return UsageError(
            message: argument.traits.expectation.areManyChoices
                ? needs : "\(needs): \(prose: choices.listed(last: "or"))",
            hint: "for example, type \(.program(words + labels))")
    }

    private func invalid(
        _ text: String, for argument: ArgumentDescription, before rest: ArraySlice<String>
    ) -> UsageError {
        let expected = argument.traits.expectation
        guard case .choices(let choices) = expected else {
            return UsageError(
                message:
                    "\(prose: argument.name) must be \(prose: expected.words), not \(prose: text.quoted)",
                hint: .seeHelp(words))
        }
        let advice: Sentence =
            expected.areManyChoices ? .seeHelp(words) : "choose \(prose: choices.listed(last: "or"))"
        return UsageError(
            message: "unknown \(prose: argument.name.noun) \(prose: text.quoted)",
            hint: argument.traits.nearest(to: text).map { .didYouMean(.program(words + [$0] + rest)) }
                ?? advice)
    }

    private func isExtra(_ word: CommandLineScanner.Word) -> Bool {
        guard let last = arguments.last, last.repeats else { return true }
        // A person who types `password ann@example.com hunter2` means a password, not a second account.
        return options.contains { $0.isSecret && $0.value != nil } && !last.traits.looksLike(word.text)
    }

    /// - Parameter texts: the arguments before it.
    private func unexpected(
        _ word: CommandLineScanner.Word, after texts: ArraySlice<String>, _ values: GivenValues,
        in program: Program
    ) -> UsageError {
        // For `email=ann@example.com`, the name before the `=` leads to the option that is meant.
        let typed = word.text.splitAtEquals
        let name = typed.name
        let password = options.first { $0.isSecret && $0.value != nil }
        // After the name of an account a careless person types its password.
        let isShown =
            !word.mayBeSecret && password == nil
            && (texts.isEmpty || !arguments.contains { $0.traits.isName })
        let taker = word.mayBeSecret ? nil : options.first { $0.value?.traits.looksLike(name) == true }
        // A person who types `show ann@example.com` means `accounts show`.
        let inner = program.commands.first {
            $0.words.count > words.count && $0.words.last == words.last
                && program.describe($0).arguments.first?.traits.looksLike(name) == true
        }
        let option = (taker ?? NearestName.option(name, among: options)).map { option in
            let value = option.value.map { taker != nil && isShown ? name : $0.placeholder }
            return ShellCommand.words([option.typed] + (value.map { [$0] } ?? []))
        }
        let arguments = texts.flatMap(ShellCommand.argument)
        var nearest =
            inner.map { command in
                let label = program.describe(command).arguments.first?.name
                return .program(
                    command.words + (isShown ? ShellCommand.argument(name) : label.map { [$0] } ?? []))
            } ?? option
        if nearest == nil, typed.value != nil, !word.mayBeSecret, let keyed = options.first(where: \.isKeyed)
        {
            nearest = .program(words + [keyed.typed, "KEY=VALUE"] + arguments)
        }
        if nearest == nil, isShown, let folder = directoryOption(program), !values.has(folder.name) {
            nearest = .program(words + arguments + [folder.typed, word.text])
        }
        if isShown {
            return UsageError(
                message: "unexpected argument \(prose: name.quoted)",
                hint: nearest.map(Sentence.didYouMean) ?? .seeHelp(words))
        }
        let isPartOfValue = word.after?.value?.traits.isPlainText == true || word.mayBeSecret
        if let nearest { return .hiddenArgument(.didYouMean(nearest)) }
        if isPartOfValue { return .hiddenArgument(of: words, nearest: nil) }
        guard let password else { return .hiddenArgument("type \(.program(words + arguments))") }
        let safer = alternatives(to: password).filter { $0.name.hasPrefix(password.name + "-") }.map(\.label)
        return .hiddenArgument(
            """
            type \(.program(words + arguments)), which asks for a password; a script uses \
            \(prose: safer.listed(last: "or"))
            """)
    }

    /// The option that names a directory, for a command all of whose arguments are choices: a further word probably
    /// is one.
    private func directoryOption(_ program: Program) -> OptionDescription? {
        let areChoices = arguments.allSatisfy { argument in
            if case .choices = argument.traits.expectation { true } else { false }
        }
        guard areChoices, !arguments.isEmpty else { return nil }
        return everywhere.first { $0.value?.traits.isDirectory == true }
    }

    fileprivate func checkTogether(_ values: GivenValues) throws(UsageError) {
        let given = options.filter { values.has($0.name) }
        for option in given {
            let others = alternatives(to: option).filter { $0.name != option.name && values.has($0.name) }
            if let other = others.first { throw .conflictingOptions(option.typed, other.typed) }
        }
        for option in given {
            let missing: String?
            switch option.need {
            case .options(let names, let argument):
                let isMet = names.contains(where: values.has) || argument != nil && !values.arguments.isEmpty
                let choices = [argument, names.first.flatMap(self.option)?.label].compactMap(\.self)
                missing = isMet || choices.isEmpty ? nil : choices.listed(last: "or")
            case .values(let texts, let name):
                let other = self.option(name)
                // Without a fallback, no value is a wrong one.
                let value = values.text(name) ?? (other?.fallback ?? { _ in "" })(values)
                missing = value.map(texts.contains) ?? true ? nil : option.need.words
            case .argument(let text):
                guard values.arguments.first != text else { continue }
                let typed = option.typed
                throw UsageError(
                    message: "\(prose: typed) goes only with '\(prose: text)'",
                    hint: "type \(.program(words + [text, typed])), or leave \(prose: typed) out")
            }
            guard let missing else { continue }
            // `import --csv` means `import --format csv`.
            let chooser = options.first { $0.value?.traits.expectation.isChoice(option.name) == true }
            let add: Sentence = "add \(prose: missing)"
            throw UsageError(
                message: "\(prose: option.typed) needs \(prose: missing)",
                hint: chooser.map { "write \(.words([$0.typed, option.name])), or \(add)" } ?? add)
        }
    }
}

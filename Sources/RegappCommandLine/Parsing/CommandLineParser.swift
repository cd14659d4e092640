internal import RegappValues

package enum CommandLineMeaning: Sendable {
    case run(ParsedLine)
    case help([String])
    case complete(CompletionQuestion)
}

package struct ParsedLine: Sendable {
    package let description: CommandDescription
    package let values: GivenValues
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
                throw error(for: option, notOf: command)
            }
            let next = scanner.arguments.filter { $0.after?.name == option.name }.map(\.text)
            try command.check(option.value, of: declared, before: next)
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
    private func error(
        for given: CommandLineScanner.Option, notOf command: CommandDescription
    ) -> UsageError {
        let option = given.name
        let words = command.words
        let nearest = NearestName.option(option, among: command.options)
        // `--format json` means `--json`.
        let flag = command.options.first { $0.value == nil && $0.name == given.value }
        let hint =
            habit("--" + option, given.value, in: command, among: command.allOptions)
            ?? command.line(taking: option, given.value).map { "type \($0)" }
            ?? (nearest ?? flag).map { .didYouMean(.words([$0.typed])) }
            ?? commands(alike: command).lazy.compactMap { $0.line(taking: option, given.value) }.first
            .map { .didYouMean($0) }
        if let hint {
            return UsageError(message: "\(.name(words)) has no option --\(prose: option)", hint: hint)
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
    func line(taking name: String, _ value: String?) -> ShellCommand? {
        guard let argument = arguments.first(where: { $0.name.lowercased() == name }) else { return nil }
        return .program(words + argument.words(for: value))
    }

    package func missing(_ name: String) -> UsageError {
        let option = option(name)
        let typed = "--" + name
        let noun = option?.value?.askedFor
        let message: Sentence = noun.map { "no \(prose: $0) given" } ?? "\(prose: typed) needs a value"
        if case .choices(let names)? = option?.value?.traits.expectation() {
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
            message: message, hint: noun == nil ? way : "\(way), or run it on a terminal to be asked")
    }

    fileprivate func check(
        _ text: String?, of option: OptionDescription, before next: [String]
    ) throws(UsageError) {
        guard let value = option.value else {
            guard text == nil else {
                throw UsageError(
                    message: "\(prose: option.typed) takes no value",
                    hint: "write \(prose: option.typed) alone")
            }
            return
        }
        guard let text else {
            guard value.askedFor != nil else { throw missing(option.name) }
            return
        }
        // For a path, an empty text can only be a mistake.
        if text.isEmpty, value.traits.isFile || value.traits.isDirectory { throw missing(option.name) }
        guard value.traits.accepts(text) else { throw invalid(text, of: option, value.traits, before: next) }
    }

    private func invalid(
        _ text: String, of option: OptionDescription, _ traits: ValueTraits, before next: [String]
    ) -> UsageError {
        let expected = traits.expectation()
        let nearest = traits.nearest(to: text)
        let isTooLong = expected.areManyChoices && nearest != nil
        // `--since 2 days ago` lacks quotes.
        let longer = next.indices.reversed().map { ([text] + next[...$0]).spaced } + next
        let whole = option.isSecret ? nil : longer.first { $0.isPrintable && traits.accepts($0) }
        let meant = whole ?? nearest
        let hint = hint(insteadOf: text, of: option, traits)
        return UsageError(
            message: isTooLong
                ? "unknown \(prose: option.name.noun) \(prose: text.quoted)"
                : "\(prose: option.typed) takes \(prose: expected.words), not \(prose: text.quoted)",
            hint: hint ?? meant.map { .didYouMean(.words([option.typed, $0])) } ?? .seeHelp(words))
    }

    /// What to type for a text that lacks its `=`, or that names a file in place of its format.
    private func hint(
        insteadOf text: String, of option: OptionDescription, _ traits: ValueTraits
    ) -> Sentence? {
        if case .choices = traits.expectation(), text.looksLikeFile {
            if let taker = self.optionTaking(text) {
                return .didYouMean(.program(words + [taker.typed, text]))
            }
            return arguments.first?.traits.isFile == true ? .didYouMean(.program(words + [text])) : nil
        }
        let form = option.value.map { $0.placeholder.splitAtEquals.value } ?? nil
        let isPlain = !text.isEmpty && !text.contains { "=~".contains($0) || $0.isWhitespace }
        guard let form, !option.isSecret, isPlain else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1)
        if parts.count > 1 { return .didYouMean(.words([option.typed, "\(parts[0])=\(parts[1])"])) }
        return parts.first.map { "write \(.words([option.typed, "\($0)=\(form)"]))" }
    }

    fileprivate func check(
        _ given: [CommandLineScanner.Word], _ values: GivenValues, in program: Program
    ) throws(UsageError) {
        if let replacement = options.first(where: { $0.replacesArguments && values.has($0.name) }) {
            guard !given.isEmpty else { return }
            throw .conflictingOptions(replacement.typed, arguments.map(\.label).joined(separator: " "))
        }
        let texts = values.arguments
        if let place = given.indices.first(where: { isExtra(given, at: $0) }) {
            let extra = given[place]
            let isWrong = arguments.last.map { $0.repeats && !$0.traits.looksLike(extra.text) } ?? false
            // What has no place among emails says nothing of them.
            let others = isWrong ? texts.filter { arguments.last?.traits.looksLike($0) == true }[...] : nil
            throw unexpected(
                extra, after: others ?? texts.prefix(arguments.count),
                and: texts.dropFirst(place + 1), values, in: program)
        }
        for (index, (argument, text)) in zip(arguments, texts).enumerated() {
            if case .choices = argument.traits.expectation(), !argument.traits.accepts(text) {
                throw invalid(text, for: argument, before: texts[(index + 1)...])
            }
        }
        if let missing = arguments.dropFirst(texts.count).first, missing.isRequired {
            throw self.missing(missing, after: texts, in: program)
        }
        if let last = arguments.last, last.traits.isPlainText, !texts.isEmpty, texts.allSatisfy(\.isBlank) {
            throw UsageError(
                message: "\(prose: last.name) is empty",
                hint: "type \(.program(words + [last.label])), with \(prose: last.summary())")
        }
        for (index, text) in texts.enumerated() {
            let argument = arguments[min(index, arguments.count - 1)]
            guard argument.traits.accepts(text) else {
                throw invalid(text, for: argument, before: texts[(index + 1)...])
            }
            guard argument.traits.isName, !argument.traits.looksLike(text) else { continue }
            let hint: Sentence?
            switch text {
            case "help" where words != ["help"]: hint = .didYouMean(.help(words))
            case "all", "*": hint = program.habit("--all", in: self, among: allOptions)
            default:
                // A service may ask about a user of any name, and a later argument is what the first one takes.
                hint =
                    command.answersByExitCode || index > 0 && arguments.count > 1
                    ? nil : line(meantBy: text, among: texts, in: program).map { .didYouMean($0) }
            }
            if let hint {
                throw UsageError(message: "unexpected argument \(prose: text.quoted)", hint: hint)
            }
        }
    }

    /// The line that a text means that is no name: `history yesterday`, `history '#2'`, `export htpasswd`.
    private func line(
        meantBy text: String, among texts: [String], in program: Program
    ) -> ShellCommand? {
        guard let argument = arguments.first else { return nil }
        if let number = text.number, argument.traits.looksLike(number) { return .program(words + [number]) }
        if let words = program.command(words, before: text) { return .program(words) }
        guard let option = optionTaking(text) else { return nil }
        let names = texts.filter(argument.traits.looksLike).flatMap(ShellCommand.argument)
        let needs = option.replacesArguments || !argument.isRequired ? [] : [argument.name]
        return .program(words + [option.typed, text] + (names.isEmpty ? needs : names))
    }

    private func missing(
        _ argument: ArgumentDescription, after typed: [String], in program: Program
    ) -> UsageError {
        let labels = arguments.filter(\.isRequired).enumerated().map { index, argument in
            if case .choices(let choices) = argument.traits.expectation(), let first = choices.first {
                choices.first { typed.dropFirst(index).first == $0 } ?? first
            } else {
                argument.label
            }
        }
        let needs: Sentence = "\(.name(words)) needs \(prose: argument.name)"
        guard case .choices(let choices) = argument.traits.expectation() else {
            return UsageError(message: needs, hint: "type \(.program(words + labels))")
        }
        return UsageError(
            message: argument.traits.expectation().areManyChoices
                ? needs : "\(needs): \(prose: choices.listed(last: "or"))",
            hint: "for example, type \(.program(program.example(of: words) ?? words + labels))")
    }

    private func invalid(
        _ text: String, for argument: ArgumentDescription, before rest: ArraySlice<String>
    ) -> UsageError {
        let expected = argument.traits.expectation()
        guard case .choices(let choices) = expected else {
            let number = text.number.flatMap { argument.traits.accepts($0) ? $0 : nil }
            return UsageError(
                message:
                    "\(prose: argument.name) must be \(prose: expected.words), not \(prose: text.quoted)",
                hint: number.map { .didYouMean(.program(words + [$0])) }
                    ?? argument.traits.listedBy.map { "see \(.program($0))" } ?? .seeHelp(words))
        }
        let pair = text.splitAtEquals
        if let value = pair.value, choices.contains(pair.name) {
            return UsageError(
                message: "unexpected '=' after \(prose: pair.name.quoted)",
                hint: .didYouMean(.program(words + [pair.name, value])))
        }
        let advice: Sentence =
            expected.areManyChoices
            ? .seeHelp(words)
            : "type \(.program(words)) and one of: \(prose: choices.joined(separator: ", "))"
        return UsageError(
            message: "unknown \(prose: argument.name.noun) \(prose: pair.name.quoted)",
            hint: argument.traits.nearest(to: text).map { .didYouMean(.program(words + [$0] + rest)) }
                ?? advice)
    }

    private func isExtra(_ given: [CommandLineScanner.Word], at place: Int) -> Bool {
        guard let last = arguments.last, last.repeats else { return place >= arguments.count }
        let word = given[place]
        let pair = word.text.splitAtEquals
        // `email=ann@example.com` is no email.
        guard !last.traits.looksLike(word.text) else {
            return pair.value != nil && option(pair.name)?.value != nil
        }
        // `team=board` is a key; `--reason left the club` lacks quotes.
        if pair.value != nil, options.contains(where: \.setsKey) { return true }
        if word.after?.mayHaveSpaces == true, given.contains(where: { last.traits.looksLike($0.text) }) {
            return true
        }
        // A person who types `password ann@example.com hunter2` means a password, not a second account.
        return place >= arguments.count && options.contains { $0.isSecret && $0.value != nil }
    }

    /// - Parameters:
    ///   - texts: the arguments before it.
    ///   - rest: those after it.
    private func unexpected(
        _ word: CommandLineScanner.Word, after texts: ArraySlice<String>, and rest: ArraySlice<String>,
        _ values: GivenValues, in program: Program
    ) -> UsageError {
        // For `email=ann@example.com`, the name before the `=` leads to the option that is meant.
        let typed = word.text.splitAtEquals
        let name = typed.name.hyphened
        let password = options.first { $0.isSecret && $0.value != nil }
        let taker =
            word.mayBeSecret
            ? nil : options.first { !values.has($0.name) && $0.value?.traits.looksLike(name) == true }
        // After the name of an account a careless person types its password. A first word that looks like an email is one.
        let mayBeName =
            !word.mayBeSecret && (password == nil || taker != nil && texts.isEmpty)
            && (texts.isEmpty || arguments.first?.traits.isName != true)
        // Where nothing is expected, a password may stand too.
        let isShown =
            mayBeName
            && (!arguments.isEmpty || taker != nil || options.contains { $0.name == name }
                || program.knows(name, after: words))
        let arguments = texts.enumerated().flatMap { index, text in
            let argument = self.arguments[min(index, self.arguments.count - 1)]
            if argument.traits.mayShow(text) { return ShellCommand.argument(text) }
            let isSwapped = !word.mayBeSecret && argument.traits.looksLike(word.text)
            return isSwapped ? ShellCommand.argument(word.text) : [argument.name]
        }
        var nearest = isShown ? self.nearest(to: word.text, after: texts, values, in: program) : nil
        nearest = nearest ?? lineMeant(by: name, mayBeName: mayBeName, isShown: isShown, in: program)
        // An email is whole without what follows it, other texts may go on.
        let isPartOfValue =
            word.mayBeSecret
            || word.after.map { option in
                option.mayHaveSpaces
                    && values.text(option.name).map { option.value?.traits.looksLike($0) } != true
            } ?? false
        let goesOn = isPartOfValue && typed.value == nil && taker == nil
        if nearest == nil, !goesOn, let option = taker ?? NearestName.option(name, among: options) {
            let value = option.value.map { value in
                if taker != nil, isShown { return name }
                return typed.value.flatMap { value.traits.looksLike($0) ? $0 : nil } ?? value.placeholder
            }
            let words = [option.typed] + (value.map { [$0] } ?? [])
            nearest = taker != nil && isShown ? .program(self.words + words) : .words(words)
        }
        // `edit ann@example.com team board`
        let isPair =
            texts.count + rest.count == 2 && !arguments.isEmpty
            && !options.contains { values.has($0.name) }
        if nearest == nil, !word.mayBeSecret,
            typed.value != nil || isPair && password?.value?.isAlwaysAsked == false
        {
            nearest = lineSettingKey(of: arguments, in: program)
        }
        if nearest == nil, isShown, let folder = directoryOption(program), !values.has(folder.name) {
            nearest = .program(words + arguments + [folder.typed, word.text])
        }
        if isShown {
            // `set required email phone` means `email,phone`.
            let isText =
                self.arguments.count > 1 && self.arguments.last?.traits.expectation() == .text
                && ![name, texts.last ?? ""].contains { Int($0) != nil }
            let advice: Sentence =
                isText
                ? "commas separate the values of a list, and a value with spaces is in quotes; see \(.help(words))"
                : "type \(.program(words + arguments)) alone"
            return UsageError(
                message: "unexpected argument \(prose: name.quoted)",
                hint: nearest.map(Sentence.didYouMean) ?? advice)
        }
        if let nearest { return .hiddenArgument(.didYouMean(nearest)) }
        if isPartOfValue { return .hiddenArgument(of: words, nearest: nil) }
        let given = options.filter { option in
            values.has(option.name) && !alternatives(to: option).contains(where: \.isSecret)
        }
        let options = given.flatMap { option in
            let text = values.text(option.name)
            return [option.typed]
                + (option.value.map { [text.map($0.traits.looksLike) == true ? text ?? "" : $0.placeholder] }
                    ?? [])
        }
        let line = ShellCommand.program(words + arguments + options)
        guard let password else {
            return .hiddenArgument(self.arguments.isEmpty ? "type \(line) alone" : "type \(line)")
        }
        if password.value?.isAlwaysAsked == false {
            return .hiddenArgument(options.isEmpty ? .seeHelp(words) : "type \(line) alone")
        }
        let safer = alternatives(to: password).filter { $0.name.hasPrefix(password.name + "-") }.map(\.label)
        return .hiddenArgument(
            "type \(line), which asks for a password; a script uses \(prose: safer.listed(last: "or"))")
    }

    /// The line with the argument that was typed after a wrong one: `undo change 2`, `use club service`, `set KEY = VALUE`.
    private func nearest(
        to text: String, after texts: ArraySlice<String>, _ values: GivenValues, in program: Program
    ) -> ShellCommand? {
        if arguments.count > 1, texts.last == "=" { return .program(words + texts.dropLast() + [text]) }
        guard arguments.count == 1, let argument = arguments.first, let wrong = texts.first,
            !argument.traits.accepts(wrong), argument.traits.accepts(text)
        else { return nil }
        let folder = values.has(directoryOption(program)?.name ?? "") ? nil : directoryOption(program)
        return .program(words + [text] + (folder.map { [$0.typed, wrong] } ?? []))
    }

    /// The line of another command that a word too many means: `show ann@example.com` means `accounts show`, `show
    /// policy` means `policy show`.
    private func lineMeant(
        by name: String, mayBeName: Bool, isShown: Bool, in program: Program
    ) -> ShellCommand? {
        if let words = program.command(words, before: name) { return .program(words) }
        // `show 17` means a change.
        if isShown, arguments.isEmpty, Int(name) != nil,
            let line = program.line(in: nil, with: name, mayBeSearch: false)
        {
            return .program(line)
        }
        // `edit passwordLength` means a rule.
        if words.count == 1,
            let other = program.commands.first(where: { other in
                program.describe(other).arguments.first?.traits.expectation().isChoice(name) == true
            })
        {
            let labels = program.describe(other).arguments.dropFirst().map(\.label)
            return .program(other.words + [name] + labels)
        }
        let inner = program.commands(alike: self).first { other in
            guard let traits = other.arguments.first?.traits else { return false }
            return traits.looksLike(name) || mayBeName && arguments.isEmpty && traits.isName
        }
        guard let inner else { return nil }
        let label = inner.arguments.first.map { [$0.name] } ?? []
        let isRepeated = isShown && name.isPrintable && name.unicodeScalars.count <= longestQuoted
        return .program(inner.words + (isRepeated ? ShellCommand.argument(name) : label))
    }

    /// `edit team=board` means the option of a custom key, here or in the command of a group with the same name.
    private func lineSettingKey(of arguments: [String], in program: Program) -> ShellCommand? {
        for command in [self] + program.commands(alike: self) {
            guard let keyed = command.options.first(where: \.setsKey) else { continue }
            let names = command.words == words ? arguments : []
            let labels = command.arguments.prefix(1).filter(\.isRequired).map(\.name)
            return .program(command.words + [keyed.typed, "KEY=VALUE"] + (names.isEmpty ? labels : names))
        }
        return nil
    }

    /// The option that names a directory, for a command all of whose arguments are choices: a further word probably
    /// is one.
    func directoryOption(_ program: Program) -> OptionDescription? {
        guard arguments.allSatisfy(\.traits.areChoices), !arguments.isEmpty else { return nil }
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
            let chooser = options.first { $0.value?.traits.expectation().isChoice(option.name) == true }
            let add: Sentence = "add \(prose: missing)"
            throw UsageError(
                message: "\(prose: option.typed) needs \(prose: missing)",
                hint: chooser.map { "write \(.words([$0.typed, option.name])), or \(add)" } ?? add)
        }
    }
}

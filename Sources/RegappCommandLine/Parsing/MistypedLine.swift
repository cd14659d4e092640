internal import RegappValues

// What a line that is refused was meant to be: the errors and their hints. The rules are in CommandLineParser.swift,
// and which names are near is in Suggestions.swift.

extension Program {
    /// A line of a hint with the options that were typed and that its command has, so that pasting it does no more and no
    /// less than what was meant: without `--dry-run`, it would do harm. Those of the whole program are repeated by the
    /// hint itself, and secrets by none.
    func repeatingOptions(of typed: [String], in line: ShellCommand) -> ShellCommand {
        guard line.kind == .program, let command = command(startingWith: line.words).map(describe) else {
            return line
        }
        var scanner = CommandLineScanner(self)
        scanner.reached = .command(command)
        for argument in typed { try? scanner.read(scanner.respelt(argument, in: command)) }
        let end = line.words.firstIndex(of: "--") ?? line.words.endIndex
        var words = Array(line.words[..<end])
        func takes(_ option: CommandLineScanner.Option) -> OptionDescription? {
            command.options.first {
                $0.name == option.name && !$0.isSecret
                    && ($0.value != nil || option.value == nil || $0.isPreview)
            }
        }
        // Where an option is unknown or an argument left out, what a question would have stopped must not be confirmed.
        let isWhole =
            scanner.options.allSatisfy { given in
                // `--user ann@example.com` names her.
                let isName =
                    !given.isKnown && optionsForNames.contains(given.name)
                    && given.value.map(line.words.contains) == true
                return isName
                    || given.isKnown
                        && (takes(given) != nil || command.everywhere.contains { $0.name == given.name })
            }
            && scanner.arguments.filter { command.arguments.first?.traits.looksLike($0.text) == true }
                .allSatisfy { line.words.contains($0.text) }
        for given in scanner.options.prefix(longestRepeated) {
            guard let option = takes(given), isWhole || !option.confirms else { continue }
            // Under a key, in whatever language, there may be a password.
            let text =
                option.setsKey ? nil : given.value.flatMap { option.value?.mayRepeat($0) == true ? $0 : nil }
            // `--expires DATE`
            let places = words.indices.filter { words[$0] == option.typed && words.indices.contains($0 + 1) }
            if let place = places.first(where: { words[$0 + 1].isPlaceholder }) {
                if let text { words[place + 1] = text }
                continue
            }
            if option.setsKey ? !places.isEmpty : places.contains(where: { words[$0 + 1] == text }) {
                continue
            }
            let others = command.alternatives(to: option).filter { $0.name != option.name || !option.repeats }
            guard !others.contains(where: { words.contains($0.typed) }) else { continue }
            let arguments = command.placesOfArguments(in: words)
            if option.replacesArguments {
                // `lock EMAIL` without its EMAIL
                guard end == line.words.endIndex, arguments.allSatisfy({ words[$0].isPlaceholder }) else {
                    continue
                }
                for place in arguments.reversed() { words.remove(at: place) }
            } else if let text, text.contains("@"), let name = command.arguments.first {
                if arguments.contains(where: { words[$0] == text }) { continue }
                // `register --email ann@example.com --expires DATE` means `accounts edit ann@example.com`.
                if let place = arguments.first(where: { words[$0] == name.placeholder }) {
                    words[place] = text
                    continue
                }
            }
            guard let value = option.value else {
                words.append(option.typed)
                continue
            }
            let shown = text ?? value.placeholder
            words += shown.startsLikeOption ? ["\(option.typed)=\(shown)"] : [option.typed, shown]
        }
        let whole = words + line.words[end...]
        // An option may not go with what is meant; but whoever wanted a preview gets no line without it.
        let hasPreview = scanner.options.contains { takes($0)?.isPreview == true }
        if !hasPreview, (try? meaning(of: line.words, true)) != nil, (try? meaning(of: whole, true)) == nil {
            return line
        }
        return .program(whole, control: line.control)
    }

    /// The error for an option of other commands; those of the same group are named first.
    func error(
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

    func invalid(
        _ text: String, of option: OptionDescription, _ traits: ValueTraits, before next: [String],
        in program: Program
    ) -> UsageError {
        let expected = traits.expectation()
        // `--set password:rainy-night`
        if option.setsKey, option.value?.mayRepeat(text) == false {
            return UsageError(
                message: "\(prose: option.typed) takes \(prose: expected.words)", hint: .seeHelp(words))
        }
        let nearest = traits.nearest(to: text)
        let isTooLong = expected.areManyChoices && nearest != nil
        // `--since 2 days ago` lacks quotes.
        let longer = next.indices.reversed().map { ([text] + next[...$0]).spaced } + next
        let whole = option.isSecret ? nil : longer.first { $0.isPrintable && traits.accepts($0) }
        let meant = whole ?? nearest
        // `--format nginx` means what `export nginx` means.
        let meantWords = traits.areChoices ? program.options(of: self, meantBy: text) : nil
        let hint =
            meantWords.flatMap { $0.first == option.typed ? Sentence.didYouMean(.words($0)) : nil }
            ?? hint(insteadOf: text, of: option, traits)
        return UsageError(
            message: isTooLong
                ? "unknown \(prose: option.name.noun) \(prose: text.quoted)"
                : "\(prose: option.typed) takes \(prose: expected.words), not \(prose: text.quoted)",
            hint: hint ?? meant.map { .didYouMean(.words([option.typed, $0])) } ?? .seeHelp(words))
    }

    /// What to type for a text that lacks its `=`, or that names a file in place of its format.
    func hint(
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

    /// The line that a text means that is no name: `history yesterday`, `history '#2'`, `export htpasswd`.
    func line(
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

    func missing(
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

    func invalid(
        _ text: String, for argument: ArgumentDescription, before rest: ArraySlice<String>,
        in program: Program
    ) -> UsageError {
        let expected = argument.traits.expectation()
        guard case .choices(let choices) = expected else {
            let number = text.number.flatMap { argument.traits.accepts($0) ? $0 : nil }
            return UsageError(
                message:
                    "\(prose: argument.name) must be \(prose: expected.words), not \(prose: text.quoted)",
                hint: number.map { .didYouMean(.program(words + [$0])) }
                    ?? argument.traits.listedBy.map { program.hint(listing: text, with: $0) }
                    ?? .seeHelp(words))
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
            hint: argument.traits.nearest(to: text).map { nearest in
                // `set password.min` also lacks its value.
                let later = arguments.drop { $0.name != argument.name }.dropFirst(1 + rest.count)
                let missing = later.filter(\.isRequired).map(\.label)
                // `set password hunter22`: no password is repeated.
                let mayBeSecret = nearest.lowercased().holds("pass") && rest.contains { Int($0) == nil }
                let others = mayBeSecret ? arguments.dropFirst().map(\.label)[...] : rest
                return .didYouMean(.program(words + [nearest] + others + missing))
            } ?? advice)
    }

    /// - Parameters:
    ///   - texts: the arguments before it.
    ///   - rest: those after it.
    func unexpected(
        _ word: CommandLineScanner.Word, after texts: ArraySlice<String>, and rest: ArraySlice<String>,
        _ values: GivenValues, in program: Program
    ) -> UsageError {
        // For `email=ann@example.com`, the name before the `=` leads to the option that is meant.
        let typed = word.text.splitAtEquals
        let name = typed.name.withoutPassword.hyphened
        let password = passwordOption
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
            let others = option.replacesArguments ? [] : arguments
            nearest = taker != nil && isShown ? .program(self.words + others + words) : .words(words)
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
        if nearest == nil, isShown, Int(word.text) == nil, let folder = directoryOption(program),
            !values.has(folder.name)
        {
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
        if isPartOfValue { return .partOfValue(of: words) }
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
    func nearest(
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
    func lineMeant(
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
    func lineSettingKey(of arguments: [String], in program: Program) -> ShellCommand? {
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
}

extension CommandLineScanner {
    /// The error for an unknown option; one that may be a password is not shown unless it resembles a known option.
    func error(for option: Option) -> UsageError {
        let known =
            switch reached {
            case .start: program.options(of: program.commands)
            case .group(let group):
                program.options(of: program.commands(of: group) + (group.alone.map { [$0] } ?? []))
            case .command(let command): command.allOptions
            }
        let command: CommandDescription? = if case .command(let command) = reached { command } else { nil }
        let name = option.name.hyphened
        // `--password:sunny-day`
        if let same = known.first(where: { $0.typed == option.name }) {
            return UsageError(
                message: "unexpected ':' after \(prose: same.typed)", hint: "type \(prose: same.label)")
        }
        // `-user` means `--user`, but `-pPASSWORD` is `-p` with a password behind it.
        let isWord = name.utf8.count > 2
        let whole = isWord && !name.startsLikeOption ? "-" + name : name
        if !option.mayBeSecret,
            let habit = program.habit(
                whole, option.value, after: arguments.map(\.text), in: command, among: known)
        {
            return UsageError(message: unknown(option.name), hint: habit)
        }
        // `--name` is no beginning of `--names-from-gecos` where `--first-name` is known.
        let longer = option.mayBeSecret ? [] : optionsEnding(in: name, among: known)
        let nearest = longer.isEmpty ? NearestName.option(name, among: known) : nil
        let letter = String(name.prefix(2))
        if !option.mayBeSecret, nearest == nil, whole != name,
            let habit = program.habit(
                letter, option.value, after: arguments.map(\.text), in: command, among: known)
        {
            return UsageError(message: unknown(letter), hint: habit)
        }
        let secret = known.first { $0.isSecret && $0.value != nil }
        // `--passwordsunny-day` lacks its `=`.
        let isGlued =
            nearest == nil
            && (secret.map { name.hasPrefix($0.typed) && !name.hasPrefix($0.typed + "-") } ?? false)
        guard nearest == nil, option.mayBeSecret || isGlued else {
            let hint =
                nearest.map { Sentence.didYouMean(.words([$0.typed])) }
                ?? meant(by: option, among: known)
            let isWhole = nearest != nil || name.startsLikeOption || Int(name) != nil
            return UsageError(
                message: unknown(isWhole ? option.name : letter),
                hint: hint ?? Sentence.seeHelp(commandWords))
        }
        return UsageError(
            message: isGlued
                ? "unknown option (not shown, it may hold a password)"
                : "unknown option after a password option (not shown, it may be a password)",
            hint: secret.map {
                isGlued
                    ? "write \(.words([$0.typed + "=VALUE"]))"
                    : "write \(.words([$0.typed + "=VALUE"])) for a password that starts with --"
            } ?? .seeHelp(commandWords))
    }

    private func unknown(_ option: String) -> Sentence { "unknown option \(prose: option.quoted)" }

    /// The labels of up to three options that end like a long one: `--first-name NAME` for `--name`.
    private func optionsEnding(in typed: String, among known: [OptionDescription]) -> [String] {
        guard typed.startsLikeOption else { return [] }
        let labels = known.filter { $0.name.hasSuffix("-" + typed.dropFirst(2)) }.map(\.label)
        return Array(labels.withoutDuplicates.prefix(3))
    }

    /// What an option may mean that resembles none: `--name`, `-v`, `--team board`.
    private func meant(by option: Option, among known: [OptionDescription]) -> Sentence? {
        let typed = option.name.hyphened
        let name = typed.drop { $0 == "-" }
        guard typed.startsLikeOption else {
            if case .command(let command) = reached, let number = command.arguments.first?.traits,
                Int(name) != nil, !number.isPlainText
            {
                // `history -3` means as many; `undo -3` is no number of a change.
                let counting = known.first { option in
                    if case .number? = option.value?.traits.expectation() { true } else { false }
                }
                if let counting { return .didYouMean(.words([counting.typed, String(name)])) }
                if let list = number.listedBy { return "see \(.program(list))" }
            }
            // An argument that begins with a hyphen can only follow `--`.
            let end: Sentence = "write '--' before an argument that starts with -"
            guard let letter = name.first else { return "see \(.help(commandWords)); \(end)" }
            let own = if case .command = reached { known } else { program.optionsEverywhere }
            if let option = own.first(where: { $0.name.first == letter }) {
                return .didYouMean(.words([option.typed]))
            }
            let ofProgram = program.alone.map { program.describe($0).options } ?? []
            let other = ofProgram.first { $0.name.first == Character(letter.lowercased()) }
            return other.map { .didYouMean(.program([$0.typed])) } ?? "see \(.help(commandWords)); \(end)"
        }
        let longer = optionsEnding(in: typed, among: known)
        if !longer.isEmpty { return "did you mean \(prose: longer.listed(last: "or"))?" }
        // `--htpasswd` means `--format htpasswd`.
        if let chooser = known.first(where: { $0.value?.traits.expectation().isChoice(String(name)) == true })
        {
            return .didYouMean(.words([chooser.typed, String(name)]))
        }
        guard case .command(let command) = reached else { return nil }
        // `--nginx` means what `export nginx` means.
        if let words = program.options(of: command, meantBy: String(name)) {
            return .didYouMean(.words(words))
        }
        if let line = command.line(taking: String(name), option.value) { return "type \(line)" }
        if command.arguments.first?.traits.expectation().isChoice(String(name)) == true {
            // `set --hash` means `set hash VALUE`.
            let others = command.arguments.dropFirst().map(\.label)
            return "type \(.program(command.words + [String(name)] + others))"
        }
        guard name.allSatisfy({ $0.isLetter || $0.isNumber }),
            let keyed = command.options.first(where: \.isKeyed)
        else {
            return nil
        }
        // `--filter team=board` means `--where team=board`.
        let hasSecret = command.options.contains(where: \.isSecret)
        if !hasSecret,
            let pair = arguments.first(where: {
                $0.text.splitAtEquals.value != nil && $0.text.isPrintable
            })
        {
            return .didYouMean(.words([keyed.typed, pair.text]))
        }
        // Without a value after it, it is no key: `--force`, `--reset ann@example.com`. A command about named accounts
        // has no use for a condition either: `lock --date tomorrow`.
        let first = command.arguments.first
        // A pair for the columns of a file would lock those who have it.
        guard first?.traits.isFile != true, keyed.setsKey || first?.isRequired != true,
            let value = option.value,
            !command.arguments.contains(where: { $0.traits.looksLike(value) })
        else { return nil }
        return "for a custom key, write \(.words([keyed.typed, "\(name)=VALUE"])); see \(.help(commandWords))"
    }

    func unknown(_ word: String, before rest: ArraySlice<String>) -> UsageError {
        if followsSecret {
            return .partOfValue(of: commandWords)
        }
        // What follows the `=` may be a password, so it is not shown.
        let typed = word.splitAtEquals
        let name = typed.name.withoutPassword
        let group: CommandGroup? = if case .group(let group) = reached { group } else { nil }
        let message: Sentence = "unknown command \(prose: (commandWords + [name]).spaced.quoted)"
        if let group, name == "help" {
            let command = rest.first.flatMap { program.command([group.name, $0]) }
            return UsageError(message: message, hint: .didYouMean(.help(command?.words ?? [group.name])))
        }
        // `revert --help` asks about undoing, and must not undo anything.
        let asksForHelp =
            options.contains { $0.name == OptionDescription.help.name }
            || rest.contains { $0 == "-h" || $0 == OptionDescription.help.typed }
        if group == nil, asksForHelp,
            let topic = program.nearestTopic([name])
        {
            return UsageError(message: message, hint: .didYouMean(.help(topic)))
        }
        let asOne = group == nil ? program.command(typedAsOneWord: word) : nil
        var nearest = (asOne ?? program.nearestCommand(name, in: group, before: rest)).map {
            line($0, taking: rest)
        }
        if group == nil, let next = rest.first, let inner = program.innerCommand(name, next) {
            nearest = line(inner, taking: rest.dropFirst())
        }
        // `usermod ann@example.com -L`
        if group == nil, let place = rest.dropFirst().firstIndex(where: { $0.hasPrefix("-") }),
            let inner = program.command(nicknamed: [name, rest[place]])
        {
            nearest = line(inner, taking: rest[..<place] + rest[(place + 1)...])
        }
        // Debian's `deluser ann@example.com board` takes out of a group, and removes nobody.
        let hasOptions = rest.contains { $0.hasPrefix("-") }
        if !hasOptions,
            rest.count == 2 && name == "deluser" || rest.count == 3 && rest.dropFirst().first == "from",
            let ofGroup = program.command(nicknamed: ["group", "remove"])
        {
            nearest = line(ofGroup, taking: rest.prefix(1))
        }
        if nearest == nil, group == nil, rest.isEmpty, program.explains(word) {
            return UsageError(message: message, hint: .didYouMean(.help([word])))
        }
        // What is too long to be shown is too long to be suggested.
        if nearest == nil, typed.value == nil, name.unicodeScalars.count <= longestQuoted {
            nearest = line(meantBy: name, before: rest)
        }
        return UsageError(
            message: message, hint: nearest.map { .didYouMean(.program($0)) } ?? .seeHelp(commandWords))
    }

    /// The line that a word means which resembles no command: an argument, or a command outside the group.
    private func line(meantBy name: String, before rest: ArraySlice<String>) -> [String]? {
        let group: CommandGroup? = if case .group(let group) = reached { group } else { nil }
        guard let meant = program.line(in: group, with: name, mayBeSearch: false) else {
            if let group, let other = program.command(outside: group, named: name, before: rest) {
                return line(other, taking: rest)
            }
            return rest.isEmpty ? program.line(in: group, with: name, mayBeSearch: true) : nil
        }
        // `ann@example.com lock` means `lock ann@example.com`.
        if let verb = rest.first {
            let other = program.commands.first { command in
                command.words.last == verb
                    && program.describe(command).arguments.first?.traits.looksLike(name) == true
            }
            if let words = other?.words ?? program.nearestCommand(verb, in: group, before: [name]) {
                return line(words, taking: [name] + rest.dropFirst())
            }
        }
        return line(meant, taking: rest)
    }

    /// The command with what follows, if that is a right line without a password, else with its first argument if that
    /// can only be meant so.
    private func line(_ words: [String], taking rest: ArraySlice<String>) -> [String] {
        // `users list` means `accounts list`, and `lock user ann@example.com` means `accounts lock ann@example.com`.
        if let first = rest.first, !words.isEmpty, words != ["help"],
            first == words.last || program.isName(first, ofGroupOf: words)
        {
            return line(words, taking: rest.dropFirst())
        }
        guard let command = program.command(startingWith: words), !rest.isEmpty else { return words }
        // `backup create` means the page about backups.
        if words.count > 1, words[0] == "help" { return words }
        let description = program.describe(command)
        // Beside options of other programs it is unclear whom a line with several names means, and what may be a secret.
        if let argument = description.arguments.first, let name = unclearName(in: rest, description) {
            guard let place = words.firstIndex(of: argument.placeholder) else {
                return words + (words.count > description.words.count ? [] : [name])
            }
            return Array(words[..<place]) + [name] + words[(place + 1)...]
        }
        if let place = words.firstIndex(where: \.isPlaceholder) {
            // The KEY of `--count-by KEY` is no argument.
            guard let argument = description.arguments.first, !words[place - 1].startsLikeOption else {
                return words
            }
            // Where there is a password, one more name may be that: none is repeated, and none is left out unsaid.
            let named = arguments(of: rest, in: description).filter(argument.traits.looksLike)
            let takesName = description.options.contains { option in
                words.contains(option.typed)
                    && named.contains { option.value?.traits.looksLike($0) == true }
            }
            let areMany = argument.repeats && !takesName && named.count > 1
            let name =
                named.isEmpty || areMany && description.passwordOption != nil
                ? [argument.placeholder]
                : named.prefix(areMany ? named.count : 1).flatMap { argument.words(for: $0) }
            var line = Array(words[..<place]) + name + words[(place + 1)...]
            // `rename ann@example.com anna@example.com`, `usermod -e 2027-01-01 ann@example.com`
            let owner = named.first
            if line.count > 1, line[line.count - 1].isPlaceholder,
                let traits = description.options.first(where: { $0.typed == line[line.count - 2] })?.value?
                    .traits, traits.isRecognizable || !traits.isPlainText,
                !rest.contains(where: { $0.hasPrefix("-") }),
                let value = rest.first(where: { $0 != owner && traits.looksLike($0) }), value.isPrintable,
                value.unicodeScalars.count <= longestQuoted
            {
                line[line.count - 1] = value
            }
            return line
        }
        var scanner = CommandLineScanner(program)
        scanner.reached = .command(description)
        let corrected = rest.map { scanner.corrected($0, in: description) }
        for argument in corrected { try? scanner.read(argument) }
        // A hint repeats options of the whole program only as they were typed.
        let folders = scanner.options.filter { option in
            !rest.contains { $0.splitAtEquals.name == "--" + option.name }
                && description.everywhere.contains { $0.name == option.name && $0.value != nil }
        }.flatMap { ["--" + $0.name] + ($0.value.map { [$0] } ?? []) }
        if let whole = scanner.wholeLine(after: words) { return whole + folders }
        guard let first = scanner.arguments.first, !first.mayBeSecret, first.text.isPrintable,
            first.text.unicodeScalars.count <= longestQuoted
        else { return words + folders }
        let filled = words.dropFirst(description.words.count)
        if let argument = description.arguments.dropFirst(filled.count).first {
            guard argument.traits.isName else {
                if argument.traits.accepts(first.text) {
                    let file = arguments(of: rest, in: description).first
                    let isFile = argument.traits.isFile && file == first.text && first.text.looksLikeFile
                    return words + (isFile ? [first.text] : []) + folders
                }
                // `restore ann@example.com` means her history, and `restore backup.tar` no undo.
                let list = argument.traits.listedBy.flatMap { program.command($0) }.map(program.describe)
                let isListed = list?.arguments.first?.traits.looksLike(first.text) == true
                return isListed ? (list?.words ?? []) + [first.text] : ["help"] + description.words
            }
            let texts = scanner.arguments.map(\.text)
            let name = texts.first(where: argument.traits.looksLike)
            if name == nil, let meant = description.optionTaking(first.text) {
                return words + [meant.typed, first.text] + folders
            }
            // `set ann@example.com team=board` and `set ann@example.com team board`
            let others = texts.filter { $0 != name && !argument.traits.looksLike($0) }
            let isPair = others.count == 2 || others.contains { $0.splitAtEquals.value != nil }
            let keyed = isPair ? description.options.first(where: \.setsKey) : nil
            return words + argument.words(for: name) + (keyed.map { [$0.typed, "KEY=VALUE"] } ?? []) + folders
        }
        if let traits = description.arguments.first?.traits {
            // `init albums` means `policy use albums`, and `init club` a folder.
            if traits.areChoices, traits.accepts(first.text) { return description.words + [first.text] }
            guard let folder = description.directoryOption(program),
                !(options + scanner.options).contains(where: { $0.name == folder.name })
            else { return words + folders }
            return words + [folder.typed, first.text]
        }
        // `signup ann@example.com` and `useradd -s /bin/sh ann@example.com` mean an email.
        func taker(of text: String) -> OptionDescription? {
            description.options.first { $0.value?.traits.looksLike(text) == true && !$0.isSecret }
        }
        let all = rest.filter { taker(of: $0.splitAtEquals.value ?? $0) != nil }
        // One of several may be anything.
        let named = arguments(of: rest, in: description).first { $0.isPrintable && taker(of: $0) != nil }
        guard all.count == 1 else { return words }
        guard let text = named, text.unicodeScalars.count <= longestQuoted, let taker = taker(of: text),
            let place = rest.firstIndex(of: text)
        else { return words }
        // `edti ann@example.com` is about somebody else's account.
        if let inner = program.commands(alike: description).first(where: {
            $0.arguments.first?.traits.looksLike(text) == true
        }) {
            return line(inner.words, taking: rest)
        }
        let option = [taker.typed, text]
        var whole = CommandLineScanner(program)
        whole.reached = .command(description)
        for argument in rest[..<place] + option + rest[(place + 1)...] { try? whole.read(argument) }
        return whole.wholeLine(after: words) ?? words + option
    }

    /// The name in a line with options that the command does not have: the only one, if no such option stands before it;
    /// else its placeholder. Nil if all options are the command's, or it takes no name.
    private func unclearName(
        in rest: ArraySlice<String>, _ command: CommandDescription
    ) -> String? {
        guard let argument = command.arguments.first, argument.traits.isName else { return nil }
        let words = rest.map { corrected(respelt($0, in: command), in: command) }
        let foreign = words.indices.filter { place in
            let name = words[place].hyphened.splitAtEquals.name
            let isOwn = command.allOptions.contains { $0.typed == name || $0.letter.map { "-" + $0 } == name }
            return name.hasPrefix("-") && name.utf8.count > 1 && !isOwn
                && program.habits(name, of: command).first?.options.isEmpty != true
        }
        guard !foreign.isEmpty else { return nil }
        // `export --csv` names nobody.
        let areFlags = words.allSatisfy { $0.startsLikeOption && !$0.contains("=") }
        if areFlags, !argument.isRequired { return nil }
        let named = words.indices.filter {
            argument.traits.looksLike(words[$0].splitAtEquals.value ?? words[$0])
        }
        // `-p hunter22 ann@example.com` is clear, `--password my secret@word` is not.
        let mayBeSecret = foreign.contains { place in
            words[place] == "-p"
                ? named.first == place + 1
                : words[place].hasPrefix("-p")
                    || secretWords.contains(where: words[place].lowercased().holds)
        }
        guard !mayBeSecret else { return argument.placeholder }
        guard named.count == 1, let place = named.first else {
            return argument.placeholder
        }
        let option = words[place].hasPrefix("-") ? words[place] : place > 0 ? words[place - 1] : ""
        let isForeign = foreign.contains(place) || place > 0 && foreign.contains(place - 1)
        let isName = optionsForNames.contains(option.splitAtEquals.name)
        guard !isForeign || isName else { return argument.placeholder }
        return words[place].splitAtEquals.value ?? words[place]
    }

    /// The arguments of a line, without what may belong to a password.
    private func arguments(of rest: ArraySlice<String>, in command: CommandDescription) -> [String] {
        var scanner = CommandLineScanner(program)
        scanner.reached = .command(command)
        for word in rest { try? scanner.read(word) }
        let secrets = scanner.options.filter { option in
            let name = option.name.lowercased()
            return !option.isKnown && (name == "-p" || secretWords.contains(where: name.holds))
        }.compactMap(\.value)
        return scanner.arguments.filter {
            !$0.mayBeSecret && !secrets.contains($0.text) && !$0.text.hasPrefix("-")
        }
        .map(\.text)
    }

    private static let previews: Set<String> = [
        "dryrun", "show", "preview", "simulate", "noop", "test", "dry",
    ]

    /// An option in the spelling that the command has: `--dry-run` for `--dryrun` and `--Dry_Run`.
    func respelt(_ word: String, in command: CommandDescription) -> String {
        func plain(_ text: String) -> String { text.lowercased().filter { $0 != "-" && $0 != "_" } }
        let typed = word.hyphened.splitAtEquals
        guard typed.name.hasPrefix("-"), typed.name != "-", typed.name != "--" else { return word }
        let isOwn = command.allOptions.contains {
            $0.typed == typed.name || $0.letter.map { "-" + $0 } == typed.name
        }
        guard !isOwn else { return word.hyphened }
        // Of what people know from other programs, only what changes nothing: `--simulate`.
        let isPreview = typed.name == "-n" || Self.previews.contains(plain(typed.name))
        let meant =
            command.options.first { isPreview ? $0.isPreview : plain($0.name) == plain(typed.name) }
            ?? program.option(meantBy: typed.name, in: command).flatMap { $0.isPreview ? $0 : nil }
        guard let meant, !meant.isSecret else { return word }
        return meant.typed + (typed.value.map { "=" + $0 } ?? "")
    }

    /// An unknown option in the form that the command has: `--documents` for `-d`.
    private func corrected(_ word: String, in command: CommandDescription) -> String {
        let typed = word.hyphened.splitAtEquals
        guard typed.name.hasPrefix("-"), typed.name != "-", typed.name != "--", known(typed.name) == nil,
            let option = program.option(meantBy: typed.name, in: command), !option.isSecret
        else { return word }
        return option.typed + (typed.value.map { "=" + $0 } ?? "")
    }

    /// The words, and the options and arguments that were read; nil if that is no right line, or may hold a password.
    private func wholeLine(after words: [String]) -> [String]? {
        guard case .command(let description) = reached else { return nil }
        let hasSecret = description.passwordOption != nil
        let isSafe = arguments.enumerated().allSatisfy { index, word in
            if word.mayBeSecret { return false }
            let traits = (description.arguments.dropFirst(index).first ?? description.arguments.last)?.traits
            return hasSecret ? traits?.looksLike(word.text) == true : traits?.mayShow(word.text) != false
        }
        // Options of the whole program are repeated by the hint itself.
        let own = options.filter { option in description.options.contains { $0.name == option.name } }
        // `usermod -u 1001` is no email, and `--set password=x` no value to repeat.
        let isMeant = own.allSatisfy { given in
            if let option = description.option(given.name), option.setsKey, let value = given.value,
                option.value?.mayRepeat(value) == false
            {
                return false
            }
            let traits = description.option(given.name)?.value?.traits
            return given.value.map { traits?.isRecognizable != true || traits?.looksLike($0) == true } ?? true
        }
        // A password may hold an @, so a second argument may be one.
        guard isSafe, isMeant, !hasSecret || arguments.count < 2,
            !arguments.contains(where: { $0.text.hasPrefix("-") }),
            !own.contains(where: { name in
                description.options.contains { $0.name == name.name && $0.isSecret }
            })
        else { return nil }
        let typed = own.flatMap { ["--" + $0.name] + ($0.value.map { [$0] } ?? []) }
        let line = words + arguments.map(\.text) + typed
        let length = line.reduce(0) { $0 + $1.unicodeScalars.count }
        guard line.allSatisfy(\.isPrintable), length <= longestQuoted, options.allSatisfy(\.isKnown),
            (try? program.parse(line)) != nil
        else {
            return nil
        }
        return line
    }
}

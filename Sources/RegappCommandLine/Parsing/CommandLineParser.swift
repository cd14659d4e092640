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
        do throws(UsageError) { return try meaning(of: arguments, isReadByPerson) } catch {
            let hint = error.hint.changingCommands { repeatingOptions(of: arguments, in: $0) }
            throw UsageError(message: error.message, hint: hint)
        }
    }

    func meaning(
        of arguments: [String], _ isReadByPerson: Bool
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
            try command.check(option.value, of: declared, before: next, in: self)
            // A repeated flag says the same; of two values only one could be meant.
            let isRepeated = scanner.options[..<index].contains { $0.name == option.name }
            if isRepeated, declared.value != nil, !declared.repeats {
                throw UsageError(
                    message: "\(prose: declared.typed) is given twice",
                    hint: "give \(prose: declared.typed) once")
            }
        }
    }
}

extension CommandDescription {
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
        _ text: String?, of option: OptionDescription, before next: [String], in program: Program
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
        guard value.traits.accepts(text) else {
            throw invalid(text, of: option, value.traits, before: next, in: program)
        }
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
                throw invalid(text, for: argument, before: texts[(index + 1)...], in: program)
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
                throw invalid(text, for: argument, before: texts[(index + 1)...], in: program)
            }
            guard argument.traits.isName, !argument.traits.looksLike(text) else { continue }
            let hint: Sentence?
            switch text {
            case "help" where words != ["help"]: hint = .didYouMean(.help(words))
            // Standard input is a file with a list.
            case "-":
                hint = options.first { $0.replacesArguments && $0.value?.traits.isFile == true }
                    .map { .didYouMean(.program(words + [$0.typed, text])) }
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
        if word.after == nil, last.traits.mayAlsoBe(word.text) { return false }
        // A person who types `password ann@example.com hunter2` means a password, not a second account.
        return place >= arguments.count && passwordOption != nil
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

/// Splits a command line into options and words, and finds the command on the way. An error before the command is
/// known ends the reading, since it is unclear what the rest belongs to; a later one is only noted.
struct CommandLineScanner {
    enum Reached {
        case start
        case group(CommandGroup)
        case command(CommandDescription)
    }

    struct Option: Sendable {
        /// Without the hyphens; an unknown option as it was typed, up to a `=`.
        let name: String
        let isKnown: Bool
        /// Whether it may be part of a password that was typed carelessly.
        let mayBeSecret: Bool
        /// Nil for a flag, and for a value to be asked for; for an unknown option what follows it.
        var value: String?
    }

    struct Word {
        let text: String
        /// The option whose value stands before it: in `--password my secret`, the password's.
        let after: OptionDescription?

        var mayBeSecret: Bool { after?.isSecret == true }
    }

    let program: Program
    var reached = Reached.start
    private(set) var options: [Option] = []
    private(set) var arguments: [Word] = []
    private(set) var hasEndedOptions = false
    /// Whether the last option takes the next word as its value, unless that is an option itself.
    private(set) var awaitsValue = false
    private var followsUnknown = false
    /// The last known option. After one that takes a password, a careless person types more of it.
    private var last: OptionDescription?

    var followsSecret: Bool { last?.isSecret == true }

    init(_ program: Program) { self.program = program }

    /// - Parameter rest: what follows, from which an error tells what is meant.
    mutating func read(_ argument: String, before rest: ArraySlice<String> = []) throws(UsageError) {
        let isInPlaceOfValue = awaitsValue
        if awaitsValue {
            awaitsValue = false
            if !argument.startsLikeOption {
                options[options.count - 1].value = argument
                return
            }
        }
        let isAfterUnknown = followsUnknown
        followsUnknown = false
        let hyphened = argument.hyphened
        if hasEndedOptions || !hyphened.utf8.starts(with: "-".utf8) || hyphened.utf8.count == 1 {
            if isAfterUnknown { options[options.count - 1].value = argument }
            try read(word: argument, before: rest)
        } else if argument == "--" {
            hasEndedOptions = true
        } else {
            try read(option: argument, isInPlaceOfValue: isInPlaceOfValue)
        }
    }

    private mutating func read(word: String, before rest: ArraySlice<String>) throws(UsageError) {
        switch reached {
        case .command: arguments.append(Word(text: word, after: last))
        case .group(let group):
            if let command = program.command([group.name, word]) {
                reached = .command(program.describe(command))
            } else if let taker = group.unnamed, !followsSecret, word.splitAtEquals.value == nil,
                program.nearestCommand(word, in: group) == nil
            {
                // Neither a mistyped name nor possibly a password.
                reached = .command(program.describe(taker))
                arguments.append(Word(text: word, after: nil))
            } else {
                throw unknown(word, before: rest)
            }
        case .start:
            if let group = program.group(word) {
                reached = .group(group)
            } else if let command = program.command([word]) {
                reached = .command(program.describe(command))
            } else {
                throw unknown(word, before: rest)
            }
        }
    }

    private mutating func read(option argument: String, isInPlaceOfValue: Bool) throws(UsageError) {
        let typed = argument.splitAtEquals
        let value = typed.value
        guard let option = known(typed.name) else {
            // After a whole password option, letters alone are a mistyped option, and no more of the password.
            let isWord = typed.name.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
            // What stands behind a `:` may be a password, too.
            let unknown = Option(
                name: String(typed.name.prefix { $0 != ":" }), isKnown: false,
                mayBeSecret: followsSecret && (isInPlaceOfValue || !isWord), value: value)
            guard case .command = reached else { throw error(for: unknown) }
            options.append(unknown)
            followsUnknown = value == nil
            return
        }
        options.append(Option(name: option.name, isKnown: true, mayBeSecret: false, value: value))
        awaitsValue = option.value != nil && value == nil
        last = option
    }

    /// The option with this name or letter: the command's own, or any of the program's.
    func known(_ typed: String) -> OptionDescription? {
        let matches: (OptionDescription) -> Bool =
            typed.startsLikeOption
            ? { $0.typed.hasSameScalars(as: typed) } : { $0.letter.map { "-" + $0 } == typed }
        if case .command(let command) = reached,
            let option = command.allOptions.first(where: matches)
        {
            return option
        }
        // Before the command's words it is unknown whose option this is, so options of one name must be alike.
        return program.option(where: matches)
    }

    var commandWords: [String] {
        switch reached {
        case .start: []
        case .group(let group): [group.name]
        case .command(let command): command.words
        }
    }

    /// The command, if no further word follows; nil if one is required.
    var command: CommandDescription? {
        switch reached {
        case .start: program.alone.map(program.describe)
        case .group(let group): group.alone.map(program.describe)
        case .command(let command): command
        }
    }
}

// Bytes and scalars, not characters: a combining mark after `=` or `-` would hide them.
extension String {
    package struct Assignment {
        package let name: String
        package let value: String?
    }

    package var splitAtEquals: Assignment {
        guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else {
            return Assignment(name: self, value: nil)
        }
        return Assignment(
            name: String(self[..<equals]), value: String(self[utf8.index(after: equals)...]))
    }

    /// Without what stands after an email and a sign that no email has, which may be its password:
    /// `ann@example.com:sunny-day`, `ann@example.com/sunny-day`. A list of emails alone has none.
    package var withoutPassword: String {
        guard let at = utf8.firstIndex(of: UInt8(ascii: "@")),
            let sign = utf8[at...].firstIndex(where: { ":=/,; \t".utf8.contains($0) }),
            utf8.index(after: sign) < endIndex
        else { return self }
        let isList = utf8.split { ",; \t".utf8.contains($0) }.allSatisfy { part in
            part.contains(UInt8(ascii: "@")) && !part.contains { ":=/".utf8.contains($0) }
        }
        return isList ? self : String(self[..<sign])
    }

    /// Whether a message may repeat it as it is.
    var isPrintable: Bool { !unicodeScalars.contains(where: \.isUnprintable) }

    /// With one or two hyphens in place of the dashes that a web page or a word processor makes of them: `—all`.
    var hyphened: String {
        guard let first = unicodeScalars.first,
            ("\u{2010}"..."\u{2015}").contains(first) || first == "\u{2212}"
        else { return self }
        let name = unicodeScalars.dropFirst().drop {
            $0 == "-" || ("\u{2010}"..."\u{2015}").contains($0) || $0 == "\u{2212}"
        }
        return (name.count > 1 ? "--" : "-") + String(name)
    }

    /// Whether it stands for what a person has to fill in, such as `EMAIL` or `KEY=VALUE`.
    var isPlaceholder: Bool {
        !isEmpty && unicodeScalars.allSatisfy { $0 == "=" || ("A"..."Z").contains($0) }
    }

    /// Whether it begins with two hyphens, and so cannot be a separate value.
    package var startsLikeOption: Bool { utf8.starts(with: "--".utf8) }
}

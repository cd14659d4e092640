internal import RegappValues

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
        /// Nil for a flag, and for a value to be asked for.
        var value: String?
    }

    struct Word {
        let text: String
        /// The option whose value stands before it: in `--password my secret`, the password's.
        let after: OptionDescription?

        var mayBeSecret: Bool { after?.isSecret == true }
    }

    private let program: Program
    private(set) var reached = Reached.start
    private(set) var options: [Option] = []
    private(set) var arguments: [Word] = []
    private(set) var hasEndedOptions = false
    /// Whether the last option takes the next word as its value, unless that is an option itself.
    private(set) var awaitsValue = false
    /// The last known option. After one that takes a password, a careless person types more of it.
    private var last: OptionDescription?

    private var followsSecret: Bool { last?.isSecret == true }

    init(_ program: Program) { self.program = program }

    /// - Parameter rest: what follows, from which an error tells what is meant.
    mutating func read(_ argument: String, before rest: ArraySlice<String> = []) throws(UsageError) {
        if awaitsValue {
            awaitsValue = false
            if !argument.startsLikeOption {
                options[options.count - 1].value = argument
                return
            }
        }
        if hasEndedOptions || !argument.utf8.starts(with: "-".utf8) || argument.utf8.count == 1 {
            try read(word: argument, before: rest)
        } else if argument == "--" {
            hasEndedOptions = true
        } else {
            try read(option: argument)
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

    private mutating func read(option argument: String) throws(UsageError) {
        let typed = argument.splitAtEquals
        let value = typed.value
        guard let option = known(typed.name) else {
            let unknown = Option(name: typed.name, isKnown: false, mayBeSecret: followsSecret)
            guard case .command = reached else { throw error(for: unknown) }
            options.append(unknown)
            return
        }
        options.append(Option(name: option.name, isKnown: true, mayBeSecret: false, value: value))
        awaitsValue = option.value != nil && value == nil
        last = option
    }

    /// The option with this name or letter: the command's own, or any of the program's.
    private func known(_ typed: String) -> OptionDescription? {
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

    /// The error for an unknown option; one that may be a password is not shown unless it resembles a known option.
    func error(for option: Option) -> UsageError {
        let known =
            switch reached {
            case .start: program.options(of: program.commands)
            case .group(let group):
                program.options(of: program.commands(of: group) + (group.alone.map { [$0] } ?? []))
            case .command(let command): command.allOptions
            }
        let nearest =
            NearestName.option(option.name, among: known) ?? optionMeant(by: option.name, among: known)
        guard nearest == nil, option.mayBeSecret else {
            let hint =
                nearest.map { Sentence.didYouMean(.words([$0.typed])) }
                ?? meant(by: option.name, among: known)
            return UsageError(
                message: "unknown option \(prose: option.name.quoted)",
                hint: hint ?? Sentence.seeHelp(commandWords))
        }
        let secret = known.first { $0.isSecret && $0.value != nil }
        return UsageError(
            message: "unknown option after a password option (not shown, it may be a password)",
            hint: secret.map {
                "write \(.words([$0.typed + "=VALUE"])) for a password that starts with --"
            } ?? .seeHelp(commandWords))
    }

    /// The option for a name that says what its value is: `--folder club` means `--documents club`.
    private func optionMeant(by typed: String, among known: [OptionDescription]) -> OptionDescription? {
        let name = typed.drop { $0 == "-" }.lowercased()
        guard ["dir", "directory", "folder", "path", "home"].contains(name) else { return nil }
        return known.first { $0.value?.traits.isDirectory == true }
    }

    /// What an option may mean that resembles none: `--name`, `-v`, `--team board`.
    private func meant(by typed: String, among known: [OptionDescription]) -> Sentence? {
        let name = typed.drop { $0 == "-" }
        guard typed.startsLikeOption else {
            // An argument that begins with a hyphen can only follow `--`.
            let end: Sentence = "write '--' before an argument that starts with -"
            guard name.utf8.count == 1, let letter = name.first else {
                return "see \(.help(commandWords)); \(end)"
            }
            let own = if case .command = reached { known } else { program.optionsEverywhere }
            if let option = own.first(where: { $0.name.first == letter }) {
                return .didYouMean(.words([option.typed]))
            }
            let ofProgram = program.alone.map { program.describe($0).options } ?? []
            let other = ofProgram.first { $0.name.first == Character(letter.lowercased()) }
            return other.map { .didYouMean(.program([$0.typed])) } ?? "see \(.help(commandWords)); \(end)"
        }
        let longer = known.filter { $0.name.hasSuffix("-" + name) }.prefix(3).map(\.label)
        if !longer.isEmpty { return "did you mean \(prose: longer.listed(last: "or"))?" }
        if case .command(let command) = reached, let line = command.line(taking: String(name)) {
            return "type \(line)"
        }
        // `--htpasswd` means `--format htpasswd`.
        if let chooser = known.first(where: { $0.value?.traits.expectation.isChoice(String(name)) == true }) {
            return .didYouMean(.words([chooser.typed, String(name)]))
        }
        guard case .command(let command) = reached, name.allSatisfy({ $0.isLetter || $0.isNumber }),
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
        return "for a custom key, write \(.words([keyed.typed, "\(name)=VALUE"])); see \(.help(commandWords))"
    }

    private func unknown(_ word: String, before rest: ArraySlice<String>) -> UsageError {
        if followsSecret { return .hiddenArgument(of: commandWords, nearest: nil) }
        // What follows the `=` may be a password, so it is not shown.
        let typed = word.splitAtEquals
        let name = typed.name
        let group: CommandGroup? = if case .group(let group) = reached { group } else { nil }
        let message: Sentence = "unknown command \(prose: (commandWords + [name]).spaced.quoted)"
        if let group, name == "help" {
            let command = rest.first.flatMap { program.command([group.name, $0]) }
            return UsageError(message: message, hint: .didYouMean(.help(command?.words ?? [group.name])))
        }
        var nearest = program.nearestCommand(name, in: group, before: rest).map { line($0, taking: rest) }
        if group == nil, let next = rest.first, let inner = program.innerCommand(name, next) {
            nearest = line(inner, taking: rest.dropFirst())
        }
        // What is too long to be shown is too long to be suggested.
        if nearest == nil, typed.value == nil, name.unicodeScalars.count <= longestQuoted {
            nearest = program.line(in: group, with: name).map { line($0, taking: rest) }
        }
        return UsageError(
            message: message, hint: nearest.map { .didYouMean(.program($0)) } ?? .seeHelp(commandWords))
    }

    /// The command with what follows, if that is a right line without a password, else with its first argument if that
    /// can only be meant so.
    private func line(_ words: [String], taking rest: ArraySlice<String>) -> [String] {
        // `users list` means `accounts list`.
        if let first = rest.first, first == words.last { return line(words, taking: rest.dropFirst()) }
        let command =
            program.command(Array(words.prefix { !$0.startsLikeOption }.prefix(2)))
            ?? words.first.flatMap { program.command([$0]) }
        guard let command, !rest.isEmpty else { return words }
        let description = program.describe(command)
        var scanner = CommandLineScanner(program)
        scanner.reached = .command(description)
        for argument in rest { try? scanner.read(argument) }
        if let whole = scanner.wholeLine(after: words) { return whole }
        guard let first = scanner.arguments.first, !first.mayBeSecret, first.text.isPrintable,
            first.text.unicodeScalars.count <= longestQuoted
        else { return words }
        if let traits = description.arguments.first?.traits {
            guard traits.isName else { return words }
            // `export htpasswd` means `export --format htpasswd`.
            let chooser = description.options.first {
                $0.value?.traits.expectation.isChoice(first.text) == true
            }
            if let chooser { return words + [chooser.typed, first.text] }
            return words
                + (traits.looksLike(first.text)
                    ? ShellCommand.argument(first.text) : [description.arguments[0].name])
        }
        // `signup ann@example.com` means an email.
        let taker = description.options.first {
            $0.value?.traits.looksLike(first.text) == true && !$0.isSecret
        }
        return words + (taker.map { [$0.typed, first.text] } ?? [])
    }

    /// The words, and the options and arguments that were read; nil if that is no right line, or may hold a password.
    private func wholeLine(after words: [String]) -> [String]? {
        guard case .command(let description) = reached else { return nil }
        let hasSecret = description.options.contains { $0.isSecret && $0.value != nil }
        let isSafe = arguments.enumerated().allSatisfy { index, word in
            let argument = description.arguments.dropFirst(index).first ?? description.arguments.last
            return !hasSecret || argument?.traits.looksLike(word.text) == true
        }
        // Options of the whole program are repeated by the hint itself.
        let own = options.filter { option in description.options.contains { $0.name == option.name } }
        guard isSafe, !arguments.contains(where: { $0.text.hasPrefix("-") }),
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

    /// Whether a message may repeat it as it is.
    fileprivate var isPrintable: Bool { !unicodeScalars.contains(where: \.isUnprintable) }

    /// Whether it begins with two hyphens, and so cannot be a separate value.
    package var startsLikeOption: Bool { utf8.starts(with: "--".utf8) }
}

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
        /// Nil for a flag, and for a value to be asked for; for an unknown option what follows it.
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
    private var followsUnknown = false
    /// The last known option. After one that takes a password, a careless person types more of it.
    private var last: OptionDescription?

    private var followsSecret: Bool { last?.isSecret == true }

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
            let unknown = Option(
                name: typed.name, isKnown: false,
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
        let command: CommandDescription? = if case .command(let command) = reached { command } else { nil }
        let name = option.name.hyphened
        // `-user` means `--user`, but `-pPASSWORD` is `-p` with a password behind it.
        let isWord = name.utf8.count > 2
        let whole = isWord && !name.startsLikeOption ? "-" + name : name
        if !option.mayBeSecret, let habit = program.habit(whole, option.value, in: command, among: known) {
            return UsageError(message: unknown(option.name), hint: habit)
        }
        let nearest = NearestName.option(name, among: known)
        let letter = String(name.prefix(2))
        if !option.mayBeSecret, nearest == nil, whole != name,
            let habit = program.habit(letter, option.value, in: command, among: known)
        {
            return UsageError(message: unknown(letter), hint: habit)
        }
        guard nearest == nil, option.mayBeSecret else {
            let hint =
                nearest.map { Sentence.didYouMean(.words([$0.typed])) }
                ?? meant(by: option, among: known)
            let isWhole = nearest != nil || name.startsLikeOption || Int(name) != nil
            return UsageError(
                message: unknown(isWhole ? option.name : letter),
                hint: hint ?? Sentence.seeHelp(commandWords))
        }
        let secret = known.first { $0.isSecret && $0.value != nil }
        return UsageError(
            message: "unknown option after a password option (not shown, it may be a password)",
            hint: secret.map {
                "write \(.words([$0.typed + "=VALUE"])) for a password that starts with --"
            } ?? .seeHelp(commandWords))
    }

    private func unknown(_ option: String) -> Sentence { "unknown option \(prose: option.quoted)" }

    /// What an option may mean that resembles none: `--name`, `-v`, `--team board`.
    private func meant(by option: Option, among known: [OptionDescription]) -> Sentence? {
        let typed = option.name.hyphened
        let name = typed.drop { $0 == "-" }
        guard typed.startsLikeOption else {
            if case .command(let command) = reached, let number = command.arguments.first?.traits,
                Int(name) != nil, number.accepts(String(name)), !number.isPlainText, !number.isName
            {
                return .didYouMean(.program(command.words + [String(name)]))
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
        let longer = known.filter { $0.name.hasSuffix("-" + name) }.prefix(3).map(\.label)
        if !longer.isEmpty { return "did you mean \(prose: longer.listed(last: "or"))?" }
        // `--htpasswd` means `--format htpasswd`.
        if let chooser = known.first(where: { $0.value?.traits.expectation().isChoice(String(name)) == true })
        {
            return .didYouMean(.words([chooser.typed, String(name)]))
        }
        guard case .command(let command) = reached else { return nil }
        if let line = command.line(taking: String(name), option.value) { return "type \(line)" }
        if let first = command.arguments.first, first.traits.expectation().isChoice(String(name)) {
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
        guard keyed.setsKey || command.arguments.first?.isRequired != true, let value = option.value,
            !command.arguments.contains(where: { $0.traits.looksLike(value) })
        else { return nil }
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
        let asOne = group == nil ? program.command(typedAsOneWord: word) : nil
        var nearest = (asOne ?? program.nearestCommand(name, in: group, before: rest)).map {
            line($0, taking: rest)
        }
        if group == nil, let next = rest.first, let inner = program.innerCommand(name, next) {
            nearest = line(inner, taking: rest.dropFirst())
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
        if let place = words.firstIndex(where: \.isPlaceholder) {
            guard let argument = description.arguments.first else { return words }
            let name = argument.words(for: rest.first(where: argument.traits.looksLike))
            var line = Array(words[..<place]) + name + words[(place + 1)...]
            // `rename ann@example.com anna@example.com`
            if line.count > 1, line[line.count - 1].isPlaceholder,
                let traits = description.options.first(where: { $0.typed == line[line.count - 2] })?.value?
                    .traits, traits.isRecognizable, !rest.contains(where: { $0.hasPrefix("-") }),
                let value = rest.filter(traits.looksLike).dropFirst().first, value.isPrintable,
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
            guard argument.traits.isName else { return words + folders }
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
        // `signup ann@example.com` means an email.
        let taker = description.options.first {
            $0.value?.traits.looksLike(first.text) == true && !$0.isSecret
        }
        guard let taker, let place = rest.firstIndex(of: first.text) else { return words }
        let option = [taker.typed, first.text]
        var named = CommandLineScanner(program)
        named.reached = .command(description)
        for argument in rest[..<place] + option + rest[(place + 1)...] { try? named.read(argument) }
        return named.wholeLine(after: words) ?? words + option
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
        let hasSecret = description.options.contains { $0.isSecret && $0.value != nil }
        let isSafe = arguments.enumerated().allSatisfy { index, word in
            let traits = (description.arguments.dropFirst(index).first ?? description.arguments.last)?.traits
            return hasSecret ? traits?.looksLike(word.text) == true : traits?.mayShow(word.text) != false
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

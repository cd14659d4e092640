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
        /// As in `--password my secret`.
        let mayBeSecret: Bool
    }

    private let program: Program
    private(set) var reached = Reached.start
    private(set) var options: [Option] = []
    private(set) var arguments: [Word] = []
    private(set) var hasEndedOptions = false
    /// Whether the last option takes the next word as its value, unless that is an option itself.
    private(set) var awaitsValue = false
    /// Whether the last known option is one after which a careless person types a password.
    private var followsSecret = false

    init(_ program: Program) { self.program = program }

    mutating func read(_ argument: String) throws(UsageError) {
        if awaitsValue {
            awaitsValue = false
            if !argument.startsLikeOption {
                options[options.count - 1].value = argument
                return
            }
        }
        if hasEndedOptions || !argument.utf8.starts(with: "-".utf8) || argument.utf8.count == 1 {
            try read(word: argument)
        } else if argument == "--" {
            hasEndedOptions = true
        } else {
            try read(option: argument)
        }
    }

    private mutating func read(word: String) throws(UsageError) {
        switch reached {
        case .command: arguments.append(Word(text: word, mayBeSecret: followsSecret))
        case .group(let group):
            if let command = program.command([group.name, word]) {
                reached = .command(program.describe(command))
            } else if let taker = group.unnamed, !followsSecret, word.splitAtEquals.value == nil,
                program.nearestCommand(word, in: group) == nil
            {
                // Neither a mistyped name nor possibly a password.
                reached = .command(program.describe(taker))
                arguments.append(Word(text: word, mayBeSecret: false))
            } else {
                throw unknown(word)
            }
        case .start:
            if let group = program.group(word) {
                reached = .group(group)
            } else if let command = program.command([word]) {
                reached = .command(program.describe(command))
            } else {
                throw unknown(word)
            }
        }
    }

    private mutating func read(option argument: String) throws(UsageError) {
        let (typed, value) = argument.splitAtEquals
        guard let option = known(typed) else {
            let unknown = Option(name: typed, isKnown: false, mayBeSecret: followsSecret)
            guard case .command = reached else { throw error(for: unknown) }
            options.append(unknown)
            return
        }
        options.append(Option(name: option.name, isKnown: true, mayBeSecret: false, value: value))
        awaitsValue = option.value != nil && value == nil
        followsSecret = option.isSecret
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
        let nearest = NearestName.option(option.name, among: known)
        guard nearest == nil, option.mayBeSecret else {
            let help = Sentence.seeHelp(commandWords)
            // An argument that begins with a hyphen can only follow `--`.
            let advice: Sentence =
                option.name.startsLikeOption
                ? help : "\(help); write '--' before an argument that starts with -"
            return UsageError(
                message: "unknown option \(prose: option.name.quoted)",
                hint: nearest.map { .didYouMean(.words([$0.typed])) } ?? advice)
        }
        let secret = known.first { $0.isSecret && $0.value != nil }
        return UsageError(
            message: "unknown option after a password option (not shown, it may be a password)",
            hint: secret.map {
                "write \(.words([$0.typed + "=VALUE"])) for a password that starts with --"
            } ?? .seeHelp(commandWords))
    }

    private func unknown(_ word: String) -> UsageError {
        if followsSecret { return .hiddenArgument(of: commandWords, nearest: nil) }
        // What follows the `=` may be a password, so it is not shown.
        let (name, value) = word.splitAtEquals
        let group: CommandGroup? = if case .group(let group) = reached { group } else { nil }
        var nearest = program.nearestCommand(name, in: group)
        // What is too long to be shown is too long to be suggested.
        if let group, nearest == nil, value == nil, name.unicodeScalars.count <= longestQuoted {
            nearest = program.line(in: group, with: name)
        }
        return UsageError(
            message: "unknown command \(prose: (commandWords + [name]).spaced.quoted)",
            hint: nearest.map { .didYouMean(.program($0)) } ?? .seeHelp(commandWords))
    }
}

// Bytes and scalars, not characters: a combining mark after `=` or `-` would hide them.
extension String {
    package var splitAtEquals: (name: String, value: String?) {
        guard let equals = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (self, nil) }
        return (String(self[..<equals]), String(self[utf8.index(after: equals)...]))
    }

    /// Whether it begins with two hyphens, and so cannot be a separate value.
    package var startsLikeOption: Bool { utf8.starts(with: "--".utf8) }
}

/// What the first words of a command line name.
enum CommandResolution {
    case command(CommandDeclaration)
    /// The first word of a group that does nothing alone.
    case group(CommandGroup)

    /// Finds the command, and the words that are left as its arguments.
    ///
    /// An unknown option before the command's words is an error here, as one cannot know
    /// whether the word after it is its value.
    static func resolve(
        _ tokens: [ReadToken]
    ) throws(UsageError) -> (found: CommandResolution, arguments: [CommandLineWord]) {
        var found = CommandResolution.command(ProgramCommands.screens)
        var isComplete = false
        var arguments: [CommandLineWord] = []
        for read in tokens {
            switch read.token {
            case .word(let word) where isComplete:
                arguments.append(CommandLineWord(text: word, mayBeSecret: read.mayBeSecret))
            case .word(let word):
                (found, isComplete) = try found.next(word, mayBeSecret: read.mayBeSecret)
            case .unknownOption(let name) where !isComplete:
                throw read.unknownOption(name, of: found.words, among: found.options)
            case .option, .unknownOption: break
            }
        }
        return (found, arguments)
    }

    /// The words after `regapp` that name it.
    var words: [String] {
        switch self {
        case .command(let command): command.words
        case .group(let group): [group.name]
        }
    }

    /// The options that may be meant here.
    private var options: [OptionID] {
        switch self {
        case .command: OptionID.allCases
        case .group(let group): (group.all.flatMap(\.options) + Regapp.everywhere).map(\.id)
        }
    }

    /// What is meant when no further word follows.
    var settled: CommandResolution {
        if case .group(let group) = self, let alone = group.alone { return .command(alone) }
        return self
    }

    private func next(
        _ word: String, mayBeSecret: Bool
    ) throws(UsageError) -> (CommandResolution, isComplete: Bool) {
        switch self {
        case .command:
            switch FirstWord(rawValue: word)?.meaning {
            case .command(let command): return (.command(command), true)
            case .group(let group): return (.group(group), false)
            case nil: break
            }
        case .group(let group):
            if let command = group.commands.first(where: { $0.words.last == word }) {
                return (.command(command), true)
            }
        }
        if mayBeSecret { throw .extraArgument(nil, of: words, nearest: nil) }
        // What follows a `=` may be a password too.
        let (name, value) = word.splitAtEquals
        let nearest =
            NearestName.command(name, in: words) ?? (value == nil ? lineWith(argument: name) : nil)
        throw .unknownCommand(name, in: words, nearest: nearest)
    }

    /// The words of the group's command that the word may be meant for: `regapp albums night` means a search.
    private func lineWith(argument: String) -> [String]? {
        // What is too long to be shown is too long to be suggested.
        guard case .group(let group) = self, argument.unicodeScalars.count <= longestQuoted else {
            return nil
        }
        let takers = group.commands.filter { $0.arguments.first?.kind.suits(argument) == true }
        // What takes any text comes last.
        let taker = takers.first { $0.arguments.first?.kind != .text } ?? takers.first
        return taker.map { $0.words + ShellCommand.argument(argument) }
    }
}

/// Reads a command line by the declarations of `Regapp`.
///
/// - `--option value` and `--option=value` are the same; a separate value never starts with `--`.
/// - Options may stand anywhere, also before the command; `--` ends them.
/// - `--help` and `-h` win over everything that is wrong after the command's words; with a command whose exit code is
///   an answer they are an error, unless a person reads the output: a service may be asked about a user `--help`.
/// - Otherwise the first thing that is wrong, from the left, is the error.
public struct CommandLineParser: Sendable {
    private let isReadByPerson: Bool

    /// A parser of regapp's one command line.
    ///
    /// - Parameter isReadByPerson: whether standard output is a terminal.
    public init(isReadByPerson: Bool = true) {
        self.isReadByPerson = isReadByPerson
    }

    /// What the arguments mean; without the name of the program.
    public func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        let tokens = CommandLineToken.read(arguments)
        let (found, words) = try CommandResolution.resolve(tokens)
        if tokens.contains(where: { $0.token == .option(.help, .nothing) }) {
            if case .command(let command) = found, command.answersByExitCode, !isReadByPerson {
                throw .onlyAnswers(command.id)
            }
            return Invocation(command: .help, arguments: found.words)
        }
        switch found.settled {
        case .group(let group):
            throw .missingCommand(of: group.name)
        case .command(let command):
            let options = try read(tokens, as: command)
            let arguments = try read(words, for: command)
            try checkTogether(options, arguments, of: command)
            return Invocation(
                command: options.contains { $0.id == .version } ? .version : command.id, arguments: arguments,
                options: options)
        }
    }

    /// The value of `--documents` in arguments that may be wrong otherwise.
    public func documents(in arguments: [String]) -> String? {
        for read in CommandLineToken.read(arguments) {
            switch read.token {
            case .option(.documents, .attached(let path)), .option(.documents, .separate(let path)):
                return path.isEmpty ? nil : path
            default: continue
            }
        }
        return nil
    }

    // MARK: Options

    private func read(
        _ tokens: [ReadToken], as command: CommandDeclaration
    ) throws(UsageError) -> [GivenOption] {
        var options: [GivenOption] = []
        for read in tokens {
            switch read.token {
            case .word: break
            case .unknownOption(let name):
                let known = (command.options + Regapp.everywhere).map(\.id)
                throw read.unknownOption(name, of: command.words, among: known)
            case .option(let id, let given):
                guard let option = command.option(id) else { throw .optionNotOfCommand(id, command.id) }
                let value = try self.value(given, of: option, in: command)
                // A flag given twice says the same; of two values only one could be meant.
                if option.value != nil, options.contains(where: { $0.id == id }) { throw .repeatedOption(id) }
                options.append(GivenOption(id: id, value: value))
            }
        }
        return options
    }

    private func value(
        _ given: CommandLineToken.Given, of option: OptionDeclaration, in command: CommandDeclaration
    ) throws(UsageError) -> OptionValue? {
        switch (option.value, given) {
        case (nil, .nothing):
            return nil
        case (nil, _):
            throw .takesNoValue(option.id)
        case (let value?, .nothing):
            guard value.mayBeAskedFor else { throw .needsValue(option.id, of: command.id) }
            return .toBeAsked
        case (let value?, .attached(let text)), (let value?, .separate(let text)):
            if text.isEmpty, value.kind.isPath { throw .needsValue(option.id, of: command.id) }
            guard value.kind.accepts(text) else {
                throw .invalidValue(
                    option.id, text, of: command.id, nearest: NearestName.choice(text, of: value.kind))
            }
            return .given(text)
        }
    }

    // MARK: Arguments

    private func read(
        _ words: [CommandLineWord], for command: CommandDeclaration
    ) throws(UsageError) -> [String] {
        let texts = words.map(\.text)
        if command.arguments.last?.repeats != true, let extra = words.dropFirst(command.arguments.count).first
        {
            throw extraArgument(extra, of: command)
        }
        if let missing = command.arguments.dropFirst(texts.count).first, missing.isRequired {
            throw .missingArgument(missing.name, of: command.id)
        }
        if let last = command.arguments.last, last.kind == .text, !texts.isEmpty, texts.allSatisfy(\.isBlank)
        {
            throw .emptyArgument(last.name, of: command.id)
        }
        for (argument, text) in zip(command.arguments, texts) {
            guard argument.kind.accepts(text) else {
                throw .invalidArgument(
                    argument.name, text, of: command.id, nearest: NearestName.choice(text, of: argument.kind))
            }
        }
        if command.id == .help { try checkTopic(texts) }
        return texts
    }

    private func extraArgument(_ word: CommandLineWord, of command: CommandDeclaration) -> UsageError {
        // Somebody who writes `email=ann@example.com` is helped by the name before the `=`.
        let name = word.text.splitAtEquals.name
        let isEmail = !word.mayBeSecret && name.contains("@") && command.option(.email) != nil
        let nearest = isEmail ? .email : NearestName.option(name, among: command.options.map(\.id))
        // Somebody who types `accounts password ann@example.com hunter2` has typed a password.
        let isShown = !word.mayBeSecret && command.option(.password) == nil
        return .extraArgument(isShown ? name : nil, of: command.words, nearest: nearest)
    }

    private func checkTopic(_ words: [String]) throws(UsageError) {
        guard HelpPage(words) == nil else { return }
        let nearest = NearestName.topic(words)
        throw .unknownTopic(words.joined(separator: " "), nearest: nearest)
    }

    // MARK: Together

    private func checkExclusive(_ options: [GivenOption]) throws(UsageError) {
        for group in OptionDeclaration.exclusive {
            let given = group.filter { id in options.contains { $0.id == id } }
            if given.count > 1 { throw .conflictingOptions(given[0], given[1]) }
        }
    }

    private func checkTogether(
        _ options: [GivenOption], _ arguments: [String], of command: CommandDeclaration
    ) throws(UsageError) {
        if options.count > 1 { try checkExclusive(options) }
        for given in options {
            if let option = command.option(given.id), let needed = option.onlyWithArgument,
                !arguments.contains(needed)
            {
                throw .optionNeedsArgument(option.id, needed, of: command.id)
            }
        }
    }
}

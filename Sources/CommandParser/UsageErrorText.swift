/// The sentences for wrong command lines, without the `regapp: error: ` before them.
extension UsageError {
    /// What is wrong: one lowercase line without a period.
    public var message: String {
        switch self {
        case .unknownCommand(let word, let words, _):
            "unknown command \(quoted((words + [word]).joined(separator: " ")))"
        case .missingCommand(let group): "'\(Regapp.typed([group]))' needs a command"
        case .unknownOption(let name?, _, _): "unknown option \(quoted(name))"
        case .unknownOption(nil, _, _):
            "unknown option after a password option (not shown, it may be a password)"
        case .optionNotOfCommand(let option, let command): "'\(command.typed)' has no option \(option.typed)"
        case .onlyAnswers(let command):
            "'\(command.typed)' shows no help here: its exit code is an answer"
        case .needsValue(let option, _): "\(option.typed) needs a value"
        case .takesNoValue(let option): "\(option.typed) takes no value"
        case .repeatedOption(let option): "\(option.typed) is given twice"
        case .invalidValue(let option, let value, let command, _):
            "\(option.typed) takes \(command.kind(of: option).expected), not \(quoted(value))"
        case .conflictingOptions(let one, let other): "\(one.typed) and \(other.typed) exclude each other"
        case .optionNeedsArgument(let option, let argument, _): "\(option.typed) goes only with '\(argument)'"
        case .missingArgument(let name, let command): "'\(command.typed)' needs \(name)"
        case .emptyArgument(let name, _): "\(name) is empty"
        case .invalidArgument(let name, let value, let command, _):
            "\(name) is \(command.kind(of: name).expected), not \(quoted(value))"
        case .extraArgument(let word?, _, _): "unexpected argument \(quoted(word))"
        case .extraArgument(nil, _, _): "unexpected argument (not shown, it may be a password)"
        case .unknownTopic(let words, _): "no help for \(quoted(words))"
        }
    }

    /// What to type next: one lowercase line without a period.
    public var hint: Hint {
        switch self {
        case .unknownCommand(_, _, let nearest?): didYouMean(.regapp(words: nearest))
        case .unknownCommand(_, let words, nil): seeHelp(words)
        case .missingCommand(let group):
            "type \(.regapp(group)) and one of: \(prose: commands(of: group))"
        case .unknownOption(_, _, let nearest?): didYouMean(.words(nearest.typed))
        case .unknownOption(nil, _, nil):
            "write \(.words("--password=VALUE")) for a password that starts with --"
        case .unknownOption(let name?, let words, nil): "\(seeHelp(words))\(prose: dashHint(name))"
        case .optionNotOfCommand(let option, let command): takers(of: option, near: command)
        case .onlyAnswers(let command):
            "\(seeHelp(command.words)); a service writes \(.words("--")) before the name of a user"
        case .needsValue(let option, let command): wayToGive(option, in: command)
        case .takesNoValue(let option): "write \(option.typed) alone"
        case .repeatedOption(let option): "give \(option.typed) once"
        case .invalidValue(let option, _, _, let nearest?): didYouMean(.words(option.typed, nearest))
        case .invalidValue(_, _, let command, nil): seeHelp(command.words)
        case .conflictingOptions: "give only one of the two"
        case .optionNeedsArgument(let option, let argument, let command):
            "type \(.regapp(words: command.words + [argument, option.typed])), or leave \(option.typed) out"
        case .missingArgument(_, let command):
            "type \(.regapp(words: command.words + command.argumentLabels))"
        case .emptyArgument(let name, let command): "type \(prose: command.summary(of: name))"
        case .invalidArgument(_, _, let command, let nearest?):
            didYouMean(.regapp(words: command.words + [nearest]))
        case .invalidArgument(_, _, let command, nil): seeHelp(command.words)
        case .extraArgument(_, _, let nearest?): didYouMean(nearest.declaration.line)
        case .extraArgument(nil, let words, nil): "put a value with spaces in quotes; \(seeHelp(words))"
        case .extraArgument(_, let words, nil): seeHelp(words)
        case .unknownTopic(_, let nearest?): didYouMean(.regapp(words: ["help"] + nearest))
        case .unknownTopic(_, nil): seeHelp([])
        }
    }

    private func didYouMean(_ line: ShellCommand) -> Hint { "did you mean \(line)?" }

    private func seeHelp(_ words: [String]) -> Hint { "see \(.regapp(words: ["help"] + words))" }

    private func commands(of group: String) -> String {
        let commands = Regapp.group([group])?.commands ?? []
        return commands.compactMap(\.words.last).joined(separator: ", ")
    }

    /// A single hyphen may be meant as text, which only `--` can say.
    private func dashHint(_ name: String) -> String {
        name.utf8.starts(with: "--".utf8) ? "" : "; write '--' before an argument that starts with -"
    }

    /// The commands that take the option, those with the same first word first.
    private func takers(of option: OptionID, near command: CommandID) -> Hint {
        let takers = Regapp.commands.filter { $0.options.map(\.id).contains(option) }
        if option == .version { return "type \(.words("regapp", option.typed))" }
        let first = command.words.first
        let near = takers.filter { $0.words.first == first } + takers.filter { $0.words.first != first }
        // Names of commands, not lines to type: nothing is carried over to them.
        let names = near.prefix(3).map { "'\($0.typed)'" }
        return takers.count > names.count
            ? "it is an option of \(prose: names.joined(separator: ", ")) and others"
            : "it is an option of \(prose: listed(names, last: "and"))"
    }

    private func wayToGive(_ option: OptionID, in command: CommandID) -> Hint {
        let declaration = Regapp.declaration(of: command).option(option)
        guard let value = declaration?.value else { return seeHelp(command.words) }
        if case .choices(let choices) = value.kind {
            return "give one of: \(prose: choices.joined(separator: ", "))"
        }
        if option == .password {
            return "use --password-stdin or --password-file FILE, or run it on a terminal to be asked"
        }
        let asked = value.mayBeAskedFor ? ", or run it on a terminal to be asked" : ""
        return "type \(option.declaration.line)\(prose: asked)"
    }
}

extension OptionDeclaration {
    /// The option as one types it, with the placeholder of its value.
    fileprivate var line: ShellCommand { value.map { .words(id.typed, $0.name) } ?? .words(id.typed) }
}

extension CommandID {
    fileprivate var words: [String] { Regapp.declaration(of: self).words }
    fileprivate var argumentLabels: [String] { Regapp.declaration(of: self).arguments.map(\.label) }
    fileprivate var typed: String { Regapp.typed(words) }

    fileprivate func kind(of option: OptionID) -> ValueKind {
        Regapp.declaration(of: self).option(option)?.value?.kind ?? .text
    }

    fileprivate func kind(of argument: String) -> ValueKind { declaration(of: argument)?.kind ?? .text }

    fileprivate func summary(of argument: String) -> String { declaration(of: argument)?.summary ?? argument }

    private func declaration(of argument: String) -> ArgumentDeclaration? {
        Regapp.declaration(of: self).arguments.first { $0.name == argument }
    }
}

extension ValueKind {
    /// What is taken, in words that stand after `takes` or `is`.
    fileprivate var expected: String {
        switch self {
        case .choices(let choices): listed(choices, last: "or")
        case .number(let range) where range.upperBound == Int.max: "a number from \(range.lowerBound) on"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .countryCode: "two letters such as US"
        case .text, .file, .directory, .accountEmail, .topic: "a text"
        }
    }
}

/// `a, b and c`, or `a or b`.
private func listed(_ items: [String], last word: String) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(word) " + last
}

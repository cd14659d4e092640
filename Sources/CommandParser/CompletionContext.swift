/// What may follow some command words, as a shell needs to know it.
struct CompletionContext {
    /// The command words typed so far.
    let words: [String]
    /// Words that lead to another context, each with an explanation.
    let next: [HelpRow]
    let options: [OptionDeclaration]
    let arguments: [ArgumentDeclaration]

    /// The words as one text, which scripts compare with.
    var key: String { words.joined(separator: " ") }

    /// Every context in which something is to be offered, the top level first.
    ///
    /// What `regapp help` explains is offered word by word, so it has contexts of its own.
    static let all: [CompletionContext] = {
        let program = ProgramCommands.screens
        let first = FirstWord.allCases.map(\.row)
        let topics = Regapp.topics.map { HelpRow($0.name, $0.summary.lowercasedFirst) }
        let top = CompletionContext(words: [], next: first, options: program.options, arguments: [])
        let help = CompletionContext(words: ["help"], next: first + topics, options: [], arguments: [])
        return [top] + FirstWord.allCases.flatMap(contexts) + [help]
            + FirstWord.allCases.compactMap(helpContext)
    }()

    private static func contexts(_ first: FirstWord) -> [CompletionContext] {
        switch first.meaning {
        case .command(let command):
            return command.id == .help ? [] : [context(command)]
        case .group(let group):
            let options = group.alone?.options ?? []
            let alone = CompletionContext(
                words: [group.name], next: group.rows, options: options, arguments: [])
            return [alone] + group.commands.map(context)
        }
    }

    private static func context(_ command: CommandDeclaration) -> CompletionContext {
        CompletionContext(
            words: command.words, next: [], options: command.options, arguments: command.arguments)
    }

    private static func helpContext(_ first: FirstWord) -> CompletionContext? {
        guard case .group(let group) = first.meaning else { return nil }
        return CompletionContext(words: ["help", group.name], next: group.rows, options: [], arguments: [])
    }
}

/// What a script offers as a value, in the one notation of the three scripts.
extension ValueKind {
    /// The choices with spaces between them, or `:` and the name of what is to be looked up.
    var completion: String {
        switch self {
        case .choices(let choices): choices.joined(separator: " ")
        case .file: ":file"
        case .directory: ":directory"
        case .accountEmail: ":account"
        case .text, .number, .countryCode, .topic: ":text"
        }
    }
}

/// A value that an option takes after some command words.
struct OptionValueRule: Equatable {
    /// Nothing: after all others, whose rules come first.
    let key: String?
    let option: String
    let completion: String

    /// One rule for each option, and one more for each command where it takes other values.
    static let all: [OptionValueRule] = OptionID.allCases.flatMap { id -> [OptionValueRule] in
        guard let usual = Regapp.declarations(of: id).first?.value?.kind.completion else { return [] }
        let others = CompletionContext.all.compactMap { context -> OptionValueRule? in
            let option = context.options.first { $0.id == id }
            guard let completion = option?.value?.kind.completion, completion != usual else { return nil }
            return OptionValueRule(key: context.key, option: id.typed, completion: completion)
        }
        return others + [OptionValueRule(key: nil, option: id.typed, completion: usual)]
    }
}

/// A value that stands as an argument after some command words.
struct ArgumentRule: Equatable {
    let key: String
    /// From 0.
    let place: Int
    let completion: String

    /// The arguments for which there is something to offer.
    static let all = CompletionContext.all.flatMap { context in
        context.arguments.enumerated().compactMap { place, argument -> ArgumentRule? in
            let completion = argument.kind.completion
            guard completion != ":text" else { return nil }
            return ArgumentRule(key: context.key, place: place, completion: completion)
        }
    }
}

/// An argument of a command, by its place.
struct ArgumentDeclaration: Equatable, Sendable {
    /// The placeholder in help, such as `FILE`.
    let name: String
    let kind: ValueKind
    let summary: String
    let isRequired: Bool
    /// Whether any number of them may follow; only the last argument repeats.
    let repeats: Bool

    init(
        _ name: String, _ kind: ValueKind, _ summary: String, isRequired: Bool = true, repeats: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isRequired = isRequired
        self.repeats = repeats
    }

    /// The argument as a usage line shows it.
    var label: String {
        let text = repeats ? name + "..." : name
        return isRequired ? text : "[\(text)]"
    }
}

/// A command line to try, and what it does.
struct Example: Equatable, Sendable {
    let purpose: String
    let line: String

    init(_ purpose: String, _ line: String) {
        self.purpose = purpose
        self.line = line
    }
}

/// One command: its words, what it takes, and how it is explained.
struct CommandDeclaration: Sendable {
    let id: CommandID
    /// The words after `regapp`; none for `regapp` alone.
    let words: [String]
    /// What it does, in one sentence without its period.
    let summary: String
    /// Paragraphs that say more.
    let discussion: [String]
    let arguments: [ArgumentDeclaration]
    /// Its own options; the ones of every command come from `Regapp.everywhere`.
    let options: [OptionDeclaration]
    /// The options that have no default: shown without brackets, and asked for when missing.
    let required: [OptionID]
    /// Whether programs take the exit code for an answer, so that 0 may mean nothing else.
    let answersByExitCode: Bool
    let examples: [Example]

    init(
        _ id: CommandID, _ words: [String], _ summary: String, discussion: [String] = [],
        arguments: [ArgumentDeclaration] = [], options: [OptionDeclaration] = [], required: [OptionID] = [],
        answersByExitCode: Bool = false, examples: [Example] = []
    ) {
        self.id = id
        self.words = words
        self.summary = summary
        self.discussion = discussion
        self.arguments = arguments
        self.options = options
        self.required = required
        self.answersByExitCode = answersByExitCode
        self.examples = examples
    }

    /// The command as it is typed: `regapp accounts list`.
    var typed: String { Regapp.typed(words) }

    /// The declaration of one of its options, the ones of every command included.
    func option(_ id: OptionID) -> OptionDeclaration? {
        options.first { $0.id == id } ?? Regapp.everywhere.first { $0.id == id }
    }
}

/// Commands that share their first word.
struct CommandGroup: Sendable {
    let name: String
    let summary: String
    let discussion: [String]
    /// What the first word does alone, if anything; it need not be one of `commands`.
    let alone: CommandDeclaration?
    let commands: [CommandDeclaration]
    let examples: [Example]

    /// Its commands as rows of a list.
    var rows: [HelpRow] {
        commands.map { HelpRow($0.words.last ?? "", $0.summary.lowercasedFirst) }
    }

    /// Every command whose first word is `name`.
    var all: [CommandDeclaration] {
        guard let alone, !commands.contains(where: { $0.id == alone.id }) else { return commands }
        return [alone] + commands
    }
}

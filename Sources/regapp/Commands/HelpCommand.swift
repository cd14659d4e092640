import RegappCommandLine
import RegappWording

struct HelpCommand: RegappCommand {
    static let words = ["help"]

    static let page = CommandPage(
        "Explain a command, or a topic ('topics' lists them)", section: .more,
        discussion: ["A page that is longer than the terminal is shown with $PAGER, or 'less -FRX'."],
        examples: [
            "Explain a command": "regapp help accounts import",
            "Explain what nginx needs": "regapp help nginx",
            "See all topics": "regapp help topics",
        ],
        nicknames: [
            "usage", "commands", "topics", Nickname("accounts backup", options: ["backup"]),
        ] + ["backup", "lost", "move"].map { Nickname($0, options: ["backup"]) })

    private let topic: [String]

    init(_ line: inout CommandLineReader) {
        topic = line.arguments(
            "COMMAND", .helpTopic, isRequired: false,
            "a command such as 'login' or 'accounts import', or a topic")
    }

    func run(_ context: inout CommandContext) throws {
        try HelpPrinter.print(topic, inPages: true)
    }
}

/// `regapp manual`: the manual page, on a terminal to read, elsewhere as roff source.
struct ManualCommand: RegappCommand {
    static let words = ["manual"]

    static let page = CommandPage(
        "Show the manual", section: .more,
        discussion: [
            "A terminal shows it page by page, with $PAGER, or 'less -FRX' if that is not set. A pipe or a "
                + "file gets the source of a manual page."
        ],
        examples: [
            "Read it as a manual page": "regapp manual | man -l -",
            "Install it":
                "mkdir -p ~/.local/share/man/man1 && regapp manual > ~/.local/share/man/man1/regapp.1",
        ],
        nicknames: ["man", "docs", "doc"])

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws {
        guard context.output.isTerminal else { return try context.output.text(Regapp.program.manual) }
        try HelpPrinter.page(Regapp.program.manualText(width: HelpPrinter.width))
    }
}

struct CompletionsCommand: RegappCommand {
    static let words = ["completions"]

    static let page = CommandPage(
        "Print a script that lets a shell complete regapp's commands", section: .more,
        examples: [
            "bash, in ~/.bashrc": "source <(regapp completions bash)",
            "zsh, in a directory of $fpath": "mkdir -p ~/.zfunc && regapp completions zsh > ~/.zfunc/_regapp",
            "fish": "mkdir -p ~/.config/fish/completions && "
                + "regapp completions fish > ~/.config/fish/completions/regapp.fish",
            "A script 'keeper' that runs regapp with its own options, as in 'regapp help services'":
                "source <(regapp completions bash keeper)",
        ])

    private let shell: Shell
    private let wrapper: String?

    init(_ line: inout CommandLineReader) {
        shell = line.argument("SHELL", .choice, "bash, zsh or fish")
        let name = ValueType(
            expected: "the name of a command: letters, digits, '-', '_' and '.'", sample: ""
        ) { $0.isCommandName ? $0 : nil }
        wrapper = line.optionalArgument(
            "COMMAND", name, "the name of a script that runs regapp, if you type that instead")
    }

    func run(_ context: inout CommandContext) throws {
        try context.output.text(Regapp.program.completionScript(for: shell, wrapper: wrapper))
    }
}

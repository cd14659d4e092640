import RegappCommandLine
import RegappWording

struct HelpCommand: RegappCommand {
    static let words = ["help"]

    private let topic: [String]

    init(_ line: inout CommandLineReader) {
        topic = line.arguments(
            "COMMAND", .helpTopic, isRequired: false,
            "a command such as 'login' or 'accounts import', or a topic")
    }

    func run(_ context: inout CommandContext) throws {
        // A file to be changed, printed as it is.
        if topic == [HelpTopic.page.name] {
            return try context.output.text(Texts.passwordPage)
        }
        try HelpPrinter.print(topic, inPages: true)
    }
}

/// `regapp manual`: the manual page, laid out for reading on a terminal, elsewhere as roff source.
struct ManualCommand: RegappCommand {
    static let words = ["manual"]

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws {
        guard context.output.isTerminal else { return try context.output.text(Regapp.program.manual) }
        try HelpPrinter.write(Regapp.program.manualText(width: HelpPrinter.width), inPages: true)
    }
}

struct CompletionsCommand: RegappCommand {
    static let words = ["completions"]

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

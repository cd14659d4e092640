import RegappCommandLine
import RegappWording

struct HelpCommand: RegappCommand {
    static let words = ["help"]

    static let page = CommandPage(
        "Explain a command or a topic", section: .more,
        discussion: ["A page that is longer than the terminal is shown with $PAGER, or 'less -FRX'."],
        examples: [
            "Explain a command": "regapp help accounts import",
            "Explain what nginx needs": "regapp help nginx",
            "See all topics": "regapp help topics",
        ],
        nicknames: [
            "usage", "commands", "topics", Nickname("backup", options: ["backup"]),
            Nickname("accounts backup", options: ["backup"]),
        ])

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

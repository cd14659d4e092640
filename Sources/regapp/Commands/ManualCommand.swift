import RegappCommandLine
import RegappWording

/// `regapp manual`: the manual page as roff source.
struct ManualCommand: RegappCommand {
    static let words = ["manual"]

    static var page: CommandPage {
        CommandPage(
            "Print the manual page", section: .more,
            examples: [
                Example("Read it", "regapp manual | man -l -"),
                Example(
                    "Install it",
                    "mkdir -p ~/.local/share/man/man1 && regapp manual > ~/.local/share/man/man1/regapp.1"),
            ],
            nicknames: ["man", "docs", "doc"])
    }

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws {
        try context.output.text(Regapp.program.manual)
    }
}

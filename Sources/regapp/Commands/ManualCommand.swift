import RegappCommandLine
import RegappWording

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
            "Read it": "regapp manual",
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

import CommandParser

/// `regapp completions`: a script for a shell.
struct CompletionsCommand: RegappCommand {
    static let words = ["completions"]

    static var page: CommandPage {
        CommandPage(
            "Print a script that lets a shell complete regapp's commands", section: .more,
            examples: [
                Example("bash, in ~/.bashrc", "source <(regapp completions bash)"),
                Example(
                    "zsh, in a directory of $fpath",
                    "mkdir -p ~/.zfunc && regapp completions zsh > ~/.zfunc/_regapp"),
                Example(
                    "fish",
                    "mkdir -p ~/.config/fish/completions && "
                        + "regapp completions fish > ~/.config/fish/completions/regapp.fish"),
            ])
    }

    private let shell: Shell

    init(_ line: inout CommandLineReader) { shell = line.argument("SHELL", .choice, "bash, zsh or fish") }

    func run(_ context: inout CommandContext) throws {
        try context.output.text(Regapp.program.completionScript(for: shell))
    }
}

import RegappCommandLine
import RegappWording

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
        wrapper = line.optionalArgument(
            "COMMAND", .commandName, "the name of a script that runs regapp, if you type that instead")
    }

    func run(_ context: inout CommandContext) throws {
        try context.output.text(Regapp.program.completionScript(for: shell, wrapper: wrapper))
    }
}

extension ValueType<String> {
    /// The name of a command, which a script contains as it is.
    fileprivate static var commandName: ValueType {
        ValueType(expected: "the name of a command: letters, digits, '-', '_' and '.'", sample: "") { text in
            let isName = text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
            }
            return isName && !text.isEmpty && !text.hasPrefix("-") ? text : nil
        }
    }
}

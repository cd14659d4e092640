import RegappCommandLine
import RegappWording

struct HelpCommand: RegappCommand {
    static let words = ["help"]
    static let page = #"""
        # help | MORE
        Explain a command, or a topic ('topics' lists them)

        $PAGER or 'less -FRX' shows a page that is longer than the terminal.

        - Explain a command | regapp help accounts import
        - Print the lines for nginx | regapp help nginx

            serve = services, server = services, daemon = services, start = services, run = services, web = nginx
            stop = services, restart = services, reload = services, listen = services, mail = dovecot, smtp = postfix, quit, exit
            page = page, usage, commands, topics, ?, /?, accounts backup = backup, backup = backup, lost = backup, move = backup
            man, options, guide, tutorial, examples, about, faq = questions, uninstall = questions, upgrade = questions
            bug = questions, license = questions, licence = questions, support = questions, push = backup, clone = backup
            container = questions, git = backup, tls = nginx, bcrypt = policies, letters = accounts password, links = accounts password
            troubleshooting = exit-codes, systemd = services, errors = exit-codes
            --all =, -a =
        """#

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
    static let page = #"""
        # manual | MORE
        Show the manual

        On a terminal, $PAGER or 'less -FRX' shows it page by page. In a pipe or a file it is the source of a manual page.

        - Read it as a manual page | regapp manual | man -l -
        - Install it | mkdir -p ~/.local/share/man/man1 && regapp manual > ~/.local/share/man/man1/regapp.1

            man, docs, doc
        """#

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws {
        guard context.output.isTerminal else { return try context.output.text(Regapp.program.manual) }
        try HelpPrinter.write(Regapp.program.manualText(width: HelpPrinter.width), inPages: true)
    }
}

struct CompletionsCommand: RegappCommand {
    static let words = ["completions"]
    static let page = #"""
        # completions | MORE
        Print a script that lets a shell complete regapp's commands

        - bash, in ~/.bashrc | source <(regapp completions bash)
        - zsh, in a directory of $fpath | mkdir -p ~/.zfunc && regapp completions zsh > ~/.zfunc/_regapp
        - fish | mkdir -p ~/.config/fish/completions && regapp completions fish >
          ~/.config/fish/completions/regapp.fish
        - A script 'keeper' that runs regapp | source <(regapp completions bash keeper)
        """#

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

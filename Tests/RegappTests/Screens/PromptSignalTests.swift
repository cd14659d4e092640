import RegappTestSupport
import Testing

/// The terminal's mode after whatever ends a question.
@Suite struct PromptSignalTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    /// A way to end a question, and how the program ends.
    struct Ending: Sendable, CustomTestStringConvertible {
        let name: String
        let end: @Sendable (PseudoTerminal) throws -> Void
        let termination: Termination

        var testDescription: String { name }
    }

    static let endings = [
        Ending(name: "Ctrl-C", end: { try $0.send("\u{03}") }, termination: .exited(130)),
        Ending(name: "Ctrl-D", end: { try $0.send("\u{04}") }, termination: .exited(130)),
        Ending(name: "SIGINT", end: { $0.signal(2) }, termination: .exited(130)),
        Ending(name: "SIGTERM", end: { $0.signal(15) }, termination: .signalled(15)),
        Ending(name: "SIGHUP", end: { $0.signal(1) }, termination: .signalled(1)),
        Ending(name: "SIGQUIT", end: { $0.signal(3) }, termination: .signalled(3)),
        Ending(name: "SIGSEGV", end: { $0.signal(11) }, termination: .signalled(11)),
    ]

    @Test(arguments: endings, ["Email", Shown.newPassword])
    func `the terminal is as it was, and nothing is written`(ending: Ending, question: String) throws {
        let options = question == "Email" ? ["--password=54321"] : ["--email=abc@def.gh"]
        let terminal = try PseudoTerminal(.regapp, ["login"] + options, in: home)
        try terminal.expect(question + ": ")
        #expect(try !terminal.attributes.isCanonical)
        try terminal.send("half of it")
        if ending.name == "Ctrl-D" { try terminal.send("\u{15}") }
        try ending.end(terminal)
        #expect(try terminal.waitForExit() == ending.termination)
        #expect(try terminal.attributes == freshAttributes())
        // A key comes after what was typed before it. A signal may not: then the terminal as it was echoes the rest.
        if ending.name.hasPrefix("Ctrl"), question != "Email" { #expect(!terminal.output.contains("half")) }
        #expect(home.paths().isEmpty)
    }

    @Test func `a terminal that is closed ends the question`() throws {
        let terminal = try PseudoTerminal(.regapp, ["login"], in: home)
        try terminal.expect("Email: ")
        terminal.closeTerminal()
        // The hang-up is seen as the end of the input or as the signal, whichever comes first.
        #expect([.signalled(1), .exited(130)].contains(try terminal.waitForExit()))
        #expect(home.paths().isEmpty)
    }

    @Test(arguments: [
        (["--email", "abc@def.gh"], "\(Shown.newPassword): "),
        (["--password-file", "secret"], "Email: "),
    ])
    func `Ctrl-Z gives the shell its terminal back, and the question comes again`(
        options: [String], question: String
    ) throws {
        try home.write("secret", "54321")
        let script = """
            set -m; cd documents; "$REGAPP" login \(options.joined(separator: " ")); printf 'suspended\\n'
            read answer; fg >/dev/null; echo "ended with $?"
            """
        let terminal = try PseudoTerminal(
            BuiltProgram(path: "/bin/sh"), ["-c", script], in: home,
            environment: ["REGAPP": BuiltProgram.regapp.path])
        try terminal.send("half", after: question)
        if question == "Email: " { try terminal.expect("half") }
        try terminal.send("\u{1A}")
        try terminal.expect("suspended")
        #expect(try terminal.attributes == freshAttributes())
        try terminal.send("\n")
        try terminal.expect(question)
        if question == "Email: " { try terminal.expect("half") }
        let answer = question == "Email: " ? "\u{15}abc@def.gh\n" : "54321\n"
        try terminal.send(answer)
        if question != "Email: " {
            try terminal.send(answer, after: "\(Shown.repeatPassword): ")
        }
        #expect(try terminal.waitForExit(after: "ended with 0") == .exited(0))
        #expect(try terminal.attributes == freshAttributes())
        #expect(question == "Email: " || !terminal.output.contains("half"))
        #expect(home.text("profile.json")?.contains("\"email\": \"abc@def.gh\"") == true)
        #expect(home.text("profile.json")?.contains("\"password\": \"54321\"") == true)
    }
}

/// The attributes of a terminal on which nothing has changed them.
func freshAttributes() throws -> TerminalAttributes {
    let terminal = try PseudoTerminal(BuiltProgram(path: "/bin/true"), in: TemporaryHome())
    try terminal.waitForExit()
    return try terminal.attributes
}

internal import RegappStore

/// A program and the terminal that it runs on.
///
/// The program leads a session of its own whose controlling terminal this is, so `/dev/tty`, Ctrl-C, hang-ups
/// and size changes reach it as they would reach it on a real one. A session's leader cannot be suspended by
/// Ctrl-Z, since no shell is there to wake it; tests of that run it from a shell on the terminal.
package final class PseudoTerminal: Sendable {
    package struct TimedOut: Error, CustomStringConvertible {
        /// What was waited for, everything written so far, and the screen.
        package let description: String
    }

    private struct Session {
        var output: [UInt8] = []
        /// How much of the output `expect` has passed.
        var seen = 0
        /// How much of the output has been searched for questions.
        var searched = 0
        var screen: ScreenModel
    }

    /// The process that leads the session.
    package let process: ChildProcess
    /// Kept for as long as the program may run in it.
    private let home: TemporaryHome
    /// The command line, where it is regapp's.
    private let arguments: [String]?
    private let terminal: TerminalPair
    private let files: [StandardFile?]
    private let answersQuestions: Bool
    private let session: Locked<Session>

    /// What a program asks for a terminal's attributes (DA1) with, and what xterm answers.
    private static let question = Array("\u{1B}[c".utf8)
    private static let answer = Array("\u{1B}[?62;4c".utf8)

    /// - Parameters:
    ///   - answersQuestions: Whether the terminal tells its attributes as every real one does, once the test reads what
    ///     the program has written. A program that has asked waits for that before it ends.
    ///   - input: Where standard input comes from; the terminal where nil.
    ///   - output: Where standard output leads; the terminal where nil.
    ///   - errors: Where standard error leads; the terminal where nil.
    ///   - environment: Changes to the home's environment, `TERM` being `xterm-256color` unless changed.
    package init(
        _ program: BuiltProgram, _ arguments: [String] = [], in home: TemporaryHome, columns: Int = 80,
        rows: Int = 24, input: ProgramInput? = nil, output: ProgramOutput? = nil,
        errors: ProgramOutput? = nil, environment: [String: String?] = [:], answersQuestions: Bool = true
    ) throws {
        self.home = home
        self.answersQuestions = answersQuestions
        self.arguments = program.isRegapp ? arguments : nil
        terminal = try TerminalPair(columns: columns, rows: rows)
        files = [
            try input.map(StandardFile.init), try output.map(StandardFile.init),
            try errors.map(StandardFile.init),
        ]
        let variables = environment.merging(["TERM": "xterm-256color"]) { given, _ in given }
        let spawn = Spawn(
            program: program.path, arguments: program.leadingArguments + arguments,
            environment: home.environment(changedBy: variables),
            directory: home.path, terminal: terminal.path, standard: files.map { $0?.target })
        process = try spawn.start()
        session = Locked(Session(screen: ScreenModel(columns: columns, rows: rows)))
    }

    deinit {
        process.killGroup()
    }

    /// Everything the program has written to the terminal and a test has waited through.
    package var output: String { session.withLock { String(decoding: $0.output, as: UTF8.self) } }

    /// The screen as far as the output has been read.
    package var screen: ScreenModel { session.withLock { $0.screen } }

    /// What went to standard output where that is captured apart from the terminal.
    package var stdout: [UInt8] { files[1]?.bytes ?? [] }

    package var attributes: TerminalAttributes { get throws { try terminal.attributes } }

    /// Types text, control characters included.
    package func send(_ text: String, within limit: Duration = .seconds(10)) throws {
        let isTyped = try terminal.type(Array(text.utf8), until: .now + limit, meanwhile: readAvailable)
        guard isTyped else { throw timedOut("room to type") }
    }

    /// Waits until the text has been written, and returns the output from the last such wait through its end.
    @discardableResult
    package func expect(_ text: String, within limit: Duration = .seconds(10)) throws -> String {
        let wanted = Array(text.utf8)
        var found = ""
        try wait(for: "output \(text.debugDescription)", within: limit) {
            session.withLock { session in
                let new = session.output[session.seen...]
                guard let end = new.firstRange(of: wanted)?.upperBound else { return false }
                found = String(decoding: new[..<end], as: UTF8.self)
                session.seen = end
                return true
            }
        }
        return found
    }

    /// Types text once another one has been written.
    package func send(_ text: String, after wanted: String) throws {
        try expect(wanted)
        try send(text)
    }

    /// Types text once another one stands on the screen within one line, and waits for what then stands there.
    package func send(_ text: String, onScreen wanted: String, until shown: String? = nil) throws {
        try expectOnScreen(wanted)
        try send(text)
        if let shown { try expectOnScreen(shown) }
    }

    package func send(_ text: String, until shown: String) throws {
        try send(text)
        try expectOnScreen(shown)
    }

    /// Whether the text has been written since the last such wait.
    package func hasWritten(_ text: String) -> Bool {
        session.withLock { $0.output[$0.seen...].contains(Array(text.utf8)) }
    }

    @discardableResult
    package func expectScreen(
        _ wanted: String, within limit: Duration = .seconds(10), _ condition: (ScreenModel) -> Bool
    ) throws -> ScreenModel {
        try wait(for: "screen \(wanted)", within: limit) { condition(screen) }
        return screen
    }

    /// Waits until a text stands on the screen within one line.
    @discardableResult
    package func expectOnScreen(_ text: String, within limit: Duration = .seconds(10)) throws -> ScreenModel {
        try expectScreen(text.debugDescription, within: limit) { $0.contains(text) }
    }

    /// Waits for the program's end, reading what it still writes. What ends it is typed once another text has been
    /// written or stands on the screen.
    @discardableResult
    package func waitForExit(
        typing text: String? = nil, after wanted: String? = nil, onScreen shown: String? = nil,
        within limit: Duration = .seconds(10)
    ) throws -> Termination {
        if let wanted { try expect(wanted) }
        if let shown { try expectOnScreen(shown) }
        if let text { try send(text) }
        var termination: Termination?
        try wait(for: "the end", within: limit) {
            termination = process.ended
            return termination != nil
        }
        readAvailable()
        HintCheck.check(output, arguments: arguments, in: home)
        guard let termination else { throw timedOut("the end") }
        return termination
    }

    package func signal(_ number: Int32) { process.signal(number) }

    /// Changes the terminal's size; the kernel sends the program SIGWINCH.
    package func resize(columns: Int, rows: Int) throws {
        session.withLock { $0.screen.resize(columns: columns, rows: rows) }
        try terminal.resize(columns: columns, rows: rows)
    }

    /// Takes nothing more that the program writes; a write that waits for the terminal does not come back.
    package func freeze() throws { try terminal.freeze() }

    /// Closes the terminal as a terminal window does; the kernel sends the program SIGHUP.
    package func closeTerminal() { terminal.hangUp() }

    private func wait(
        for wanted: String, within limit: Duration, until condition: () -> Bool
    ) throws {
        let deadline = ContinuousClock.now + limit
        while true {
            let hadEnded = process.ended != nil
            readAvailable()
            if condition() { return }
            guard !hadEnded else { throw timedOut(wanted + ", but the program ended") }
            let watched = [terminal.descriptor, process.exitDescriptor].compactMap { $0 }
            guard Poll.anyReady(watched, until: deadline) else { throw timedOut(wanted) }
        }
    }

    private func readAvailable() {
        let questions = session.withLock { session in
            let bytes = terminal.readAvailable()
            session.output += bytes
            session.screen.feed(bytes)
            var questions = 0
            while let question = session.output[session.searched...].firstRange(of: Self.question) {
                questions += 1
                session.searched = question.upperBound
            }
            session.searched = max(session.searched, session.output.count - (Self.question.count - 1))
            return questions
        }
        guard answersQuestions else { return }
        // Whether the program still reads is for the test to see.
        for _ in 0..<questions { _ = try? terminal.type(Self.answer) }
    }

    private func timedOut(_ wanted: String) -> TimedOut {
        session.withLock { session in
            let written = String(decoding: session.output.suffix(4096), as: UTF8.self).debugDescription
            let screen = session.screen.text
            return TimedOut(description: "no \(wanted); written: \(written)\nscreen:\n\(screen)")
        }
    }
}

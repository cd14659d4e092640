import RegappCore
import RegappTestSupport
import Testing

/// A conversation of the built program with a user who types lines.
struct Talk: CommandSession {
    /// The fields whose questions scripts answer; those of others get Enter.
    private static let known: [Field] = [.email, .password, .firstName, .lastName, .birthday, .phone]

    let terminal: PseudoTerminal
    let home: TemporaryHome

    init(
        _ files: [String: String] = [:], _ arguments: [String] = [], columns: Int = 80,
        environment: [String: String?] = ["ACCESSIBLE": "1"]
    ) throws {
        home = try TemporaryHome(files)
        terminal = try PseudoTerminal(
            .regapp, arguments, in: home, columns: columns, rows: 24, environment: environment)
    }

    init(_ terminal: PseudoTerminal, in home: TemporaryHome) { (self.terminal, self.home) = (terminal, home) }

    /// Waits for texts, and answers the question that follows each by a line.
    func answer(_ exchanges: (text: String, answer: String)...) throws {
        for exchange in exchanges {
            try expect(exchange.text)
            try expectQuestion()
            try terminal.send(exchange.answer + "\n")
        }
    }

    /// Waits for a text; meanwhile, questions for fields that no script knows get Enter.
    @discardableResult
    func expect(_ text: String) throws -> String {
        while true {
            try terminal.expectScreen(text.debugDescription) { _ in
                terminal.hasWritten(text) || isAskedForUnknown
            }
            if terminal.hasWritten(text) { return try terminal.expect(text) }
            try terminal.send("\n")
            try terminal.expectScreen("the next question") { _ in !isAskedForUnknown }
        }
    }

    private var isAskedForUnknown: Bool {
        let line =
            terminal.output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).last ?? ""
        return line.hasSuffix(": ")
            && Field.typedByPeople.contains { !Self.known.contains($0) && line.hasPrefix($0.label) }
    }

    private func expectQuestion() throws {
        // A long question has its answer below it.
        try terminal.expectScreen("at a question") { _ in
            terminal.output.hasSuffix(": ") || terminal.output.hasSuffix(": \r\n")
        }
    }

    /// Waits for a text, and ends the input at the question that follows.
    func endInput(at text: String) throws {
        try expect(text)
        try expectQuestion()
        try terminal.send("\u{04}")
    }

    /// Waits for the end; nothing but plain lines may have been written.
    func expectEnd(
        _ end: Termination = .exited(0), sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try terminal.waitForExit() == end, sourceLocation: sourceLocation)
        expectPlainLines(sourceLocation: sourceLocation)
        #expect(try terminal.attributes == freshAttributes(), sourceLocation: sourceLocation)
    }

    /// Every control character is the end of a line.
    func expectPlainLines(sourceLocation: SourceLocation = #_sourceLocation) {
        let controls = terminal.output.replacing("\r\n", with: "").unicodeScalars
            .filter { $0.value < 0x20 || $0.value == 0x7F }
        #expect(controls.isEmpty, "\(terminal.output.debugDescription)", sourceLocation: sourceLocation)
    }
}

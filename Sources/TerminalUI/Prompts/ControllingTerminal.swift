/// Asks the person at the terminal questions, whatever the standard streams are connected to.
///
/// Everything goes to and comes from /dev/tty. The terminal itself edits lines. Each method restores the terminal's
/// mode: on return, on every error, when SIGTERM, SIGHUP or SIGQUIT ends the process (which then dies of that
/// signal), and while it is stopped (Ctrl-Z); once continued, it asks again. In the background the process stops
/// until it is in the foreground. Labels and defaults are made printable, so values from files can be shown.
public final class ControllingTerminal: Sendable {
    private let device: TerminalDevice
    private let ownsDescriptor: Bool

    /// Opens /dev/tty; nil if this process has no terminal.
    public static func open() -> ControllingTerminal? {
        TerminalDevice.openControlling().map { ControllingTerminal(device: $0, ownsDescriptor: true) }
    }

    init(device: TerminalDevice, ownsDescriptor: Bool = false) {
        self.device = device
        self.ownsDescriptor = ownsDescriptor
    }

    deinit {
        if ownsDescriptor { device.close() }
    }

    /// Asks for a line of text.
    ///
    /// - Parameters:
    ///   - label: what is asked for, without colon.
    ///   - current: the value that Enter alone keeps; shown in brackets.
    /// - Returns: the line without its end, or `current` (else nothing) when it is empty.
    public func ask(_ label: String, current: String? = nil) throws(PromptError) -> String {
        let suffix = current.map { $0.isEmpty ? "" : " [\($0.printable)]" } ?? ""
        let answer = try readLine("\(label.printable)\(suffix): ", echo: true)
        return answer.isEmpty ? current ?? "" : answer
    }

    /// Asks for a line of text that is not shown while it is typed.
    public func askSecret(_ label: String) throws(PromptError) -> String {
        try readLine("\(label.printable): ", echo: false)
    }

    /// Asks until the answer is `y`, `yes`, `n` or `no`; Enter alone means no.
    public func confirm(_ question: String) throws(PromptError) -> Bool {
        while true {
            switch try readLine("\(question.printable) [y/N] ", echo: true).lowercased() {
            case "y", "yes": return true
            case "", "n", "no": return false
            default: continue
            }
        }
    }

    /// An option that can be chosen.
    public struct Option: Sendable {
        let title: String
        let otherWords: [String]

        /// An option that is chosen by its number, its title or another word; upper and lower case are the same.
        ///
        /// - Parameter otherWords: in lower case; the question names those of one letter.
        public init(_ title: String, _ otherWords: String...) {
            self.title = title
            self.otherWords = otherWords
        }

        fileprivate func isChosen(by answer: String) -> Bool {
            title.lowercased() == answer || otherWords.contains(answer)
        }
    }

    /// Lets one of several options be chosen, and asks again until an answer names one.
    ///
    /// - Returns: the index of the option; Enter alone chooses the first, which the question says.
    public func choose(_ question: String, among options: [Option]) throws(PromptError) -> Int {
        guard !options.isEmpty else { throw .endOfInput }
        tell(question)
        for (index, option) in options.enumerated() {
            let ways = option.otherWords.filter { $0.count == 1 } + (index == 0 ? ["Enter"] : [])
            let shown = ways.isEmpty ? "" : " (\(ways.joined(separator: ", ")))"
            tell("  \(index + 1). \(option.title)\(shown)")
        }
        while true {
            let typed = try readLine("1-\(options.count) [1]: ", echo: true)
            if typed.isEmpty { return 0 }
            let answer = typed.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let chosen = options.indices.first { answer == "\($0 + 1)" || options[$0].isChosen(by: answer) }
            if let chosen { return chosen }
            tell("'\(typed)' is none of these")
        }
    }

    /// Lets one of some short answers be chosen in one line, each by its first letter or more of it.
    ///
    /// - Returns: the index of the answer; Enter alone chooses the first.
    public func choose(_ question: String, amongWords answers: [String]) throws(PromptError) -> Int {
        let shown = answers.map { "[\($0.prefix(1))]\($0.dropFirst())" }.joined(separator: ", ")
        while true {
            let typed = try readLine("\(question.printable) \(shown.printable): ", echo: true)
            let answer = typed.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if let chosen = answers.firstIndex(where: { $0.hasPrefix(answer) }) { return chosen }
            tell("'\(typed)' is none of these")
        }
    }

    /// Writes a line to the terminal, such as a problem with an answer.
    public func tell(_ line: String) {
        // Nothing is lost when the terminal is gone: the next question says so.
        try? device.write(Array((line.printable + "\n").utf8))
    }

    /// The width of the window; nil where the terminal does not tell it.
    var columns: Int? { device.size?.columns }

    func readLine(_ prompt: String, echo: Bool) throws(PromptError) -> String {
        var session = try PromptSession(device: device, prompt: prompt, echo: echo)
        let line = Result { () throws(PromptError) in try session.readLine() }
        session.end()
        return try line.get()
    }
}

/// Why a question got no answer.
public enum PromptError: Error, Hashable, Sendable {
    /// The input ended (Ctrl-D) or the terminal closed.
    case endOfInput
    /// Ctrl-C or SIGINT; the terminal is restored, and the program should exit with 130.
    case interrupted
    /// The line is not UTF-8.
    case notUTF8
    /// The line has more bytes than this, not counting its end.
    case tooLong(limit: Int)
    /// The system refused; the payload is the errno.
    case failed(errno: Int32)
}

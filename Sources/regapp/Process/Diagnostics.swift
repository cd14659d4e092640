import RegappWording
import Synchronization
import RegappTerminal

/// Standard error. Each line begins with the program's name, and with its kind unless it says what was done.
enum Diagnostics {
    private static let quiet = Atomic(false)
    private static let palette = Appearance.live.palette(of: .error)

    static var isQuiet: Bool { quiet.load(ordering: .relaxed) }

    /// For `--quiet`.
    static func reportErrorsOnly() { quiet.store(true, ordering: .relaxed) }

    static func report(_ message: Message) {
        for fact in message.facts where !isQuiet || fact.kind == .error {
            switch fact.kind {
            case .error: write(palette.printed("error", .problem) + ": ", fact.text)
            case .warning: write(palette.printed("warning", .attention) + ": ", fact.text)
            case .hint: write(palette.printed("hint", .hint) + ": ", fact.text)
            case .done, .question: write("", fact.text)
            }
        }
    }

    /// - Parameter kind: the kind of line, in colour; empty for what was done.
    private static func write(_ kind: String, _ text: String) {
        // If standard error is closed, nothing can be said.
        _ = StandardStream.error.write(Array("regapp: \(kind)\(text.printable)\n".utf8))
    }
}

import CommandParser
import RegappWording
import Synchronization
import TerminalUI

/// Standard error. Each line begins with the program's name, and with its kind unless it says what was done.
enum Diagnostics {
    private static let quiet = Atomic(false)
    private static let palette = StandardStream.error.palette

    static var isQuiet: Bool { quiet.load(ordering: .relaxed) }

    /// For `--quiet`.
    static func tellErrorsOnly() { quiet.store(true, ordering: .relaxed) }

    static func tell(_ message: Message) {
        for line in message.lines {
            if isQuiet, !line.isError { continue }
            switch line {
            case .error(let text): write(palette.printed("error", .problem) + ": ", text)
            case .warning(let text): write(palette.printed("warning", .attention) + ": ", text)
            case .hint(let hint): write(palette.printed("hint", .hint) + ": ", hint.text)
            case .done(let outcome): write("", outcome.text)
            }
        }
    }

    /// - Parameter kind: the kind of line, in colour; empty for what was done.
    private static func write(_ kind: String, _ text: String) {
        // If standard error is closed, nothing can be said.
        _ = StandardStream.error.write(Array("regapp: \(kind)\(text.printable)\n".utf8))
    }
}

/// What to do next, or what came of what was done: a sentence whose commands and values can be pasted into a shell.
///
/// It is written as a string literal, and becomes text only where it is told. Until then each command and each value
/// in it is known as one:
/// ```
/// "type \(.program(["login"]))"                     type 'regapp login'
/// "add it in \(path)"                               add it in /tmp/my\ files/profile.json
/// ```
public struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// A piece of the sentence.
    public enum Part: Hashable, Sendable {
        /// Words of the sentence.
        case prose(String)
        /// A value, such as a path or an email.
        case value(String)
        /// A command between quotes.
        case command(ShellCommand)
        /// A command without quotes around it, at the end of the sentence.
        case bareCommand(ShellCommand)
    }

    /// The sentence, piece by piece.
    public let parts: [Part]

    /// A sentence without commands and values.
    public init(prose: String) { parts = [.prose(prose)] }

    /// A sentence without commands and values.
    public init(stringLiteral text: String) { self.init(prose: text) }

    /// The sentence of a literal.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// Collects the pieces of a literal; a plain string in it is a value.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ text: String) {
            if !text.isEmpty { parts.append(.prose(text)) }
        }

        public mutating func appendInterpolation(_ value: String) { parts.append(.value(value)) }

        public mutating func appendInterpolation(_ command: ShellCommand) { parts.append(.command(command)) }

        public mutating func appendInterpolation(bare command: ShellCommand) {
            parts.append(.bareCommand(command))
        }

        public mutating func appendInterpolation(_ number: Int) { parts.append(.prose("\(number)")) }

        public mutating func appendInterpolation(prose text: String) { parts.append(.prose(text)) }

        public mutating func appendInterpolation(_ hint: Hint) { parts += hint.parts }
    }
}

/// A command line, or a part of one, to paste into a shell.
public struct ShellCommand: Hashable, Sendable {
    /// Whose command it is.
    public enum Kind: Hashable, Sendable {
        /// A command of the program, which may need options of the line that the hint answers.
        case program
        /// The program's help.
        case help
        /// A command of another program, or a part of a line such as `--format json`.
        case other
    }

    public let kind: Kind
    /// The words before any quoting; of the program's commands those after its name.
    public let words: [String]

    /// A command of the program; `words` may have a `--` before its last ones.
    public static func program(_ words: [String]) -> ShellCommand {
        ShellCommand(kind: .program, words: words)
    }

    /// What explains a command, a group or a topic.
    public static func help(_ words: [String]) -> ShellCommand {
        ShellCommand(kind: .help, words: ["help"] + words)
    }

    /// A command of another program, or a part of a line, word by word.
    public static func words(_ words: [String]) -> ShellCommand { ShellCommand(kind: .other, words: words) }

    /// An argument as words of a command line: what begins with a hyphen stands after `--`.
    public static func argument(_ text: String) -> [String] {
        text.utf8.starts(with: "-".utf8) && text.utf8.count > 1 ? ["--", text] : [text]
    }
}

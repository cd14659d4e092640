/// What to do next, or what has become of what was done: a sentence from which commands and values can be pasted into
/// a shell.
///
/// It is written as a string literal, and becomes text only where it is told. Until then each command and each value
/// in it is known as one:
/// ```
/// "type \(.regapp("login"))"                        type 'regapp login'
/// "add it in \(path)"                               add it in /tmp/my\ files/profile.json
/// ```
public struct Hint: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// A piece of the sentence.
    public enum Part: Hashable, Sendable {
        /// Words of the sentence.
        case prose(String)
        /// A value, such as a path or an e-mail.
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
    private let words: [String]
    /// Whether it works on the documents directory, and so has to be told which one is meant.
    private let usesDocuments: Bool

    /// A command of regapp.
    ///
    /// - Parameter argument: what stands after the words, whatever it begins with.
    public static func regapp(_ words: String..., argument: String? = nil) -> ShellCommand {
        regapp(words: words + (argument.map(Self.argument) ?? []))
    }

    /// A command of regapp; `words` may have a `--` before its last ones.
    public static func regapp(words: [String]) -> ShellCommand {
        let usesDocuments = words.first.flatMap(FirstWord.init)?.usesDocuments ?? true
        return ShellCommand(words: ["regapp"] + words, usesDocuments: usesDocuments)
    }

    /// A command of another program, or a part of a command line such as `--format json`, word by word.
    public static func words(_ words: String...) -> ShellCommand {
        ShellCommand(words: words, usesDocuments: false)
    }

    /// An argument as words of a command line: what begins with a hyphen stands after `--`.
    static func argument(_ text: String) -> [String] {
        text.utf8.starts(with: "-".utf8) && text.utf8.count > 1 ? ["--", text] : [text]
    }

    /// The words of the whole line, before any quoting.
    ///
    /// - Parameter documents: the value of `--documents` that the line carries, if it needs one.
    public func words(documents: String?) -> [String] {
        guard usesDocuments, let documents else { return words }
        // A separate value never starts with two hyphens.
        let option = OptionID.documents.typed
        let given = documents.startsLikeOption ? ["\(option)=\(documents)"] : [option, documents]
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end] + given + words[end...]
    }
}

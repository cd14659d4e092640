/// A sentence of a message, with commands and values to paste into a shell.
///
/// It is written as a string literal, and becomes text only when it is printed. Until then its commands and values are
/// kept apart from the prose:
/// ```
/// "type \(.program(["login"]))"                     type 'regapp login'
/// "add it in \(path)"                               add it in /tmp/my\ files/profile.json
/// ```
package struct Sentence: Hashable, Sendable, ExpressibleByStringInterpolation {
    package enum Part: Hashable, Sendable {
        case prose(String)
        /// A value, such as a path or an email.
        case value(String)
        /// A command between quotes.
        case command(ShellCommand)
        /// A command without quotes around it, at the end of the sentence.
        case bareCommand(ShellCommand)
        /// The command line that was typed, which root can type again after these words, if any.
        case thisLine(after: [String])
    }

    package let parts: [Part]

    private init(_ parts: [Part]) { self.parts = parts }

    package init(prose: String) { parts = [.prose(prose)] }

    /// The sentence as text, its values as they are; nil if it names a command.
    package var prose: String? {
        let texts = parts.map { part -> String? in
            switch part {
            case .prose(let text), .value(let text): text
            case .command, .bareCommand, .thisLine: nil
            }
        }
        return texts.contains(nil) ? nil : texts.compactMap(\.self).joined()
    }

    /// The same sentence with other commands.
    package func changingCommands(_ change: (ShellCommand) -> ShellCommand) -> Sentence {
        Sentence(
            parts.map { part in
                switch part {
                case .command(let command): .command(change(command))
                case .bareCommand(let command): .bareCommand(change(command))
                case .prose, .value, .thisLine: part
                }
            })
    }

    package init(stringLiteral text: String) { self.init(prose: text) }

    package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// A plain string that is interpolated is a value.
    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        package init(literalCapacity: Int, interpolationCount: Int) {}

        package mutating func appendLiteral(_ text: String) {
            if !text.isEmpty { parts.append(.prose(text)) }
        }

        package mutating func appendInterpolation(_ value: String) { parts.append(.value(value)) }

        package mutating func appendInterpolation(_ command: ShellCommand) { parts.append(.command(command)) }

        package mutating func appendInterpolation(bare command: ShellCommand) {
            parts.append(.bareCommand(command))
        }

        package mutating func appendInterpolation(thisLineAfter words: [String]) {
            parts.append(.thisLine(after: words))
        }

        package mutating func appendInterpolation(_ number: Int) { parts.append(.prose("\(number)")) }

        package mutating func appendInterpolation(prose text: String) { parts.append(.prose(text)) }

        package mutating func appendInterpolation(_ hint: Sentence) { parts += hint.parts }
    }
}

/// A command line, or a part of one, to paste into a shell.
package struct ShellCommand: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A command of the program, in which hints repeat options of the current line such as `--documents`.
        case program
        /// A command of the program that is only named, or needs no repeated options.
        case name
        /// A command of another program, or a part of a line such as `--format json`.
        case other
    }

    /// What does the same on a screen: a button by its title, or a key by its name.
    package enum Control: Hashable, Sendable {
        case button(String)
        case key(String)
    }

    package let kind: Kind
    /// The words before any quoting; for the program's commands those after its name.
    package let words: [String]
    /// Nil if there is none, or if a screen need not name it.
    package private(set) var control: Control?

    /// `words` may have a `--` before its last ones.
    package static func program(_ words: [String], control: Control? = nil) -> ShellCommand {
        ShellCommand(kind: .program, words: words, control: control)
    }

    package static func name(_ words: [String]) -> ShellCommand { ShellCommand(kind: .name, words: words) }

    package static func help(_ words: [String]) -> ShellCommand { name(["help"] + words) }

    package static func words(_ words: [String]) -> ShellCommand { ShellCommand(kind: .other, words: words) }

    /// `argument` follows the words, whatever it begins with; `control` does the same on a screen.
    package static func regapp(
        _ words: String..., argument: String? = nil, control: Control? = nil
    ) -> ShellCommand {
        program(words + (argument.map(Self.argument) ?? []), control: control)
    }

    package static func words(_ words: String...) -> ShellCommand { self.words(words) }

    /// An argument as words of a command line: one that begins with a hyphen follows `--`.
    package static func argument(_ text: String) -> [String] {
        text.utf8.starts(with: "-".utf8) && text.utf8.count > 1 ? ["--", text] : [text]
    }
}

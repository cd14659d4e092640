/// Reads its values from a command line: a command, or a group of options that several commands share.
package protocol CommandLineReadable: SendableMetatype {
    /// Names each option and argument once, with its type, and keeps the value. It runs twice, first with placeholders
    /// to learn what may be on the line, then with the line, so it must do nothing but read.
    init(_ line: inout CommandLineReader)
}

package protocol Command: CommandLineReadable {
    /// What is typed after the program's name, one or two words; none for the program alone.
    static var words: [String] { get }

    static var otherWords: [[String]] { get }

    /// Built only for help, completions and the manual.
    static var page: CommandPage { get }

    /// Whether programs take the exit code for an answer, so that 0 must not mean anything else.
    static var answersByExitCode: Bool { get }
}

extension Command {
    package static var answersByExitCode: Bool { false }

    package static var otherWords: [[String]] { [] }
}

/// Commands that share their first word.
package struct CommandGroup: Sendable {
    package let name: String
    /// What the first word does alone; nil if a second one must follow.
    let alone: (any Command.Type)?
    /// The command that takes an unknown second word as its first argument; nil if that is a mistake.
    let unnamed: (any Command.Type)?
    private let makePage: @Sendable () -> CommandPage

    package init(
        _ name: String, alone: (any Command.Type)? = nil, unnamed: (any Command.Type)? = nil,
        _ page: @escaping @autoclosure @Sendable () -> CommandPage
    ) {
        (self.name, self.alone, self.unnamed, makePage) = (name, alone, unnamed, page)
    }

    var page: CommandPage { makePage() }
}

package struct CommandPage: Sendable {
    /// What it does, in one sentence without its period.
    let summary: String
    let discussion: [String]
    /// Command lines by their purposes.
    let examples: KeyValuePairs<String, String>
    let section: HelpSection?
    /// Words that people may type for it: such a mistake is answered with this command.
    let nicknames: [Nickname]

    /// - Parameter section: where the overview lists it; nil for one that only the manual lists, or its group.
    package init(
        _ summary: String, section: HelpSection? = nil, discussion: [String] = [],
        examples: KeyValuePairs<String, String> = [:], nicknames: [Nickname] = []
    ) {
        self.summary = summary
        self.section = section
        self.discussion = discussion
        self.examples = examples
        self.nicknames = nicknames
    }
}

/// What people may type for a command out of habit: one word, which for a command of a group may follow the group's
/// name, or two that begin with a group's name. Case and hyphens are ignored: `signup` also matches `Sign-Up`.
package struct Nickname: ExpressibleByStringLiteral, Sendable {
    let word: String
    /// The options with which the command does it.
    let options: [String]

    package init(_ word: String, options: [String] = []) {
        self.word = word
        self.options = options
    }

    package init(stringLiteral word: String) { self.init(word) }
}

package struct HelpSection: Hashable, Sendable {
    let title: String

    package init(_ title: String) { self.title = title }
}

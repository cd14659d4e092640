internal import RegappValues

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

    /// Whether other programs read the exit code as an answer, so that 0 must not mean anything else.
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

    package init(
        _ name: String, alone: (any Command.Type)? = nil, unnamed: (any Command.Type)? = nil
    ) {
        self.name = name
        self.alone = alone
        self.unnamed = unnamed
    }
}

/// The prose about a command or a group.
package struct CommandPage: Sendable {
    /// What it does, in one sentence without its period.
    var summary = ""
    /// The title under which the overview lists it; nil if only the manual, or its group, lists it.
    var section: String?
    var discussion: [String] = []
    /// Purposes, each with a command line.
    var examples: [HelpRow] = []
    /// Words that people may type for it by mistake; the error then suggests this command.
    var nicknames: [Nickname] = []
    /// Options that people may type by mistake, and what they mean here; those of the program's page are for every
    /// command that has what they mean.
    var habits: [Nickname] = []

    /// The pages of a text, by their names. Its blocks are those of ``/RegappCommandLine/text(_:)``: a heading begins a
    /// page with its name and, after a bar, its section; the first paragraph is the summary; rows are examples; lines
    /// to copy have nicknames and habits with commas between them. A paragraph that names an earlier page is that
    /// page's summary.
    package static func all(in text: String) -> [String: CommandPage] {
        var pages: [String: CommandPage] = [:]
        var name = ""
        for block in [HelpBlock].text(text) {
            switch block {
            case .heading(let title):
                let parts = title.split(separator: "|").map(\.trimmed)
                name = parts[0]
                pages[name] = CommandPage(section: parts.dropFirst().first)
            case .paragraph(let text) where pages[name]?.summary.isEmpty == true: pages[name]?.summary = text
            case .paragraph(let text):
                let told = pages[text]?.summary ?? text
                pages[name]?.discussion.append(told)
            case .rows(let rows): pages[name]?.examples = rows
            case .lines(let lines):
                for nickname in lines.flatMap({ $0.split(separator: ",") }).map({ Nickname($0) }) {
                    if nickname.word.hasPrefix("-") {
                        pages[name]?.habits.append(nickname)
                    } else {
                        pages[name]?.nicknames.append(nickname)
                    }
                }
            case .section, .usage, .examples: break
            }
        }
        return pages
    }
}

/// What people may type for a command out of habit: one word, which for a command of a group may follow the group's
/// name, or two that begin with a group's name. Hyphens are ignored, and case unless another nickname is exact: `signup`
/// also matches `Sign-Up`, but `usermod l` is not `usermod L`.
struct Nickname: Sendable {
    let word: String
    /// What makes the command do what the word means: options, and placeholders such as `EMAIL`. For an option that may
    /// also be `help` and a topic, another command, or nothing, if the option can be left out.
    let options: [String]

    /// Reads `groups`, or `groups = --add` with options.
    init(_ text: some StringProtocol) {
        let parts = text.split(separator: "=", maxSplits: 1).map(\.trimmed)
        word = parts[0]
        options = parts.dropFirst().flatMap { $0.split(separator: " ").map(String.init) }
    }
}

/// What a completion script asks the program: `NAME __complete SHELL …`. A wrapper of the program puts its options
/// before that, and they count as the line's first words.
///
/// The answer is three lines and then the offers, one a line: the kind (`words`, `file`, `directory`), the typed part
/// of the word or value, and how much of it each offer leaves out, since the shell keeps it.
package struct CompletionQuestion: Sendable {
    static let word = "__complete"

    private let shell: Shell?
    private let arguments: [String]
    private let fixed: [String]

    init?(_ words: [String]) {
        guard let index = words.firstIndex(of: Self.word) else { return nil }
        let question = words[(index + 1)...]
        shell = question.first.flatMap(Shell.init)
        guard index == 0 || words[0].hasPrefix("-") && shell != nil else { return nil }
        (arguments, fixed) = (Array(question.dropFirst()), Array(words[..<index]))
    }

    /// Empty if the question is malformed.
    package func answer(_ program: Program) -> String {
        guard let shell, shell != .bash || arguments.count == 2 else { return "" }
        // bash sends the word that it replaces, and the line up to the cursor.
        var words = shell == .bash ? Array(ShellLine.words(of: arguments[1]).dropFirst()) : arguments
        guard let typed = words.popLast() else { return "" }
        let answer = program.completions(after: fixed + words, typed: typed)
        let kept = shell == .bash ? answer.kept(replacing: arguments[0]) : answer.before
        let head = answer.kind.rawValue + "\n" + answer.typed + "\n" + kept + "\n"
        return answer.offers.reduce(into: head) { $0 += $1.line(for: shell) + "\n" }
    }
}

extension Offer {
    fileprivate func line(for shell: Shell) -> String {
        switch shell {
        case .bash: return word
        case .zsh:
            // `_describe` takes `word:explanation`.
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            let escaped = parts.joined(separator: "\\:")
            return explanation.map { "\(escaped):\($0)" } ?? escaped
        case .fish: return explanation.map { "\(word)\t\($0)" } ?? word
        }
    }
}

extension CompletionAnswer {
    /// The typed text before the word that bash replaces: for bash a word begins at `=`, `:` and `@`.
    fileprivate func kept(replacing word: String) -> String {
        word.utf8.count < typed.utf8.count && typed.hasSuffix(word) ? String(typed.dropLast(word.count)) : ""
    }
}

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
        switch shell {
        case .bash:
            // The word that bash replaces, and the line up to the cursor.
            guard arguments.count == 2 else { return "" }
            var words = ShellLine.words(of: arguments[1]).dropFirst()
            guard let typed = words.popLast() else { return "" }
            let answer = program.completions(after: fixed + words, typed: typed)
            return text(answer, kept: answer.kept(replacing: arguments[0])) { $0.word }
        case .zsh:
            // `_describe` takes `word:explanation`.
            return text(program) { offer in
                let word = offer.word.split(separator: ":", omittingEmptySubsequences: false).joined(
                    separator: "\\:")
                return offer.explanation.map { "\(word):\($0)" } ?? word
            }
        case .fish:
            return text(program) { offer in offer.explanation.map { "\(offer.word)\t\($0)" } ?? offer.word }
        case nil: return ""
        }
    }

    private func text(_ program: Program, _ line: (Offer) -> String) -> String {
        guard let typed = arguments.last else { return "" }
        let answer = program.completions(after: fixed + arguments.dropLast(), typed: typed)
        return text(answer, kept: answer.before, line)
    }

    private func text(_ answer: CompletionAnswer, kept: String, _ line: (Offer) -> String) -> String {
        let head = answer.kind.rawValue + "\n" + answer.typed + "\n" + kept + "\n"
        return answer.offers.reduce(into: head) { $0 += line($1) + "\n" }
    }
}

extension CompletionAnswer {
    /// The typed text before the word that bash replaces: for bash a word begins at `=`, `:` and `@`.
    fileprivate func kept(replacing word: String) -> String {
        word.utf8.count < typed.utf8.count && typed.hasSuffix(word) ? String(typed.dropLast(word.count)) : ""
    }
}

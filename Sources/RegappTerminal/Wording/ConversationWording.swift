extension Conversation {
    /// How to answer the questions of a form with values; the sentence may go on.
    package static let howToKeep = "Enter keeps what is in brackets, a single space clears it"

    static let howToLeave = "Ctrl-D goes to the menu."

    static let cannotBeCleared = "it cannot be cleared here"

    static let typeAgain = "Type it once more."

    static let answersDiffer = "The two answers differ. Start again."

    static let notUTF8 = "the answer is not UTF-8"

    static func tooLong(limit: Int) -> String { "the answer is longer than \(limit) bytes" }

    static func namesNoChoice(_ answer: String) -> String { "'\(answer)' is none of these" }

    static func yesOrNo(_ question: String) -> String { "\(question) [y/N] " }
}

extension Menu {
    var question: String {
        "Choose 1" + (choices.count == 1 ? "" : "-\(choices.count)") + (isFirstByEnter ? " [1]: " : ": ")
    }

    // Choices of every page.

    static let changeAnswers = "Change the answers"

    static let reveal = "Show or hide secrets"

    static func moreRows(from first: Int, to last: Int, of count: Int) -> String {
        "More: \(first) to \(last) of \(count)"
    }

    static func firstRows(of count: Int) -> String { "Back to the first of \(count)" }
}

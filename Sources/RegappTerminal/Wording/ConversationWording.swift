extension Conversation {
    /// How to answer the questions of a form with values; the sentence may go on.
    package static let howToKeep = "Enter keeps what is in brackets, a single space clears it"

    static let notUTF8 = "the answer is not UTF-8"

    static func tooLong(limit: Int) -> String { "the answer is longer than \(limit) bytes" }

}

extension Menu {
    var question: String {
        "Choose 1" + (choices.count == 1 ? "" : "-\(choices.count)") + (isFirstByEnter ? " [1]: " : ": ")
    }

    // Choices of every page.

    static let reveal = "Show or hide secrets"

}

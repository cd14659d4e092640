import RegappCore
import RegappJSON
import RegappTerminal
import RegappValues
import RegappWording

// What commands ask line by line.

extension Message {
    static func lock(_ count: Int, absentFrom path: String) -> Message {
        .question("lock \(count.counted("account")) that \(path) does not have, and import the others?")
    }

    static let save = question("save the changes?")

}

extension Menu.Choice {
    static let save: [Menu.Choice] = [.init("Save", "y", "yes"), .init("Cancel", "n", "no")]

    /// - Parameter policy: the rules by which a field is displayed; nil shows it as it is written.
    static func sides(of conflict: Edit.Conflict, _ policy: Policy?) -> [Menu.Choice] {
        [
            .init("\(Edit.Choice.mine.title): \(conflict.displayText(\.mine, policy))", "m", "mine"),
            .init("\(Edit.Choice.theirs.title): \(conflict.displayText(\.theirs, policy))", "theirs"),
        ]
    }
}

extension Conversation {
    func say(_ message: Message) { for fact in message.facts { say(fact.text) } }

    func confirm(_ question: Message) throws(PromptError) -> Bool {
        try confirm(question.asked)
    }

    func choose(_ question: Message, among choices: [Menu.Choice]) throws(PromptError) -> Int {
        try choose(question.asked, among: choices)
    }
}

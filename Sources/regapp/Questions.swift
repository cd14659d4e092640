import Accounts
import TerminalUI

/// The person at the terminal, asked for the values of fields.
struct Questions {
    let terminal: ControllingTerminal

    /// Asks for a field until the answer is accepted.
    ///
    /// - Parameters:
    ///   - current: the present value, which Enter keeps; a password is never shown.
    ///   - take: takes an answer in, or says what is wrong with it.
    @discardableResult func ask(
        _ field: Field, current: String? = nil, take: (String) -> [Violation]
    ) throws(Report) -> String {
        while true {
            let answer = try once(field, current: current)
            let violations = take(answer)
            if violations.isEmpty { return answer }
            for violation in violations { terminal.tell(violation.message) }
        }
    }

    /// Asks for a password that is to be stored, twice, until both answers are the same and accepted.
    ///
    /// - Parameter isStored: whether an answer is stored already, or nothing that is stored; it is asked for once then.
    func askNewPassword(
        isStored: (String) -> Bool = \.isEmpty, take: (String) -> [Violation]
    ) throws(Report) {
        while true {
            let password = try ask(.password, take: take)
            if isStored(password) { return }
            tell(.passwordAgain)
            if try once(.password).utf8.elementsEqual(password.utf8) { return }
            tell(.passwordsDiffer)
        }
    }

    /// Asks for a new value of a field of a file until the answer is accepted.
    ///
    /// Enter keeps the value, so that nothing is taken in; a single space clears it. A password is never shown.
    func askChange(
        of field: Field, in file: AccountFile, take: (String) -> [Violation]
    ) throws(Report) {
        let current = file.value(field) ?? ""
        func keepOrTake(_ answer: String) -> [Violation] {
            Self.keeps(answer, current) ? [] : take(Self.cleared(answer))
        }
        guard field == .password else {
            try ask(field, current: current, take: keepOrTake)
            return
        }
        try askNewPassword(
            isStored: { Self.keeps($0, current) || Self.cleared($0).isEmpty }, take: keepOrTake)
    }

    private static func keeps(_ answer: String, _ current: String) -> Bool {
        // By bytes: typing é in its other form is a change.
        answer.isEmpty || answer.utf8.elementsEqual(current.utf8)
    }

    private static func cleared(_ answer: String) -> String {
        answer == " " ? "" : answer
    }

    /// Asks for a field once, whatever the answer.
    func once(_ field: Field, current: String? = nil) throws(Report) -> String {
        return try answering { () throws(PromptError) in
            field == .password
                ? try terminal.askSecret(field.label)
                : try terminal.ask(field.questionLabel, current: current)
        }
    }

    /// Tells the person something.
    func tell(_ announcement: Announcement) {
        terminal.tell(announcement.text)
    }

    /// Asks whether to go on.
    func confirm(_ question: String) throws(Report) -> Bool {
        try answering { () throws(PromptError) in try terminal.confirm(question) }
    }

    /// Lets one of some answers be chosen, the first by Enter alone.
    func choose(_ question: String, among answers: [ControllingTerminal.Option]) throws(Report) -> Int {
        try answering { () throws(PromptError) in try terminal.choose(question, among: answers) }
    }

    /// Lets one of some short answers be chosen in one line, the first by Enter alone.
    func choose(_ question: String, amongWords answers: [String]) throws(Report) -> Int {
        try answering { () throws(PromptError) in try terminal.choose(question, amongWords: answers) }
    }

    private func answering<Answer>(_ ask: () throws(PromptError) -> Answer) throws(Report) -> Answer {
        do throws(PromptError) { return try ask() } catch { throw Report(error) }
    }
}

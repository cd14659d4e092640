import Accounts
import RegappProcess
import TerminalUI

/// The person at the terminal, asked for the values of fields.
struct Questions {
    let terminal: ControllingTerminal

    /// Asks for a field until the answer passes the rules.
    ///
    /// - Parameters:
    ///   - current: the present value, which Enter keeps; a password is never shown.
    ///   - accepts: what is wrong with an answer.
    func ask(
        _ field: Field, current: String? = nil, faults: (String) -> [Violation]
    ) throws(Report) -> String {
        while true {
            let answer = try once(field, current: current)
            let violations = faults(answer)
            if violations.isEmpty { return answer }
            for violation in violations { terminal.tell(violation.message) }
        }
    }

    /// Asks for a new value of a field of a file until the answer passes the rules.
    ///
    /// - Returns: nil where the value stays: Enter keeps it, a single space clears it. A password is never shown.
    func askChange(
        of field: Field, in file: AccountFile, faults: (String) -> [Violation]
    ) throws(Report) -> String? {
        let current = file.value(field) ?? ""
        let answer = try ask(field, current: current) { answer in
            Self.keeps(answer, current) ? [] : faults(Self.cleared(answer))
        }
        return Self.keeps(answer, current) ? nil : Self.cleared(answer)
    }

    /// How the answers of `askChange` are read.
    func tellHowToChange() {
        tell("Enter keeps a value, a single space clears it, Ctrl-C leaves without saving.")
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
        let label = String(field.label.dropLast())
        return try answering { () throws(PromptError) in
            field == .password ? try terminal.askSecret(label) : try terminal.ask(label, current: current)
        }
    }

    /// Tells the person something.
    func tell(_ line: String) {
        terminal.tell(line)
    }

    /// Asks whether to go on.
    func confirm(_ question: String) throws(Report) -> Bool {
        try answering { () throws(PromptError) in try terminal.confirm(question) }
    }

    /// Lets one of some answers be chosen, the first by Enter alone.
    func choose(_ question: String, among answers: [ControllingTerminal.Option]) throws(Report) -> Int {
        try answering { () throws(PromptError) in try terminal.choose(question, among: answers) }
    }

    private func answering<Answer>(_ ask: () throws(PromptError) -> Answer) throws(Report) -> Answer {
        do throws(PromptError) { return try ask() } catch { throw Report(error) }
    }
}

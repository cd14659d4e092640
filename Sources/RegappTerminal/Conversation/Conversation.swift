internal import RegappValues

/// Asks the person at the terminal line by line, whatever the standard streams are connected to.
///
/// Reads and writes only the terminal. A wrong answer gets all its mistakes listed, and is asked for again. In a plain
/// conversation the terminal itself edits all but hidden answers: no escape codes, nothing drawn twice. Otherwise
/// keys work as in shells, and a wrong answer can be corrected. Each question restores the terminal's mode on return,
/// on errors, when a signal ends the process, and while it is stopped (Ctrl-Z); then it asks again. In the background
/// the process stops.
package final class Conversation: Sendable {
    private let device: TerminalDevice
    private let ownsDescriptor: Bool
    private let isPlain: Bool

    /// Opens the terminal; nil without one. `isPlain` is for screen readers and terminals that know only lines.
    package static func open(isPlain: Bool = true) -> Conversation? {
        TerminalDevice.openControlling().map {
            Conversation(device: $0, ownsDescriptor: true, isPlain: isPlain)
        }
    }

    init(device: TerminalDevice, ownsDescriptor: Bool = false, isPlain: Bool = true) {
        self.device = device
        self.ownsDescriptor = ownsDescriptor
        self.isPlain = isPlain
    }

    deinit {
        if ownsDescriptor { device.close() }
    }

    /// Writes a line, broken between words if the window is narrower. A link stays whole, so that it
    /// can be copied: the terminal breaks it.
    package func say(_ text: String) {
        let columns = device.size?.columns ?? .max
        let fits = text.displayWidth <= columns
        for line in fits ? [text] : text.printable.wrapped(to: columns, breaksLinks: false) {
            // If the terminal is gone, the next question reports it.
            try? device.write(Array((line.printable + "\n").utf8))
        }
    }

    /// Asks for fields of a form, one after another, each until the answer has no problems. Enter keeps a field's
    /// value, a single space clears it. Hidden text that is to be stored is asked for twice. Only accepted answers
    /// change the form. `isStored`: the form's values are stored already, so that once is enough. `accept` gets the
    /// form with the answer to a question, and may change it; false repeats the question.
    package func ask(
        _ ids: [ControlID], in form: inout Form, isStored: (Form) -> Bool = { _ in false },
        accept: (ControlID, inout Form) -> Bool = { _, _ in true }
    ) throws(TerminalEnd) {
        for id in ids {
            repeat { try ask(id, in: &form, isStored) } while !accept(id, &form)
        }
    }

    private func ask(
        _ id: ControlID, in form: inout Form, _ isStored: (Form) -> Bool
    ) throws(TerminalEnd) {
        // One session: text that is typed ahead unseen never shows between two questions.
        let isSecret = form.field(id)?.input.isSecret == true
        var session = try PromptSession(device: device, isSecret ? .hidden : input)
        defer { session.end() }
        var former = ""
        while let field = form.field(id) {
            let answer = try session.ask(field.question, former: former)
            former = isSecret ? "" : answer
            // An empty text keeps what is stored unseen, and so cannot clear it.
            if answer == " ", isSecret, field.input.text.isEmpty, field.kept != nil {
                say("it cannot be cleared here")
                continue
            }
            var filled = form
            if !answer.isEmpty { filled.fill(id, with: isSecret && answer != " " ? answer : answer.trimmed) }
            guard sayProblems(of: id, in: filled) else { continue }
            let isTypedOnce = !field.isAskedTwice || answer.isEmpty || answer == " "
            if isTypedOnce || isStored(filled) { return form = filled }
            var again = Form(repeating: answer, in: field, problem: "The two answers differ. Start again.")
            again.fill(id, with: try session.ask("Repeat the \(field.name.lowercased()): "))
            if sayProblems(of: id, in: again) { return form = filled }
        }
    }

    private func sayProblems(of id: ControlID, in form: Form) -> Bool {
        let problems = form.field(id)?.problems ?? []
        for problem in problems { say(problem) }
        return problems.isEmpty
    }

    package func choose(_ question: String, among choices: [Menu.Choice]) throws(TerminalEnd) -> Int {
        say(question)
        return try choose(from: Menu(choices: choices, isFirstByEnter: true)) ?? 0
    }

    /// Asks until an answer names a choice; nil for Enter alone.
    func choose(from menu: Menu) throws(TerminalEnd) -> Int? {
        for line in menu.lines { say(line) }
        while true {
            let answer = try read(menu.question)
            if answer.isEmpty { return nil }
            if let choice = menu.choice(answer) { return choice }
            say(menu.advice)
        }
    }

    /// Asks until the answer is `y`, `yes`, `n` or `no`; Enter alone means no.
    package func confirm(_ question: String) throws(TerminalEnd) -> Bool {
        while true {
            switch try read("\(question) [y/N] ").lowercased() {
            case "y", "yes": return true
            case "", "n", "no": return false
            default: continue
            }
        }
    }

    func read(_ question: String, echo: Bool = true) throws(TerminalEnd) -> String {
        var session = try PromptSession(device: device, echo ? input : .hidden)
        defer { session.end() }
        return try session.ask(question)
    }

    private var input: PromptSession.Input { isPlain ? .plain : .edited }

    /// How to answer the questions of a form with values; the sentence may go on.
    package static let howToKeep = "Enter keeps what is in brackets, a single space clears it"
}

extension Form {
    /// - Parameters:
    ///   - problem: the message if the texts differ.
    ///   - request: the message while nothing is typed; nil for the same.
    package init(repeating text: String, in field: FormField, problem: String, ifEmpty request: String? = nil)
    {
        self.init(fields: [field]) { texts in
            let typed = texts[field.id] ?? ""
            if typed.utf8.elementsEqual(text.utf8) { return Judgement([:]) }
            return Judgement([field.id: [typed.isEmpty ? request ?? problem : problem]])
        }
    }

    func field(_ id: ControlID) -> FormField? { fields.first { $0.id == id } }
}

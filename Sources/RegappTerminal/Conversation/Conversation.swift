internal import RegappValues

/// Asks the person at the terminal line by line, whatever the standard streams are connected to.
///
/// Everything goes to and comes from /dev/tty. A wrong answer gets all its mistakes listed, and is asked for again. What is
/// typed unseen, and all lines of a plain conversation, the terminal itself edits: no escape codes, nothing drawn twice.
/// Elsewhere keys work as in shells, and a wrong answer stands there to be corrected. Each question restores the
/// terminal's mode: on return, on every error, when SIGTERM, SIGHUP or SIGQUIT ends the process (which then dies of
/// that signal), and while it is stopped (Ctrl-Z); once continued, it asks again. In the background the process stops
/// until it is in the foreground. Everything shown is made printable first.
package final class Conversation: Sendable {
    private let device: TerminalDevice
    private let ownsDescriptor: Bool
    private let isPlain: Bool

    /// Opens /dev/tty; nil if this process has no terminal.
    ///
    /// - Parameter isPlain: whether the terminal is for a screen reader, or knows only lines.
    package static func open(isPlain: Bool = true) -> Conversation? {
        TerminalDevice.openControlling().map {
            Conversation(device: $0, ownsDescriptor: true, isPlain: isPlain)
        }
    }

    init(device: TerminalDevice, ownsDescriptor: Bool = false, isPlain: Bool = true) {
        (self.device, self.ownsDescriptor, self.isPlain) = (device, ownsDescriptor, isPlain)
    }

    deinit {
        if ownsDescriptor { device.close() }
    }

    /// Writes a line, broken between words if the window is narrower.
    package func say(_ text: String) {
        let columns = device.size?.columns ?? .max
        let fits = text.displayWidth <= columns
        for line in fits ? [text] : text.printable.wrapped(to: columns) {
            // Nothing is lost when the terminal is gone: the next question says so.
            try? device.write(Array((line.printable + "\n").utf8))
        }
    }

    // MARK: Fields

    /// Asks for fields of a form, one after another, each until the answer has no problems.
    ///
    /// Enter keeps a field's value, a single space clears it. Hidden text that is to be stored is asked for twice.
    /// Only accepted answers change the form.
    ///
    /// - Parameters:
    ///   - isStored: whether the form's values are stored already, so that once is enough.
    ///   - accept: gets the form with the answer to a question, and may change it; false repeats the question.
    package func ask(
        _ ids: [String], in form: inout Form, isStored: (Form) -> Bool = { _ in false },
        accept: (String, inout Form) -> Bool = { _, _ in true }
    ) throws(PromptError) {
        for id in ids {
            repeat { try ask(id, in: &form, isStored) } while !accept(id, &form)
        }
    }

    private func ask(
        _ id: String, in form: inout Form, _ isStored: (Form) -> Bool
    ) throws(PromptError) {
        // One session, so that typed-ahead hidden text never shows between two questions.
        let isSecret = form.field(id)?.input.isSecret == true
        var session = try PromptSession(device: device, isSecret ? .hidden : input)
        defer { session.end() }
        var former = ""
        while let field = form.field(id) {
            let answer = try read(field.question, &session, former: former)
            former = answer
            if answer == " ", field.keepsUnseen {
                say("it cannot be cleared here")
                continue
            }
            var filled = form
            if !answer.isEmpty { filled.fill(id, with: field.text(of: answer)) }
            guard sayProblems(of: id, in: filled) else { continue }
            let isTypedOnce = !field.isAskedTwice || answer.isEmpty || answer == " "
            if isTypedOnce || isStored(filled) { return form = filled }
            var again = Form(repeating: answer, in: field, problem: "The two answers differ. Start again.")
            again.fill(id, with: try read("Repeat the \(field.name.lowercased()): ", &session))
            if sayProblems(of: id, in: again) { return form = filled }
        }
    }

    private func sayProblems(of id: String, in form: Form) -> Bool {
        let problems = form.field(id)?.problems ?? []
        for problem in problems { say(problem) }
        return problems.isEmpty
    }

    // MARK: Choices

    /// - Returns: the index of the choice.
    package func choose(_ question: String, among choices: [Menu.Choice]) throws(PromptError) -> Int {
        say(question)
        return try choose(from: Menu(choices, isFirstByEnter: true)) ?? 0
    }

    /// Asks until an answer names a choice; nil for Enter alone.
    func choose(from menu: Menu) throws(PromptError) -> Int? {
        for line in menu.lines { say(line) }
        while true {
            let answer = try read(menu.question)
            if answer.isEmpty { return nil }
            if let choice = menu.choice(answer) { return choice }
            say("Type a number from 1 to \(menu.choices.count)")
        }
    }

    /// Asks until the answer is `y`, `yes`, `n` or `no`; Enter alone means no.
    package func confirm(_ question: String) throws(PromptError) -> Bool {
        while true {
            switch try read("\(question) [y/N] ").lowercased() {
            case "y", "yes": return true
            case "", "n", "no": return false
            default: continue
            }
        }
    }

    // MARK: Lines

    /// Reads a line without its end, until one can be read.
    func read(_ question: String, echo: Bool = true) throws(PromptError) -> String {
        var session = try PromptSession(device: device, echo ? input : .hidden)
        defer { session.end() }
        return try read(question, &session)
    }

    private var input: PromptSession.Input { isPlain ? .plain : .edited }

    private func read(
        _ question: String, _ session: inout PromptSession, former: String = ""
    ) throws(PromptError) -> String {
        while true {
            switch try session.readLine(question.printable, former: former) {
            case .text(let text): return text
            case .notUTF8: say("the answer is not UTF-8")
            case .tooLong(let limit): say("the answer is longer than \(limit) bytes")
            }
        }
    }

    /// How to answer the questions of a form with values; the sentence may go on.
    package static let howToKeep = "Enter keeps what is in brackets, a single space clears it"
}

extension Form {
    /// - Parameter problem: the message if the texts differ.
    package init(repeating text: String, in field: FormField, problem: String) {
        self.init(fields: [field]) { texts in
            (texts[field.id] ?? "").utf8.elementsEqual(text.utf8) ? [:] : [field.id: [problem]]
        }
    }

    func field(_ id: String) -> FormField? { fields.first { $0.id == id } }
}

extension FormField {
    /// The text that an answer means: a single space clears a field, and spaces around a text are dropped.
    fileprivate func text(of answer: String) -> String {
        if answer == " " { return "" }
        return input.isSecret ? answer : answer.trimmed
    }

    /// Whether an empty text keeps what is stored, and so cannot clear it.
    fileprivate var keepsUnseen: Bool { input.isSecret && input.text.isEmpty && kept != nil }
}

/// Talks a ``ConversationApplication`` through on the terminal line by line, for screen readers and terminals that know
/// only lines.
///
/// It writes plain lines: no escape codes, nothing drawn twice. A page is a heading, what it says, its questions and a
/// menu. A wrong answer is told with all that is wrong, and asked for again. The end of the input (Ctrl-D) leads from a
/// question to the menu, and ends the conversation at a menu, which asks first where something was typed. The terminal's mode is that of ``ControllingTerminal``.
public struct Conversation: ~Copyable {
    /// How long work in the background takes before a line says what is being done, in milliseconds.
    private static let silence = 400

    private let terminal: ControllingTerminal
    private let signals: SignalWatch
    /// The last page that was told.
    private var told: [String] = []
    /// The title of the page whose questions have been asked.
    private var asked: String?
    /// The rows that were shown last, and the first of them in the menu.
    private var rows: [FormButton] = []
    private var firstRow = 0
    /// What is said once.
    private var remarks: Set<String> = []

    /// Talks on the controlling terminal until the application quits or the terminal closes.
    ///
    /// Everything happens on the calling thread; work in the background reports through `mailbox`.
    public static func run<App: ConversationApplication>(
        _ app: inout App, mailbox: Mailbox<App.Message>
    ) throws(ScreenError) -> ScreenEnd {
        guard let terminal = ControllingTerminal.open() else { throw .noTerminal }
        guard let signals = SignalWatch() else { throw .failed(errno: DeviceError.tooManyOpenFiles.errno) }
        var conversation = Conversation(terminal: terminal, signals: signals)
        do {
            while true { try conversation.goOn(&app, mailbox) }
        } catch {
            switch error {
            case .ended(let end): return end
            case .failed(let number): throw .failed(errno: number)
            }
        }
    }

    /// The reason for the end.
    private enum Exit: Error {
        case ended(ScreenEnd)
        case failed(Int32)
    }

    private init(terminal: ControllingTerminal, signals: SignalWatch) {
        self.terminal = terminal
        self.signals = signals
    }

    // MARK: Pages

    /// Tells what shows now, and gets one answer to it.
    private mutating func goOn<App: ConversationApplication>(
        _ app: inout App, _ mailbox: Mailbox<App.Message>
    ) throws(Exit) {
        try settle(&app, mailbox)
        // What changes with time, such as a countdown, is told as it is now.
        try give(.tick, &app)
        let page = app.page
        if let alert = page.alert { return try answer(alert, &app) }
        tell(page)
        if asked != page.title {
            asked = page.title
            if page.asksAtOnce { return _ = try ask(page.form.fields.map(\.id), &app) }
        }
        try chooseFromMenu(of: page, &app, mailbox)
    }

    private mutating func tell(_ page: ConversationPage) {
        let text = page.text
        guard text != told else { return }
        // What the page has said already is not said again with what is new.
        let isSamePage = text.first == told.first && !page.form.isReadOnly
        let news = isSamePage ? text.filter { !told.contains($0) } : [""] + text
        for line in news {
            tell(line)
            if line == page.title, let guidance = page.guidance { tellOnce(guidance) }
        }
        told = text
    }

    /// Writes a line, broken between words where the window is narrower.
    private func tell(_ text: String) {
        let columns = terminal.columns ?? .max
        let fits = text.displayWidth <= columns
        for line in fits ? [text] : text.printable.wrapped(to: columns) { terminal.tell(line) }
    }

    private mutating func tellOnce(_ text: String) {
        if remarks.insert(text).inserted { tell(text) }
    }

    private mutating func answer(_ alert: Alert, _ app: inout some ConversationApplication) throws(Exit) {
        tell("")
        tell(alert.title)
        for text in alert.texts { tell(text) }
        let buttons = alert.buttons
        let choice = buttons.count == 1 ? 0 : try choose(Menu(titles: buttons.map(\.title)))
        if let choice { try give(.chosen(buttons[choice].id), &app) }
    }

    // MARK: Menus

    private mutating func chooseFromMenu<App: ConversationApplication>(
        of page: ConversationPage, _ app: inout App, _ mailbox: Mailbox<App.Message>
    ) throws(Exit) {
        if !page.rows.isEmpty, page.rows != rows { (rows, firstRow) = (page.rows, 0) }
        let choices = page.choices(firstRow: firstRow)
        let made: Int?
        do { made = try choose(Menu(titles: choices.map(\.title))) } catch {
            guard case .ended(.quit) = error, page.form.isTouched else { throw error }
            // The page asks before what was typed is lost.
            told = []
            return try give(.key(.escape), &app)
        }
        guard let choice = made else {
            // The page once more.
            return told = []
        }
        // Files may have been changed while the menu waited. What was chosen from another page is not done.
        try give(.resumed, &app)
        try settle(&app, mailbox)
        let present = app.page
        guard present.text == page.text, present.alert == nil else { return }
        switch choices[choice].action {
        case .press(let button): try press(button, page, &app, mailbox)
        case .open(let row): try give(.chosen(row.id), &app)
        case .showRows(let first): firstRow = first
        case .askAgain: _ = try ask(page.form.fields.map(\.id), &app)
        case .reveal: try give(.key(Form.reveal.keys[0]), &app)
        case .leave: try give(.key(.escape), &app)
        }
    }

    /// Lets a choice be made until an answer names one; nil where it is to be told again.
    private func choose(_ menu: Menu) throws(Exit) -> Int? {
        for line in menu.lines { tell(line) }
        while true {
            guard let answer = try read(menu.question) else { throw .ended(.quit) }
            if let choice = menu.choice(answer) { return choice }
            if answer.isEmpty { return nil }
            tell("'\(answer)' is none of these")
        }
    }

    // MARK: Questions

    /// Presses a button, after the questions that it needs.
    private mutating func press<App: ConversationApplication>(
        _ button: FormButton, _ page: ConversationPage, _ app: inout App, _ mailbox: Mailbox<App.Message>
    ) throws(Exit) {
        // What was asked for at once needs only what is still wrong.
        let needed = page.form.fields.filter { !page.asksAtOnce || !$0.problems.isEmpty }.map(\.id)
        if button.needsValidFields, try !ask(needed, &app) { return }
        // What came of it is told with the whole page.
        told = []
        try give(.chosen(button.id), &app)
        try settle(&app, mailbox)
        // An answer may call for another question, such as which one of several is meant.
        let next = app.page
        let known = Set(page.form.fields.map(\.id))
        let others = next.form.fields.map(\.id).filter { !known.contains($0) }
        guard next.title == page.title, next.alert == nil, !next.form.isReadOnly, !others.isEmpty else {
            return
        }
        tell(next)
        if try ask(others, &app) { try give(.chosen(button.id), &app) }
    }

    /// Asks for fields, one after another; false where the person went back to the menu.
    private mutating func ask(
        _ ids: [String], _ app: inout some ConversationApplication
    ) throws(Exit) -> Bool {
        if !ids.isEmpty { tellOnce("Ctrl-D goes to the menu.") }
        for id in ids {
            guard try ask(id, &app) else { return false }
        }
        return true
    }

    private mutating func ask(
        _ id: String, _ app: inout some ConversationApplication
    ) throws(Exit) -> Bool {
        while let field = app.page.form.fields.first(where: { $0.id == id }) {
            if field.kept != nil { tellOnce("Enter keeps what is in brackets, a single space clears it.") }
            let before = field.input.text
            guard let answer = try read(field.question, echo: !field.input.isSecret) else { return false }
            if !answer.isEmpty { try give(.filled(id, with: field.text(of: answer)), &app) }
            let problems = app.page.form.fields.first { $0.id == id }?.problems ?? []
            for problem in problems { tell(problem) }
            if problems.isEmpty {
                guard field.isAskedTwice, !answer.isEmpty, answer != " " else { return true }
                tell("Type it once more.")
                guard let again = try read("\(field.name): ", echo: false) else {
                    try give(.filled(id, with: before), &app)
                    return false
                }
                if again.utf8.elementsEqual(answer.utf8) { return true }
                tell("The two answers differ. Start again.")
            }
            if !answer.isEmpty { try give(.filled(id, with: before), &app) }
        }
        return true
    }

    /// Reads a line, until one can be read; nil at the end of the input.
    private func read(_ question: String, echo: Bool = true) throws(Exit) -> String? {
        while true {
            do throws(PromptError) {
                return try terminal.readLine(question.printable, echo: echo)
            } catch {
                switch error {
                case .endOfInput: return nil
                case .interrupted: throw .ended(.interrupted)
                case .notUTF8: tell("the answer is not UTF-8")
                case .tooLong(let limit): tell("the answer is longer than \(limit) bytes")
                case .failed(let number): throw .failed(number)
                }
            }
        }
    }

    // MARK: The application

    private mutating func give(_ event: Event, _ app: inout some ConversationApplication) throws(Exit) {
        try perform(app.update(event), &app)
    }

    private mutating func perform(
        _ command: ScreenCommand?, _ app: inout some ConversationApplication
    ) throws(Exit) {
        switch command {
        case nil: return
        case .quit: throw .ended(.quit)
        case .outside(let work):
            // As of a screen: what stops or ends the child stops or ends this process with it.
            signals.lettingThrough([.stop, .hangup, .quit, .terminate]) { work() }
            while let signal = signals.next() {
                if signal.ends, signal != .interrupt { signals.deliver(signal) }
            }
            told = []
            try give(.resumed, &app)
        }
    }

    /// Waits until nothing is done in the background any more.
    private mutating func settle<App: ConversationApplication>(
        _ app: inout App, _ mailbox: Mailbox<App.Message>
    ) throws(Exit) {
        let deadline = TerminalDevice.milliseconds() + Self.silence
        var isTold = false
        while true {
            for message in mailbox.takeAll() { try perform(app.receive(message), &app) }
            guard let words = app.work else { return }
            let rest = deadline - TerminalDevice.milliseconds()
            if !isTold, rest <= 0 {
                isTold = true
                tell(words)
            }
            let ready = TerminalDevice.waitForInput(
                on: [signals.descriptor, mailbox.descriptor], milliseconds: isTold ? nil : rest)
            if ready[0] { try answerSignals() }
        }
    }

    private func answerSignals() throws(Exit) {
        while let signal = signals.next() {
            switch signal {
            case .interrupt: throw .ended(.interrupted)
            case .hangup, .quit, .terminate, .stop: signals.deliver(signal)
            case .continue, .resize: break
            }
        }
    }
}

extension FormField {
    /// The text that an answer means: a single space clears a field, and spaces around a text are dropped.
    fileprivate func text(of answer: String) -> String {
        if answer == " " { return "" }
        guard !input.isSecret else { return answer }
        let words = answer.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace)
        return String(words.reversed())
    }
}

/// Talks a ``ConversationApplication`` through on the terminal line by line, for screen readers and terminals that know
/// only lines.
///
/// A page is a heading, what it says, its questions and a menu. The end of the input (Ctrl-D) leads from a question to
/// the menu. At a menu it ends the session, unless the application has something to ask first, or to leave alone: a page
/// on which something was typed.
package struct ConversationSession: ~Copyable {
    /// How long work in the background takes before a line says what is being done, in milliseconds.
    private static let silence = 400

    private let conversation: Conversation
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
    package static func run<App: ConversationApplication>(
        _ app: inout App, mailbox: Mailbox<App.Message>
    ) throws(ScreenError) -> ScreenEnd {
        guard let conversation = Conversation.open() else { throw .noTerminal }
        guard let signals = SignalWatch() else { throw .failed(errno: DeviceError.tooManyOpenFiles.errno) }
        var session = ConversationSession(conversation, signals)
        do {
            while true { try session.goOn(&app, mailbox) }
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

    private init(_ conversation: Conversation, _ signals: SignalWatch) {
        (self.conversation, self.signals) = (conversation, signals)
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
            conversation.tell(line)
            if line == page.title, let guidance = page.guidance { tellOnce(guidance) }
        }
        told = text
    }

    private mutating func tellOnce(_ text: String) {
        if remarks.insert(text).inserted { conversation.tell(text) }
    }

    private mutating func answer(_ alert: Alert, _ app: inout some ConversationApplication) throws(Exit) {
        conversation.tell("")
        conversation.tell(alert.title)
        for line in alert.lines(columns: .max) { conversation.tell(line.spans.map(\.text).joined()) }
        let buttons = alert.buttons
        let choice = buttons.count == 1 ? 0 : try choose(buttons.map(\.title))
        if let choice { try give(.chosen(buttons[choice].id), &app) }
    }

    // MARK: Menus

    private mutating func chooseFromMenu<App: ConversationApplication>(
        of page: ConversationPage, _ app: inout App, _ mailbox: Mailbox<App.Message>
    ) throws(Exit) {
        if !page.rows.isEmpty, page.rows != rows { (rows, firstRow) = (page.rows, 0) }
        let choices = page.choices(firstRow: firstRow)
        let made: Int?
        do { made = try choose(choices.map(\.title)) } catch {
            guard case .ended(.quit) = error else { throw error }
            told = []
            return try perform(app.endInput(), &app)
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

    /// Lets a choice be made; nil where the menu is to be told again.
    private func choose(_ titles: [String]) throws(Exit) -> Int? {
        let choice = try Self.answered(conversation.choose(from: Menu(titles.map { Menu.Choice($0) })))
        guard let choice else { throw .ended(.quit) }
        return choice
    }

    /// What came of a question; nil at the end of the input.
    private static func answered<Answer>(
        _ ask: @autoclosure () throws(PromptError) -> Answer
    ) throws(Exit) -> Answer? {
        do throws(PromptError) { return try ask() } catch {
            switch error {
            case .endOfInput: return nil
            case .interrupted: throw .ended(.interrupted)
            case .failed(let number): throw .failed(number)
            }
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
        var form = app.page.form
        if !ids.isEmpty { tellOnce("Ctrl-D goes to the menu.") }
        if ids.contains(where: { form.field($0)?.kept != nil }) { tellOnce(Conversation.howToKeep + ".") }
        var exit: Exit?
        let isAnswered: Void? = try Self.answered(
            conversation.ask(
                ids, in: &form,
                accept: { id, form throws(PromptError) in
                    let text = form.text(of: id)
                    guard !text.utf8.elementsEqual(app.page.form.text(of: id).utf8) else { return true }
                    do throws(Exit) { try give(.filled(id, with: text), &app) } catch {
                        exit = error
                        throw .endOfInput
                    }
                    form = app.page.form
                    return true
                }))
        if let exit { throw exit }
        return isAnswered != nil
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
                conversation.tell(words)
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

/// Runs a ``ScreenApplication`` line by line, for screen readers and terminals that only know lines. A page is a
/// heading, a message, questions and a menu. The end of the input (Ctrl-D) leads from a question to the menu; at the
/// menu it ends the session, unless the application has something to ask first.
package struct ConversationSession: ~Copyable {
    /// How long background work takes before a line says what is being done, in milliseconds.
    private static let silence = 400

    private let conversation: Conversation
    private let signals: SignalWatch
    private var said: [String] = []
    /// The title of the page that has asked its questions.
    private var asked: String?
    /// The rows that were printed last, and the first of them in the menu.
    private var rows: [String] = []
    private var firstRow = 0
    private var remarks: Set<String> = []

    /// Runs on the controlling terminal, on the calling thread, until the application quits or the terminal closes; nil
    /// without a terminal. Background work reports through `mailbox`.
    package static func run<App: ScreenApplication>(
        _ app: inout App, mailbox: Mailbox<App.Outcome>
    ) -> TerminalEnd? {
        guard let conversation = Conversation.open() else { return nil }
        guard let signals = SignalWatch() else { return TerminalEnd(.tooManyOpenFiles) }
        var session = ConversationSession(conversation: conversation, signals: signals)
        do throws(TerminalEnd) {
            while true { try session.goOn(&app, mailbox) }
        } catch {
            return error
        }
    }

    private mutating func goOn<App: ScreenApplication>(
        _ app: inout App, _ mailbox: Mailbox<App.Outcome>
    ) throws(TerminalEnd) {
        try finishWork(&app, mailbox)
        app.didShow()
        // Looks for changes by others.
        try send(.tick, &app)
        let page = app.page
        if let alert = page.alert { return try answer(alert, &app) }
        say(page)
        if asked != page.title {
            asked = page.title
            if page.asksAtOnce { return _ = try ask(page.form.fields.map(\.id), &app) }
        }
        try chooseFromMenu(of: page, &app, mailbox)
    }

    private mutating func say(_ page: ConversationPage) {
        let text = page.text
        guard text != said else { return }
        // What the page has printed already is not repeated with what is new.
        let isSamePage = text.first == said.first && !page.form.isReadOnly
        let news = isSamePage ? text.filter { !said.contains($0) } : [""] + text
        for line in news {
            conversation.say(line)
            if line == page.title, let guidance = page.guidance { sayOnce(guidance) }
        }
        said = text
    }

    private mutating func sayOnce(_ text: String) {
        if remarks.insert(text).inserted { conversation.say(text) }
    }

    private mutating func answer(_ alert: Alert, _ app: inout some ScreenApplication)
        throws(TerminalEnd)
    {
        conversation.say("")
        conversation.say(alert.title)
        for line in alert.lines(columns: .max) { conversation.say(line.spans.map(\.text).joined()) }
        let choices = alert.choices
        let choice = choices.count == 1 ? 0 : try choose(choices)
        if let choice { try send(.answered(choice), &app) }
    }

    private mutating func chooseFromMenu<App: ScreenApplication>(
        of page: ConversationPage, _ app: inout App, _ mailbox: Mailbox<App.Outcome>
    ) throws(TerminalEnd) {
        if !page.rows.isEmpty, page.rows != rows { (rows, firstRow) = (page.rows, 0) }
        let entries = page.entries(firstRow: firstRow)
        let made: Int?
        do { made = try choose(entries.map(\.choice)) } catch {
            guard error == .quit else { throw error }
            said = []
            return try perform(app.endInput(), &app)
        }
        // Enter alone prints the page again.
        guard let made else { return said = [] }
        // Files may have changed while the menu waited. A choice from an outdated page is ignored.
        try send(.resumed, &app)
        try finishWork(&app, mailbox)
        let present = app.page
        guard present.text == page.text, present.alert == nil else { return }
        switch entries[made].action {
        case .press(let button): try press(button, page, &app, mailbox)
        case .open(let row): try send(.opened(row: row), &app)
        case .showRows(let first): firstRow = first
        case .askAgain: _ = try ask(page.form.fields.map(\.id), &app)
        case .type(let key):
            // As with a button, the whole page is printed again, with the result.
            said = []
            try send(.key(key), &app)
        case .leave: try send(.key(.escape), &app)
        case .quit: try perform(app.endInput(), &app)
        }
    }

    /// Asks for a choice; nil for Enter alone.
    private func choose(_ choices: [Menu.Choice]) throws(TerminalEnd) -> Int? {
        do throws(TerminalEnd) { return try conversation.choose(from: Menu(choices: choices)) } catch {
            throw error == .closed ? TerminalEnd.quit : error
        }
    }

    /// Presses a button, after asking the questions that it needs.
    private mutating func press<App: ScreenApplication>(
        _ button: Form.Button, _ page: ConversationPage, _ app: inout App, _ mailbox: Mailbox<App.Outcome>
    ) throws(TerminalEnd) {
        let needed = page.fieldsToAsk(for: button)
        if !needed.isEmpty, try !ask(needed, &app) { return }
        // Nothing counts as printed, so that the whole page is printed again, with the result.
        said = []
        try send(.chosen(button.id), &app)
        try finishWork(&app, mailbox)
        // An answer may require another question, such as which of several accounts is meant.
        let next = app.page
        let known = Set(page.form.fields.map(\.id))
        let others = next.form.fields.map(\.id).filter { !known.contains($0) }
        guard next.title == page.title, next.alert == nil, !next.form.isReadOnly, !others.isEmpty else {
            return
        }
        say(next)
        if try ask(others, &app) { try send(.chosen(button.id), &app) }
    }

    /// Asks for fields, one after another; false if the person went back to the menu.
    private mutating func ask(
        _ ids: [ControlID], _ app: inout some ScreenApplication
    ) throws(TerminalEnd) -> Bool {
        var form = app.page.form
        if !ids.isEmpty { sayOnce("Ctrl-D goes to the menu.") }
        if ids.contains(where: { form.field($0)?.kept != nil }) { sayOnce(Conversation.howToKeep + ".") }
        for id in ids {
            do throws(TerminalEnd) { try conversation.ask([id], in: &form) } catch {
                if error == .closed { return false }
                throw error
            }
            let text = form.text(of: id)
            guard !text.utf8.elementsEqual(app.page.form.text(of: id).utf8) else { continue }
            try send(.filled(id, with: text), &app)
            form = app.page.form
        }
        return true
    }

    private mutating func send(_ event: Event, _ app: inout some ScreenApplication) throws(TerminalEnd) {
        try perform(app.update(event), &app)
    }

    private mutating func perform(
        _ command: ScreenCommand?, _ app: inout some ScreenApplication
    ) throws(TerminalEnd) {
        switch command {
        // A conversation prints values as they are, to be copied from there.
        case nil, .copy: return
        case .quit: throw .quit
        case .outside(let work):
            // Like a screen: what stops or ends the child stops or ends this process with it.
            signals.lettingThrough([.stop, .hangup, .quit, .terminate]) { work() }
            while let signal = SignalWatch.next() {
                if signal.ends, signal != .interrupt { signals.deliver(signal) }
            }
            said = []
            try send(.resumed, &app)
        }
    }

    private mutating func finishWork<App: ScreenApplication>(
        _ app: inout App, _ mailbox: Mailbox<App.Outcome>
    ) throws(TerminalEnd) {
        let deadline = TerminalDevice.milliseconds() + Self.silence
        var isSaid = false
        while true {
            for message in mailbox.drain() { try perform(app.receive(message), &app) }
            guard let words = app.work else { return }
            let rest = deadline - TerminalDevice.milliseconds()
            if !isSaid, rest <= 0 {
                isSaid = true
                conversation.say(words)
            }
            let ready = TerminalDevice.waitForInput(
                on: [signals.descriptor, mailbox.descriptor], milliseconds: isSaid ? nil : rest)
            while ready[0], let signal = SignalWatch.next() {
                if signal == .interrupt { throw .interrupted }
                if signal.ends || signal == .stop { signals.deliver(signal) }
            }
        }
    }
}

package import RegappCore
package import RegappTerminal
internal import RegappWording

/// The screens of `regapp` as the terminal's application: shows the top of a stack, and performs its effects.
///
/// The first screen is the one that the files require; sections such as the albums lie on top of it. Tasks with the
/// files run one after another in the background. Meanwhile keys wait and are handled in order afterwards, so that what
/// is typed ahead reaches the right screen. An outcome goes first to the stack, which shows what the files require now,
/// and then to the screen on top. The stack has a question of its own only while an editor's text needs a decision or a
/// section does not open; any other question belongs to the screen that asks it.
package struct ScreenStack: ConversationApplication {
    /// Never empty; the last one is on top.
    private(set) var screens: [any Screen]
    private var last: Int { screens.count - 1 }
    private let host: any ScreenHost
    private(set) var context: ScreenContext
    private(set) var tasks = TaskQueue()
    /// A question that no screen asks. Its answers are for the editor.
    private(set) var dialog: Dialog<EditorDecision.Answer>?
    /// The overlay with the keys of the page, while it is open.
    private(set) var help: KeyHelp?
    private(set) var hasCopied = false
    private var size = ScreenSession.minimumSize
    private var poller: Poller
    /// The editor's outcome, until the files have been read.
    private var news: Message?
    /// The section that was left, and the user for whom it opens again as it was.
    private var kept: (screen: any Screen, user: String)?
    /// Screens of accounts that are not logged in now.
    private var aside: [any FormScreen] = []

    /// - Parameter section: a section to begin with, over the screen that the files require.
    package init(_ files: SignIn.Reading, section: OpenSection? = nil, home: String?, host: any ScreenHost) {
        screens = [files.screen()] + (section.map { [$0.screen] } ?? [])
        poller = Poller(files)
        context = ScreenContext(home: home, files, now: host.now)
        self.host = host
    }

    var isTyping: Bool { dialog == nil && screens[last].isTyping }
    var keyTables: [KeyTable] { dialog == nil ? screens[last].keyTables : [.alert, .everywhere] }
    var isBusy: Bool { tasks.isBusy }

    package var tickInterval: Int? {
        isBusy ? Spinner.interval : screens[last].activity?.tickInterval ?? poller.interval
    }

    // MARK: Events

    package mutating func update(_ event: Event) -> ScreenCommand? {
        let event = isTyping ? event : event.onLatinLayout
        poller.note(event)
        context.now = host.now
        switch event {
        case .focusLost: return nil
        case .resumed, .focusGained: return give(event) ?? perform(.work(.read))
        case .tick:
            if isBusy {
                tasks.tick()
            } else if poller.wantsPoll(after: screens[last].activity?.tickInterval) {
                host.start(AccountTask.poll((screens[last] as? RegistryLoginScreen)?.pendingAttempt))
            }
            return give(event)
        case .resize(let size):
            self.size = size
            _ = help?.update(event)
            // The screens below only learn their size: what they would ask for is not needed while they are covered.
            for index in screens.indices.dropLast() { _ = screens[index].update(event, context) }
            return give(event)
        case .click: return nil
        case .key, .paste, .filled, .chosen, .opened, .answered, .pointed, .wheel:
            hasCopied = false
            if answersHelp(event) { return nil }
            if isBusy {
                tasks.wait(event)
                return nil
            }
            if let command = copy(event) { return command }
            guard dialog != nil else { return give(event) }
            return dialog.answer(event).map { answer in .outside { [host] in host.answerEditor(answer) } }
        }
    }

    private mutating func give(_ event: Event) -> ScreenCommand? {
        perform(screens[last].update(event, context))
    }

    private mutating func answersHelp(_ event: Event) -> Bool {
        if help != nil {
            if help?.update(event) == false { help = nil }
            return true
        }
        guard !isBusy, KeyHelp.binding(isTyping: isTyping).matches(event) else { return false }
        help = KeyHelp(screens[last].facts(context), keyTables, size: size)
        return true
    }

    private mutating func copy(_ event: Event) -> ScreenCommand? {
        let binding = isTyping ? KeyBinding.copyTyping : .copy
        guard dialog == nil, binding.matches(event), let text = screens[last].copyable else { return nil }
        hasCopied = true
        return .copy(text)
    }

    // MARK: Messages

    package mutating func receive(_ message: ScreenMessage) -> ScreenCommand? {
        context.now = host.now
        switch message {
        case .task(let outcome): show(outcome)
        case .editor(.ended(let notice)):
            news = notice
            return isBusy ? nil : perform(.work(.read))
        case .editor(.needs(let decision)):
            dialog = .editor(decision, home: context.home)
            return nil
        case .albums, .accounts: break
        }
        if let command = perform(screens[last].receive(message, context)) { return command }
        while let event = tasks.next() {
            if let command = update(event) { return command }
        }
        return nil
    }

    private mutating func show(_ outcome: TaskOutcome) {
        if outcome.isOver { tasks.end() }
        let files = outcome.files
        let before = context.signIn?.account
        guard poller.accepts(files, isPoll: !outcome.isOver) else { return }
        context.update(files)
        switch (outcome.task, outcome.result) {
        // A task has begun since this poll of the files; its outcome will be newer.
        case (.poll, _) where isBusy: break
        case (.open(let notice), .read): show(files, notice: notice)
        // The screen shows them itself, with what was merged.
        case (_, .notSaved): break
        // A section shows the notice itself.
        case (_, .done(let notice, let registered)) where screens.count == 1:
            show(files, notice: notice, registered: registered)
        case (_, .read), (_, .notDone), (_, .done), (_, .lastChange), (_, .checked), (_, .changedSinceCheck),
            (_, .found), (_, .generated), (_, .failed):
            if before != nil, case .success(nil) = files.account { return show(files, otherwise: .vanished) }
            show(files)
        }
    }

    /// Lets the screen on top show the files, or shows another that they require.
    ///
    /// - Parameter reason: the notice of another screen, unless there are other news.
    private mutating func show(_ files: SignIn.Reading, otherwise reason: Message? = nil) {
        let news = news
        self.news = nil
        guard screens[last].refresh(files, context) else { return show(files, notice: news ?? reason) }
        if let news { _ = screens[last].receive(.editor(.ended(news)), context) }
    }

    /// Shows what the files require, or the screen that was set aside until then.
    private mutating func show(
        _ files: SignIn.Reading, notice: Message?, registered: AccountFile? = nil
    ) {
        for (index, var screen) in aside.enumerated() where screen.resume(files, context) {
            aside.remove(at: index)
            screens[last] = screen
            return
        }
        screens[last] = files.screen(notice, registered: registered, lastSeen: context.signIn)
    }

    // MARK: Effects

    private mutating func perform(_ effect: ScreenEffect?) -> ScreenCommand? {
        switch effect {
        case nil: return nil
        case .quit: return quit()
        case .replace(let screen):
            screens[last] = screen
            return perform(.work(.read))
        case .open(let section): return open(section)
        case .leave: return leave()
        case .setAside(let screen, let email):
            aside.append(screen)
            return perform(.work(.open(.editSetAside(email))))
        case .work(let task):
            tasks.begin(task)
            host.start(task)
        case .albums(let work): host.start(work)
        case .accounts(let work): host.start(work)
        case .copy(let text): return .copy(text)
        case .openEditor(let document):
            // What was typed ahead was for the editor.
            tasks.forgetWaiting()
            return .outside { [host] in host.edit(document) }
        case .several(let effects):
            for effect in effects {
                if let command = perform(effect) { return command }
            }
        }
        return nil
    }

    private mutating func open(_ section: ScreenSection) -> ScreenCommand? {
        do {
            let new = try host.open(section).screen
            let isKept = kept.map { $0.user == context.currentUser && type(of: $0.screen) == type(of: new) }
            screens.append(isKept == true ? kept?.screen ?? new : new)
            return perform(screens[last].comeBack(context)) ?? give(.resize(size))
        } catch {
            dialog = .notOpened(section, error)
            return nil
        }
    }

    private mutating func leave() -> ScreenCommand? {
        guard screens.count > 1 else { return .quit }
        kept = (screens.removeLast(), context.currentUser)
        return perform(screens[last].comeBack(context))
    }

    /// Typed text is not lost without a question.
    package mutating func asksBeforeLeaving() -> Bool {
        guard !isBusy, dialog == nil else { return false }
        return screens[last].asksBeforeLeaving() || asksBelow()
    }

    /// Goes back to typed text below the screen on top, and asks whether it may be lost; false if there is none.
    private mutating func asksBelow() -> Bool {
        let touched = screens.dropLast().lastIndex { ($0 as? any FormScreen)?.form.isTouched == true }
        guard let touched else { return false }
        while screens.count > touched + 1 { _ = leave() }
        guard var screen = screens[last] as? any FormScreen else { return false }
        screen.askToLeave()
        screens[last] = screen
        return true
    }

    /// A screen that was set aside, or typed text below, is not lost without a question.
    mutating func quit() -> ScreenCommand? {
        guard var screen = aside.popLast() else { return asksBelow() ? nil : .quit }
        while screens.count > 1 { _ = leave() }
        screen.askToLeave()
        screens[last] = screen
        return nil
    }

    // MARK: Drawing

    package func render(_ size: Size) -> Frame {
        var frame = screens[screens.count - 1].render(size, context, hasFocus: help == nil && dialog == nil)
        if let dialog { frame.draw(dialog.alert) }
        help?.draw(on: &frame)
        let copied: (String, Style)? = hasCopied ? ("✓ Copied to the clipboard", .success) : nil
        guard let (line, style) = tasks.line.map({ ($0, .attention) }) ?? copied else { return frame }
        frame.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        frame.write(line, column: 1, row: size.rows - 1, style: style)
        return frame
    }

    // MARK: The same pages, line by line

    package var page: ConversationPage {
        var page = screens[screens.count - 1].conversation(context)
        if let dialog { page.alert = dialog.alert }
        return page
    }

    package var work: String? {
        if let words = tasks.words { return words.sentence }
        guard case .waiting(let words) = screens[screens.count - 1].activity else { return nil }
        return words.sentence
    }

    /// Treats typed text as Escape does. An edit that was set aside is not lost without a question.
    package mutating func endInput() -> ScreenCommand? {
        page.form.isTouched ? update(.key(.escape)) : quit()
    }
}

/// The tasks that run in the background, one after another, and the keys that wait for them.
struct TaskQueue {
    /// The most keys and pastes that wait; later ones are dropped.
    private static let maximumWaiting = 4_096

    private var running: [AccountTask] = []
    private var waiting: [Event] = []
    private var spinner = Spinner()
    private var ticks = 0

    var isBusy: Bool { !running.isEmpty }

    var words: String? { running.first?.words.doing }

    /// A line about it with a spinner; nil at first, since most tasks are over before it could be read.
    var line: String? { ticks > 1 ? words.map { "\(spinner.text) \($0.sentence)" } : nil }

    mutating func begin(_ task: AccountTask) { running.append(task) }

    mutating func end() {
        if isBusy { running.removeFirst() }
        if !isBusy { ticks = 0 }
    }

    mutating func tick() {
        ticks += 1
        spinner.tick()
    }

    mutating func wait(_ event: Event) {
        if waiting.count < Self.maximumWaiting { waiting.append(event) }
    }

    mutating func forgetWaiting() { waiting = [] }

    /// Removes and returns the event that has waited longest; nil while a task is running.
    mutating func next() -> Event? { isBusy || waiting.isEmpty ? nil : waiting.removeFirst() }
}

/// Decides when to check the files for changes by others, and which results count.
///
/// A program may replace a file in two steps, so that for a moment it is empty or missing. So a state without an
/// account to show counts only once it has been seen twice.
struct Poller {
    /// In milliseconds: what was seen twice is shown within half a second.
    private static let interval = 240
    /// How many checks are skipped after each one that takes longer than the interval, as on a slow network disk.
    private static let restPerLatePoll = 4

    private enum Finding { case account, loggedOut, failure }

    private var last: Finding
    private var isPolling = false
    /// How many checks have been skipped since the running one began.
    private var late = 0
    private var rest = 0
    /// Since the last check, in milliseconds.
    private var elapsed = 0
    /// Whether the terminal's window has lost the focus, as far as the terminal reports that.
    private var isAway = false

    init(_ files: SignIn.Reading) { last = Self.finding(files) }

    /// In milliseconds; nil while the terminal has not got the focus.
    var interval: Int? { isAway ? nil : Self.interval }

    mutating func note(_ event: Event) {
        if event == .focusLost { isAway = true }
        if event == .focusGained || event == .resumed || event.isInput { isAway = false }
    }

    /// - Parameter milliseconds: since the last call; nil for the interval.
    mutating func wantsPoll(after milliseconds: Int? = nil) -> Bool {
        elapsed += milliseconds ?? Self.interval
        guard elapsed >= Self.interval, !isAway else { return false }
        elapsed = 0
        guard !isPolling else {
            late += 1
            return false
        }
        guard rest == 0 else {
            rest -= 1
            return false
        }
        isPolling = true
        return true
    }

    /// Whether a result counts.
    ///
    /// - Parameter isPoll: whether the poller asked for it; any other result always counts.
    mutating func accepts(_ files: SignIn.Reading, isPoll: Bool) -> Bool {
        let found = Self.finding(files)
        defer { last = found }
        guard isPoll else { return true }
        isPolling = false
        (rest, late) = (late * Self.restPerLatePoll, 0)
        return found == .account || found == last
    }

    private static func finding(_ files: SignIn.Reading) -> Finding {
        switch files.account {
        case .success(nil): .loggedOut
        case .success: .account
        case .failure: .failure
        }
    }
}

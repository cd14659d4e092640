internal import RegappValues
package import RegappCore
internal import RegappJSON
package import RegappTerminal
internal import RegappWording

/// The screens of `regapp` as the terminal's application: shows the top of a stack, and performs its effects.
///
/// The first screen is the one that the files require; sections such as the albums lie on top of it. Tasks with the
/// files run one after another in the background; meanwhile keys wait, so that what is typed ahead reaches the right
/// screen. After a task the stack shows what the files require now, and then performs the task's effect. A question
/// belongs to the screen on top and closes with it, except one about an editor's text or a section that does not open.
package struct ScreenStack: ScreenApplication {
    /// Never empty; the last one is on top.
    private(set) var screens: [any Screen]
    private var last: Int { screens.count - 1 }
    private let host: any ScreenHost
    private(set) var context: ScreenContext
    private(set) var tasks = TaskQueue()
    private var question: Dialog?
    /// A question that no screen asks, in the middle of the window.
    private var ownQuestion: Dialog?
    private(set) var help: KeyHelp?
    private(set) var hasCopied = false
    /// The lowest screen that can be on top: the administrator's list, if the program began with it.
    private let lowest: Int
    /// Said in place of the help line until the next key.
    private var remark: String?
    /// Whether the terminal still shows a question that has been answered, or what was there before a screen that has to be
    /// seen: what is typed then was meant for nothing that comes now.
    private var showsFormer = false
    private var size = ScreenSession.minimumSize
    private var poller: Poller
    /// The editor's outcome, until the files have been read.
    private var news: Message?
    /// The section that was left, and the user for whom it opens again as it was.
    private var kept: (screen: any Screen, user: String)?
    private var aside: [UserEditScreen] = []

    /// `section` opens at once, over the screen that the files require; `hasClipboard`: the terminal may have one.
    package init(
        _ files: DirectoryState.Reading, section: OpenSection? = nil, home: String?,
        hasClipboard: Bool = true,
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now },
        host: any ScreenHost
    ) {
        screens = [files.screen()]
        if var list = section?.screen as? AccountsScreen {
            list.isFirst = true
            screens.append(list)
            lowest = 1
        } else {
            screens += section.map { [$0.screen] } ?? []
            lowest = 0
        }
        poller = Poller(files)
        context = ScreenContext(home: home, hasClipboard: hasClipboard, clock: clock, files)
        self.host = host
    }

    private var dialog: Dialog? { ownQuestion ?? question }
    var isTyping: Bool { dialog == nil && screens[last].traits.isTyping }
    var keyTables: [KeyTable] { dialog == nil ? screens[last].keyTables : [.alert, .everywhere] }
    private var keepsKeys: Bool { tasks.isBusy || dialog == nil && screens[last].traits.keepsKeys }

    package var tickInterval: Int? {
        if tasks.isBusy || screens[last].traits.activity != nil { return Spinner.interval }
        // Seconds are counted even while the window is at the back.
        let isCounting = (screens[last] as? any AlbumsScreen)?.question.isCounting == true
        return poller.interval ?? (isCounting ? QuestionLine.second : nil)
    }

    // MARK: Events

    package mutating func update(_ event: Event) -> ScreenCommand? {
        poller.note(event)
        switch event {
        case .focusLost, .click: return nil
        case .resumed, .focusGained: return give(event) ?? perform(.work(.read))
        case .tick:
            if tasks.isBusy {
                tasks.tick()
            } else if poller.wantsPoll(after: screens[last].traits.activity == nil ? nil : Spinner.interval) {
                start(screens[last].traits.look)
            }
            return tell { [context] in $0.update(event, context) } ?? answerWaiting()
        case .resize(let size):
            self.size = size
            _ = help?.update(event)
            // The screens below only learn their size: what they would ask for is not needed while they are covered.
            for index in screens.indices.dropLast() { _ = screens[index].update(event, context) }
            return give(event)
        case .key, .paste, .filled, .chosen, .opened, .answered, .pointed, .wheel:
            if showsFormer { return nil }
            remark = nil
            if help != nil { return answer(event) }
            tasks.wait(event)
            return answerWaiting()
        }
    }

    /// Answers the keys in the order in which they were typed, as soon as none has to wait any more.
    private mutating func answerWaiting() -> ScreenCommand? {
        while !keepsKeys, let event = tasks.next() {
            if let command = answer(event) { return command }
        }
        return nil
    }

    private mutating func answer(_ typed: Event) -> ScreenCommand? {
        // Only now, since another screen may be there than when the key was typed, with a field.
        let event = isTyping ? typed : typed.onLatinLayout
        hasCopied = false
        if answersHelp(event) { return nil }
        if let command = copy(event) { return command }
        guard dialog != nil else { return give(event) }
        let effect = ownQuestion == nil ? question.answer(event) : ownQuestion.answer(event)
        if dialog == nil {
            showsFormer = true
            tasks.forgetWaiting()
        }
        return perform(effect)
    }

    package mutating func didShow() { showsFormer = false }

    private mutating func give(_ event: Event) -> ScreenCommand? {
        perform(screens[last].update(event, context))
    }

    private mutating func tell(_ give: (inout any Screen) -> ScreenEffect?) -> ScreenCommand? {
        for index in screens.indices where index <= last {
            if let command = perform(give(&screens[index])) { return command }
        }
        return nil
    }

    private mutating func answersHelp(_ event: Event) -> Bool {
        if help != nil {
            if help?.update(event) == false { help = nil }
            return true
        }
        guard KeyHelp.binding(isTyping: isTyping).matches(event) else { return false }
        help = KeyHelp(screens[last].facts(context), keyTables, size: size)
        return true
    }

    private mutating func copy(_ event: Event) -> ScreenCommand? {
        let binding = isTyping ? KeyBinding.copyTyping : .copy
        guard dialog == nil, binding.matches(event), let text = screens[last].copyable else { return nil }
        hasCopied = true
        return context.hasClipboard ? .copy(text) : nil
    }

    // MARK: Messages

    package mutating func receive(_ message: ScreenMessage) -> ScreenCommand? {
        let command: ScreenCommand?
        switch message {
        case .task(let outcome): command = finish(outcome)
        case .editorEnded(let notice):
            news = notice
            return tasks.isBusy ? nil : perform(.work(.read))
        case .editorNeeds(let decision):
            ownQuestion = editorDialog(about: decision)
            return nil
        case .albums, .accounts: command = tell { $0.receive(message) }
        }
        return command ?? answerWaiting()
    }

    private func editorDialog(about decision: EditorDecision) -> Dialog {
        let title: String
        let parts: [Alert.Part]
        switch decision {
        case .keptCopy(let path):
            let news = Message.textIsKept(path: HomePath.text(of: path, home: context.home))
            title = "A text was kept"
            parts = news.texts.map(Alert.Part.sentence)
        case .wrong(.problems(let problems), let text):
            let mostMistakes = 3
            let first = problems.prefix(mostMistakes).flatMap { problem in
                [
                    Alert.Part.sentence("line \(problem.position.line): \(problem.message)"),
                    .passage(text.passage(at: problem.position)),
                ]
            }
            let rest = problems.count - mostMistakes
            title = "Not saved"
            parts = first + (rest > 0 ? [.more(rest)] : [])
        case .wrong(let wrong, _):
            title = "Not saved"
            parts = Message(wrong, "the text").errors.map(Alert.Part.sentence)
        case .rules(let survey):
            title = Message.saveRules.asked
            parts = [.sentence(survey.consequences)]
        case .conflict(let conflict):
            return .conflict(
                conflict, nil, back: .answerEditor(.edit), mine: .answerEditor(.mine),
                theirs: .answerEditor(.theirs))
        }
        return Dialog(
            title: title, parts: parts,
            buttons: decision.choices.map { ($0.title, .answerEditor($0.answer)) },
            escape: decision.choices.firstIndex { $0.answer == .keep } ?? 0)
    }

    private mutating func finish(_ outcome: TaskOutcome) -> ScreenCommand? {
        let task = outcome.task
        let files = outcome.files
        if !task.isPoll { tasks.end() }
        let before = context.state
        let counts = poller.accepts(outcome.seen, isPoll: task.isPoll)
        if counts { context.update(files) }
        if case .success(.done(let notice, let registered, let section)) = outcome.result, screens.count == 1
        {
            show(files, notice: notice, registered: registered, since: before)
            return screens[last] is UserScreen ? perform(section.map(ScreenEffect.open)) : nil
        }
        // If a task has begun since a poll of the files, its outcome will be newer.
        if counts, !(task.isPoll && tasks.isBusy), task.subject == screens[last].traits.subject {
            if question?.isForLoggedOut == true, (try? outcome.seen.account.get()) != nil { question = nil }
            let news = news
            let effect = screens[last].refresh(outcome.seen)
            self.news = nil
            if case .outdated? = effect {
                let isGone = if case .success(nil) = files.account { before?.account != nil } else { false }
                let vanished = Message.warning(
                    "the account was logged out elsewhere, or its file was removed")
                show(files, notice: news ?? (isGone ? vanished : nil), since: before)
                return nil
            }
            let command = perform(effect) ?? news.flatMap { perform(screens[last].announce($0)) }
            if let command { return command }
        }
        switch outcome.result {
        case .failure(let error): return perform(.ask(.failure(task.goal, Message(of: error))))
        case .success(let effect): return task.isPoll && dialog != nil ? nil : perform(effect)
        }
    }

    /// Shows what the files require, or a screen that was set aside for the account now logged in.
    private mutating func show(
        _ files: DirectoryState.Reading, notice: Message?, registered: AccountFile? = nil,
        since before: DirectoryState?
    ) {
        for (index, var screen) in aside.enumerated() where screen.resume(files) {
            aside.remove(at: index)
            return show(screen)
        }
        show(files.screen(notice, registered: registered, lastSeen: before))
    }

    private mutating func show(_ screen: any Screen) {
        screens[last] = screen
        question = nil
    }

    // MARK: Effects

    private mutating func perform(_ effect: ScreenEffect?) -> ScreenCommand? {
        switch effect {
        case nil, .outdated: return nil
        case .quit: return quit()
        case .replace(let screen):
            show(screen)
            return perform(.work(.read))
        case .push(let screen):
            if screens.count > 2, type(of: screens[last]) == type(of: screen) { screens.removeLast() }
            question = nil
            screens.append(screen)
            if screen.traits.mustBeSeen {
                showsFormer = true
                tasks.forgetWaiting()
            }
            return give(.resize(size))
        case .open(let section): return open(section)
        case .leave(let news): return leave(news)
        case .setAside(let screen, let email):
            aside.append(screen)
            return perform(
                .work(.open(.done("log in again as \(email), and what you typed is back"))))
        case .done(let notice, _, _):
            return screens.count > 2 ? leave(notice) : perform(notice.map(ScreenEffect.announce))
        case .announce(let news): return perform(screens[last].announce(news))
        case .ask(let question): self.question = question
        case .change(let goOn): return perform(goOn(&screens))
        case .work(let task):
            tasks.begin(task)
            start(task)
        case .albums(let work): host.start(work)
        case .accounts(let work): host.start(work)
        case .openEditor(let document):
            // Keys that were typed ahead were meant for the editor, not for the screens.
            tasks.forgetWaiting()
            return .outside { [host] in host.edit(document) }
        case .answerEditor(let answer): return .outside { [host] in host.answerEditor(answer) }
        case .several(let effects):
            for effect in effects {
                if let command = perform(effect) { return command }
            }
        }
        return nil
    }

    private func start(_ task: AccountTask) {
        var task = task
        task.subject = screens[last].traits.subject
        host.start(task)
    }

    private mutating func open(_ section: ScreenSection) -> ScreenCommand? {
        do {
            let new = try host.open(section).screen
            if let kept, kept.user == context.currentUser, type(of: kept.screen) == type(of: new) {
                screens.append(kept.screen)
                return perform(screens[last].reopen()) ?? give(.resize(size))
            }
            screens.append(new)
            return give(.resize(size))
        } catch {
            let failure = Message(of: error)
            let texts = [(failure.errors + failure.hints.map(\.text)).joined(separator: "; ")]
            let title = section == .albums ? "Albums" : AccountsScreen.title
            ownQuestion = Dialog(title: title, texts: texts, buttons: [("OK", nil)])
            return nil
        }
    }

    /// Goes back; on the lowest screen it only says how to quit.
    private mutating func leave(_ news: Message? = nil) -> ScreenCommand? {
        guard last > lowest else {
            remark = "\(PageKeys.quitting(isTyping: isTyping).name) quits"
            return nil
        }
        removeTop()
        return perform(screens[last].comeBack()) ?? perform(news.map(ScreenEffect.announce))
    }

    private mutating func removeTop() {
        let left = screens.removeLast()
        question = nil
        if screens.count == 1 { kept = (left, context.currentUser) }
    }

    private mutating func goDown(to index: Int) {
        while last > index {
            removeTop()
            _ = perform(screens[last].comeBack())
        }
    }

    /// Asks before typed text is lost; false if there is none.
    package mutating func asksBeforeLeaving() -> Bool {
        guard !tasks.isBusy else { return false }
        // Only this question asks whether typed text may be lost.
        let isAsking = dialog.map { $0.alert == screens[last].leavingQuestion?.alert } ?? false
        guard !isAsking, dialog == nil || screens[last].leavingQuestion != nil else { return false }
        // What was typed ahead is no answer to this question.
        tasks.forgetWaiting()
        ownQuestion = nil
        question = screens[last].leavingQuestion
        return question != nil || asksBelow() || asksAboutAside()
    }

    /// Goes back to typed text below the screen on top, and asks whether it may be lost; false if there is none.
    private mutating func asksBelow() -> Bool {
        let touched = screens.dropLast().lastIndex { $0.leavingQuestion != nil }
        guard let touched else { return false }
        goDown(to: touched)
        question = screens[last].leavingQuestion
        return true
    }

    /// Quits, but asks first if a screen set aside or typed text below would be lost.
    mutating func quit() -> ScreenCommand? {
        asksAboutAside() || asksBelow() ? nil : .quit
    }

    /// Shows an edit that was set aside, and asks whether it may be lost; false if there is none.
    private mutating func asksAboutAside() -> Bool {
        guard let screen = aside.popLast() else { return false }
        goDown(to: 0)
        show(screen)
        question = screen.leavingDialog
        return true
    }

    // MARK: Drawing

    package func render(_ size: Size) -> Frame {
        var frame = screens[last].render(
            size, context, hasFocus: help == nil && dialog == nil, question: question?.alert)
        if let ownQuestion { frame.draw(ownQuestion.alert) }
        help?.draw(on: &frame)
        let copied =
            context.hasClipboard ? "Sent to the terminal's clipboard" : "This terminal has no clipboard"
        guard let line = tasks.line ?? remark ?? (hasCopied ? copied : nil) else { return frame }
        frame.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        frame.write(line, column: 1, row: size.rows - 1, style: .attention)
        return frame
    }

    // MARK: The same pages, line by line

    package var page: ConversationPage {
        var page = screens[last].conversation(context)
        if let dialog { page.alert = dialog.alert }
        return page
    }

    package var work: String? { (tasks.words ?? screens[last].traits.activity)?.sentenceCased }

    /// Quits, but asks first if typed text or an edit that was set aside would be lost.
    package mutating func endInput() -> ScreenCommand? { asksBeforeLeaving() ? nil : quit() }
}

/// The tasks that run in the background, one after another, and the keys that wait for them or for a screen.
struct TaskQueue {
    /// The most keys and pastes that wait; later ones are dropped.
    private static let maximumWaiting = 4_096

    private var running: [AccountTask] = []
    private var waiting: [Event] = []
    private var spinner = Spinner()
    private var ticks = 0

    var isBusy: Bool { !running.isEmpty }

    var words: String? { running.first?.doing }

    /// A line about the running task, with a spinner; nil at first, since most tasks end before it could be read.
    var line: String? { ticks > 1 ? words.map { "\(spinner.text) \($0.sentenceCased)" } : nil }

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

    /// Removes and returns the event that has waited longest.
    mutating func next() -> Event? { waiting.isEmpty ? nil : waiting.removeFirst() }
}

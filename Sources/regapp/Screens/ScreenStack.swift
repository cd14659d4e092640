import Accounts
import AlbumCatalog
import TerminalUI

/// The screens of `regapp` as the terminal's application: shows the top of a stack, and performs its effects.
///
/// Tasks with the files run one after another in the background. Meanwhile keys wait and are handled in order
/// afterwards, so that what is typed ahead reaches the right screen. Questions to the catalogue let keys pass: one is
/// open at a time, each has a number, and answers to older ones are dropped.
struct ScreenStack: ScreenApplication {
    typealias Message = ScreenMessage

    /// Never empty; the last one is on top.
    private(set) var screens: [any Screen]
    var last: Int { screens.count - 1 }
    private let host: any ScreenHost
    private(set) var context: ScreenContext
    private(set) var tasks = TaskQueue()
    /// Over the screen, until it is answered.
    private(set) var alert: Alert?
    /// Why the screens for a logged-in user must be left: nobody is logged in, or the files cannot be used.
    private(set) var loss: AccountsError?
    private(set) var help: KeyHelp?
    private var size = ScreenSession.minimumSize
    private var poller: Poller
    /// The editor's outcome, until the files have been read.
    private var news: Notice?
    /// Whether the alert asks about the editor's text.
    private var asksForEditor = false
    /// The album screen that was left, and the user for whom it is opened again in the same state.
    private var leftAlbums: (screen: SearchScreen, user: String)?
    /// Edits of accounts that are not logged in now.
    private var aside: [UserEditScreen] = []
    /// The number of the last question to the catalogue.
    private var number = 0
    /// The time from which a busy catalogue may be asked again.
    private var busyUntil: ContinuousClock.Instant?

    /// - Parameters:
    ///   - albums: the album screen to begin with, over the one that the files require.
    ///   - home: the user's home directory, for shortening paths.
    init(_ files: Files, albums: (any Screen)? = nil, home: String?, host: any ScreenHost) {
        screens = [files.screen()] + (albums.map { [$0] } ?? [])
        poller = Poller(files)
        context = ScreenContext(home: home, files)
        self.host = host
        tellUserData()
    }

    var isBusy: Bool { tasks.isBusy }

    var tickInterval: Int? {
        isBusy ? TaskQueue.spinnerInterval : screens[last].tickInterval ?? poller.interval
    }

    // MARK: Events

    mutating func update(_ event: Event) -> ScreenCommand? {
        poller.note(event)
        switch event {
        case .tick: return tick()
        case .focusLost: return nil
        case .resumed, .focusGained:
            return perform(screens[last].update(event)) ?? perform(.work(.read))
        case .resize(let size):
            self.size = size
            _ = help?.update(event)
            // A hidden screen asks for nothing.
            for index in screens.indices.dropLast() { _ = screens[index].update(event) }
            return perform(screens[last].update(event))
        case .key, .paste, .filled, .chosen:
            if answersHelp(event) { return nil }
            if alert != nil { return answerAlert(event) }
            guard isBusy else { return perform(screens[last].update(event)) }
            tasks.wait(event)
            return nil
        }
    }

    private mutating func tick() -> ScreenCommand? {
        if isBusy {
            tasks.tick()
        } else if screens[last].tickInterval == nil, poller.wantsLook() {
            host.start(.files(.look))
        }
        if let busyUntil {
            let left = host.now.duration(to: busyUntil)
            let seconds = max(0, Int((left / .seconds(1)).rounded(.up)))
            for index in screens.indices { screens[index].count(to: seconds) }
        }
        return perform(screens[last].update(.tick))
    }

    /// Handles a key that opens the overlay with the keys, or that is pressed while it is open.
    private mutating func answersHelp(_ event: Event) -> Bool {
        if help != nil {
            if help?.update(event) == false { help = nil }
            return true
        }
        let screen = screens[last]
        let isBlocked = isBusy && alert == nil
        guard !isBlocked, KeyHelp.opens(event, isTyping: alert == nil && screen.isTyping) else {
            return false
        }
        let tables = alert == nil ? screen.keyTables : [.alert, .everywhere]
        help = KeyHelp(screen.facts(context), tables, size: size)
        return true
    }

    private mutating func answerAlert(_ event: Event) -> ScreenCommand? {
        guard let answer = alert?.update(event) else { return nil }
        alert = nil
        guard asksForEditor else { return loss == nil ? nil : leaveAlbums() }
        asksForEditor = false
        return EditorSession.Answer(rawValue: answer).map { answer in
            .outside { [host] in host.answerEditor(answer) }
        }
    }

    private mutating func answerWaiting() -> ScreenCommand? {
        while let event = tasks.next() {
            if let command = update(event) { return command }
        }
        return nil
    }

    // MARK: Outcomes

    mutating func receive(_ message: ScreenMessage) -> ScreenCommand? {
        switch message {
        case .files(let outcome): receive(outcome)
        case .albums(let outcome): receive(outcome)
        }
    }

    private mutating func receive(_ outcome: AccountOutcome) -> ScreenCommand? {
        let ended = outcome.endsTask ? tasks.end() : nil
        if let files = outcome.files, poller.isSettled(files, isLook: !outcome.endsTask) {
            context.take(files)
            tellUserData()
            switch outcome {
            // A task has begun since, and its outcome will be newer.
            case .looked where isBusy: break
            case .read, .notDone, .looked, .lastChange: take(files)
            case .registered(_, let account): show(files, notice: .registeredNowLogIn, registered: account)
            case .done(_, let notice): show(files, notice: notice)
            default: break
            }
        }
        if case .complete? = ended, case .done = outcome, let command = openAlbumsAfterLogin() {
            return command
        }
        switch outcome {
        case .read, .notDone, .notSaved, .lastChange, .checked, .completed, .failed:
            if let command = perform(screens[last].receive(outcome)) { return command }
        case .edited(let notice):
            news = notice
            if !isBusy { return perform(.work(.read)) }
        case .editorNeeds(let decision):
            (alert, asksForEditor) = (.editor(decision), true)
        case .looked, .done, .registered: break
        }
        return answerWaiting()
    }

    private mutating func receive(_ outcome: AlbumOutcome) -> ScreenCommand? {
        if let seconds = outcome.secondsToWait { busyUntil = host.now + .seconds(seconds) }
        guard let number = outcome.number else {
            for index in screens.indices { _ = screens[index].receive(outcome) }
            return nil
        }
        return number == self.number ? perform(screens[last].receive(outcome)) : nil
    }

    // MARK: Files

    private mutating func tellUserData() {
        for index in screens.indices { screens[index].take(userData: context.userData) }
    }

    /// Shows the screen that the files require, or an edit that was set aside until then.
    private mutating func show(_ files: Files, notice: Notice?, registered: AccountFile? = nil) {
        for (index, var edit) in aside.enumerated() where edit.resume(files) {
            aside.remove(at: index)
            screens[last] = edit
            return
        }
        screens[last] = files.screen(notice, registered: registered, lastSeen: context.snapshot)
    }

    /// Lets the screen take the files. If it cannot, shows the screen that they require, or why this one must be left.
    private mutating func take(_ files: Files) {
        let isTaken = screens[last].take(files)
        if screens[last].needsCurrentUser {
            if isTaken == (loss != nil) { tellLoss(isTaken ? nil : files.trouble ?? .nobodyLoggedIn) }
        } else if !isTaken {
            show(files, notice: news)
        } else if let news, var form = screens[last] as? any FormScreen {
            form.page.tellNews(news)
            screens[last] = form
        }
        news = nil
    }

    private mutating func tellLoss(_ loss: AccountsError?) {
        self.loss = loss
        alert = loss.map(Alert.leavesAlbums)
    }

    // MARK: Effects

    private mutating func perform(_ effect: ScreenEffect?) -> ScreenCommand? {
        switch effect {
        case nil: return nil
        case .quit: return quit()
        case .show(let other):
            screens[last] = other
            return perform(.work(.read))
        case .open(let other):
            screens.append(other)
            tellUserData()
        case .back: return leave(1)
        case .answer(let event): return perform(screens[last].update(event))
        case .openAlbums: return openAlbums()
        case .leaveAlbums: return leaveAlbums()
        case .openEditor(let document): return .outside { [host] in host.edit(document) }
        case .setAside(let edit, let email):
            aside.append(edit)
            return perform(.work(.open(.editSetAside(email))))
        case .work(let task):
            tasks.begin(task)
            host.start(.files(task))
        case .ask(let question):
            number += 1
            host.start(.albums(.ask(question, number: number)))
        case .cancelQuestion:
            number += 1
            host.start(.albums(.cancel))
        case .loadCovers(let wishes): host.start(.albums(.loadCovers(wishes)))
        case .several(let effects):
            for effect in effects {
                if let command = perform(effect) { return command }
            }
        }
        return nil
    }

    /// Under the policy `albums`, people log in to see the album screens.
    private mutating func openAlbumsAfterLogin() -> ScreenCommand? {
        guard let screen = screens[last] as? UserScreen, screen.policy?.kind == .albums else { return nil }
        return openAlbums()
    }

    private mutating func openAlbums() -> ScreenCommand? {
        do {
            let new = try host.openAlbums()
            screens.append(leftAlbums?.user == context.currentUser ? leftAlbums?.screen ?? new : new)
            tellUserData()
            return perform(
                .several([screens[last].comeBack(), screens[last].update(.resize(size))].compactMap(\.self)))
        } catch {
            alert = .noAlbums(Report(of: error))
            return nil
        }
    }

    private mutating func leaveAlbums() -> ScreenCommand? {
        leave(screens.reversed().prefix(while: \.needsCurrentUser).count)
    }

    /// Leaves this many screens; if none would be left, the program.
    private mutating func leave(_ count: Int) -> ScreenCommand? {
        guard count < screens.count else { return .quit }
        let neededUser = screens[last].needsCurrentUser
        // A screen that waits for an answer is not kept: its question is dropped here.
        for case let search as SearchScreen in screens.suffix(count) where !search.question.isAsking {
            leftAlbums = (search, context.currentUser)
        }
        screens.removeLast(count)
        loss = nil
        if neededUser, !screens[last].needsCurrentUser {
            number += 1
            host.start(.albums(.stop))
        }
        return perform(screens[last].comeBack())
    }

    /// An edit that was set aside is not lost without a question.
    mutating func quit() -> ScreenCommand? {
        guard var edit = aside.popLast() else { return .quit }
        if screens[last].needsCurrentUser { _ = leaveAlbums() }
        edit.askToLeave()
        screens[last] = edit
        return nil
    }
}

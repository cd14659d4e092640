import Accounts
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
    /// The alert over the screen until it is answered, and who gets the answer.
    private var asked: (alert: Alert, by: Asker)?
    /// The overlay with the keys of the page, while it is open.
    private(set) var help: KeyHelp?
    private var size = ScreenSession.minimumSize
    private var poller: Poller
    /// The editor's outcome, until the files have been read.
    private var news: Notice?
    /// The screen that was left, and the user for whom it opens again as it was.
    private var kept: (screen: any Screen, user: String)?
    /// Edits of accounts that are not logged in now.
    private var aside: [UserEditScreen] = []
    /// The number of the last question to the catalogue.
    private var number = 0
    /// The time from which a busy catalogue may be asked again.
    private var busyUntil: ContinuousClock.Instant?

    private enum Asker {
        case screen
        /// The editor's text needs a decision.
        case editor
        /// The screens that need a current user must be left: nobody is logged in, or the files cannot be used.
        case loss
    }

    /// - Parameters:
    ///   - albums: the album screen to begin with, over the one that the files require.
    ///   - home: the user's home directory, for shortening paths.
    init(_ files: Files, albums: (any Screen)? = nil, home: String?, host: any ScreenHost) {
        screens = [files.screen()] + (albums.map { [$0] } ?? [])
        poller = Poller(files)
        context = ScreenContext(home: home, files)
        self.host = host
    }

    var alert: Alert? { asked?.alert }

    var isTyping: Bool { asked == nil && screens[last].isTyping }

    var keyTables: [KeyTable] { asked == nil ? screens[last].keyTables : [.alert, .everywhere] }

    var isBusy: Bool { tasks.isBusy }

    var tickInterval: Int? {
        isBusy ? Spinner.interval : screens[last].tickInterval ?? poller.interval
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
            tellHeader()
            _ = help?.update(event)
            // A hidden screen asks for nothing.
            for index in screens.indices.dropLast() { _ = screens[index].update(event) }
            return perform(screens[last].update(event))
        case .key, .paste, .filled, .chosen:
            if answersHelp(event) { return nil }
            guard isBusy else {
                return asked == nil ? perform(screens[last].update(event)) : answerAlert(event)
            }
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
        guard !isBusy, KeyHelp.opens(event, isTyping: isTyping) else { return false }
        help = KeyHelp(screens[last].facts(context), keyTables, size: size)
        return true
    }

    private mutating func answerAlert(_ event: Event) -> ScreenCommand? {
        guard let answer = asked?.alert.update(event), let asker = asked?.by else { return nil }
        asked = nil
        switch asker {
        case .screen: return perform(screens[last].answer(answer))
        case .loss: return leaveAlbums()
        case .editor:
            return EditorSession.Answer(rawValue: answer).map { answer in
                .outside { [host] in host.answerEditor(answer) }
            }
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
        if outcome.endsTask { tasks.end() }
        if let files = outcome.files, poller.isSettled(files, isLook: !outcome.endsTask) {
            context.take(files)
            tellHeader()
            switch outcome {
            // A task that was begun since knows better.
            case .looked where isBusy: break
            case .read, .notDone, .looked, .lastChange: take(files)
            case .registered(_, let account): show(files, notice: .registeredNowLogIn, registered: account)
            case .done(_, let notice), .loggedIn(_, let notice): show(files, notice: notice)
            default: break
            }
        }
        switch outcome {
        case .read, .notDone, .notSaved, .lastChange, .loggedIn, .checked, .completed, .failed:
            if let command = perform(screens[last].receive(outcome)) { return command }
        case .edited(let notice):
            news = notice
            if !isBusy { return perform(.work(.read)) }
        case .editorNeeds(let decision):
            asked = (.editor(decision), by: .editor)
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

    private mutating func tellHeader() {
        let header = Header(Regapp.name, context.userData, columns: size.columns)
        for index in screens.indices { screens[index].take(header) }
    }

    /// Shows what the files require, or the edit that was set aside until then.
    private mutating func show(_ files: Files, notice: Notice?, registered: AccountFile? = nil) {
        for (index, var edit) in aside.enumerated() where edit.resume(files) {
            aside.remove(at: index)
            return replaceTop(by: edit)
        }
        replaceTop(by: files.screen(notice, registered: registered, lastSeen: context.signIn))
    }

    /// Shows a screen in place of the one on top, whose alert goes with it.
    private mutating func replaceTop(by screen: any Screen) {
        screens[last] = screen
        if asked?.by == .screen { asked = nil }
    }

    /// Lets the screen take the files, or shows another that they require, or why it has to be left.
    private mutating func take(_ files: Files) {
        let isTaken = screens[last].take(files, hasFocus: asked == nil)
        if screens[last].needsCurrentUser {
            if isTaken == (asked?.by == .loss) {
                asked = isTaken ? nil : (.leavesAlbums(files.error ?? .nobodyLoggedIn), by: .loss)
            }
        } else if !isTaken {
            show(files, notice: news)
        } else if let news {
            screens[last].tell(news)
        }
        news = nil
    }

    // MARK: Effects

    private mutating func perform(_ effect: ScreenEffect?) -> ScreenCommand? {
        switch effect {
        case nil: return nil
        case .quit: return quit()
        case .show(let other):
            replaceTop(by: other)
            return perform(.work(.read))
        case .open(let other):
            screens.append(other)
            tellHeader()
        case .back: return leave(1)
        case .alert(let alert): asked = (alert, by: .screen)
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
        case .loadCovers(let coverRequests): host.start(.albums(.loadCovers(coverRequests)))
        case .several(let effects):
            for effect in effects {
                if let command = perform(effect) { return command }
            }
        }
        return nil
    }

    private mutating func openAlbums() -> ScreenCommand? {
        do {
            let new = try host.openAlbums()
            screens.append(kept?.user == context.currentUser ? kept?.screen ?? new : new)
            tellHeader()
            return perform(
                .several([screens[last].comeBack(), screens[last].update(.resize(size))].compactMap(\.self)))
        } catch {
            return perform(.alert(.noAlbums(error)))
        }
    }

    private mutating func leaveAlbums() -> ScreenCommand? {
        leave(screens.reversed().prefix(while: \.needsCurrentUser).count)
    }

    /// Leaves the last screens; the program if none is left.
    private mutating func leave(_ count: Int) -> ScreenCommand? {
        guard count < screens.count else { return .quit }
        let neededUser = screens[last].needsCurrentUser
        for screen in screens.suffix(count) where screen.isKeptWhenLeft {
            kept = (screen, context.currentUser)
        }
        screens.removeLast(count)
        if neededUser, !screens[last].needsCurrentUser {
            number += 1
            host.start(.albums(.stop))
        }
        return perform(screens[last].comeBack())
    }

    /// An edit that was set aside is not lost without a question.
    mutating func quit() -> ScreenCommand? {
        guard let edit = aside.popLast() else { return .quit }
        if screens[last].needsCurrentUser { _ = leaveAlbums() }
        replaceTop(by: edit)
        return perform(edit.askToLeave)
    }
}

import Accounts
import TerminalUI

/// The screens of `regapp` as the terminal's application: shows one, and has its effects done.
///
/// Tasks run one after another in the background; while one does, keys wait and are then
/// answered in their order, so that what is typed ahead reaches the screen that it was meant for.
struct AccountScreens: ScreenApplication {
    typealias Message = AccountOutcome

    /// What is opened from the screens.
    struct Openings {
        /// Makes the album screens for whoever is logged in. What comes of their work carries the number.
        let albums: (_ number: Int) throws(Report) -> AlbumScreens
        /// Runs the person's editor, which gets the terminal until it ends.
        let editor: (Edit.Subject) -> Void
    }

    /// The most keys and pastes that are kept while a task runs.
    private static let maximumWaiting = 4_096
    /// How often the spinner turns, in milliseconds.
    private static let spinnerInterval = 100

    private(set) var screen: any Screen
    /// The album screens, while they are open over the screen.
    private(set) var albums: AlbumScreens?
    /// How often they have been opened: what comes too late for one time is not taken for another's.
    private var albumsNumber = 0
    private let home: String?
    private let start: (AccountTask) -> Void
    private let openings: Openings
    private var running: [AccountTask] = []
    private var waiting: [Event] = []
    private var spinner = Spinner()
    /// The overlay with the keys of the page, while it is open.
    private var help: KeyHelp?
    private var size = ScreenSession.minimumSize
    private var ticks = 0
    private var poller: Poller
    /// What came of the editor, until the files have been read.
    private var news: Notice?
    /// Edits of accounts that are not logged in now.
    private var aside: [UserEditScreen] = []

    /// Begins with the screen that the files call for.
    ///
    /// - Parameters:
    ///   - home: the user's home directory, which paths are shown from.
    ///   - start: begins a task in the background, whose outcome comes through ``receive(_:)``.
    ///   - openings: what is opened over the screens or in their place.
    init(_ files: Files, home: String?, start: @escaping (AccountTask) -> Void, openings: Openings) {
        screen = Self.screen(for: files, notice: nil)
        poller = Poller(files)
        self.home = home
        self.start = start
        self.openings = openings
    }

    /// The screen that shows what the files say.
    ///
    /// - Parameter registered: the account that was registered just now, and is to log in.
    private static func screen(
        for files: Files, notice: Notice?, registered: AccountFile? = nil
    ) -> any Screen {
        switch files {
        case .failure(let error): return ProblemScreen(error, notice: notice)
        case .success(let snapshot):
            if case .loggedIn(let account) = snapshot.account {
                return UserScreen(account, snapshot, notice: notice)
            }
            if snapshot.policy.isRegistry {
                let login = RegistryLoginScreen(snapshot, notice: notice, registered: registered)
                guard case .nobodyRegistered = snapshot.account else { return login }
                // There is nobody who could log in.
                return RegistrationScreen(from: login, notice: notice)
            }
            return LoginScreen(snapshot, notice: notice)
        }
    }

    /// Shows what the files call for, or the edit that was set aside until then.
    private mutating func show(_ files: Files, notice: Notice?, registered: AccountFile? = nil) {
        for (index, var edit) in aside.enumerated() where edit.resume(files) {
            aside.remove(at: index)
            screen = edit
            return
        }
        screen = Self.screen(for: files, notice: notice, registered: registered)
    }

    /// Lets the screen take the files, or shows another that they call for.
    private mutating func take(_ files: Files) {
        if !screen.take(files) {
            show(files, notice: news)
        } else if let news {
            screen.page.tellNews(news)
        }
        news = nil
    }

    /// Whether a task runs.
    var isBusy: Bool { !running.isEmpty }

    var tickInterval: Int? {
        if let albums { return albums.tickInterval }
        return isBusy ? Self.spinnerInterval : poller.interval
    }

    mutating func update(_ event: Event) -> ScreenCommand? {
        if case .resize(let size) = event { self.size = size }
        if albums != nil { return follow(albums?.update(event) ?? nil) }
        poller.note(event)
        switch event {
        case .tick:
            if isBusy {
                ticks += 1
                spinner.tick()
            } else if poller.wantsLook() {
                start(.look)
            }
            return nil
        case .focusLost: return nil
        case .resumed, .focusGained: return perform(.work(.read))
        case .key, .paste, .filled, .chosen:
            if answersHelp(event) { return nil }
            guard isBusy else { return perform(screen.update(event)) }
            if waiting.count < Self.maximumWaiting { waiting.append(event) }
            return nil
        case .resize:
            _ = help?.update(event)
            return perform(screen.update(event))
        }
    }

    /// Answers a key that opens the overlay with the keys, or that is pressed while it is open.
    private mutating func answersHelp(_ event: Event) -> Bool {
        if help != nil {
            if help?.update(event) == false { help = nil }
            return true
        }
        let page = screen.shown
        guard !isBusy, KeyHelp.opens(event, isTyping: page.isTyping) else { return false }
        let file = page.guidance?.path.map { HomePath.text(of: $0, home: home) }
        help = KeyHelp(ScreenFacts.all(screen.policy, file: file), page.keyTables, size: size)
        return true
    }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenCommand? {
        if case .ofAlbums(let outcome, let number) = outcome {
            return number == albumsNumber ? follow(albums?.receive(outcome) ?? nil) : nil
        }
        if outcome.endsTask, isBusy { running.removeFirst() }
        if !isBusy { ticks = 0 }
        if let files = outcome.files, poller.isSettled(files, isLook: !outcome.endsTask) {
            switch outcome {
            // A task that has been begun since knows better.
            case .looked where isBusy: break
            case .read, .notDone, .looked, .lastChange: take(files)
            case .registered(_, let account): show(files, notice: .registeredNowLogIn, registered: account)
            case .done(_, let notice): show(files, notice: notice)
            default: break
            }
        }
        switch outcome {
        case .read, .notDone, .notSaved, .lastChange, .checked, .completed, .failed:
            if let command = perform(screen.receive(outcome)) { return command }
        case .edited(let notice):
            news = notice
            if !isBusy { return perform(.work(.read)) }
        case .looked, .done, .registered, .ofAlbums: break
        }
        return answerWaiting()
    }

    private mutating func answerWaiting() -> ScreenCommand? {
        while !isBusy, !waiting.isEmpty {
            if let command = update(waiting.removeFirst()) { return command }
        }
        return nil
    }

    private mutating func perform(_ effect: ScreenEffect?) -> ScreenCommand? {
        switch effect {
        case nil: return nil
        case .quit: return quit()
        case .show(let other):
            screen = other
            return perform(.work(.read))
        case .openAlbums: return openAlbums()
        case .openEditor(let document):
            return .outside { [openings] in openings.editor(document) }
        case .setAside(let edit, let email):
            aside.append(edit)
            return perform(.work(.open(.editSetAside(email))))
        case .work(let task):
            running.append(task)
            start(task)
        }
        return nil
    }

    private mutating func openAlbums() -> ScreenCommand? {
        albumsNumber += 1
        do throws(Report) {
            albums = try openings.albums(albumsNumber)
            return update(.resize(size))
        } catch {
            let sentences = error.errors + error.hints.map(\.text)
            screen.page.alert = Alert(title: "Albums", text: sentences.joined(separator: "; "))
            return nil
        }
    }

    /// Does what the album screens ask for: leaving them leads back to the screen below, for files as they are now.
    private mutating func follow(_ command: ScreenCommand?) -> ScreenCommand? {
        guard case .quit = command else { return command }
        albums?.stop()
        albums = nil
        return update(.resize(size)) ?? update(.resumed)
    }

    /// An edit that was set aside is not lost without a question.
    private mutating func quit() -> ScreenCommand? {
        guard var edit = aside.popLast() else { return .quit }
        edit.askToLeave()
        screen = edit
        return nil
    }

    func render(_ size: Size) -> Frame {
        if let albums { return albums.render(size) }
        var frame = screen.shown.render(size, home: home, hasFocus: help == nil)
        help?.draw(on: &frame)
        // Most tasks are over before anybody could read a word about them.
        guard let task = running.first, ticks > 1 else { return frame }
        frame.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        frame.write("\(spinner.text) \(task.words)", column: 1, row: size.rows - 1, style: .label)
        return frame
    }
}

extension AccountOutcome {
    /// Whether it is the end of a task for which keys wait.
    fileprivate var endsTask: Bool {
        switch self {
        case .looked, .edited, .ofAlbums: false
        case .read, .notDone, .notSaved, .done, .lastChange, .registered, .checked, .completed, .failed: true
        }
    }

    /// What the files say, where it tells.
    fileprivate var files: Files? {
        switch self {
        case .read(let files), .notDone(let files), .notSaved(let files, _, _), .looked(let files),
            .done(let files, _),
            .lastChange(let files, _), .registered(let files, _):
            files
        case .checked, .completed, .failed, .edited, .ofAlbums: nil
        }
    }
}

// The same pages, line by line.
extension AccountScreens: ConversationApplication {
    var page: ConversationPage { albums?.page ?? screen.shown.conversation(home: home) }

    var work: String? { albums.map(\.work) ?? running.first?.words }
}

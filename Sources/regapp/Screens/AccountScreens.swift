import Accounts
import RegappProcess
import TerminalUI

/// The screens of `regapp` as the terminal's application: shows one, and has its effects done.
///
/// Tasks run one after another in the background; while one does, keys wait and are then
/// answered in their order, so that what is typed ahead reaches the screen that it was meant for.
struct AccountScreens: ScreenApplication {
    typealias Message = AccountOutcome

    /// Programs that get the terminal until they end.
    struct Programs {
        let albums: () -> ScreenCommand.Return
        let editor: (Edit.Subject) -> ScreenCommand.Return
    }

    /// The most keys and pastes that are kept while a task runs.
    private static let maximumWaiting = 4_096
    /// How often the spinner turns, in milliseconds.
    private static let spinnerInterval = 100

    private(set) var screen: any Screen
    private let home: String?
    private let start: (AccountTask) -> Void
    private let programs: Programs
    private var running: [AccountTask] = []
    private var waiting: [Event] = []
    private var spinner = Spinner()
    /// The overlay with the keys of the page, while it is open.
    private var help: KeyHelp?
    private var size = ScreenSession.minimumSize
    private var ticks = 0
    private var lookout: Lookout
    /// What came of the editor, until the files have been read.
    private var news: Notice?
    /// Edits of accounts that are not logged in now.
    private var aside: [UserEditScreen] = []

    /// Begins with the screen that the files call for.
    ///
    /// - Parameters:
    ///   - home: the user's home directory, which paths are shown from.
    ///   - start: begins a task in the background, whose outcome comes through ``receive(_:)``.
    ///   - programs: run on this screen or in its place.
    init(_ files: Files, home: String?, start: @escaping (AccountTask) -> Void, programs: Programs) {
        screen = Self.screen(for: files, notice: nil)
        lookout = Lookout(files)
        self.home = home
        self.start = start
        self.programs = programs
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

    var tickInterval: Int? { isBusy ? Self.spinnerInterval : lookout.interval }

    mutating func update(_ event: Event) -> ScreenCommand? {
        lookout.note(event)
        switch event {
        case .tick:
            if isBusy {
                ticks += 1
                spinner.tick()
            } else if lookout.wantsLook() {
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
        case .resize(let size):
            self.size = size
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
        if outcome.endsTask, isBusy { running.removeFirst() }
        if !isBusy { ticks = 0 }
        if let files = outcome.files, lookout.isSettled(files, isLook: !outcome.endsTask) {
            switch outcome {
            // A task that has been begun since knows better.
            case .looked where isBusy: break
            case .read, .notDone, .notSaved, .looked, .lastChange: take(files)
            case .registered(_, let account): show(files, notice: .registeredNowLogIn, registered: account)
            case .done(_, let notice): show(files, notice: notice)
            default: break
            }
        }
        switch outcome {
        case .read, .notDone, .notSaved, .lastChange, .checked, .completed, .failed, .albumsFailed:
            if let command = perform(screen.receive(outcome)) { return command }
        case .edited(let notice):
            news = notice
            if !isBusy { return perform(.work(.read)) }
        case .looked, .done, .registered: break
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
        case .openAlbums: return .outside(keepingScreen: true, programs.albums)
        case .openEditor(let document):
            return .outside(keepingScreen: false) { [programs] in programs.editor(document) }
        case .setAside(let edit, let email):
            aside.append(edit)
            return perform(.work(.open(.editSetAside(email))))
        case .work(let task):
            running.append(task)
            start(task)
        }
        return nil
    }

    /// An edit that was set aside is not lost without a question.
    private mutating func quit() -> ScreenCommand? {
        guard var edit = aside.popLast() else { return .quit }
        edit.askToLeave()
        screen = edit
        return nil
    }

    func render(_ size: Size) -> Frame {
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
        case .looked, .albumsFailed, .edited: false
        case .read, .notDone, .notSaved, .done, .lastChange, .registered, .checked, .completed, .failed: true
        }
    }

    /// What the files say, where it tells.
    fileprivate var files: Files? {
        switch self {
        case .read(let files), .notDone(let files), .notSaved(let files, _), .looked(let files),
            .done(let files, _),
            .lastChange(let files, _), .registered(let files, _):
            files
        case .checked, .completed, .failed, .albumsFailed, .edited: nil
        }
    }
}

// The same pages, line by line.
extension AccountScreens: ConversationApplication {
    var page: ConversationPage { screen.shown.conversation(home: home) }

    var work: String? { running.first?.words }
}

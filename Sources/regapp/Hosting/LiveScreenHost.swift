import RegappCore
import RegappStore
import RegappScreens
import RegappWording
import RegappTerminal

/// Does the work of the screens in the background, and posts each outcome to the mailbox from which the session reads.
///
/// Each kind of work has one worker, which does its tasks in turn: changes of accounts, the list of accounts, albums.
/// The user's editor runs in the foreground, while the screens wait.
final class LiveScreenHost: ScreenHost {
    private let store: DocumentStore
    private let options: CommonOptions
    private let environment: ProcessEnvironment
    private let mailbox: Mailbox<ScreenMessage>
    private let covers: CoversChoice
    private let queue = BackgroundQueue()
    private var albums: AlbumWorker?
    private var accounts: AccountsWorker?
    private var editor: ScreenEditor?

    init(
        _ store: DocumentStore, _ options: CommonOptions, _ environment: ProcessEnvironment,
        _ mailbox: Mailbox<ScreenMessage>, covers: CoversChoice = .auto
    ) {
        self.store = store
        self.options = options
        self.environment = environment
        self.mailbox = mailbox
        self.covers = covers
    }

    deinit { albums?.start(.stop) }

    /// Runs screens, or a conversation in their place, until they are left.
    ///
    /// - Parameters:
    ///   - files: nil to read them.
    ///   - section: a section to begin with, over the screen that the files require.
    /// - Returns: how they ended; nil if the terminal cannot be opened.
    func run(_ files: SignIn.Reading? = nil, section: OpenSection? = nil) -> ScreenEnd? {
        let home = environment.variable("HOME")
        var screens = ScreenStack(files ?? self.files, section: section, home: home, host: self)
        defer { editor?.leave() }
        TerminalStop.waits { POSIXFileSystem.waitWhileStopsAreHeld() }
        return Appearance.live.converses
            ? ConversationSession.run(&screens, mailbox: mailbox)
            : ScreenSession.run(
                &screens, palette: Appearance.live.palette, hasMouse: Appearance.live.hasMouse,
                mailbox: mailbox)
    }

    var files: SignIn.Reading { SignIn.Reading(store, now: environment.now) }

    func start(_ work: AlbumWork) { albums?.start(work) }

    func start(_ work: AccountsWork) { accounts?.start(work) }

    func start(_ task: AccountTask) {
        queue.start { [store, environment, mailbox] in
            let present = environment.present
            let outcome = task.perform(store, now: present.now)
            mailbox.post(.task(outcome))
            guard let login = outcome.login else { return }
            let registry = try? RuledDirectory(store, now: present.now).registry()
            if let registry {
                SystemLog(of: [], directory: store.directory, present).record(login, registry)
            }
        }
    }

    func open(_ section: ScreenSection) throws -> OpenSection {
        switch section {
        case .albums:
            let context = try AlbumsContext(environment.present, store) { _ in }
            try context.requireCurrentUser()
            return openAlbums(context)
        case .accounts:
            accounts = AccountsWorker(store) { [environment] in
                environment.present.now
            } report: { [mailbox] in
                mailbox.post(.accounts($0))
            }
            accounts?.start(.read)
            return .accounts
        }
    }

    func openAlbums(_ context: AlbumsContext) -> OpenSection {
        albums = AlbumWorker(context.catalogue, reader: context.reader) { [mailbox] in
            mailbox.post(.albums($0))
        }
        albums?.start(.recall)
        return .albums(reader: context.reader, showsCovers: Appearance.live.screensShowCovers(covers))
    }

    func edit(_ document: Edit.Subject) {
        let editor = ScreenEditor(document, in: store, environment)
        self.editor = editor
        mailbox.post(.editor(editor.begin()))
    }

    func answerEditor(_ answer: EditorDecision.Answer) {
        if let editor { mailbox.post(.editor(editor.answer(answer))) }
    }

    var now: ContinuousClock.Instant { .now }
}

extension ProcessEnvironment {
    /// The environment now: screens may stay open for days.
    var present: ProcessEnvironment { .live() ?? self }
}

extension ScreenEnd {
    /// Throws a report unless the user left the screens.
    func requireQuit() throws {
        switch self {
        case .quit: return
        case .interrupted: throw Report.interrupted
        // There is no terminal to say anything on.
        case .closed: throw Report(.inputOutput, [])
        case .failed(let number): throw Report.terminal(number)
        }
    }
}

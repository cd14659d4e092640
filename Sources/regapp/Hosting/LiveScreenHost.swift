import RegappValues
import RegappCore
import RegappStore
import RegappTerminal
import RegappScreens
import RegappWording

/// Does the work of the screens in the background, and posts each outcome to the mailbox from which the session reads.
/// Each kind of work is done in turn: changes of accounts, the list of accounts, albums.
/// The user's editor runs in the foreground, while the screens wait.
final class LiveScreenHost: ScreenHost {
    private let store: DocumentStore
    private let environment: ProcessEnvironment
    private let mailbox: Mailbox<ScreenMessage>
    private let covers: Wanted
    private let tasks = BackgroundQueue()
    private let list = BackgroundQueue()
    private var albums: AlbumWorker?
    private var editor: ScreenEditor?

    init(
        _ store: DocumentStore, _ environment: ProcessEnvironment, _ mailbox: Mailbox<ScreenMessage>,
        covers: Wanted
    ) {
        self.store = store
        self.environment = environment
        self.mailbox = mailbox
        self.covers = covers
    }

    deinit { albums?.start(.stop) }

    /// Runs screens, or a conversation in their place, until they are left. `section` opens at once, over the screen
    /// that the files require. Returns how they ended; nil if the terminal cannot be opened.
    func run(_ files: DirectoryState.Reading, section: OpenSection?) -> TerminalEnd? {
        var screens = ScreenStack(
            files, section: section, home: environment.variable("HOME"),
            hasClipboard: Appearance.live.abilities.hasClipboard, host: self)
        defer { editor?.leave() }
        Terminal.stops { POSIXFileSystem.whileNoneIsLocked($0) }
        return Appearance.live.converses
            ? ConversationSession.run(&screens, mailbox: mailbox)
            : ScreenSession.run(
                &screens, palette: Appearance.live.palette, hasMouse: Appearance.live.hasMouse,
                mailbox: mailbox)
    }

    var files: DirectoryState.Reading { DirectoryState.Reading(store, now: environment.present.now) }

    func start(_ work: AlbumWork) { albums?.start(work) }

    func start(_ work: AccountListTask) {
        list.start { [store, environment, mailbox] in
            work.perform(store, now: environment.present.now) { mailbox.post(.accounts($0)) }
        }
    }

    func start(_ task: AccountTask) {
        tasks.start { [store, environment, mailbox] in
            let present = environment.present
            let outcome = task.perform(store, now: present.now)
            mailbox.post(.task(outcome))
            guard let login = outcome.login else { return }
            let registry = try? AccountStore(store, now: present.now).registry()
            if let registry {
                SystemLog(command: [], directory: store.directory).record(login, registry)
            }
        }
    }

    func open(_ section: ScreenSection) throws -> OpenSection {
        switch section {
        case .albums:
            // If no account is logged in any more, the albums say so when the files are next read.
            return openAlbums(try AlbumsContext(environment.present) { _ in })
        case .accounts:
            start(AccountListTask.read)
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

    func edit(_ document: EditSubject) {
        let editor = ScreenEditor(document, in: store, environment)
        self.editor = editor
        mailbox.post(editor.run { try $0.begin() })
    }

    func answerEditor(_ answer: EditorDecision.Answer) {
        if let editor { mailbox.post(editor.run { try $0.answer(answer) }) }
    }
}

/// Runs the user's editor on a document in place of the screens, like `edit --editor`, but asks on the screens.
final class ScreenEditor {
    private let document: EditSubject
    private let store: DocumentStore
    private let environment: ProcessEnvironment
    private var session: EditorSession?
    private var notes: [String] = []
    private var mistakes: [String] = []

    init(_ document: EditSubject, in store: DocumentStore, _ environment: ProcessEnvironment) {
        self.document = document
        self.store = store
        self.environment = environment.present
    }

    /// Reports where the text is kept, if the user has not decided about it.
    func leave() {
        if let kept = session?.keep() { Diagnostics.report(.textIsKept(path: kept, document)) }
    }

    /// What the person has to decide about: that some accounts could no longer log in as now. Nil if none, and what the
    /// new rules mean for the accounts is noted.
    private func harm(of change: ProposedPolicy) throws -> PolicyImpact? {
        guard change.mayHarm || change.after.policy.isRegistry else { return nil }
        let survey = try change.survey()
        guard survey.isHarmless else { return survey }
        note(.survey(survey, of: change, inForce: false))
        return nil
    }

    /// Begins the session or goes on with it, until it is over or the person has to decide something.
    func run(_ work: (inout EditorSession) throws -> EditorSession.Step) -> ScreenMessage {
        do {
            var session =
                try self.session
                ?? EditorSession(document, in: store, environment, canAsk: true) { [weak self] message in
                    self?.note(message)
                }
            defer { self.session = session }
            do {
                var step = try work(&session)
                while true {
                    switch step {
                    case .needs(let decision): return .editorNeeds(decision)
                    case .proposes(let rules):
                        if let harm = try harm(of: rules) { return .editorNeeds(.rules(harm)) }
                        step = try session.answer(.accept)
                    case .ended(let saved):
                        let news = saved.map { $0.message(of: document) } ?? .saved(false)
                        return .editorEnded(
                            news.followed(by: Message(notes.map { .hint(Sentence(prose: $0)) })))
                    }
                }
            } catch {
                // If the text is kept, its mistakes have already been reported.
                let failure = Message(of: error)
                let shown = failure.errors.isEmpty ? Message(failure.exit, mistakes) : failure
                return .editorEnded(.notEdited(shown, kept: session.keep(), and: notes))
            }
        } catch {
            return .editorEnded(.notEdited(Message(of: error), kept: nil, and: []))
        }
    }

    private func note(_ message: Message) {
        if message.errors.isEmpty {
            notes += message.facts.map(\.text)
        } else {
            mistakes = message.errors
        }
    }
}

extension Message {
    /// - Parameter kept: the text's path; nil if it is not kept.
    static func notEdited(_ failure: Message, kept: String?, and more: [String]) -> Message {
        let advice = kept.map { [Sentence.kept($0, .currentUser)] } ?? []
        // Other hints are about the command line.
        let hints = failure == .noEditor ? failure.hints : []
        let errors = failure.errors.isEmpty ? ["nothing was saved"] : failure.errors
        return Message(failure.exit, errors, hints: more.map { Sentence(prose: $0) } + advice + hints)
    }
}

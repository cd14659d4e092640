import RegappValues
import RegappCore
import RegappStore
import RegappTestSupport
import Testing

@testable import RegappWording
@testable import RegappScreens
@testable import RegappTerminal

/// The screens with a person at the keyboard and a disk in memory; tasks are done as soon as they are asked for.
final class ScreenDriver {
    static let documents = "/home/ann/Documents/regapp"

    /// Tasks that were asked for and not done yet.
    private final class Inbox: ScreenHost {
        var tasks: [AccountTask] = []
        var albumsNumber = 0
        var albumsReason: Message?
        var albumWork: [AlbumWork] = []
        var accountsWork: [AccountListTask] = []
        var edited: [EditSubject] = []
        var answers: [EditorDecision.Answer] = []

        func start(_ task: AccountTask) { tasks.append(task) }
        func start(_ work: AlbumWork) { albumWork.append(work) }
        func start(_ work: AccountListTask) { accountsWork.append(work) }

        func open(_ section: ScreenSection) throws(Message) -> OpenSection {
            switch section {
            case .accounts:
                accountsWork.append(.read)
                return .accounts
            case .albums:
                albumsNumber += 1
                if let albumsReason { throw albumsReason }
                return .albums(reader: AlbumScreenDriver.reader, showsCovers: true)
            }
        }

        func edit(_ document: EditSubject) { edited.append(document) }
        func answerEditor(_ answer: EditorDecision.Answer) { answers.append(answer) }
    }

    let disk = SimulatedFileSystem()
    private let inbox = Inbox()
    let store: DocumentStore
    /// A day after which nothing in the fixtures changes its meaning.
    static let now: Moment = {
        guard let noon = Moment(year: 2026, month: 1, day: 31, secondsSince1970: 1_769_860_800)
        else { preconditionFailure("it is one") }
        return noon
    }()
    private(set) var screens: ScreenStack
    /// Whether the screens have asked to be left.
    var isOver = false
    /// What was put into the clipboard.
    private(set) var copied: [String] = []
    /// How many tasks were done, rather than refused or answered.
    private(set) var actions = 0
    /// Whether tasks wait for `finish`, as in the background they would.
    var holdsTasks = false
    /// Whether the terminal shows nothing new, as while keys are typed faster than it draws.
    var isFrozen = false
    /// Whether reading accounts waits likewise.
    var holdsAccounts = false

    /// Begins with these files in the documents directory, and perhaps with the list of accounts.
    init(_ files: [String: String] = [:], startsWithAccounts: Bool = false) throws {
        disk.putDirectory("/home/ann/Documents")
        for (name, text) in files { disk.put(Self.documents + "/" + name, text) }
        store = DocumentStore(
            directory: Self.documents, layout: .regapp, fileSystem: disk,
            author: { ChangeAuthor(time: Self.now.timestamp.text, command: "accounts") })
        screens = ScreenStack(
            DirectoryState.Reading(store, now: Self.now),
            section: startsWithAccounts ? try inbox.open(.accounts) : nil, home: "/home/ann", host: inbox)
        if startsWithAccounts { send(.resize(.usual)) }
    }

    /// The terminal shows what the screens are.
    func screensAreShown() { screens.didShow() }

    /// How often the album screens were opened.
    var albumsNumber: Int { inbox.albumsNumber }

    /// Why the album screens do not open.
    var albumsReason: Message? {
        get { inbox.albumsReason }
        set { inbox.albumsReason = newValue }
    }

    /// What the album screens have asked for, in order.
    var albumWork: [AlbumWork] { inbox.albumWork }

    /// The number of the question that was asked last.
    var lastQuestion: Int {
        for case .ask(_, let number) in inbox.albumWork.reversed() { return number }
        return 0
    }

    /// What was opened in an editor.
    var edited: [EditSubject] { inbox.edited }

    var editorAnswers: [EditorDecision.Answer] { inbox.answers }

    func text(_ name: String) -> String? {
        disk.contents(Self.documents + "/" + name).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes a file, which the screens see by the event, if there is one.
    func put(_ name: String, _ text: String, then event: Event? = nil) {
        disk.put(Self.documents + "/" + name, text)
        if let event { send(event) }
    }

    /// Changes a document as another person does with another program, whose user had logged in to the system.
    func commit(_ name: String, _ text: String, command: String = "edit") throws {
        let other = DocumentStore(
            directory: Self.documents, layout: .regapp, fileSystem: disk,
            author: { ChangeAuthor(time: Self.now.timestamp.text, command: command, loginUser: 4711) })
        try other.writing { writer in
            let before = try writer.reader.contents(of: name)
            try writer.commit([DocumentChange(name, before: before, after: Array(text.utf8))])
        }
    }

    func remove(_ name: String, then event: Event? = nil) {
        disk.remove(Self.documents + "/" + name)
        if let event { send(event) }
    }

    func type(_ strokes: Stroke..., sourceLocation: SourceLocation = #_sourceLocation) {
        type(strokes, sourceLocation: sourceLocation)
    }

    /// Answers the question that shows, by the title of a button.
    func answer(_ title: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let index = screens.page.alert?.buttons.firstIndex(of: title)
        #expect(index != nil, "no answer \(title) in \(screens.scene)", sourceLocation: sourceLocation)
        if let index { send(.answered(index)) }
    }

    func type(_ strokes: [Stroke], sourceLocation: SourceLocation = #_sourceLocation) {
        for stroke in strokes {
            let isDone = stroke.perform(send) { [screens.focusedName] }
            #expect(isDone, "no \(stroke) in \(screens.scene)", sourceLocation: sourceLocation)
        }
    }

    /// Opens the form of `albums`, unless it is open, and presses its button with values that pass the rules.
    func register(email: String, phone: Stroke = .paste("+7 916 123-45-67")) {
        if !(screens.screen is RegistrationScreen) { type(.to("Register"), .key(.enter)) }
        for (field, text) in ScreenFiles.ann {
            let value: Stroke =
                switch field {
                case "phone": phone
                case "email": .text(email)
                default: .text(text)
                }
            type(.to(field), value)
        }
        type(.key(.control("s")))
    }

    /// Clicks on the beginning of a text that shows; false if that does nothing.
    func click(_ text: String, columns: Int = 80, rows: Int = 24) -> Bool {
        let frame = frame(columns: columns, rows: rows)
        for (row, line) in frame.lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            let column = String(line[..<range.lowerBound]).displayWidth
            guard let event = frame.event(at: Position(column: column, row: row)) else { return false }
            send(event)
            return true
        }
        return false
    }

    func send(_ event: Event) {
        answer(screens.update(event))
        if !holdsTasks { finish() }
        if !isFrozen { screens.didShow() }
    }

    /// What Ctrl-C does; the program ends if it asks nothing.
    func asksBeforeLeaving() -> Bool { screens.asksBeforeLeaving() }

    /// Does what was asked for.
    func finish() {
        // What begins itself again and again would never end.
        for _ in 0..<1000 {
            guard hasWork else { return }
            if !inbox.tasks.isEmpty { finishOne() }
            if !holdsAccounts, !inbox.accountsWork.isEmpty { readAccounts() }
        }
        precondition(!hasWork, "the screens go on working for ever")
    }

    private var hasWork: Bool { !inbox.tasks.isEmpty || !holdsAccounts && !inbox.accountsWork.isEmpty }

    private func readAccounts() {
        var outcomes: [AccountListOutcome] = []
        inbox.accountsWork.removeFirst().perform(store, now: Self.now) { outcomes.append($0) }
        for outcome in outcomes { answer(screens.receive(.accounts(outcome))) }
    }

    func finishOne() {
        let outcome = inbox.tasks.removeFirst().perform(store, now: Self.now)
        if case .success(.done) = outcome.result, outcome.task.goal != AccountTask.read.goal { actions += 1 }
        answer(screens.receive(.task(outcome)))
    }

    /// Gives the screens the failure of a task that was none of theirs.
    func fail(_ task: AccountTask, _ error: AccountsError) {
        let files = DirectoryState.Reading(store, now: Self.now)
        receive(.task(TaskOutcome(task: task, files: files, seen: files, result: .failure(error))))
    }

    func receive(_ message: ScreenMessage) { answer(screens.receive(message)) }

    private func answer(_ command: ScreenCommand?) {
        switch command {
        case nil: break
        case .quit: isOver = true
        case .copy(let text): copied.append(text)
        case .outside(let work):
            work()
            send(.resumed)
        }
    }

    func frame(columns: Int = 80, rows: Int = 24) -> Frame {
        screens.render(Size(columns: columns, rows: rows))
    }

    func style(of text: String) -> Style? { frame().style(of: text) }

    func shows(_ text: String) -> Bool { frame().lines.contains { $0.contains(text) } }

    /// Whether a message shows as a whole, however it is broken into lines.
    func shows(_ message: Message) -> Bool {
        let words = frame().lines.map { $0.filter { !"│─".contains($0) } }
            .flatMap { $0.split(separator: " ") }.joined(separator: " ")
        return message.texts.allSatisfy(words.contains)
    }
}

extension ScreenStack {
    fileprivate var focusedName: String {
        if let alert = page.alert { return alert.focusedTitle }
        return screen.form.focusedName
    }

    /// Whether a question waits for an answer.
    var isAsking: Bool { keyTables.first == .alert }

    /// The page that shows, or the first one below the albums.
    var screen: any FormScreen {
        for case let screen as any FormScreen in screens.reversed() { return screen }
        return ProblemScreen(.nobodyLoggedIn)
    }
}

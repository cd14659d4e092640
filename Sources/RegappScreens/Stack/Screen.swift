package import RegappValues
package import RegappAlbums
package import RegappCore
internal import RegappTerminal
package import RegappWording

/// A screen of `regapp` as a value: it takes events and messages, and gives effects and frames.
///
/// A screen touches neither files nor the network. It asks the ``ScreenStack`` by an effect; the outcome of a task is
/// an effect too, such as ``ScreenEffect/then(_:)``. A page with fields and buttons is a ``FormScreen``,
/// one with a list a ``ListScreen``.
protocol Screen: Sendable {
    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect?

    /// Handles an outcome of background work, which every screen of the stack gets.
    mutating func receive(_ message: ScreenMessage) -> ScreenEffect?

    /// Shows what was done elsewhere.
    mutating func announce(_ news: Message) -> ScreenEffect?

    var traits: ScreenTraits { get }

    /// Shows the present files; ``ScreenEffect/outdated`` if they require another screen. Typed text is kept. A page
    /// that shows nothing of them does nothing.
    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect?

    mutating func comeBack() -> ScreenEffect?

    /// Called when a section is opened again as it was left.
    mutating func reopen() -> ScreenEffect?

    var leavingQuestion: Dialog? { get }

    var keyTables: [KeyTable] { get }

    /// What ``KeyBinding/copy`` puts on the clipboard now; nil for nothing.
    var copyable: String? { get }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact]

    /// `hasFocus`: keys go to the screen; if not, nothing looks focused. `question` is the screen's, drawn over it.
    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame

    func conversation(_ context: ScreenContext) -> ConversationPage
}

/// What the ``ScreenStack`` does for a screen now.
struct ScreenTraits: Sendable {
    /// What the screen shows or changes: an account, or only the rules. ``Screen/refresh(_:)`` gets the files for it.
    var subject = EditSubject.currentUser
    /// The rules that the overlay of `?` shows; nil if they cannot be read.
    var policy: Policy?
    /// The task that looks for changes by others.
    var look = AccountTask.look
    /// What the screen waits for; nil for nothing.
    var activity: String?
    var isTyping = false
    /// Whether keys wait, since they mean what the screen will show.
    var keepsKeys = false
    /// Whether no key counts before the screen is seen: it shows what nobody could find out afterwards.
    var mustBeSeen = false
}

extension Screen {
    var leavingQuestion: Dialog? { nil }
    mutating func receive(_ message: ScreenMessage) -> ScreenEffect? { nil }
    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? { nil }
    mutating func announce(_ news: Message) -> ScreenEffect? { nil }
    mutating func comeBack() -> ScreenEffect? { nil }
    mutating func reopen() -> ScreenEffect? { comeBack() }
}

/// A screen with buttons, if only line by line. Its `Action` has a case for each, which ``press(_:)`` performs, so the
/// compiler finds a button without an effect.
protocol PressedScreen: Screen {
    associatedtype Action: FormID

    mutating func press(_ action: Action) -> ScreenEffect?
}

extension PressedScreen {
    mutating func press(_ id: ControlID) -> ScreenEffect? {
        guard let action = id.name as? Action else { return nil }
        return press(action)
    }
}

package enum ScreenSection: Sendable {
    case albums
    case accounts
}

/// A section that the host has prepared, with what its screens have to know.
package struct OpenSection: Sendable {
    let screen: any Screen

    package static func albums(reader: ReaderLocale, showsCovers: Bool) -> OpenSection {
        OpenSection(screen: SearchPage(reader: reader, showsCovers: showsCovers))
    }

    /// The host is reading the accounts.
    package static let accounts = OpenSection(screen: AccountsScreen())
}

indirect enum ScreenEffect: Sendable {
    case quit
    /// Replace this screen by another, and read the files for it.
    case replace(any Screen)
    /// Show a page on top of this one, or in place of this one if it is of the same kind.
    case push(any Screen)
    /// Show the first screen of a section on top of this one, or the section as it was left.
    case open(ScreenSection)
    /// Go back to the screen below, which shows the message; from the first one, end the program.
    case leave(Message? = nil)
    /// Show what the files require. Keep this screen until its account, with this email, is logged in again.
    case setAside(UserEditScreen, email: String)
    /// The files require another screen than the one that was refreshed.
    case outdated
    /// A task is done. A page over the first screen of a section closes. The screen then on top shows the message;
    /// without a section, it is the one that the files require now, and a login gets the name of the account just
    /// registered. Then the section to open opens.
    case done(Message?, registered: AccountFile? = nil, opens: ScreenSection? = nil)
    case announce(Message)
    case ask(Dialog?)
    /// Change screens of the stack, the last of which is on top.
    case change(@Sendable (inout [any Screen]) -> ScreenEffect?)
    /// Work with the files in the background; keys wait meanwhile.
    case work(AccountTask)
    /// Work with the catalogue in the background; keys do not wait.
    case albums(AlbumWork)
    /// Work for the list of accounts in the background.
    case accounts(AccountListTask)
    case openEditor(EditSubject)
    case answerEditor(EditorDecision.Answer)
    case several([ScreenEffect])

    /// Goes on with the topmost screen of this type, if there still is one.
    static func then<Top: Screen>(
        _ goOn: @escaping @Sendable (inout Top) -> ScreenEffect?
    ) -> ScreenEffect {
        .change { screens in
            for index in screens.indices.reversed() {
                guard var screen = screens[index] as? Top else { continue }
                defer { screens[index] = screen }
                return goOn(&screen)
            }
            return nil
        }
    }
}

package enum ScreenMessage: Sendable {
    case task(TaskOutcome)
    case albums(AlbumOutcome)
    case accounts(AccountListOutcome)
    case editorEnded(Message)
    case editorNeeds(EditorDecision)
}

/// Serves a ``ScreenStack``: the screens' only way to files, network and other programs.
package protocol ScreenHost: AnyObject {
    // Background work: each returns at once, and the outcome arrives as a ``ScreenMessage``.
    func start(_ task: AccountTask)
    func start(_ work: AlbumWork)
    func start(_ work: AccountListTask)

    /// Prepares a section for the current user.
    func open(_ section: ScreenSection) throws -> OpenSection

    /// Runs the user's editor, which has the terminal until it ends.
    func edit(_ document: EditSubject)
    func answerEditor(_ answer: EditorDecision.Answer)
}

/// What screens need for drawing besides their own state.
struct ScreenContext: Sendable {
    let home: String?
    let hasClipboard: Bool
    /// For waits that are shown.
    let clock: @Sendable () -> ContinuousClock.Instant
    private(set) var state: DirectoryState?

    init(
        home: String?, hasClipboard: Bool, clock: @escaping @Sendable () -> ContinuousClock.Instant,
        _ files: DirectoryState.Reading
    ) {
        self.home = home
        self.hasClipboard = hasClipboard
        self.clock = clock
        update(files)
    }

    mutating func update(_ files: DirectoryState.Reading) {
        guard case .success(let new) = files else { return }
        switch new.user {
        case .loggedIn: state = new
        case .loggedOut, .emptyRegistry: state = nil
        case .unusable: break
        }
    }

    /// The email of the current user; empty if there is none.
    var email: String { state?.account?.email ?? "" }

    /// The current user's name, email, phone and birthday, as far as known; empty if there is none.
    var currentUser: String {
        guard let state, let account = state.account else { return "" }
        func text(_ field: Field) -> String {
            state.policy.displayed(account.values[field] ?? "", for: field)
        }
        let first = text(.firstName)
        let last = text(.lastName)
        let name = first.isEmpty || last.isEmpty ? first + last : "\(first) \(last)"
        let parts = [name] + [Field.email, .phone, .birthday].map(text)
        return parts.filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// `policy` has the rules in force; nil if they cannot be read. `file` is what the page shows or writes.
    /// `notice` is one for which the page may have too little room.
    func facts(_ policy: Policy?, file: String?, _ notice: Message? = nil) -> [KeyHelp.Fact] {
        let rules = policy.map { policy in
            policy.name.rawValue + (policy.overridden.isEmpty ? "" : ", changed in policy.json")
        }
        let path = file.map { HomePath.text(of: $0, home: home) }
        let mouse = "hold Shift (Option or Fn on a Mac) to select text"
        let facts = [
            ("Notice", notice?.texts.joined(separator: ". ")), ("Policy", rules), ("File", path),
            ("Mouse", mouse),
            ("Version", "\(Regapp.name) \(Regapp.version)"),
        ]
        .compactMap { label, text in
            text.flatMap {
                $0.isEmpty ? nil : KeyHelp.Fact(label, $0, at: label == "Notice" ? .first : .last)
            }
        }
        return facts + (policy?.rulesInWords ?? []).map { KeyHelp.Fact($0.key, $0.words, at: .rules) }
    }
}

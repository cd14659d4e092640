import RegappCore
import RegappTerminal

/// A screen with fields and buttons.
///
/// Its `Action` names each button and each answer that is its own; ``press(_:)`` does what they say, and the compiler
/// requires all of them. What every such screen can do, such as asking before typed text is lost, is in the extension.
protocol FormScreen: Screen {
    associatedtype Action: FormAction

    var page: FormPage<Action> { get set }
    /// The page that shows: the screen's own, unless another covers it for a while.
    var visiblePage: FormPage<Action> { get set }
    /// The rules in force; nil if they cannot be read.
    var policy: Policy? { get }
    /// Whether leaving would lose what was typed; every way out then asks the same question.
    var isTouched: Bool { get }

    mutating func press(_ action: Action) -> ScreenEffect?
    mutating func leave() -> ScreenEffect?
    mutating func receive(_ outcome: TaskOutcome, _ context: ScreenContext) -> ScreenEffect?
    /// Goes on after it was set aside, if its account is logged in now; false if not.
    mutating func resume(_ files: SignIn.Reading, _ context: ScreenContext) -> Bool
}

extension FormScreen {
    var visiblePage: FormPage<Action> {
        get { page }
        set { page = newValue }
    }
    var activity: ScreenActivity? { nil }
    var isTyping: Bool { visiblePage.isTyping }
    var keyTables: [KeyTable] { visiblePage.keyTables }
    var copyable: String? { visiblePage.copyable }
    var form: Form { page.form }
    var isTouched: Bool { visiblePage.form.isTouched }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        follow(visiblePage.update(event))
    }

    mutating func follow(_ effect: FormPage<Action>.Effect?) -> ScreenEffect? {
        switch effect {
        case .press(let action): return press(action)
        case .work(let task): return .work(task)
        case .escaped:
            guard isTouched else { return leave() }
            askToLeave()
        case .leave: return leave()
        case .quit: return .quit
        case nil: break
        }
        return nil
    }

    mutating func leave() -> ScreenEffect? { .quit }
    mutating func resume(_ files: SignIn.Reading, _ context: ScreenContext) -> Bool { false }

    mutating func ask(_ dialog: Dialog<FormPage<Action>.Effect>) -> ScreenEffect? {
        visiblePage.dialog = dialog
        return nil
    }

    mutating func asksBeforeLeaving() -> Bool {
        guard visiblePage.dialog == nil, isTouched else { return false }
        askToLeave()
        return true
    }

    mutating func askToLeave() { visiblePage.dialog = visiblePage.leavingDialog }

    mutating func receive(_ message: ScreenMessage, _ context: ScreenContext) -> ScreenEffect? {
        switch message {
        case .task(let outcome): return receive(outcome, context)
        case .editor(.ended(let news)): page.announce(news)
        case .editor(.needs), .albums, .accounts: break
        }
        return nil
    }

    mutating func receive(_ outcome: TaskOutcome, _ context: ScreenContext) -> ScreenEffect? {
        guard case .failed(let error) = outcome.result else { return nil }
        return ask(.failure(outcome.task, error))
    }

    /// The files may have changed while another screen was on top.
    mutating func comeBack(_ context: ScreenContext) -> ScreenEffect? {
        page.form.hasJustEscaped = true
        return .work(.read)
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        context.facts(policy, file: visiblePage.guidance?.path)
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool) -> Frame {
        visiblePage.render(size, home: context.home, hasFocus: hasFocus)
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        visiblePage.conversation(home: context.home)
    }
}

import RegappCore
import RegappTerminal
import RegappWording

/// A screen with fields and buttons. What every such screen can do, such as asking before typed text is lost, is in the
/// extension.
protocol FormScreen: PressedScreen {
    var page: FormPage<Action> { get set }
    var isTouched: Bool { get }

    mutating func leave() -> ScreenEffect?
}

extension FormScreen {
    var keyTables: [KeyTable] { page.keyTables }
    var copyable: String? { form.visibleText }
    var form: Form { page.form }
    var isTouched: Bool { page.form.isTouched }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        follow(page.update(event))
    }

    mutating func follow(_ effect: FormPage<Action>.Effect?) -> ScreenEffect? {
        switch effect {
        case .press(let action): press(action)
        // There is nothing to go back to, so that nothing would be lost.
        case .escaped where page.isFirst:
            page.offered.map { isTouched ? .ask(.losesForm(leave: nil, showing: $0)) : .work(.open()) }
                ?? .leave()
        case .escaped: leavingQuestion.map(ScreenEffect.ask) ?? leave()
        case .openEditor(let document): .openEditor(document)
        case .quit: leavingQuestion.map(ScreenEffect.ask) ?? .quit
        case nil: nil
        }
    }

    mutating func leave() -> ScreenEffect? { .leave() }

    mutating func announce(_ news: Message) -> ScreenEffect? {
        page.announce(news)
        return nil
    }

    var leavingQuestion: Dialog? { isTouched ? leavingDialog : nil }

    var leavingDialog: Dialog {
        .losesForm(leave: .then { (screen: inout Self) in screen.leave() }, showing: page.offered)
    }

    /// The files may have changed while another screen was on top.
    mutating func comeBack() -> ScreenEffect? {
        page.form.hasJustEscaped = true
        return .work(.read)
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        context.facts(traits.policy, file: page.guidance?.path, page.notice)
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame {
        var page = self.page
        // On a page about another account, the header names the current user.
        if traits.subject != .currentUser { page.detail = context.email }
        return page.render(size, home: context.home, hasFocus: hasFocus, question: question)
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        page.conversation(home: context.home)
    }
}

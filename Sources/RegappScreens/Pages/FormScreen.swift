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
    var keyTables: [KeyTable] {
        // Where text is typed, Ctrl-C quits as everywhere.
        let quit = form.isReadOnly && page.way != PageKeys.quit ? PageKeys.quit : nil
        let ways = [page.way == PageKeys.interrupt ? nil : page.way, quit].compactMap(\.self)
        return form.tables(title: page.title, page.others + ways)
    }
    var copyable: String? { form.visibleText }
    var form: Form { page.form }
    var isTouched: Bool { page.form.isTouched }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        answer(event)
    }

    /// Gives an event to the form, whose buttons it presses; leaves after Escape where no button has that key, and ends
    /// the program after `q` where nothing is typed.
    mutating func answer(_ event: Event) -> ScreenEffect? {
        switch page.form.update(event) {
        case .pressed(Fixing.fix.id): return page.wrongDocument.map(ScreenEffect.openEditor)
        case .pressed(let id): return press(id)
        case .handled: return nil
        case nil: break
        }
        if page.leaving.escape?.matches(event) == true { return escape() }
        guard !form.isTyping, PageKeys.quit.matches(event) else { return nil }
        return leavingQuestion.map(ScreenEffect.ask) ?? .quit
    }

    /// Leaves the page, but asks first if typed text would be lost.
    mutating func escape() -> ScreenEffect? {
        guard page.isFirst else { return leavingQuestion.map(ScreenEffect.ask) ?? leave() }
        guard let offered = page.offered else { return .leave() }
        // There is nothing to go back to, so that only what is offered can take the place of typed text.
        return isTouched ? .ask(.losesForm(leave: nil, showing: offered)) : .work(.open())
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
        ConversationPage(
            page.title, guidance: page.guidance?.text(home: context.home), lines: page.notice?.texts ?? [],
            form: form, keys: page.others, leaving: page.leaving)
    }
}

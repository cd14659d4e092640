import RegappValues
import RegappCore
import RegappTerminal
import RegappWording

/// The page of a screen with a form: header, a card with title, purpose, notice, form and small print, and the help
/// line. Its buttons stand for actions of its screen.
struct FormPage<Action: FormID>: Sendable {
    var title: String
    var detail = ""
    var guidance: Guidance?
    var notice: Message?
    /// The notice with which the page opened. Its rows stay for later ones, so that nothing moves.
    private let opening: Message?
    var form: Form
    /// A document that prevents saving and that an editor can correct. While there is one, the first button opens it.
    var wrongDocument: EditSubject? {
        didSet {
            let fix = FormButton<Fixing>.fix(.fix).button
            form.setButtons((wrongDocument == nil ? [] : [fix]) + form.buttons.filter { $0.id != fix.id })
        }
    }
    /// Keys without a button, which the screen handles.
    var others: [KeyBinding] = []
    /// The keys of the help line; nil for those of the form.
    var footer: [KeyBinding]?
    let leaving: ConversationPage.Leaving
    private(set) var offered: String?
    private var filesNotice: Message?

    /// - Parameters:
    ///   - notice: what the page says of the files, as long as it is true.
    ///   - news: what has just been done, which is shown in its place.
    init(
        _ title: String, _ form: Form, _ buttons: [FormButton<Action>], leaving: ConversationPage.Leaving,
        guidance: Guidance? = nil, notice: Message? = nil, news: Message? = nil
    ) {
        self.title = title
        self.form = form
        self.guidance = guidance
        self.notice = news ?? notice
        self.leaving = leaving
        opening = self.notice
        filesNotice = notice
        // By a closure: Swift makes a key path in generic code at run time, so that every start would pay for it.
        self.form.setButtons(buttons.map { $0.button })
    }

    /// Replaces the form, keeping typed text and the focus, and the buttons if the new one has none. `mayMoveFocus`,
    /// for when no text is being typed, moves the focus to the first value that is wrong now.
    mutating func replaceForm(_ new: Form, mayMoveFocus: Bool = false) {
        let old = form
        form = new
        if form.buttons.isEmpty { form.setButtons(old.buttons) }
        form.adopt(old, mayMoveFocus: mayMoveFocus)
    }

    /// Whether the program begins with it, so that there is nowhere to go back to.
    var isFirst: Bool { leaving == .program }

    /// Announces that the files require another screen although something is typed here; Escape then leads to it.
    mutating func offerFiles(_ what: String) {
        setNotice(.kept("\(what): Esc can show it"))
        offered = what
    }

    /// The key that leaves the page: Escape, but on the first page a key that ends the program.
    var way: KeyBinding? {
        if let escape = leaving.escape, offered != nil { return KeyBinding(escape.keys, "show it") }
        return isFirst ? PageKeys.quitting(isTyping: !form.isReadOnly) : leaving.escape
    }

    /// Shows a notice about the files unless it was the last one, and withdraws the offer; nil removes the last one.
    mutating func setNotice(_ notice: Message?) {
        offered = nil
        guard notice != filesNotice else { return }
        filesNotice = notice
        self.notice = notice
    }

    /// Ends what was said of work, as once it may no longer be true; a notice about the files stays.
    mutating func withdrawNews() { notice = filesNotice }

    /// Shows a notice about work elsewhere, above the one about the files.
    mutating func announce(_ news: Message) { notice = news.followed(by: filesNotice) }

    /// `hasFocus`: keys go to the page; if not, nothing in it looks focused. `question` is drawn over the card.
    func render(
        _ size: Size, home: String? = nil, hasFocus: Bool = true, question: Alert? = nil
    ) -> Frame {
        var frame = Frame(size)
        frame.drawHeader(Regapp.name, detail: detail)
        let isWide = Card.isWide(size)
        let card = Card(size, title: title, wanted: form.widestColumns(isWide: isWide))
        let layout = form.layout(columns: card.columns, hasFocus: hasFocus, isWide: isWide)
        let columns = card.columns - 3
        let purpose = guidance.map { StyledLine.wrapped($0.purpose, .faint, to: columns) } ?? []
        // The form keeps half of the card.
        let most = max(2, card.mostRows / 2)
        let opening = opening?.lines(columns: columns, rows: most, home: home) ?? []
        let room = max(1, purpose.count, opening.count)
        let news = notice?.lines(columns: columns, rows: most, room: room, home: home) ?? []
        // News takes the place of the purpose; a problem or a question explains itself below it.
        var remark = news.isEmpty ? purpose : news
        if notice?.stays == true { remark = purpose + news }
        while remark.count < room { remark.append(StyledLine()) }
        remark.append(StyledLine())
        // A low window has one row for either, or as many as news needs.
        let empty = [StyledLine](repeating: StyledLine(), count: max(1, opening.count))
        var brief = purpose.count == empty.count ? purpose : empty
        if let guidance, purpose.count > 1, empty.count == 1 {
            // As for whose account it is: a long email is cut in its middle.
            let line = guidance.purpose.cutInside(to: columns)
            if line.last != "…" { brief = [StyledLine(line, .faint)] }
        }
        if notice != nil { brief = news }
        let (head, foot) = card.parts(
            remark: remark, brief: brief,
            smallPrint: guidance?.smallPrint(home: home, columns: columns), fewestRows: layout.fewestRows)
        let used = head.count + foot.count
        let rows = min(card.mostRows, used + layout.rows(fitting: card.mostRows - used))
        var row = card.draw(on: &frame, rows: rows)
        let first = row
        frame.write(head, column: card.column + 2, row: row, limit: columns)
        row += head.count
        let end = first + rows - foot.count
        let area = Rect(column: card.column, row: row, columns: card.columns, rows: max(0, end - row))
        let buttonRow = form.draw(layout, on: &frame, in: area)
        frame.write(foot, column: card.column + 2, row: end, limit: columns)
        frame.drawHelp(
            footer ?? form.bindings(way: way) + others, last: KeyHelp.binding(isTyping: form.isTyping),
            situational: form.bindingsAtFocus)
        let inside = Rect(column: card.column, row: first, columns: card.columns, rows: rows)
        if let question { frame.draw(question, in: inside, at: buttonRow) }
        return frame
    }
}

/// The button that a page has while there is a wrong document.
enum Fixing: FormID {
    case fix
}

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

/// Where a page is drawn: in a rounded frame, in the middle of a wide window, or in the whole of a small one.
struct Card {
    private static let widest = 100
    /// In columns; what a centred card has at least, and what is free beside it.
    private static let (narrowest, margins) = (80, 4)
    /// From this many columns on, the card is centred, and as wide as what it shows.
    private static let wideWindow = 110
    /// In rows; in a higher window the card begins below the top.
    private static let lowWindow = 24
    private static let smallestFramed = Size(columns: 60, rows: 18)
    /// In rows inside the card; from here on, what scrolls anyway leaves the head its rows.
    private static let roomy = 14

    private let window: Size
    private let isFramed: Bool
    /// The first column inside the frame, and how many there are.
    let column: Int
    let columns: Int
    let title: String

    static func isWide(_ window: Size) -> Bool { window.columns >= wideWindow }

    /// - Parameter wanted: the columns in which nothing in the card is cut.
    init(_ window: Size, title: String, wanted: Int) {
        self.window = window
        self.title = title
        isFramed = window.columns >= Self.smallestFramed.columns && window.rows >= Self.smallestFramed.rows
        guard Self.isWide(window) else {
            column = isFramed ? 1 : 0
            columns = min(window.columns, Self.widest) - (isFramed ? 2 : 0)
            return
        }
        let outer = min(window.columns - Self.margins, max(Self.narrowest, wanted + (isFramed ? 2 : 0)))
        column = (window.columns - outer) / 2 + (isFramed ? 1 : 0)
        columns = outer - (isFramed ? 2 : 0)
    }

    /// The most rows inside the card: all but header, help line and frame.
    var mostRows: Int { window.rows - 2 - (isFramed ? 2 : 0) }

    /// What is above the form and below it, as far as there is room, with the empty rows between. `remark` is below the
    /// title; if the form needs the room, first `smallPrint` is left out, and then `brief` replaces `remark`.
    /// `fewestRows` is how many the form needs so that nothing in it scrolls.
    func parts(
        remark: [StyledLine], brief: [StyledLine], smallPrint: String?, fewestRows: Int
    ) -> (head: [StyledLine], foot: [StyledLine]) {
        let title = [StyledLine(title, .title)]
        let head = title + remark
        let foot = smallPrint.map { [StyledLine(), StyledLine($0, .faint)] } ?? []
        if head.count + foot.count + fewestRows <= mostRows { return (head, foot) }
        let scrolls = title.count + brief.count + fewestRows > mostRows
        let keepsHead = head.count + fewestRows <= mostRows || scrolls && mostRows >= Self.roomy
        return (keepsHead ? head : title + brief, [])
    }

    /// Draws the frame, if any; returns the first row inside, the same for every page that is not too high.
    func draw(on frame: inout Frame, rows: Int) -> Int {
        let first = 1 + (isFramed ? 1 : 0) + min(max(0, window.rows - Self.lowWindow) / 3, mostRows - rows)
        if isFramed {
            frame.drawBox(
                in: Rect(column: column - 1, row: first - 1, columns: columns + 2, rows: rows + 2))
        }
        return first
    }
}

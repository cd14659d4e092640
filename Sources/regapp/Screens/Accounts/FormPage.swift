import Accounts
import TerminalUI

/// What all screens with a form have in common: header, title, notice, form, alert and help line.
struct FormPage: Sendable {
    enum Effect: Hashable, Sendable {
        /// The button with this id was pressed.
        case pressed(String)
        /// The alert was answered with the button of this id.
        case answered(String)
        /// Escape, and the person accepts that typed text may be lost.
        case escaped
        /// `q` outside a text field.
        case quit
    }

    /// What Escape does, and its name in the help line.
    enum Escape: String, Sendable {
        case quit, back

        fileprivate var binding: KeyBinding { KeyBinding([.escape], rawValue) }
    }

    /// Windows with fewer rows are drawn without empty ones.
    private static let roomyRows = 18
    /// Wider texts are hard to read.
    private static let widest = 78
    /// The columns from which rules fit beside their field; the rest of a wider window stays empty.
    private static let widestForm = 124
    private static let quit = KeyBinding([.character("q")], "quit")
    /// The keys of pages besides those of their forms.
    static let keys = [
        KeyBinding([.escape], "quit", meaning: "leave the page; the first one ends the program"),
        KeyBinding(quit.keys, "quit", meaning: "end the program, where nothing is typed"),
    ]
    /// The id of the button that discards typed text and shows what ``offerFiles(_:)`` announces.
    static let showFiles = "show"
    /// The id of the button that opens ``wrongDocument``.
    static let fix = "fix"
    /// The id of the button that discards typed text.
    private static let leave = "leave"

    var title: String
    /// The current user, for the right end of the header.
    var detail = ""
    /// What the page does; left out if there is no room.
    var guidance: Guidance?
    var notice: Notice? {
        didSet { vacated = notice == nil ? oldValue ?? vacated : nil }
    }
    /// The previous notice, whose rows stay empty: nothing moves while somebody types.
    private var vacated: Notice?
    var alert: Alert?
    var form: Form
    /// A document that prevents saving and that an editor can correct: the first button opens it.
    var wrongDocument: Edit.Subject? {
        didSet {
            let others = form.buttons.filter { $0.id != Self.fix }
            form.setButtons((wrongDocument == nil ? [] : [.fix(Self.fix)]) + others)
        }
    }
    /// What Escape does; nil if the form has a button for it.
    private let escape: Escape?
    /// What the files require while something is typed here.
    private var offered: String?
    /// The last notice about the files.
    private var told: Notice?

    init(
        _ title: String, _ form: Form, escape: Escape?, guidance: Guidance? = nil, notice: Notice? = nil
    ) {
        self.title = title
        self.form = form
        self.guidance = guidance
        self.notice = notice
        self.escape = escape
    }

    /// Answers an event; nil if nothing is left for the screen to do.
    mutating func update(_ event: Event) -> Effect? {
        if var open = alert {
            let answer = open.update(event)
            alert = answer == nil ? open : nil
            return answer == Self.leave ? .escaped : answer.map { .answered($0) }
        }
        switch form.update(event) {
        case .pressed(let id): return .pressed(id)
        case .handled: return nil
        case .leftOut(let lines):
            form.say(.leftOut(lines))
            return nil
        case nil: break
        }
        if escape?.binding.matches(event) == true {
            guard form.isTouched else { return .escaped }
            askToLeave()
        }
        return form.isReadOnly && Self.quit.matches(event) ? .quit : nil
    }

    /// Announces that the files require another screen while something is typed here; Escape then leads to it.
    mutating func offerFiles(_ what: String) {
        offered = what
        tell(.offer(what))
    }

    /// Asks whether to leave the form, or to show what the files require.
    mutating func askToLeave() {
        alert = .losesForm(leaving: Self.leave, orShowing: offered.map { ($0, Self.showFiles) })
    }

    /// Shows a notice about the files if it is new, and withdraws the offer.
    mutating func tellOfFiles(_ notice: Notice?) {
        offered = nil
        tell(notice)
    }

    /// Shows a notice until the next one; nil for none.
    mutating func tell(_ notice: Notice?) {
        guard notice != told else { return }
        told = notice
        self.notice = notice
    }

    /// Shows a notice about work elsewhere, above the one about the files.
    mutating func tellNews(_ news: Notice) { notice = news.followed(by: told) }

    /// The keys that work now, the most important first.
    private var bindings: [KeyBinding] {
        alert?.bindings ?? form.bindings(escape: escape?.binding)
    }

    /// Whether typed characters go into a field now.
    var isTyping: Bool { alert == nil && form.isTyping }

    /// All keys of the page.
    var keyTables: [KeyTable] {
        if alert != nil { return [.alert, .everywhere] }
        let others = (escape.map { [$0.binding] } ?? []) + (form.isReadOnly ? [Self.quit] : [])
        return form.tables(title: title, others)
    }

    /// The guidance, unless the notice names the file already.
    private func guidance(home: String?, columns: Int = .max) -> String? {
        let isSaid = guidance?.path.map { path in notice?.texts.contains { $0.contains(path) } == true }
        return isSaid == true ? nil : guidance?.text(home: home, columns: columns)
    }

    /// The page for a conversation.
    ///
    /// - Parameters:
    ///   - home: the user's home directory, for shortening paths.
    ///   - other: an alert over the page.
    func conversation(home: String? = nil, alert other: Alert? = nil) -> ConversationPage {
        let leaving: ConversationPage.Leaving =
            switch escape {
            case .quit: .program(title: "Quit")
            case .back: .page(title: "Back")
            case nil: .button
            }
        return ConversationPage(
            title, guidance: guidance(home: home), lines: notice?.texts ?? [], form: form,
            alert: other ?? alert, leaving: leaving)
    }

    /// - Parameters:
    ///   - home: the user's home directory, for shortening paths.
    ///   - hasFocus: whether keys go to the page; if not, nothing in it looks focused.
    func render(_ size: Size, home: String? = nil, hasFocus: Bool = true) -> Frame {
        var frame = Frame(size)
        let gap = size.rows < Self.roomyRows ? 0 : 1
        let columns = min(size.columns, Self.widest)
        let formColumns = min(size.columns, Self.widestForm)
        frame.drawHeader(Header(Regapp.name, detail: detail))
        frame.write(title, column: 2, row: 1 + gap, style: .title, limit: columns - 2)
        let end = size.rows - 1 - gap
        var first = 2 + 2 * gap
        if gap > 0, let words = guidance(home: home, columns: columns - 3),
            form.isRoomy(in: end - first - 1, columns: formColumns)
                || !form.isRoomy(in: end - first, columns: formColumns)
        {
            frame.write(words, column: 2, row: 2 + gap, style: .faint, limit: columns - 2)
            first += 1
        }
        // The form keeps half of the window, minus one row.
        let limit = max(2, size.rows / 2 + 1 - first)
        let said = notice ?? (form.isReadOnly ? nil : vacated)
        let lines = said?.lines(columns: columns - 3, rows: limit) ?? []
        if notice != nil {
            for (place, line) in lines.enumerated() { frame.write(line, column: 2, row: first + place) }
        }
        let row = first + (lines.isEmpty ? 0 : gap + lines.count)
        form.draw(
            on: &frame,
            in: Rect(column: 0, row: row, columns: formColumns, rows: end - row), room: end - first,
            hasFocus: hasFocus && alert == nil)
        alert?.draw(on: &frame, in: Rect(size).inset(top: 1, bottom: 1))
        frame.drawHelp(bindings, last: KeyHelp.binding(isTyping: isTyping))
        return frame
    }
}

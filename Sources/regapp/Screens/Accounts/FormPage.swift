import Accounts
import TerminalUI

/// What all screens with a form have in common: header, title, notice, form, alert and help line.
struct FormPage: Sendable {
    /// What an event means to the screen.
    enum Effect: Hashable, Sendable {
        /// The button of this id was pressed.
        case pressed(String)
        /// The alert was answered with the button of this id.
        case answered(String)
        /// Escape, and the answer that what is typed may be lost.
        case escaped
        /// `q` where there is no field to type in.
        case quit
    }

    /// What Escape does, and what the help line calls it.
    enum Escape: String, Sendable {
        case quit, back

        fileprivate var binding: KeyBinding { KeyBinding([.escape], rawValue) }
    }

    /// Windows lower than this are drawn without the empty rows.
    private static let roomyRows = 18
    /// Texts that are wider are hard to read.
    private static let widest = 78
    /// The columns in which rules have room beside their field; what is wider has nothing to show there.
    private static let widestForm = 124
    private static let quit = KeyBinding([.character("q")], "quit")
    /// The keys of pages besides those of their forms.
    static let keys = [
        KeyBinding([.escape], "quit", meaning: "leave the page; the first one ends the program"),
        KeyBinding(quit.keys, "quit", meaning: "end the program, where nothing is typed"),
    ]
    /// The id of the button that gives up what is typed for what ``offerFiles(_:)`` tells of.
    static let showFiles = "show"
    /// The id of the button that opens ``wrongDocument``.
    static let fix = "fix"
    /// The id of the button that gives up what is typed.
    private static let leave = "leave"

    var title: String
    /// Who is logged in, for the right end of the header.
    var detail = ""
    /// What the page does; it gives way where there is no room.
    var guidance: Guidance?
    var notice: Notice? {
        didSet { vacated = notice == nil ? oldValue ?? vacated : nil }
    }
    /// What was said last, whose rows stay empty: nothing moves under somebody who types.
    private var vacated: Notice?
    var alert: Alert?
    var form: Form
    /// A document that is in the way of what is typed and that an editor can correct: the first button opens it.
    var wrongDocument: Edit.Subject? {
        didSet {
            let others = form.buttons.filter { $0.id != Self.fix }
            form.setButtons((wrongDocument == nil ? [] : [.fix(Self.fix)]) + others)
        }
    }
    /// What Escape does; nil where the form has a button for it.
    private let escape: Escape?
    /// What the files call for while something is typed here.
    private var offered: String?
    /// What was said of the files last.
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

    /// Answers an event; nil if there is nothing left for the screen to do.
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

    /// Says that the files call for another screen while something is typed here, to which Escape leads then.
    mutating func offerFiles(_ what: String) {
        offered = what
        tell(.offer(what))
    }

    /// Asks whether to leave the form, or to show what the files call for.
    mutating func askToLeave() {
        alert = .losesForm(leaving: Self.leave, orShowing: offered.map { ($0, Self.showFiles) })
    }

    /// Says what there is to say of the files, where that is new, and offers them no longer.
    mutating func tellOfFiles(_ notice: Notice?) {
        offered = nil
        tell(notice)
    }

    /// Says something until there is something else to say, or nothing.
    mutating func tell(_ notice: Notice?) {
        guard notice != told else { return }
        told = notice
        self.notice = notice
    }

    /// Says what was done elsewhere, before what there is to say of the files.
    mutating func tellNews(_ news: Notice) { notice = news.followed(by: told) }

    /// The keys that mean something now, the most important first.
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
    ///   - home: the user's home directory, which paths are shown from.
    ///   - other: what stands before the page.
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
    ///   - home: the user's home directory, which paths are shown from.
    ///   - hasFocus: whether keys go to the page; where they do not, nothing in it looks focused.
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
        // The form keeps half of the window, but for a row.
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

import Accounts
import TerminalUI

/// What all screens with a form have in common: header, title, notice, form and help line.
struct FormPage: Sendable {
    enum Effect: Hashable, Sendable {
        case pressed(String)
        /// Escape, where the page has that key for itself.
        case escaped
        /// `q` outside a text field.
        case quit
    }

    /// What Escape does; the raw value is its name in the help line.
    enum Escape: String, Sendable {
        case quit, back

        fileprivate var binding: KeyBinding { KeyBinding([.escape], rawValue) }
    }

    /// In columns; wider texts are hard to read.
    private static let widest = 78
    /// In columns: enough for rules beside a field. The rest of a wider window stays empty.
    private static let widestForm = 124
    private static let quit = KeyBinding([.character("q")], "quit")
    /// The keys of a page besides those of its form.
    static let keys = [
        KeyBinding([.escape], "quit", meaning: "leave the page; the first one ends the program"),
        KeyBinding(quit.keys, "quit", meaning: "end the program, where nothing is typed"),
    ]
    /// The button that discards typed text and shows what ``offerFiles(_:)`` has announced.
    static let showFiles = "show"
    /// The button that opens ``wrongDocument``.
    static let fix = "fix"
    /// The answer that discards typed text.
    static let leave = "leave"

    var title: String
    /// The current user, for the right end of the header.
    var detail = ""
    /// What the page does; left out if there is no room.
    var guidance: Guidance?
    var notice: Notice? {
        didSet { vacated = notice == nil ? oldValue ?? vacated : nil }
    }
    /// The previous notice. Its rows stay empty, so that nothing moves during typing.
    private var vacated: Notice?
    var form: Form
    /// A document that prevents saving and that an editor can correct. While there is one, the first button opens it.
    var wrongDocument: Edit.Subject? {
        didSet {
            let others = form.buttons.filter { $0.id != Self.fix }
            form.setButtons((wrongDocument == nil ? [] : [.fix(Self.fix)]) + others)
        }
    }
    /// Nil if a button of the form answers Escape.
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

    /// Nil if the screen need not do anything.
    mutating func update(_ event: Event) -> Effect? {
        switch form.update(event) {
        case .pressed(let id): return .pressed(id)
        case .handled: return nil
        case .leftOut(let lines):
            form.say(.leftOut(lines))
            return nil
        case nil: break
        }
        if escape?.binding.matches(event) == true { return .escaped }
        return form.isReadOnly && Self.quit.matches(event) ? .quit : nil
    }

    /// Announces that the files require another screen although something is typed here; Escape then leads to it.
    mutating func offerFiles(_ what: String) {
        offered = what
        tell(.offer(what))
    }

    var leavingAlert: Alert {
        .losesForm(leaving: Self.leave, orShowing: offered.map { ($0, Self.showFiles) })
    }

    /// Shows a notice about the files unless it was the last one, and withdraws the offer.
    mutating func tellOfFiles(_ notice: Notice?) {
        offered = nil
        tell(notice)
    }

    /// Shows a notice until the next one; nil removes it.
    mutating func tell(_ notice: Notice?) {
        guard notice != told else { return }
        told = notice
        self.notice = notice
    }

    /// Shows a notice about work elsewhere, above the one about the files.
    mutating func tellNews(_ news: Notice) { notice = news.followed(by: told) }

    var keyTables: [KeyTable] {
        let others = (escape.map { [$0.binding] } ?? []) + (form.isReadOnly ? [Self.quit] : [])
        return form.tables(title: title, others)
    }

    /// Nil if the notice already names the file.
    private func guidance(home: String?, columns: Int = .max) -> String? {
        let isSaid = guidance?.path.map { path in notice?.texts.contains { $0.contains(path) } == true }
        return isSaid == true ? nil : guidance?.text(home: home, columns: columns)
    }

    /// - Parameter home: the user's home directory, for shortening paths.
    func conversation(home: String?, alert: Alert?) -> ConversationPage {
        let leaving: ConversationPage.Leaving =
            switch escape {
            case .quit: .program(title: "Quit")
            case .back: .page(title: "Back")
            case nil: .button
            }
        return ConversationPage(
            title, guidance: guidance(home: home), lines: notice?.texts ?? [], form: form,
            alert: alert, leaving: leaving)
    }

    /// - Parameters:
    ///   - home: the user's home directory, for shortening paths.
    ///   - hasFocus: whether keys go to the page; if not, nothing in it looks focused.
    func render(_ size: Size, home: String? = nil, hasFocus: Bool = true) -> Frame {
        var frame = Frame(size)
        let gap = size.isRoomy ? 1 : 0
        let columns = min(size.columns, Self.widest)
        let formColumns = min(size.columns, Self.widestForm)
        frame.drawHeader(Header(Regapp.name, detail: detail))
        frame.write(title, column: 2, row: 1 + gap, style: .title, limit: columns - 2)
        let end = size.rows - 1 - gap
        var first = 2 + 2 * gap
        let layout = form.layout(columns: formColumns, hasFocus: hasFocus)
        // Not in the one row that the form still needs.
        if gap > 0, layout.roomyRows != end - first, let words = guidance(home: home, columns: columns - 3) {
            frame.write(words, column: 2, row: 2 + gap, style: .faint, limit: columns - 2)
            first += 1
        }
        // The form keeps half of the window, less one row.
        let limit = max(2, size.rows / 2 + 1 - first)
        let said = notice ?? (form.isReadOnly ? nil : vacated)
        let lines = said?.lines(columns: columns - 3, rows: limit) ?? []
        if notice != nil {
            for (place, line) in lines.enumerated() { frame.write(line, column: 2, row: first + place) }
        }
        let row = first + (lines.isEmpty ? 0 : gap + lines.count)
        form.draw(
            layout, on: &frame,
            in: Rect(column: 0, row: row, columns: formColumns, rows: end - row), room: end - first)
        frame.drawHelp(
            form.bindings(escape: escape?.binding), last: KeyHelp.binding(isTyping: form.isTyping))
        return frame
    }
}

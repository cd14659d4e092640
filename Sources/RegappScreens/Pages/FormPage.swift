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
            let line = guidance.purpose.shortened(to: columns)
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

/// What a page is for: the faint line below its title, and the file that it reads or writes, in small print.
struct Guidance: Hashable, Sendable {
    /// A sentence without a period, such as what pressing the button does; empty for none.
    let purpose: String
    let path: String?

    init(_ purpose: String, path: String? = nil) {
        self.purpose = purpose.sentenceCased
        self.path = path
    }

    static func of(_ targets: AccountTargets) -> Guidance {
        Guidance("for \(targets.one?[.email] ?? targets.count.counted("account"))")
    }

    /// The path with `~` for the home directory, shortened as far as necessary; nil if even that does not fit.
    func smallPrint(home: String?, columns: Int) -> String? {
        guard let path else { return nil }
        let whole = HomePath.text(of: path, home: home)
        if whole.printable.displayWidth <= columns { return whole.printable }
        let parts = whole.split(separator: "/", omittingEmptySubsequences: false)
        let shorter = parts.indices.dropFirst(2).lazy.map { first in
            (parts[..<1] + ["..."] + parts[first...]).joined(separator: "/")
        }
        return shorter.map(\.printable).first { $0.displayWidth <= columns }
    }

    func text(home: String?) -> String {
        let parts = [purpose, path.map { HomePath.text(of: $0, home: home) } ?? ""]
        return parts.filter { !$0.isEmpty }.joined(separator: ": ").printable
    }
}

/// How a page shows a message between its title and its fields: a fact is a paragraph, marked by its kind.
extension Message {
    private typealias Part = (text: String, kind: Kind)

    private var parts: [Part] {
        facts.compactMap { fact in fact.screenText.map { ($0, fact.kind) } }
    }

    var texts: [String] { parts.map(\.text) }

    /// In one row.
    func line(columns: Int, home: String?) -> StyledLine {
        guard let first = parts.first else { return StyledLine() }
        var line = first.kind.mark
        let text = HomePath.shortened(texts.joined(separator: ". "), home: home).printable
        line.append(text.shortened(to: columns - line.columns), first.kind.style)
        return line
    }

    /// Whether it explains the page, so that it does not take the place of the page's purpose.
    fileprivate var stays: Bool { facts.contains { $0.kind == .error || $0.kind == .question } }

    /// In the rows that the page has for news, if it does not stay; then the overlay with the keys has all of it.
    fileprivate func lines(columns: Int, rows: Int, room: Int, home: String?) -> [StyledLine] {
        if stays { return lines(columns: columns, rows: rows, home: home) }
        let parts = parts.map { (text: HomePath.shortened($0.text, home: home), kind: $0.kind) }
        let all = parts.flatMap {
            StyledLine.wrapped($0.text, $0.kind.style, after: $0.kind.mark, to: columns)
        }
        if all.count <= room { return all }
        return room == 1 ? [line(columns: columns, home: home)] : all.cut(to: room)
    }

    /// As many parts as fit into this many rows; the first says how many more problems there are.
    func lines(columns: Int, rows: Int, home: String?) -> [StyledLine] {
        let parts = parts.map { (text: HomePath.shortened($0.text, home: home), kind: $0.kind) }
        var fitted = fitting(parts, columns: columns, rows: rows)
        let problems = parts.count { $0.kind == .error }
        // The number takes room itself, so one more part may have to go.
        for _ in 0..<2 {
            let hidden = problems - fitted.count { $0.kind == .error }
            guard hidden > 0, let first = parts.first else { break }
            let counted = (text: "\(first.text) (+\(hidden) more)", kind: first.kind)
            fitted = fitting([counted] + parts.dropFirst(), columns: columns, rows: rows)
        }
        return fitted.flatMap(\.lines)
    }

    /// As many parts as fit, chosen in this order: the first; the last, which says what to do; those between.
    private func fitting(
        _ parts: [Part], columns: Int, rows: Int
    ) -> [(lines: [StyledLine], kind: Kind)] {
        let all = parts.map { text, kind in
            (lines: StyledLine.wrapped(text, kind.style, after: kind.mark, to: columns), kind: kind)
        }
        guard let first = all.first, let last = all.dropFirst().last else {
            return all.map { ($0.lines.cut(to: rows), $0.kind) }
        }
        var room = rows - first.lines.count
        guard room >= last.lines.count else { return [(first.lines.cut(to: rows), first.kind)] }
        room -= last.lines.count
        let between = all.dropFirst().dropLast().prefix { part in
            room -= part.lines.count
            return room >= 0
        }
        return [first] + between + [last]
    }
}

extension String {
    /// A sentence in one row: a long path or email is cut in its middle, and the end if it still does not fit.
    fileprivate func shortened(to columns: Int) -> String {
        let words = split(separator: " ").map(String.init)
        let longest = words.map(\.displayWidth).max() ?? 0
        let width = max(columns / 2, longest - max(0, displayWidth - columns))
        return words.map { $0.truncatedInside(to: width) }.joined(separator: " ").truncated(to: columns)
    }
}

extension Message.Kind {
    fileprivate var style: Style {
        switch self {
        case .error: .problem
        case .warning: .attention
        case .done: .success
        case .question, .hint, .note: .label
        }
    }

    fileprivate var mark: StyledLine {
        let marks: [Self: String] = [.error: "✗ ", .warning: "! ", .done: "✓ ", .question: "? "]
        return StyledLine(marks[self] ?? "", style)
    }
}

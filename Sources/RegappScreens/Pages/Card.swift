import RegappTerminal

/// Where a page stands in the window: a card in a rounded frame, in the middle of a wide window, or the whole of a
/// small one.
struct Card {
    private static let widest = 100
    /// From this many columns on, it stands in the middle.
    private static let wideWindow = 110
    private static let smallestFramed = Size(columns: 60, rows: 18)

    /// What is above the form and below it, as far as there is room.
    struct Parts {
        let head: [StyledLine]
        let foot: [StyledLine]
        /// The empty rows after the head and before the foot.
        let gap: Int

        /// All rows but those of the form.
        var rows: Int { head.count + gap + foot.count + (foot.isEmpty ? 0 : gap) }
    }

    private let window: Size
    private let isFramed: Bool
    /// The first column inside the frame, and the columns there.
    let column: Int
    let columns: Int
    /// Whether there is room for two things side by side.
    var isWide: Bool { window.columns >= Self.wideWindow }
    let title: String

    init(_ window: Size, title: String) {
        self.window = window
        self.title = title
        isFramed = window.columns >= Self.smallestFramed.columns && window.rows >= Self.smallestFramed.rows
        let outer = min(window.columns, Self.widest)
        column = (window.columns >= Self.wideWindow ? (window.columns - outer) / 2 : 0) + (isFramed ? 1 : 0)
        columns = outer - (isFramed ? 2 : 0)
    }

    /// Inside the frame from column to column; the rows are those between header and help line.
    var rect: Rect { Rect(column: column, row: 1, columns: columns, rows: window.rows - 2) }

    /// The most rows inside it: all but header, help line and frame.
    var mostRows: Int { window.rows - 2 - (isFramed ? 2 : 0) }

    /// - Parameters:
    ///   - purpose: left out where the form needs the room.
    ///   - smallPrint: left out before that.
    ///   - fewestRows: those in which nothing in the form has to scroll.
    ///   - hasNotice: whether a notice needs room too.
    func parts(purpose: String?, smallPrint: String?, fewestRows: Int, hasNotice: Bool) -> Parts {
        let title = StyledLine(title, .title)
        let purpose = purpose.map { StyledLine.wrapped($0, .faint, to: columns - 3) } ?? []
        let foot = smallPrint.map { [StyledLine($0, .faint)] } ?? []
        let choices = [
            Parts(head: [title] + purpose, foot: foot, gap: 1),
            Parts(head: [title] + purpose, foot: [], gap: 1),
            Parts(head: [title] + purpose, foot: [], gap: 0),
        ]
        let fitting = isFramed || !hasNotice ? choices[...] : []
        return fitting.first { $0.rows + fewestRows <= mostRows } ?? Parts(head: [title], foot: [], gap: 0)
    }

    /// The first row inside, if it has so many.
    func firstRow(rows: Int, stableRows: Int) -> Int {
        1 + (isFramed ? 1 : 0) + min(max(0, mostRows - stableRows) / 3, mostRows - rows)
    }

    /// Draws the frame around so many rows.
    ///
    /// - Parameter stableRows: the rows without a notice; they decide where the card begins in a high window.
    /// - Returns: the first row inside.
    func draw(on frame: inout Frame, rows: Int, stableRows: Int) -> Int {
        let first = firstRow(rows: rows, stableRows: stableRows)
        if isFramed {
            frame.drawBox(
                in: Rect(column: column - 1, row: first - 1, columns: columns + 2, rows: rows + 2))
        }
        return first
    }
}

/// An alert over a page until it is answered, and what each of its buttons answers; nil only closes it.
struct Dialog: Sendable {
    fileprivate(set) var alert: Alert
    fileprivate let answers: [ScreenEffect?]

    /// - Parameters:
    ///   - buttons: from left to right. The first one has the focus.
    ///   - escape: the index of the button that Escape presses, which must not destroy anything.
    init(
        title: String, parts: [Alert.Part], buttons: [(title: String, answer: ScreenEffect?)],
        escape: Int = 0,
        isDestructive: Bool = false
    ) {
        alert = Alert(
            title: title, parts: parts, buttons: buttons.map(\.title), escape: escape,
            isDestructive: isDestructive)
        answers = buttons.map(\.answer)
    }

    /// - Parameter texts: sentences, each on a line of its own.
    init(
        title: String, texts: [String], buttons: [(title: String, answer: ScreenEffect?)],
        isDestructive: Bool = false
    ) {
        self.init(
            title: title, parts: texts.map(Alert.Part.sentence), buttons: buttons,
            isDestructive: isDestructive)
    }

    /// A menu in place of buttons.
    init(title: String, menu: [(choice: Alert.Choice, answer: ScreenEffect)]) {
        alert = Alert(title: title, menu: menu.map(\.choice))
        answers = menu.map(\.answer)
    }
}

extension Dialog? {
    /// Gives an event to the dialog, which goes once it is answered.
    mutating func answer(_ event: Event) -> ScreenEffect? {
        guard let index = self?.alert.update(event), let answers = self?.answers else { return nil }
        self = nil
        return answers.indices.contains(index) ? answers[index] : nil
    }
}

extension Frame {
    /// Draws an alert over a screen, with its own help line.
    ///
    /// - Parameters:
    ///   - card: what it stands in; nil for the whole screen.
    ///   - row: that of the button that asked.
    mutating func draw(_ alert: Alert, in card: Rect? = nil, at row: Int? = nil) {
        let whole = Rect(size).inset(top: 1, bottom: 1)
        // A low card has no room for a long message.
        let area = card.map { Rect(column: $0.column, row: whole.row, columns: $0.columns, rows: whole.rows) }
        alert.draw(on: &self, in: area ?? whole, at: row)
        fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        drawHelp(alert.bindings, last: KeyHelp.binding(isTyping: false))
    }
}

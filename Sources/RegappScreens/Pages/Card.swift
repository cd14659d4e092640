import RegappTerminal
import RegappWording

/// Where a page is drawn: in a rounded frame, in the middle of a wide window, or in the whole of a small one.
struct Card {
    private static let widest = 100
    /// From this many columns on, it is centred.
    private static let wideWindow = 110
    /// In rows; in a higher window it begins below the top.
    private static let lowWindow = 24
    private static let smallestFramed = Size(columns: 60, rows: 18)

    /// What is above the form and below it, as far as there is room.
    struct Parts {
        let head: [StyledLine]
        let foot: [StyledLine]
        /// The empty rows after the head and before the foot.
        let gap: Int

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

    /// `remark` is below the title, and left out where the form needs the room; `notice` is kept even then.
    /// `smallPrint` is left out before the remark. `fewestRows` are those in which nothing in the form has to scroll.
    func parts(remark: [StyledLine], notice: [StyledLine], smallPrint: String?, fewestRows: Int) -> Parts {
        let title = StyledLine(title, .title)
        let foot = smallPrint.map { [StyledLine($0, .faint)] } ?? []
        let choices = [
            Parts(head: [title] + remark, foot: foot, gap: 1),
            Parts(head: [title] + remark, foot: [], gap: 1),
            Parts(head: [title] + remark, foot: [], gap: 0),
        ]
        return choices.first { $0.rows + fewestRows <= mostRows }
            ?? Parts(head: [title] + notice, foot: [], gap: 0)
    }

    /// The first row inside, if it has so many: the same for every page that leaves room for it.
    func firstRow(rows: Int) -> Int {
        1 + (isFramed ? 1 : 0) + min(max(0, window.rows - Self.lowWindow) / 3, mostRows - rows)
    }

    /// Returns the first row inside.
    func draw(on frame: inout Frame, rows: Int) -> Int {
        let first = firstRow(rows: rows)
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

    /// `texts` are sentences, each on a line of its own; then come the other parts. The first button, from the left,
    /// has the focus. `escape` is the index of the one that Escape presses, which must not destroy anything.
    init(
        title: String, texts: [String] = [], parts: [Alert.Part] = [],
        buttons: [(title: String, answer: ScreenEffect?)], escape: Int = 0, isDestructive: Bool = false
    ) {
        alert = Alert(
            title: title, parts: texts.map(Alert.Part.sentence) + parts, buttons: buttons.map(\.title),
            escape: escape, isDestructive: isDestructive)
        answers = buttons.map(\.answer)
    }

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
    /// Draws an alert over a screen, with its own help line: in a card, or else in the whole screen. `row` is that of
    /// the button that asked.
    mutating func draw(_ alert: Alert, in card: Rect? = nil, at row: Int? = nil) {
        let whole = Rect(size).inset(top: 1, bottom: 1)
        // A low card has no room for a long message.
        let area = card.map { Rect(column: $0.column, row: whole.row, columns: $0.columns, rows: whole.rows) }
        alert.draw(on: &self, in: area ?? whole, at: row)
        fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        drawHelp(alert.bindings, last: KeyHelp.binding(isTyping: false))
    }
}

/// What a page looks like that is a list below a title and a remark.
enum ListPage {
    static func rect(in size: Size) -> Rect { Rect(size).inset(top: 4, bottom: 2, left: 1, right: 2) }

    /// `context` knows who is logged in. `detail` is at the right of the title; `remark` has at most two lines.
    /// `row` makes a row that shows; nil for the rows of the list.
    static func frame(
        _ size: Size, _ context: ScreenContext, _ title: String, detail: String = "",
        _ remark: (text: String, style: Style),
        _ notice: Message?, _ list: ListView, _ bindings: [KeyBinding], hasFocus: Bool, _ question: Alert?,
        row: ((Int) -> ListView.Row)? = nil
    ) -> Frame {
        var frame = Frame(size)
        frame.drawHeader(Regapp.name, detail: context.email)
        let room = size.columns - 4 - detail.displayWidth
        frame.write(title.printable, column: 2, row: 1, style: .title, limit: room)
        frame.write(detail, column: size.columns - 1 - detail.displayWidth, row: 1, style: .label)
        let lines =
            notice?.lines(columns: size.columns - 4, rows: 2, home: nil)
            ?? StyledLine.wrapped(remark.text, remark.style, to: size.columns - 4)
        frame.write(Array(lines.prefix(2)), column: 2, row: 2)
        list.draw(on: &frame, in: rect(in: size), isFocused: hasFocus, row: row)
        frame.drawHelp(bindings, last: KeyHelp.binding(isTyping: false))
        if let question { frame.draw(question) }
        return frame
    }
}

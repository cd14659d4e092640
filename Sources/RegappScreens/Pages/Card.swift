import RegappTerminal
import RegappWording

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

/// An alert over a page until it is answered, and what each of its buttons answers; nil only closes it.
struct Dialog: Sendable {
    fileprivate(set) var alert: Alert
    fileprivate let answers: [ScreenEffect?]
    /// Whether it closes by itself once an account is logged in.
    var isForLoggedOut = false

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
    /// Gives an event to the dialog, which closes once it is answered.
    mutating func answer(_ event: Event) -> ScreenEffect? {
        guard let index = self?.alert.update(event), let answers = self?.answers else { return nil }
        self = nil
        return answers.indices.contains(index) ? answers[index] : nil
    }
}

extension Frame {
    /// Draws an alert over a screen, with its own help line: in the columns of a card, or else in the whole screen.
    /// `row` is that of the button that asked.
    mutating func draw(_ alert: Alert, in card: Rect? = nil, at row: Int? = nil) {
        let whole = Rect(size).inset(top: 1, bottom: 1)
        let area = card.map { Rect(column: $0.column, row: whole.row, columns: $0.columns, rows: whole.rows) }
        alert.draw(on: &self, in: area ?? whole, card: card, at: row)
        fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        drawHelp(alert.bindings, last: KeyHelp.binding(isTyping: false))
    }
}

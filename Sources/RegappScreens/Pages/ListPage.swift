import RegappTerminal
import RegappWording

/// A page with a title, one row for a notice or a remark, and a list, declared once: its picture and what is said line
/// by line derive from it.
struct ListPage {
    struct Column {
        let column: ListView.Column
        /// The columns of the narrowest window that shows it.
        var minimum = 0
    }

    let title: String
    /// At the right of the title.
    var detail = ""
    /// Said while there is no notice.
    let remark: String
    var remarkStyle = Style.faint
    let notice: Message?
    let columns: [Column]
    let list: ListView
    /// The texts of a row, one for each column.
    let cells: (Int) -> [String]
    var style: (Int) -> Style = { _ in .text }
    /// Whether a row can be opened, so that a conversation numbers it.
    let opensRows: Bool
    /// Below the list, such as a text of the selected row that its column cuts.
    var below: [StyledLine] = []
    /// The keys of the help line.
    let keys: [KeyBinding]

    /// The page line by line, with buttons for what keys do. Rows that can be opened have numbers there; others are
    /// read, below the remark.
    func conversation(
        _ buttons: [Form.Button] = [], above first: [String] = [], leaving: ConversationPage.Leaving
    ) -> ConversationPage {
        let rows = (0..<list.count).map(cells)
        let read = opensRows ? [] : [remark] + rows.map { $0.joined(separator: ": ") }
        return ConversationPage(
            title, lines: first + (notice?.texts ?? []) + read,
            rows: opensRows ? rows.map { $0.joined(separator: ", ") } : [],
            form: Form(fields: [], buttons: buttons, isReadOnly: true), leaving: leaving)
    }

    func frame(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame {
        let room = size.columns - 3
        let line =
            notice?.line(columns: room, home: context.home)
            ?? StyledLine(remark.truncated(to: room), remarkStyle)
        var frame = Self.head(size, context, title, detail: detail, line)
        let shown = columns.indices.filter { columns[$0].minimum <= size.columns }
        var list = list
        list.columns = shown.map { columns[$0].column }
        let whole = Self.rect(in: size)
        let area = whole.inset(bottom: below.count)
        frame.write(below, column: 3, row: area.row + area.rows, limit: size.columns - 4)
        list.draw(on: &frame, in: area, isFocused: hasFocus) { index in
            let texts = cells(index)
            return ListView.Row(shown.map { texts[$0] }, styles: shown.map { _ in style(index) })
        }
        list.drawScrollBar(on: &frame, in: area)
        frame.drawHelp(keys, last: KeyHelp.binding(isTyping: false))
        if let question { frame.draw(question) }
        return frame
    }
}

extension ListPage {
    private static func titleRow(in size: Size) -> Int { size.isRoomy ? 2 : 1 }

    static func rect(in size: Size) -> Rect {
        Rect(size).inset(top: titleRow(in: size) + 2, bottom: 2, left: 1, right: 1)
    }

    /// Everything above the list. `context` knows who is logged in; `detail` is at the right of the title.
    static func head(
        _ size: Size, _ context: ScreenContext, _ title: String, detail: String, _ line: StyledLine
    ) -> Frame {
        var frame = Frame(size)
        let row = titleRow(in: size)
        let room = size.columns - 4 - detail.displayWidth
        frame.drawHeader(Regapp.name, detail: context.email)
        frame.write(title.printable.truncated(to: room), column: 2, row: row, style: .title)
        frame.write(detail, column: size.columns - 1 - detail.displayWidth, row: row, style: .label)
        frame.write(line, column: 2, row: row + 1, limit: size.columns - 3)
        return frame
    }
}

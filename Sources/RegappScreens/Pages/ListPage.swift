import RegappValues
import RegappTerminal
import RegappWording

/// A screen with a list, declared once by ``page(_:_:)``: its picture and what is said line by line derive from that.
protocol ListScreen: Screen {
    /// The page in a window of this size, which changes nothing of what is said.
    func page(_ size: Size, _ context: ScreenContext) -> ListPage
}

extension ListScreen {
    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        let notice = page(ScreenSession.minimumSize, context).notice
        return context.facts(traits.policy, file: nil, notice)
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame {
        let page = page(size, context)
        var frame = Frame(size)
        let row = size.firstRow
        let columns = size.columns - 3
        let detail = page.detail
        let title = (page.title + page.summary).printable.truncated(to: columns - 1 - detail.displayWidth)
        frame.drawHeader(Regapp.name, detail: context.email)
        frame.write(title, column: 2, row: row, style: .title)
        frame.write(detail, column: size.columns - 1 - detail.displayWidth, row: row, style: .label)
        let line = page.line(columns: columns, home: context.home, hasFocus: hasFocus)
        frame.write(line, column: 2, row: row + 1, limit: columns)
        let area = page.area.inset(bottom: page.below.count)
        frame.write(page.below, column: 3, row: area.row + area.rows, limit: columns - 1)
        page.list.draw(on: &frame, in: area, isFocused: hasFocus && !page.isTyping, row: page.row)
        page.list.drawScrollBar(on: &frame, in: area)
        page.drawMore(&frame)
        frame.drawHelp(
            page.keys, last: KeyHelp.binding(isTyping: page.isTyping), situational: page.keysNow)
        if let question { frame.draw(question) }
        return frame
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        let page = page(ScreenSession.minimumSize, context)
        let rows = (0..<min(page.list.count, page.mostRows)).map(page.words)
        let fields = page.field.map { [$0] } ?? []
        return ConversationPage(
            page.title, lines: (page.notice?.texts ?? []) + page.lines + (page.opensRows ? [] : rows),
            rows: page.opensRows ? rows : [],
            form: Form(fields: fields, buttons: page.buttons, isReadOnly: fields.isEmpty),
            leaving: page.leaving)
    }
}

/// A page with a title, one row for a notice, a remark or a field, and a list.
struct ListPage {
    let title: String
    /// Behind the title, in a picture.
    var summary = ""
    /// At the right of the title.
    var detail = ""
    let notice: Message?
    /// In the row below the title while there is no notice.
    let remark: StyledLine
    /// A text that chooses the rows: in that row while it is typed or not empty; line by line, a button asks for it.
    var field: FormField?
    var isTyping = false
    /// With the columns that have room.
    let list: ListView
    /// Where the list is, above the lines of `below`.
    let area: Rect
    /// A row as it is drawn, and in words.
    let row: (Int) -> ListView.Row
    let words: (Int) -> String
    /// Whether a row can be opened, so that a conversation numbers it; else it is only read.
    var opensRows = true
    /// How many rows a conversation has at most.
    var mostRows = Int.max
    /// Below the list, such as a text of the selected row that its column cuts.
    var below: [StyledLine] = []
    /// What else is drawn, such as the selected row beside the list.
    var drawMore: (inout Frame) -> Void = { _ in }
    /// The keys of the help line, and those that come and go.
    let keys: [KeyBinding]
    var keysNow: [KeyBinding] = []
    /// Said line by line below the notice.
    var lines: [String] = []
    /// What keys do, as a menu.
    var buttons: [Form.Button] = []
    let leaving: ConversationPage.Leaving

    /// The notice, the field or the remark.
    fileprivate func line(columns: Int, home: String?, hasFocus: Bool) -> StyledLine {
        if !isTyping, let notice { return notice.line(columns: columns, home: home) }
        guard let field, isTyping || !field.input.text.isEmpty else { return remark }
        var line = StyledLine("\(field.icon) ", .icon)
        let width = min(Self.widestField, columns - 3)
        line.append(field.input.line(columns: width, isFocused: hasFocus && isTyping, id: field.id))
        return line
    }

    /// In columns.
    private static let widestField = 60

    static func rect(in size: Size) -> Rect {
        Rect(size).inset(top: size.firstRow + 2, bottom: 2, left: 1, right: 1)
    }
}

extension Size {
    /// The first row below a window's header; a low window has no empty row between.
    var firstRow: Int { isRoomy ? 2 : 1 }
}

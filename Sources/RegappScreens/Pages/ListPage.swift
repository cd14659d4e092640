import RegappTerminal
import RegappWording

/// What a page looks like that is a list below a title and a remark.
enum ListPage {
    static func rect(in size: Size) -> Rect { Rect(size).inset(top: 4, bottom: 2, left: 1, right: 2) }

    /// - Parameters:
    ///   - detail: stands at the right of the title.
    ///   - remark: at most two lines.
    ///   - row: makes a row that shows; nil for the rows of the list.
    static func frame(
        _ size: Size, _ title: String, detail: String = "", _ remark: [StyledLine], _ list: ListView,
        _ bindings: [KeyBinding], hasFocus: Bool, _ question: Alert?, row: ((Int) -> ListView.Row)? = nil
    ) -> Frame {
        var frame = Frame(size)
        frame.drawHeader(Regapp.name, detail: "")
        let room = size.columns - 4 - detail.displayWidth
        frame.write(title.printable, column: 2, row: 1, style: .title, limit: room)
        frame.write(detail, column: size.columns - 1 - detail.displayWidth, row: 1, style: .label)
        frame.write(remark, column: 2, row: 2)
        list.draw(on: &frame, in: rect(in: size), isFocused: hasFocus, row: row)
        frame.drawHelp(bindings, last: KeyHelp.binding(isTyping: false))
        if let question { frame.draw(question) }
        return frame
    }
}

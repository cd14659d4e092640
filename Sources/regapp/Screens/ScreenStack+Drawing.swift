import TerminalUI

extension ScreenStack {
    func render(_ size: Size) -> Frame {
        var frame = screens[last].render(size, context, hasFocus: help == nil && alert == nil)
        if let alert {
            alert.draw(on: &frame, in: Rect(size).inset(top: 1, bottom: 1))
            frame.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
            frame.drawHelp(alert.bindings, last: KeyHelp.binding(isTyping: false))
        }
        help?.draw(on: &frame)
        guard let work = tasks.line else { return frame }
        frame.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        frame.write(work, column: 1, row: size.rows - 1, style: .attention)
        return frame
    }
}

// The same pages, line by line.
extension ScreenStack: ConversationApplication {
    var page: ConversationPage { screens[last].conversation(context, alert: alert) }

    var work: String? { (tasks.words ?? screens[last].work)?.sentence }

    /// Treats typed text as Escape does, except a search term, which nobody misses. An edit that was set aside is not
    /// lost without a question.
    mutating func endInput() -> ScreenCommand? {
        page.form.isTouched && !screens[last].needsCurrentUser ? update(.key(.escape)) : quit()
    }
}

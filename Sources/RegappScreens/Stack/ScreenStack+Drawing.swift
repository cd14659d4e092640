package import RegappTerminal

extension ScreenStack {
    package func render(_ size: Size) -> Frame {
        var frame = screens[screens.count - 1].render(size, context, hasFocus: help == nil && dialog == nil)
        if let dialog { frame.draw(dialog.alert) }
        help?.draw(on: &frame)
        let copied: (String, Style)? = hasCopied ? (Self.copied, .success) : nil
        guard let (line, style) = tasks.line.map({ ($0, .attention) }) ?? copied else { return frame }
        frame.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        frame.write(line, column: 1, row: size.rows - 1, style: style)
        return frame
    }
}

// The same pages, line by line.
extension ScreenStack: ConversationApplication {
    package var page: ConversationPage {
        var page = screens[screens.count - 1].conversation(context)
        if let dialog { page.alert = dialog.alert }
        return page
    }

    package var work: String? {
        if let words = tasks.words { return words.sentence }
        guard case .waiting(let words) = screens[screens.count - 1].activity else { return nil }
        return words.sentence
    }

    /// Treats typed text as Escape does. An edit that was set aside is not lost without a question.
    package mutating func endInput() -> ScreenCommand? {
        page.form.isTouched ? update(.key(.escape)) : quit()
    }
}

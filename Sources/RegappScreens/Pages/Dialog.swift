import RegappTerminal

/// An alert over a page until it is answered, and what each of its buttons answers; nil only closes it.
struct Dialog<Answer: Sendable>: Sendable {
    fileprivate(set) var alert: Alert
    fileprivate let answers: [Answer?]

    /// - Parameters:
    ///   - buttons: from left to right. The first one has the focus.
    ///   - escape: the index of the button that Escape presses, which must not destroy anything.
    init(title: String, parts: [Alert.Part], buttons: [(title: String, answer: Answer?)], escape: Int = 0) {
        alert = Alert(title: title, parts: parts, buttons: buttons.map(\.title), escape: escape)
        answers = buttons.map(\.answer)
    }

    /// - Parameter texts: sentences, each on a line of its own.
    init(title: String, texts: [String], buttons: [(title: String, answer: Answer?)]) {
        self.init(title: title, parts: texts.map(Alert.Part.sentence), buttons: buttons)
    }
}

extension Optional {
    /// Gives an event to the dialog, which goes once it is answered.
    mutating func answer<Answer>(_ event: Event) -> Answer? where Wrapped == Dialog<Answer> {
        guard let index = self?.alert.update(event), let answers = self?.answers,
            answers.indices.contains(index)
        else { return nil }
        self = nil
        return answers[index]
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

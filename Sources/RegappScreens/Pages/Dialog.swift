import RegappTerminal

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

    /// A menu, with a mark at the present choice.
    init<Choice: Equatable>(
        title: String, among choices: [Choice], present: Choice,
        words: (Choice) -> (title: String, detail: String), answer: (Choice) -> ScreenEffect
    ) {
        let menu = choices.map { choice in
            let words = words(choice)
            return Alert.Choice(words.title, detail: words.detail, isPresent: choice == present)
        }
        alert = Alert(title: title, menu: menu)
        answers = choices.map(answer)
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

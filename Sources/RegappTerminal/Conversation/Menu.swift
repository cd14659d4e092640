/// Numbered choices, one a line.
package struct Menu: Sendable {
    package struct Choice: Sendable {
        let title: String
        let otherWords: [String]

        /// - Parameter otherWords: other answers that choose it, in lowercase.
        package init(_ title: String, _ otherWords: String...) {
            self.title = title
            self.otherWords = otherWords
        }
    }

    let choices: [Choice]
    /// Whether Enter alone chooses the first.
    var isFirstByEnter = false

    var question: String {
        let last = choices.count == 1 ? "" : "-\(choices.count)"
        return "Choose 1\(last)" + (isFirstByEnter ? " [1]: " : ": ")
    }

    var lines: [String] { choices.enumerated().map { "\($0 + 1). \($1.title)" } }

    /// The index of the choice that an answer names by its number, its title, the beginning of that or another word, in
    /// upper or lower case; nil if it names none, or several.
    func choice(_ answer: String) -> Int? {
        let words = Self.words(answer)
        guard !words.isEmpty else { return nil }
        if let number = choices.indices.first(where: { "\($0 + 1)" == words }) { return number }
        let titles = choices.map { Self.words($0.title) }
        let exact = titles.indices.first { titles[$0] == words || choices[$0].otherWords.contains(words) }
        if let exact { return exact }
        let beginnings = titles.indices.filter { titles[$0].hasPrefix(words) }
        return beginnings.count == 1 ? beginnings.first : nil
    }

    private static func words(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension ConversationPage {
    private static let rowsAtOnce = 10

    enum Action {
        case press(Form.Button)
        case open(row: Int)
        case showRows(from: Int)
        case askAgain, reveal, leave, quit
    }

    func choices(firstRow: Int) -> [(title: String, action: Action)] {
        var choices = choicesOfRows(from: rows.isEmpty ? 0 : firstRow)
        for button in form.buttons where button.needsValidFields {
            choices.append((button.title, .press(button)))
        }
        if asksAtOnce { choices.append(("Change the answers", .askAgain)) }
        let others = form.buttons.filter { !$0.needsValidFields }
        for button in others { choices.append((button.menuTitle, .press(button))) }
        if form.isReadOnly && form.hasSecret { choices.append((Form.reveal.meaning.sentenceCased, .reveal)) }
        switch leaving {
        case .program: choices.append(("Quit", .quit))
        case .section(let title): choices.append((title, .leave))
        // A button that needs no fields leads out as well.
        case .page(let title): if !asksAtOnce || others.isEmpty { choices.append((title, .leave)) }
        case .button: break
        }
        return choices
    }

    private func choicesOfRows(from first: Int) -> [(title: String, action: Action)] {
        let shown = rows.dropFirst(first).prefix(Self.rowsAtOnce)
        var choices = zip(shown, shown.indices).map { ($0, Action.open(row: $1)) }
        if shown.endIndex < rows.count {
            let last = min(shown.endIndex + Self.rowsAtOnce, rows.count)
            let title = "More: \(shown.endIndex + 1) to \(last) of \(rows.count)"
            choices.append((title, .showRows(from: shown.endIndex)))
        }
        if first > 0 { choices.append(("Back to the first of \(rows.count)", .showRows(from: 0))) }
        return choices
    }
}

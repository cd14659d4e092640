/// A message box over a screen, which waits for a button.
package struct Alert: Hashable, Sendable {
    private static let widest = 70
    /// In fewer rows, the box has no empty row under its title.
    private static let roomyRows = 14

    package enum Part: Hashable, Sendable {
        case sentence(String)
        case passage(Passage)
        /// How many more things there are, which are not named.
        case more(Int)

        func lines(columns: Int) -> [StyledLine] {
            switch self {
            case .sentence(let text): text.sentenceCased.wordsWrapped(.text, to: columns)
            case .passage(let passage): passage.lines(columns: columns)
            case .more(let count): [StyledLine("And \(count) more")]
            }
        }

        /// How many things are hidden if this part is.
        fileprivate var count: Int {
            switch self {
            case .sentence: 1
            case .passage: 0
            case .more(let count): count
            }
        }
    }

    /// A line of a file, with a mark below the position that the message is about.
    package struct Passage: Hashable, Sendable {
        private let text: String
        private let line: Int
        private let mark: Int

        /// - Parameter mark: the text before the position.
        package init(_ text: String, line: Int, mark: String) {
            self.text = text.printable
            self.line = line
            self.mark = mark.printable.displayWidth
        }

        /// The line and its mark, cut at its end and, if the position would be out of sight, at its start.
        func lines(columns: Int) -> [StyledLine] {
            let number = "\(line)  "
            let room = max(1, columns - number.count)
            var shown = text
            var column = mark
            if mark >= room - 1 {
                let start = text.prefix(columns: mark - room / 2)
                shown = "…" + text.dropFirst(start.count)
                column += 1 - start.displayWidth
            }
            var words = StyledLine(number, .faint)
            words.append(shown.truncated(to: room))
            var below = StyledLine()
            below.pad(to: number.count + column)
            below.append("^", .problem)
            return [words, below]
        }
    }

    /// An answer of a menu, on a row of its own.
    package struct Choice: Hashable, Sendable {
        let title: String
        let detail: String
        let isPresent: Bool
        fileprivate(set) var letter: Character = " "

        /// `detail` is at the right, such as a count; `isPresent` tells whether the choice holds now.
        package init(_ title: String, detail: String = "", isPresent: Bool) {
            self.title = title
            self.detail = detail
            self.isPresent = isPresent
        }
    }

    let title: String
    let parts: [Part]
    let buttons: [String]
    private let escape: Int
    /// The answers as a menu, which has no buttons; empty for none.
    private var menu: [Choice] = []
    /// Whether the answers other than Escape's remove or discard something.
    private let isDestructive: Bool
    private(set) var focus = 0

    /// - Parameter escape: the index of the button that Escape presses, which must not destroy anything.
    package init(
        title: String, parts: [Part], buttons: [String], escape: Int = 0, isDestructive: Bool = false
    ) {
        self.title = title
        self.parts = parts
        self.buttons = buttons
        self.escape = escape
        self.isDestructive = isDestructive
    }

    /// A menu, which Escape closes: then the answer is none of the choices.
    package init(title: String, menu: [Choice]) {
        self.init(title: title, parts: [], buttons: menu.map(\.title), escape: menu.count)
        var taken: Set<Character> = []
        self.menu = menu.map { choice in
            var choice = choice
            choice.letter = choice.title.lowercased().first { !taken.contains($0) } ?? " "
            taken.insert(choice.letter)
            return choice
        }
        focus = menu.firstIndex(where: \.isPresent) ?? 0
    }

    /// The answers in a conversation, by the letters that choose them on a screen.
    var choices: [Menu.Choice] {
        menu.isEmpty
            ? buttons.map { .command($0) }
            : menu.map { .command($0.title, key: .character($0.letter)) }
    }

    package var bindings: [KeyBinding] {
        guard menu.isEmpty else {
            let letters = menu.map { String($0.letter) }.filter { $0 != " " }
            let atOnce = KeyBinding(
                menu.map { .character($0.letter) }, "at once", name: letters.joined(separator: "/"))
            return [
                KeyBinding(Self.choose.keys, "choose", name: "↑↓"), KeyBinding([.enter], "take"), atOnce,
                Self.close,
            ]
        }
        return (buttons.count > 1 ? [Self.choose] : []) + [Self.press, Self.close]
    }
    static let choose = KeyBinding([.tab, .right, .down], "choose", meaning: "the next answer")
    static let chooseBack = KeyBinding([.shiftTab, .left, .up], "choose", meaning: "the answer before")
    static let press = KeyBinding([.enter, .character(" ")], "press", meaning: "give the answer")
    static let close = KeyBinding([.escape], "close", meaning: "the safe answer")

    /// - Returns: the index of the button that the event presses, or nil.
    package mutating func update(_ event: Event) -> Int? {
        guard !buttons.isEmpty else { return nil }
        if case .answered(let index) = event { return index }
        if Self.choose.matches(event) { focus = (focus + 1) % buttons.count }
        if Self.chooseBack.matches(event) { focus = (focus + buttons.count - 1) % buttons.count }
        if Self.press.matches(event) { return focus }
        if case .key(let key) = event, let index = menu.firstIndex(where: { key == .character($0.letter) }) {
            return index
        }
        return Self.close.matches(event) ? escape : nil
    }

    /// Draws the box over what is there, in the middle of a rectangle. If there is room, it goes above `row`, the row
    /// of the button that asked, inside the button's `card`, or else below the card, so that the row stays visible.
    package func draw(on frame: inout Frame, in rect: Rect, card: Rect? = nil, at row: Int? = nil) {
        frame.cursor = nil
        frame.removeTargets()
        let most = min(Self.widest, rect.columns - 4)
        guard most > 4, rect.rows >= 5 else { return }
        let columns = columns(upTo: most)
        let gap = rect.rows < Self.roomyRows ? 0 : 1
        let buttonLines =
            menu.isEmpty
            ? buttonLines(columns: columns - 4, rows: rect.rows - 4)
            : menuLines(columns: columns - 4, rows: rect.rows - 3)
        // Two borders and a title. In a low window, or without a text, there is no empty row before the buttons.
        let head = title.wordsWrapped(.title, to: columns - 4)
        let room = max(0, rect.rows - 2 - head.count - gap - buttonLines.count)
        let body = body(columns: columns - 4, rows: room)
        let last = gap + body.count + (body.isEmpty || body.count >= room ? 0 : 1)
        let rows = 2 + head.count + last + buttonLines.count
        var top = rect.row + (rect.rows - rows) / 2
        if let row {
            let card = card ?? rect
            let above = min(top, row - rows)
            let below = max(top, card.row + card.rows + 1)
            let fitsBelow = below + rows <= rect.row + rect.rows
            if above >= card.row {
                top = above
            } else if fitsBelow {
                top = below
            } else if above >= rect.row {
                top = above
            }
        }
        let box = Rect(
            column: rect.column + (rect.columns - columns) / 2, row: top, columns: columns, rows: rows)
        frame.fade()
        // Beside the box, parts of the page would look like parts of it.
        frame.fill(Rect(column: rect.column, row: top, columns: rect.columns, rows: rows))
        frame.drawBox(in: box)
        frame.write(head, column: box.column + 2, row: box.row + 1, limit: columns - 4)
        let below = box.row + 1 + head.count
        frame.write(body, column: box.column + 2, row: below + gap, limit: columns - 4)
        frame.write(buttonLines, column: box.column + 2, row: below + last, limit: columns - 4)
        guard !menu.isEmpty else { return }
        let shown = buttonLines.count
        let first = firstChoice(rows: buttonLines.count)
        frame.drawScrollMarks(
            column: box.column + columns - 2,
            in: Rect(column: box.column, row: below + last, columns: columns, rows: shown),
            above: first > 0, below: first + shown < menu.count)
    }

    /// The columns of the box: as many as its texts need.
    private func columns(upTo most: Int) -> Int {
        let choices = menu.map { choice in
            6 + choice.title.displayWidth + (choice.detail.isEmpty ? 0 : choice.detail.count + 2)
        }
        let buttons = menu.isEmpty ? buttonLines(columns: most - 4, rows: .max) : []
        let lines = title.wordsWrapped(.title, to: most - 4) + lines(columns: most - 4) + buttons
        return min(most, (choices + lines.map(\.columns)).max().map { $0 + 4 } ?? most)
    }

    /// The message in at most this many rows; if it is cut, after a whole part, the last row says how much is missing.
    private func body(columns: Int, rows: Int) -> [StyledLine] {
        let all = parts.map { $0.lines(columns: columns) }
        guard all.joined().count > rows, rows > 0 else { return Array(all.joined()).cut(to: rows) }
        var shown: [StyledLine] = []
        for (index, lines) in all.enumerated() {
            let hidden = parts[index...].reduce(0) { $0 + $1.count }
            guard shown.count + lines.count >= rows else {
                shown += lines
                continue
            }
            // If even the first part is too long, show its beginning.
            if shown.isEmpty { return lines.cut(to: rows) }
            return shown + (hidden > 0 ? [StyledLine("(+\(hidden) more)")] : [])
        }
        return shown
    }

    func lines(columns: Int) -> [StyledLine] { parts.flatMap { $0.lines(columns: columns) } }

    private func firstChoice(rows: Int) -> Int { max(0, min(focus - rows + 1, menu.count - rows)) }

    private func menuLines(columns: Int, rows: Int) -> [StyledLine] {
        let first = firstChoice(rows: rows)
        return menu.enumerated().dropFirst(first).prefix(rows).map { index, choice in
            let isFocused = index == focus
            func style(_ plain: Style) -> Style { isFocused ? .selection : plain }
            var line = StyledLine(isFocused ? "▸" : " ", style(.text))
            line.append(choice.isPresent ? "✓" : " ", style(.success))
            line.append("\(choice.letter)  ", style(.key))
            line.append(choice.title, style(.text))
            line.pad(to: columns - choice.detail.count, style(.text))
            line.append(choice.detail, style(.label))
            line.add(.answered(index))
            if isFocused { line.cursor = 0 }
            return line
        }
    }

    private func buttonLines(columns: Int, rows: Int) -> [StyledLine] {
        let drawn = buttons.enumerated().map { index, title in
            var button = StyledLine(
                button: title, isFocused: index == focus, isDestructive: isDestructive && index != escape)
            button.add(.answered(index))
            return button
        }
        return Array([StyledLine].flowing(drawn, separator: StyledLine("  "), columns: columns).prefix(rows))
    }
}

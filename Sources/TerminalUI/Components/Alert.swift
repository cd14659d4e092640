/// A message box over a screen that waits for a button.
public struct Alert: Hashable, Sendable {
    /// A button; pressing it returns its id.
    public struct Button: Hashable, Sendable {
        let id: String
        let title: String

        public init(_ id: String, _ title: String) {
            self.id = id
            self.title = title
        }
    }

    private static let widest = 56
    /// With fewer rows than this, the box has no empty row under its title.
    private static let roomyRows = 14

    /// The first line.
    let title: String
    let text: String
    let buttons: [Button]
    /// The index of the focused button.
    private var focus = 0

    /// - Parameters:
    ///   - text: the message, in sentences.
    ///   - buttons: from left to right. The first must be the one that destroys nothing: it has the focus, and Escape
    ///     presses it.
    public init(title: String, text: String, buttons: [Button] = [Button("ok", "OK")]) {
        self.title = title
        self.text = text
        self.buttons = buttons
    }

    /// The keys that do something, for a help line.
    public var bindings: [KeyBinding] {
        (buttons.count > 1 ? [Self.choose] : []) + [Self.press, Self.close]
    }
    static let choose = KeyBinding([.tab, .right, .down], "choose", meaning: "the next answer")
    static let chooseBack = KeyBinding([.shiftTab, .left, .up], "choose", meaning: "the answer before")
    static let press = KeyBinding([.enter, .character(" ")], "press", meaning: "give the answer")
    static let close = KeyBinding([.escape], "close", meaning: "the answer that destroys nothing")

    /// Handles a key.
    ///
    /// - Returns: the id of the button that was pressed, or nil.
    public mutating func update(_ event: Event) -> String? {
        guard !buttons.isEmpty else { return nil }
        if case .chosen(let id) = event { return id }
        if Self.choose.matches(event) { focus = (focus + 1) % buttons.count }
        if Self.chooseBack.matches(event) { focus = (focus + buttons.count - 1) % buttons.count }
        if Self.press.matches(event) { return buttons[focus].id }
        return Self.close.matches(event) ? buttons.first?.id : nil
    }

    /// Draws the box in the middle of a rectangle, over what is there, and takes the cursor.
    public func draw(on frame: inout Frame, in rect: Rect) {
        frame.cursor = nil
        let columns = min(Self.widest, rect.columns - 4)
        guard columns > 4, rect.rows >= 5 else { return }
        let gap = rect.rows < Self.roomyRows ? 0 : 1
        let room = rect.rows - 5 - gap
        let body = text.printable.wrapped(to: columns - 4).prefix(max(0, room))
        let rows = body.count + 5 + gap
        let box = Rect(
            column: rect.column + (rect.columns - columns) / 2,
            row: rect.row + (rect.rows - rows) / 2, columns: columns, rows: rows)
        frame.drawBox(in: box)
        frame.write(title, column: box.column + 2, row: box.row + 1, style: .title, limit: columns - 4)
        for (row, line) in body.enumerated() {
            frame.write(line, column: box.column + 2, row: box.row + 2 + gap + row, limit: columns - 4)
        }
        frame.write(buttonLine, column: box.column + 2, row: box.row + rows - 2, limit: columns - 4)
    }

    private var buttonLine: Line {
        var line = Line()
        for (index, button) in buttons.enumerated() {
            if index > 0 { line.append("  ") }
            line.append(Line(button: button.title, isFocused: index == focus))
        }
        return line
    }
}

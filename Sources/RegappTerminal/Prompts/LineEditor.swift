internal import RegappValues

/// A line that is edited behind a prompt: one row of the terminal shows as much of it as fits. What is typed at its
/// end is written as it comes, as the terminal itself would echo it; a hidden line shows nothing.
struct LineEditor {
    enum End {
        case entered
        /// Ctrl-D on an empty line.
        case ended
        /// Ctrl-C, where it sends no signal.
        case interrupted
    }

    /// The least room for the text beside a prompt, in columns; with less, it begins on a row of its own.
    private static let leastRoom = 20

    private var field: TextField
    var decoder = KeyDecoder()
    private var column = 0
    private var room = 1
    /// The text on the row, if the cursor is at its end.
    private var shown: String?
    /// All bytes that are not ASCII.
    private var letters: [UInt8] = []

    init(_ text: String, isHidden: Bool = false) {
        field = TextField(text, isSecret: isHidden, limit: PromptSession.lineLimit)
    }

    /// In UTF-8, unless what was typed is not.
    var answer: [UInt8] {
        String(validating: letters, as: UTF8.self) == nil ? letters : Array(field.text.utf8)
    }

    /// What to write to show the prompt and the line.
    mutating func begin(_ prompt: String, columns: Int) -> String {
        if field.isSecret { return prompt }
        column = prompt.displayWidth % max(1, columns)
        let isNarrow = columns - column <= Self.leastRoom
        if isNarrow { column = 0 }
        room = max(1, columns - column - 1)
        shown = ""
        return prompt + (isNarrow ? "\n" : "") + update()
    }

    /// - Returns: what to write, and whether the line is finished.
    mutating func feed(_ byte: UInt8) -> (output: String, end: End?) {
        var end: End?
        if byte >= 0x80 { letters.append(byte) }
        for event in decoder.feed([byte]) {
            switch event {
            case .key(KeyPress(.enter)): end = .entered
            case .key(.control("c")): end = .interrupted
            case .key(.control("d")) where field.text.isEmpty: end = .ended
            case .key(.control("d")): _ = field.update(.key(KeyPress(.delete)))
            default: _ = field.update(event)
            }
        }
        return (update(), end)
    }

    private mutating func update() -> String {
        if field.isSecret { return "" }
        let text = field.text
        let isAtEnd = field.cursor == field.content.count && text.isPrintable && text.displayWidth < room
        defer { shown = isAtEnd ? text : nil }
        if isAtEnd, let shown, text.hasPrefix(shown),
            text.hasSameScalars(as: shown + text.dropFirst(shown.count))
        {
            return String(text.dropFirst(shown.count))
        }
        let line = field.line(columns: room, isFocused: true)
        let row = String(line.spans.map(\.text).joined().reversed().drop { $0 == " " }.reversed())
        let codes: [EscapeCode] = [.eraseToEndOfLine, .moveToColumn(column + (line.cursor ?? 0))]
        return EscapeCode.moveToColumn(column).sequence + row + codes.map(\.sequence).joined()
    }
}

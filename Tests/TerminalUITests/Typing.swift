@testable import TerminalUI

/// What a person does at the keyboard, in a row: text is typed, keys are pressed.
enum Stroke: ExpressibleByStringLiteral {
    case text(String)
    case press(Key, times: Int)
    case paste(String)

    init(stringLiteral text: String) { self = .text(text) }
    static func key(_ key: Key, times: Int = 1) -> Stroke { .press(key, times: times) }

    var events: [Event] {
        switch self {
        case .text(let text): Event.typing(text)
        case .press(let key, let times): Array(repeating: .key(key), count: times)
        case .paste(let text): [.paste(text)]
        }
    }
}

extension TextField {
    mutating func type(_ strokes: Stroke...) {
        for event in strokes.flatMap(\.events) { _ = update(event) }
    }

    /// The text with `|` where the cursor is.
    func shown(columns: Int = 40) -> String {
        let line = self.line(columns: columns, isFocused: true)
        var column = 0
        var shown = ""
        for character in line.text {
            if column == line.cursor { shown += "|" }
            shown.append(character)
            column += DisplayWidth.columns(of: character)
        }
        return String(shown.reversed().drop { $0 == " " }.reversed())
    }
}

extension Form {
    /// Types and returns what the last stroke did.
    @discardableResult
    mutating func type(_ strokes: Stroke...) -> Effect? {
        var effect: Effect?
        for event in strokes.flatMap(\.events) { effect = update(event) }
        return effect
    }

    func frame(columns: Int = 60, rows: Int = 16) -> Frame {
        var frame = Frame(Size(columns: columns, rows: rows))
        draw(on: &frame, in: Rect(frame.size))
        return frame
    }
}

extension Frame {
    /// The text without empty rows at the end.
    var shortText: String {
        lines.reversed().drop { $0.isEmpty }.reversed().joined(separator: "\n")
    }
}

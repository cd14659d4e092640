import RegappTestSupport

@testable package import RegappTerminal

/// These tests name fields and buttons by words.
private struct Word: FormID, CustomStringConvertible {
    let description: String
}

extension ControlID: ExpressibleByStringLiteral {
    package init(stringLiteral word: String) { self = Word(description: word).id }
}

extension TextField {
    mutating func type(_ strokes: Stroke...) {
        for stroke in strokes { _ = stroke.perform({ _ = update($0) }, focused: { [] }) }
    }

    /// The text with `|` where the cursor is.
    func shown(columns: Int = 40) -> String {
        let line = self.line(columns: columns, isFocused: true)
        var column = 0
        var shown = ""
        for character in line.text {
            if column == line.cursor { shown += "|" }
            shown.append(character)
            column += character.displayWidth
        }
        return String(shown.reversed().drop { $0 == " " }.reversed())
    }
}

extension Form.Judgement: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral problems: (ControlID, [String])...) {
        self.init(Dictionary(uniqueKeysWithValues: problems))
    }

    /// These rules, each met or not, for every field.
    init(rules: [(String, isMet: Bool)]) { self.init([:]) { _ in rules.map { .init($0, isMet: $1) } } }
}

extension Form {
    /// Types and returns what the last stroke did.
    @discardableResult
    mutating func type(_ strokes: Stroke...) -> Effect? {
        var effect: Effect?
        for stroke in strokes {
            _ = stroke.perform({ effect = update($0) }, focused: { focusedID.map { ["\($0.name)"] } ?? [] })
        }
        return effect
    }

    func frame(columns: Int = 60, rows: Int = 16) -> Frame {
        var frame = Frame(Size(columns: columns, rows: rows))
        draw(layout(columns: columns, isWide: columns > 100), on: &frame, in: Rect(frame.size))
        return frame
    }
}

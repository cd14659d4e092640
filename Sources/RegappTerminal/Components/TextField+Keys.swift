extension TextField {
    /// What keys do in a text field, besides typing.
    struct Edit: Sendable {
        let binding: KeyBinding
        let perform: @Sendable (inout TextField) -> Void

        fileprivate init(
            _ keys: KeyPress..., meaning: String, perform: @escaping @Sendable (inout TextField) -> Void
        ) {
            binding = KeyBinding(keys, meaning)
            self.perform = perform
        }
    }

    static let edits = [
        Edit(.left, meaning: "a character to the left") { $0.cursor = $0.previous },
        Edit(.right, meaning: "a character to the right") { $0.cursor = $0.next },
        Edit(
            KeyPress(.left, .control), KeyPress(.left, .alt), .alt("b"), meaning: "a word to the left"
        ) { $0.cursor = $0.wordStart() },
        Edit(
            KeyPress(.right, .control), KeyPress(.right, .alt), .alt("f"), meaning: "a word to the right"
        ) { $0.cursor = $0.wordEnd },
        Edit(KeyPress(.home), .control("a"), meaning: "to the start") { $0.cursor = 0 },
        Edit(KeyPress(.end), .control("e"), meaning: "to the end") { $0.cursor = $0.content.count },
        Edit(KeyPress(.backspace), meaning: "delete to the left") { $0.remove($0.previous..<$0.cursor) },
        Edit(KeyPress(.delete), meaning: "delete to the right") { $0.remove($0.cursor..<$0.next) },
        Edit(
            KeyPress(.backspace, .alt), KeyPress(.backspace, .control),
            meaning: "delete the word to the left"
        ) { $0.remove($0.wordStart()..<$0.cursor) },
        Edit(
            .alt("d"), KeyPress(.delete, .control), KeyPress(.delete, .alt),
            meaning: "delete the word to the right"
        ) { $0.remove($0.cursor..<$0.wordEnd) },
        // As in shells.
        Edit(.control("w"), meaning: "delete back to a space") { field in
            field.remove(field.wordStart { !$0.isWhitespace }..<field.cursor)
        },
        Edit(.control("u"), meaning: "delete all to the left") { $0.remove(0..<$0.cursor) },
        Edit(.control("k"), meaning: "delete all to the right") { $0.remove($0.cursor..<$0.content.count) },
    ]

    private static let editsByKey = Dictionary(
        edits.flatMap { edit in edit.binding.keys.map { ($0, edit) } },
        uniquingKeysWith: { first, _ in first })

    static func edit(of key: KeyPress) -> Edit? {
        // Some terminals send Shift-Backspace for Backspace.
        editsByKey[key] ?? (key.code == .backspace ? editsByKey[KeyPress(.backspace)] : nil)
    }
}

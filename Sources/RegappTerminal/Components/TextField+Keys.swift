extension TextField {
    /// A key's action in a text field, besides typing.
    enum Edit: CaseIterable {
        case left, right, wordLeft, wordRight, start, end
        case deleteLeft, deleteRight, deleteWordLeft, deleteWordRight, deleteToSpace, deleteToStart,
            deleteToEnd

        var binding: KeyBinding {
            switch self {
            case .left: KeyBinding([.left], "a character to the left")
            case .right: KeyBinding([.right], "a character to the right")
            case .wordLeft:
                KeyBinding(
                    [KeyPress(.left, .control), KeyPress(.left, .alt), .alt("b")], "a word to the left")
            case .wordRight:
                KeyBinding(
                    [KeyPress(.right, .control), KeyPress(.right, .alt), .alt("f")], "a word to the right")
            case .start: KeyBinding([KeyPress(.home), .control("a")], "to the start")
            case .end: KeyBinding([KeyPress(.end), .control("e")], "to the end")
            case .deleteLeft: KeyBinding([KeyPress(.backspace)], "delete to the left")
            case .deleteRight: KeyBinding([KeyPress(.delete)], "delete to the right")
            case .deleteWordLeft:
                KeyBinding(
                    [KeyPress(.backspace, .alt), KeyPress(.backspace, .control)],
                    "delete the word to the left")
            case .deleteWordRight:
                KeyBinding(
                    [.alt("d"), KeyPress(.delete, .control), KeyPress(.delete, .alt)],
                    "delete the word to the right")
            // As in shells.
            case .deleteToSpace: KeyBinding([.control("w")], "delete back to a space")
            case .deleteToStart: KeyBinding([.control("u")], "delete all to the left")
            case .deleteToEnd: KeyBinding([.control("k")], "delete all to the right")
            }
        }
    }

    private static let edits = Dictionary(
        Edit.allCases.flatMap { edit in edit.binding.keys.map { ($0, edit) } },
        uniquingKeysWith: { first, _ in first })

    /// Nil if the key means nothing in a text field.
    static func edit(of key: KeyPress) -> Edit? {
        // Some terminals send Shift-Backspace for Backspace.
        edits[key] ?? (key.code == .backspace ? .deleteLeft : nil)
    }
}

import RegappTerminal

/// What Escape does on a page; the raw value is its name in the help line.
enum PageEscape: String, Sendable {
    case quit, back

    var binding: KeyBinding { KeyBinding([.escape], rawValue) }
}

/// The buttons that a page has whatever its screen does.
enum PageAction: String, FormAction {
    /// Open the document that prevents saving.
    case fix
}

/// Keys of pages besides those of their forms.
enum PageKeys {
    static let quit = KeyBinding([.character("q")], "quit")
    /// Buttons that open a file in the person's editor when nothing is typed.
    static let editor = KeyBinding([.character("E")], "as file", meaning: "open the file in your editor")

    /// For a page of help.
    static let all = [
        KeyBinding([.escape], "quit", meaning: "leave the page; the first one ends the program"),
        KeyBinding(quit.keys, "quit", meaning: "end the program, where nothing is typed"),
    ]
}

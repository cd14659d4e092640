internal import RegappWording
package import RegappTerminal

/// What Escape does on a page; the raw value is its name in the help line.
enum PageEscape: String, Sendable {
    case quit, back

    var binding: KeyBinding { KeyBinding([.escape], rawValue) }
}

extension FormButton {
    /// The button that opens a wrong file in the person's editor; its key is only for pages on which nothing is typed.
    static func fix(_ action: Action, hasKey: Bool = false) -> FormButton {
        let key = KeyBinding(PageKeys.editor.keys, "fix", meaning: PageKeys.editor.meaning)
        return FormButton(action, title: "Fix in editor", key: hasKey ? key : nil)
    }

    /// The button that opens a file in the person's editor, when nothing is typed.
    static func editor(_ action: Action) -> FormButton {
        FormButton(
            action, title: .editAsFile, menuTitle: "Open the file in an editor", key: PageKeys.editor)
    }
}

/// Keys of pages besides those of their forms.
enum PageKeys {
    static let quit = KeyBinding([.character("q")], "quit")
    /// Buttons that open a file in the person's editor when nothing is typed.
    static let editor = KeyBinding([.character("E")], "as file", meaning: "open the file in your editor")

    static let all = [
        KeyBinding([.escape], "quit", meaning: "leave the page; the first one ends the program"),
        KeyBinding(quit.keys, "quit", meaning: "end the program, where nothing is typed"),
    ]
}

/// The keys of all screens, for a page of help.
package enum ScreenKeys {
    package static let tables: [KeyTable] =
        [
            .everywhere,
            KeyTable(
                "Pages",
                PageKeys.all + LoginScreen.keys + UserScreen.keys + ProblemScreen.keys + AccountsKeys.each),
            .form,
            .reading, .typing, .calendar, .alert,
        ] + AccountsKeys.tables + AlbumKeys.tables + [.list]
}

internal import RegappWording
package import RegappTerminal

extension ConversationPage.Leaving {
    static let back = page(title: "Back")

    /// What Escape does, if no button has that key; on the first page it only says how to quit.
    var escape: KeyBinding? {
        switch self {
        case .program: KeyBinding([.escape], "back")
        case .section(let title), .page(let title): KeyBinding([.escape], title.lowercased())
        case .button: nil
        }
    }
}

extension FormButton {
    static func profileOffer(_ action: ID) -> FormButton {
        offer(action, "go back to a profile", PolicyOffer.profile, KeyPress(.function(2)))
    }

    /// - Parameter title: short, since all offers are in one line.
    static func offer(_ action: ID, _ title: String, _ meaning: String, _ key: KeyPress) -> FormButton {
        FormButton(
            action, title: title, menuTitle: meaning.sentenceCased,
            key: KeyBinding([key], title, meaning: meaning), isOffer: true)
    }

    /// The button that opens a wrong file in the person's editor; its key is only for pages on which nothing is typed.
    static func fix(_ action: ID, hasKey: Bool = false) -> FormButton {
        let key = KeyBinding(PageKeys.editor.keys, "fix", meaning: PageKeys.editor.meaning)
        return FormButton(action, title: "Fix in editor", key: hasKey ? key : nil)
    }

    /// The button that leaves a form; Escape presses it.
    static func cancel(_ action: ID) -> FormButton {
        FormButton(action, title: "Cancel", key: KeyBinding([.escape], "cancel", meaning: "Cancel"))
    }

    /// The button that opens a file in the person's editor, when nothing is typed.
    static func editor(_ action: ID) -> FormButton {
        FormButton(
            action, title: .editAsFile, menuTitle: "Open the file in an editor", key: PageKeys.editor)
    }
}

enum PageKeys {
    static let back = KeyBinding([.escape], "back", meaning: "back to where you came from")
    static let quit = KeyBinding([.character("q")], "quit", meaning: "end the program")
    /// What the session answers itself.
    static let interrupt = KeyBinding([.control("c")], "quit", meaning: "end the program")

    /// The key that ends the program where text is typed, and where none is.
    static func quitting(isTyping: Bool) -> KeyBinding { isTyping ? interrupt : quit }

    static let editor = KeyBinding([.character("E")], "as file", meaning: "open the file in your editor")

    static let all = [
        KeyBinding([.escape], "back", meaning: "go back; it never ends the program"),
        KeyBinding(quit.keys, "quit", meaning: "end the program, where nothing is typed"),
    ]
}

extension KeyTable {
    /// Those of all pages.
    package static let ofScreens: [KeyTable] =
        [
            .everywhere,
            KeyTable(
                "Pages",
                PageKeys.all + LoginScreen.keys + UserScreen.keys + [ProblemScreen.again] + AccountsKeys.each),
            .form,
            .reading, .typing, .calendar, .alert,
        ] + AccountsKeys.tables + AlbumKeys.tables + [.list]
}

internal import RegappWording
package import RegappTerminal

extension ConversationPage.Leaving {
    static let quit = program(title: "Quit")
    static let back = page(title: "Back")

    /// What Escape does; nil if a button has that key.
    var escape: KeyBinding? {
        switch self {
        case .program(let title), .page(let title): KeyBinding([.escape], title.lowercased())
        case .button: nil
        }
    }
}

extension FormButton {
    static func profileOffer(_ action: ID) -> FormButton {
        offer(action, PolicyOffer.profile, KeyPress(.function(2)))
    }

    static func offer(_ action: ID, _ title: String, _ key: KeyPress) -> FormButton {
        FormButton(
            action, title: title, menuTitle: title.sentenceCased, key: KeyBinding([key], title), isOffer: true
        )
    }

    /// The button that opens a wrong file in the person's editor; its key is only for pages on which nothing is typed.
    static func fix(_ action: ID, hasKey: Bool = false) -> FormButton {
        let key = KeyBinding(PageKeys.editor.keys, "fix", meaning: PageKeys.editor.meaning)
        return FormButton(action, title: "Fix in editor", key: hasKey ? key : nil)
    }

    /// The button that opens a file in the person's editor, when nothing is typed.
    static func editor(_ action: ID) -> FormButton {
        FormButton(
            action, title: .editAsFile, menuTitle: "Open the file in an editor", key: PageKeys.editor)
    }
}

enum PageKeys {
    static let quit = KeyBinding([.character("q")], "quit")
    static let editor = KeyBinding([.character("E")], "as file", meaning: "open the file in your editor")

    static let all = [
        KeyBinding([.escape], "quit", meaning: "leave the page; the first one ends the program"),
        KeyBinding(quit.keys, "quit", meaning: "end the program, where nothing is typed"),
    ]
}

extension [KeyBinding] {
    /// Puts the undo key first if the notice says that something was done.
    func undoFirst(after notice: Message?) -> [KeyBinding] {
        guard notice?.facts.first?.kind == .done else { return self }
        let undo = filter { $0.keys == AccountsKeys.undo.keys }
        return undo + filter { !undo.contains($0) }
    }
}

package enum ScreenKeys {
    package static let tables: [KeyTable] =
        [
            .everywhere,
            KeyTable(
                "Pages",
                PageKeys.all + LoginScreen.keys + UserScreen.keys + [ProblemScreen.again] + AccountsKeys.each),
            .form,
            .reading, .typing, .calendar, .alert,
        ] + AccountsKeys.tables + AlbumKeys.tables + [.list]
}

import RegappTerminal

extension FormButton {
    private static var editorTitles: (title: String, menuTitle: String) {
        ("Edit as file", "Open the file in an editor")
    }

    private static var fixTitle: String { "Fix in editor" }

    /// The button that opens a wrong file in the person's editor, beside typed text.
    static func fix(_ action: Action) -> FormButton { FormButton(action, title: fixTitle) }

    /// The same with its key, when nothing is typed.
    static func fixByKey(_ action: Action) -> FormButton {
        FormButton(
            action, title: fixTitle,
            key: KeyBinding(PageKeys.editor.keys, "fix", meaning: PageKeys.editor.meaning))
    }

    /// The button that opens a file in the person's editor, with its key, when nothing is typed.
    static func editorByKey(_ action: Action) -> FormButton {
        FormButton(action, title: editorTitles.title, menuTitle: editorTitles.menuTitle, key: PageKeys.editor)
    }
}

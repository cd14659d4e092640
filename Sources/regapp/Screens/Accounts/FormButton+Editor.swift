import TerminalUI

extension FormButton {
    /// Buttons that open a file in the person's editor when nothing is typed.
    static let editorKey = KeyBinding([.character("E")], "editor", meaning: "open the file in your editor")

    private static let editorTitles = (title: "Editor", menuTitle: "Open the file in an editor")

    private static let fixTitle = "Fix in editor"

    /// The button that opens a wrong file in the person's editor, beside typed text.
    static func fix(_ id: String) -> FormButton { FormButton(id, title: fixTitle) }

    /// The same with its key, when nothing is typed.
    static func fixByKey(_ id: String) -> FormButton { FormButton(id, title: fixTitle, key: editorKey) }

    /// The button that opens a file in the person's editor, with its key, when nothing is typed.
    static func editorByKey(_ id: String) -> FormButton {
        FormButton(id, title: editorTitles.title, menuTitle: editorTitles.menuTitle, key: editorKey)
    }
}

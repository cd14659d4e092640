internal import RegappValues

/// Keys that belong together, under a title: a part of the overlay of ``KeyHelp`` and of a help page.
package struct KeyTable: Hashable, Sendable {
    package let title: String
    package let bindings: [KeyBinding]

    package init(_ title: String, _ bindings: [KeyBinding]) {
        self.title = title
        self.bindings = bindings
    }

    package static let form = KeyTable(
        "In a form",
        [
            Form.next, Form.previous, Form.accept, Form.press, Form.sideways, Form.submit, Form.reveal,
            Form.openCalendar,
        ])
    package static let reading = KeyTable(
        "On a page", [Form.nextButton, Form.previousButton, Form.press, Form.scroll, Form.reveal])
    package static let typing = KeyTable("In a field", TextField.edits.map(\.binding))
    package static let calendar = KeyTable("In the calendar", Calendar.bindings + [Calendar.ends])
    package static let alert = KeyTable(
        "In a question", [Alert.choose, Alert.chooseBack, Alert.press, Alert.close])
    package static let list = KeyTable(
        "In a list",
        [ListView.choose, ListView.move, ListView.moveByLetter, ListView.page, ListView.ends])
    package static let everywhere = KeyTable(
        "Everywhere", [KeyHelp.open, .copy] + ScreenSession.bindings)
}

extension KeyBinding {
    package static let copy = KeyBinding(
        [.character("y"), .control("y")], "copy",
        meaning:
            "copy the value under the cursor to the clipboard, if the terminal has one (y where nothing is typed)"
    )
    package static let copyTyping = KeyBinding([.control("y")], "copy")
}

extension KeyBinding {
    /// All the keys by ASCII names, which every terminal shows and screen readers say.
    package var names: String { keys.map(\.words).joined(separator: ", ") }
}

extension KeyPress {
    fileprivate var words: String {
        [("←", "Left"), ("→", "Right"), ("↑", "Up"), ("↓", "Down")].reduce(description) {
            $0.replacingEach($1.0, with: $1.1)
        }
    }
}

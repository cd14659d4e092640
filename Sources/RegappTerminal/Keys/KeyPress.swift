package struct KeyPress: Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// Letters with Ctrl are lowercase.
        case character(Character)
        case enter
        case tab
        case backspace
        case delete
        case escape
        case up, down, left, right
        case home, end, pageUp, pageDown, insert
        case function(Int)
    }

    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
        /// Shift; for a typed character, only the character shows it.
        package static let shift = Modifiers(rawValue: 1)
        /// Alt, or Escape typed immediately before.
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
    }

    package let code: Code
    package let modifiers: Modifiers

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// The key that a terminal sends as this byte, from 0 to 0x7F.
    init(ascii byte: UInt8, _ modifiers: Modifiers) {
        func character(_ byte: UInt8) -> Code { .character(Character(Unicode.Scalar(byte))) }
        switch byte {
        case 0x0D, 0x0A: self.init(.enter, modifiers)
        case 0x09: self.init(.tab, modifiers)
        case 0x08, 0x7F: self.init(.backspace, modifiers)
        case 0x1B: self.init(.escape, modifiers)
        case 0x00: self.init(.character(" "), modifiers.union(.control))
        case 0x01...0x1A: self.init(character(byte | 0x60), modifiers.union(.control))
        case 0x1C...0x1F: self.init(character(byte | 0x40), modifiers.union(.control))
        default: self.init(character(byte), modifiers)
        }
    }

    package static func character(_ character: Character) -> KeyPress { KeyPress(.character(character)) }
    package static func control(_ letter: Character) -> KeyPress { KeyPress(.character(letter), .control) }
    package static func alt(_ letter: Character) -> KeyPress { KeyPress(.character(letter), .alt) }

    package static let enter = KeyPress(.enter)
    package static let tab = KeyPress(.tab)
    package static let shiftTab = KeyPress(.tab, .shift)
    package static let escape = KeyPress(.escape)
    package static let up = KeyPress(.up)
    package static let down = KeyPress(.down)
    package static let left = KeyPress(.left)
    package static let right = KeyPress(.right)
    package static let pageUp = KeyPress(.pageUp)
    package static let pageDown = KeyPress(.pageDown)

    /// The key as a help line names it, such as `Ctrl-R` or `↑`.
    package var description: String {
        var prefix = ""
        if modifiers.contains(.control) { prefix += "Ctrl-" }
        if modifiers.contains(.alt) { prefix += "Alt-" }
        if modifiers.contains(.shift) { prefix += "Shift-" }
        return prefix + name
    }

    private var name: String {
        switch code {
        case .character(" "): "Space"
        case .character(let character): modifiers.isEmpty ? String(character) : character.uppercased()
        case .enter: "Enter"
        case .tab: "Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .escape: "Esc"
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .insert: "Insert"
        case .function(let number): "F\(number)"
        }
    }
}

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
        "In a list", [ListView.move, ListView.page, ListView.ends])
    package static let everywhere = KeyTable(
        "Everywhere", [KeyHelp.open, .copy] + ScreenSession.bindings)
}

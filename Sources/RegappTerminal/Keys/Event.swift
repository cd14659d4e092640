internal import RegappValues

package enum Event: Hashable, Sendable {
    /// Something that a frame shows, as the mouse finds it: see ``Frame/add(_:in:)``.
    package enum Target: Hashable, Sendable {
        case field(ControlID)
        /// A column of the whole text in the field of this id.
        case text(ControlID, column: Int)
        case row(Int)
        /// This day, as `YYYY-MM-DD`, of the open calendar.
        case day(String)
    }

    case key(KeyPress)
    /// Unchanged, including controls and newlines.
    case paste(String)
    /// Also sent once before the first frame.
    case resize(Size)
    case focusGained
    case focusLost
    /// The program came back from the background, or from a foreground child.
    case resumed
    case tick
    // In place of keys, from a conversation or a click: fields and buttons by id, rows and answers by index.
    case filled(ControlID, with: String)
    case chosen(ControlID)
    case opened(row: Int)
    case answered(Int)
    /// The left mouse button was pressed on a cell; a session gives the application what the frame shows there.
    case click(Position)
    case pointed(Target)
    /// The mouse wheel was turned by so many rows, down if positive.
    case wheel(Int)

    /// Whether it comes from the person.
    package var isInput: Bool {
        switch self {
        case .key, .paste, .filled, .chosen, .opened, .answered, .click, .pointed, .wheel: true
        case .resize, .focusGained, .focusLost, .resumed, .tick: false
        }
    }

    /// A letter of the Russian keyboard as the Latin one on the same key, so that shortcuts work on both; else itself.
    package var onLatinLayout: Event {
        guard case .key(let key) = self, case .character(let character) = key.code,
            let latin = Self.latin[character]
        else { return self }
        return .key(KeyPress(.character(latin), key.modifiers))
    }

    private static let latin: [Character: Character] = {
        let russian = "йцукенгшщзфывапролдячсмитьЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ"
        let english = "qwertyuiopasdfghjklzxcvbnmQWERTYUIOPASDFGHJKLZXCVBNM"
        return Dictionary(zip(russian, english)) { first, _ in first }
    }()
}

/// Keys and what they do. Screens match events and draw their help from the same values, so the help cannot drift.
package struct KeyBinding: Hashable, Sendable {
    package let keys: [KeyPress]
    /// The name of the keys in a help line, and what they do, in a word or two.
    package let name, label: String
    /// What the keys do, for a table of all keys.
    package let meaning: String
    /// The columns that the label takes at least in a help line, such as those of the longer of two labels.
    package let room: Int

    /// `meaning` is nil for the label, `name` for the name of the first key.
    package init(
        _ keys: [KeyPress], _ label: String, meaning: String? = nil, name: String? = nil, room: Int = 0
    ) {
        self.keys = keys
        self.room = room
        self.meaning = meaning ?? label
        self.name = name ?? keys.first?.description ?? ""
        self.label = label
    }

    package func matches(_ event: Event) -> Bool {
        if case .key(let key) = event { keys.contains(key) } else { false }
    }

    package static let copy = KeyBinding(
        [.character("y"), .control("y")], "copy",
        meaning:
            "copy the value under the cursor to the clipboard, if the terminal has one (y where nothing is typed)"
    )
    package static let copyTyping = KeyBinding([.control("y")], "copy")

    /// All the keys by ASCII names, which every terminal shows and screen readers say.
    package var names: String {
        let arrows = [("←", "Left"), ("→", "Right"), ("↑", "Up"), ("↓", "Down")]
        let names = keys.map { arrows.reduce($0.description) { $0.replacingEach($1.0, with: $1.1) } }
        return names.joined(separator: ", ")
    }
}

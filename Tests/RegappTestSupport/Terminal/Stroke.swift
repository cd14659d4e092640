package import RegappTerminal

/// What a person does at the keyboard: text is typed or pasted, a key is pressed, a field or a button is gone to.
package enum Stroke: ExpressibleByStringLiteral, Sendable {
    case text(String)
    case key(KeyPress, times: Int)
    case paste(String)
    /// Tab, until the field with this id or the button with this title has the focus.
    case to(String)

    package init(stringLiteral text: String) { self = .text(text) }

    package static func key(_ key: KeyPress) -> Stroke { .key(key, times: 1) }

    /// More elements than any page has.
    package static let mostElements = 40

    /// Sends the events, one for each character or key; false if there is no such field or button.
    ///
    /// - Parameter focused: the names of the element that has the focus.
    package func perform(_ send: (Event) -> Void, focused: () -> [String]) -> Bool {
        switch self {
        case .text(let text): text.forEach { send(.key(.character($0))) }
        case .key(let key, let times): for _ in 0..<times { send(.key(key)) }
        case .paste(let text): send(.paste(text))
        case .to(let name):
            for _ in 0..<Self.mostElements {
                if focused().contains(name) { return true }
                send(.key(.tab))
            }
            return false
        }
        return true
    }
}

extension KeyPress {
    package static let backspace = KeyPress(.backspace)
    package static let delete = KeyPress(.delete)
    package static let home = KeyPress(.home)
    package static let end = KeyPress(.end)
}

package import TerminalUI

/// What a person does at the keyboard: text is typed or pasted, a key is pressed.
package enum Stroke: ExpressibleByStringLiteral, Sendable {
    case text(String)
    case key(Key, times: Int)
    case paste(String)

    package init(stringLiteral text: String) { self = .text(text) }

    package static func key(_ key: Key) -> Stroke { .key(key, times: 1) }

    /// What a screen gets of it, one event a character or key press.
    package var events: [Event] {
        switch self {
        case .text(let text): text.map { .key(.character($0)) }
        case .key(let key, let times): Array(repeating: .key(key), count: times)
        case .paste(let text): [.paste(text)]
        }
    }
}

extension Key {
    package static let backspace = Key(.backspace)
    package static let delete = Key(.delete)
    package static let home = Key(.home)
    package static let end = Key(.end)
}

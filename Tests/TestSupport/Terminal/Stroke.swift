public import TerminalUI

/// What a person does at the keyboard: text is typed or pasted, a key is pressed.
public enum Stroke: ExpressibleByStringLiteral, Sendable {
    case text(String)
    case key(Key, times: Int)
    case paste(String)

    /// Text that is typed.
    public init(stringLiteral text: String) { self = .text(text) }

    /// A key that is pressed once.
    public static func key(_ key: Key) -> Stroke { .key(key, times: 1) }

    /// What a screen gets of it, one event a character or key press.
    public var events: [Event] {
        switch self {
        case .text(let text): text.map { .key(.character($0)) }
        case .key(let key, let times): Array(repeating: .key(key), count: times)
        case .paste(let text): [.paste(text)]
        }
    }
}

extension Key {
    /// Backspace.
    public static let backspace = Key(.backspace)
    /// Delete.
    public static let delete = Key(.delete)
    /// Home.
    public static let home = Key(.home)
    /// End.
    public static let end = Key(.end)
}

/// Something that happened on the terminal and that a screen may answer.
public enum Event: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// Text was pasted: as it came, controls and newlines included.
    case paste(String)
    /// The window has this size now; also sent once before the first frame.
    case resize(Size)
    /// The terminal's window came to the front.
    case focusGained
    /// The terminal's window went to the back.
    case focusLost
    /// The program came back from the background, or from a foreground child.
    case resumed
    /// Time has passed, for what moves by itself.
    case tick
}

/// Keys that do something, and the words a help line has for it.
///
/// Screens decide with ``matches(_:)`` and draw their help from the same values, so that the help cannot
/// drift.
public struct KeyBinding: Hashable, Sendable {
    /// All keys that do it.
    public let keys: [Key]
    /// What the help line calls them.
    public let name: String
    /// What they do, in a word or two.
    public let label: String

    /// Keys with what they do; without a name the help line shows the first of them.
    public init(_ keys: [Key], _ label: String, name: String? = nil) {
        self.keys = keys
        self.name = name ?? keys.first?.description ?? ""
        self.label = label
    }

    /// Whether the event is one of the keys.
    public func matches(_ event: Event) -> Bool {
        if case .key(let key) = event { keys.contains(key) } else { false }
    }
}

/// Keys that do something, and the words a help line has for it.
///
/// Screens decide with ``matches(_:)`` and draw their help from the same values, so that the help cannot drift.
public struct KeyBinding: Hashable, Sendable {
    /// All keys that do it; the help line names the first.
    public let keys: [Key]
    /// What they do, in a word or two.
    public let label: String

    /// Keys with what they do.
    public init(_ keys: [Key], _ label: String) {
        self.keys = keys
        self.label = label
    }

    /// Whether the event is one of the keys.
    public func matches(_ event: Event) -> Bool {
        if case .key(let key) = event { keys.contains(key) } else { false }
    }
}

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

    /// The keys that type `text`, one event a character.
    public static func typing(_ text: String) -> [Event] { text.map { .key(.character($0)) } }
}

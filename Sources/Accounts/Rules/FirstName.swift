/// How names compare at login: without case, and by what a person sees (an é is an é however it is encoded).
/// A name in which there is nothing to see, such as an empty one, is nobody's.
public enum FirstName {
    /// Tells whether two first names are the same but for case.
    public static func matches(_ left: String, _ right: String) -> Bool {
        !left.isBlank && left.lowercased() == right.lowercased()
    }
}

/// How names compare at login: without case, and by what a person sees (an é is an é however it is encoded).
public enum FirstName {
    /// Tells whether two first names are the same but for case.
    public static func matches(_ left: String, _ right: String) -> Bool {
        left.lowercased() == right.lowercased()
    }
}

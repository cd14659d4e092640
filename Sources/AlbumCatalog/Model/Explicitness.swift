/// What the catalogue says about strong language.
public enum Explicitness: String, Sendable, Hashable {
    /// The original holds strong language.
    case explicit
    /// A version from which strong language was taken out.
    case cleaned
    /// Neither; also what an unknown word of the catalogue counts as.
    case notExplicit
}

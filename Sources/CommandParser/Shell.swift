/// The shells that `regapp completions` writes for; the raw value is what one types.
public enum Shell: String, Sendable, CaseIterable {
    case bash, zsh, fish
}

/// Each option of regapp; the raw value is its name without the two hyphens.
public enum OptionID: String, Sendable, CaseIterable {
    case email
    case firstName = "first-name"
    case lastName = "last-name"
    case birthday, phone, password
    case passwordStdin = "password-stdin"
    case passwordFile = "password-file"
    case reveal, json, field, forget, yes, format, update
    case allowMissing = "allow-missing"
    case dryRun = "dry-run"
    case demo, country, limit, refresh, covers, documents
    case noInput = "no-input"
    case noColor = "no-color"
    case help, version

    /// The option as it is typed: `--email`.
    public var typed: String { "--" + rawValue }
}

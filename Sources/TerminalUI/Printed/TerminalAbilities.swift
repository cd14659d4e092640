/// What a terminal is known to do beyond the common ground, by what it says of itself in the environment.
public struct TerminalAbilities: Hashable, Sendable {
    /// Whether text can carry a link (OSC 8).
    public let hasLinks: Bool
    /// Whether it takes kitty's graphics protocol.
    public let hasKittyGraphics: Bool

    /// The common ground, and all that is known of what stands behind a pipe.
    public static let none = TerminalAbilities(hasLinks: false, hasKittyGraphics: false)

    /// Says so directly.
    public init(hasLinks: Bool, hasKittyGraphics: Bool) {
        self.hasLinks = hasLinks
        self.hasKittyGraphics = hasKittyGraphics
    }

    /// Goes by `TERM`, `TERM_PROGRAM` and the variables that some terminals set. A terminal inside tmux or screen is
    /// that program's, whatever stands outside.
    public static func detect(environment: (String) -> String?) -> TerminalAbilities {
        let terminal = environment("TERM") ?? ""
        let program = environment("TERM_PROGRAM") ?? ""
        let isMultiplexed =
            environment("TMUX") != nil || terminal.hasPrefix("screen") || terminal.hasPrefix("tmux")
        guard !isMultiplexed, terminal != "dumb", !terminal.isEmpty else {
            return .none
        }
        let hasGraphics =
            ["xterm-kitty", "xterm-ghostty", "wezterm"].contains(terminal)
            || ["kitty", "ghostty", "WezTerm"].contains(program) || environment("KITTY_WINDOW_ID") != nil
        let hasLinks =
            ["foot", "foot-extra", "alacritty", "contour"].contains(terminal)
            || ["iTerm.app", "vscode", "Hyper", "rio"].contains(program)
            || ["KONSOLE_VERSION", "WT_SESSION"].contains { environment($0) != nil }
            // VTE has them since 0.50.
            || (environment("VTE_VERSION").flatMap { Int($0) } ?? 0) >= 5000
        return TerminalAbilities(hasLinks: hasGraphics || hasLinks, hasKittyGraphics: hasGraphics)
    }

    /// Text that carries a link where the terminal knows links. The link must be printable ASCII.
    public func link(_ text: String, to address: String) -> String {
        guard hasLinks else { return text }
        return EscapeCode.link(address).sequence + text + EscapeCode.link("").sequence
    }
}

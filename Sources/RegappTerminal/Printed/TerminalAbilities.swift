/// The abilities of a terminal beyond plain text and colours, detected from the environment.
package struct TerminalAbilities: Hashable, Sendable {
    package let hasLinks: Bool
    package let hasKittyGraphics: Bool

    /// No abilities: an unknown terminal, or a pipe.
    package static let none = TerminalAbilities(hasLinks: false, hasKittyGraphics: false)

    package init(hasLinks: Bool, hasKittyGraphics: Bool) {
        self.hasLinks = hasLinks
        self.hasKittyGraphics = hasKittyGraphics
    }

    /// Detects the abilities from `TERM`, `TERM_PROGRAM` and the variables that some terminals set. Inside tmux or
    /// screen, the abilities are that program's, whatever the terminal around it.
    package static func detect(environment: (String) -> String?) -> TerminalAbilities {
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

    /// The text as a link if the terminal supports links. The address must be printable ASCII.
    package func link(_ text: String, to address: String) -> String {
        guard hasLinks else { return text }
        return EscapeCode.link(address).sequence + text + EscapeCode.link("").sequence
    }
}

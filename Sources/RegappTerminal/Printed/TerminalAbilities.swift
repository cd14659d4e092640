internal import RegappValues

/// The abilities of a terminal beyond plain text and colours, detected from the environment.
package struct TerminalAbilities: Hashable, Sendable {
    package private(set) var hasLinks: Bool
    package private(set) var hasKittyGraphics: Bool
    /// Whether it may have a clipboard: no terminal says so, but some are known to have none.
    package var hasClipboard = true

    /// No abilities: an unknown terminal, or a pipe.
    package static let none = TerminalAbilities(hasLinks: false, hasKittyGraphics: false)

    /// Detects the abilities from `TERM`, `TERM_PROGRAM` and the variables that some terminals set. Inside tmux or
    /// screen, the abilities are that program's, whatever the terminal around it.
    package static func detect(environment: (String) -> String?) -> TerminalAbilities {
        let terminal = environment("TERM") ?? ""
        let program = environment("TERM_PROGRAM") ?? ""
        var abilities = Self.none
        abilities.hasClipboard =
            !["", "dumb", "ansi", "linux"].contains(terminal) && !terminal.hasPrefix("linux-")
            && !terminal.hasPrefix("vt") && program != "Apple_Terminal"
        let isMultiplexed =
            environment("TMUX") != nil || terminal.hasPrefix("screen") || terminal.hasPrefix("tmux")
        if isMultiplexed || ["", "dumb"].contains(terminal) { return abilities }
        let hasGraphics =
            ["xterm-kitty", "xterm-ghostty", "wezterm"].contains(terminal)
            || ["kitty", "ghostty", "WezTerm"].contains(program) || environment("KITTY_WINDOW_ID") != nil
        let hasLinks =
            ["foot", "foot-extra", "alacritty", "contour"].contains(terminal)
            || ["iTerm.app", "vscode", "Hyper", "rio"].contains(program)
            || ["KONSOLE_VERSION", "WT_SESSION"].contains { environment($0) != nil }
            // VTE has them since 0.50.
            || (environment("VTE_VERSION").flatMap { Int($0) } ?? 0) >= 5000
        abilities.hasLinks = hasGraphics || hasLinks
        abilities.hasKittyGraphics = hasGraphics
        return abilities
    }

    /// The text as a link if the terminal supports links. The address must be printable ASCII.
    package func link(_ text: String, to address: String) -> String {
        guard hasLinks else { return text }
        return EscapeCode.link(address).sequence + text + EscapeCode.link("").sequence
    }
}

/// A PNG file as a picture that the terminal itself draws over `size` cells, through kitty's graphics protocol.
/// Printed at the start of the picture's first line, the text makes room below, draws, and leaves the cursor where it
/// was, so that lines can be printed beside the picture.
package func kittyPicture(png: [UInt8], size: Size) -> String {
    var text = String(repeating: "\n", count: size.rows)
    if size.rows > 0 { text += EscapeCode.moveUp(rows: size.rows).sequence }
    var rest = Array(Base64.encode(png).utf8)[...]
    // Show at once (a=T), a PNG (f=100), do not move the cursor (C=1), answer nothing (q=2).
    var control = "a=T,f=100,c=\(size.columns),r=\(size.rows),C=1,q=2,"
    repeat {
        // The most base64 characters of one piece (kitty's documentation).
        let piece = rest.prefix(4096)
        rest = rest.dropFirst(piece.count)
        let payload = String(decoding: piece, as: UTF8.self)
        text += EscapeCode.graphics(control + "m=\(rest.isEmpty ? 0 : 1)", payload: payload).sequence
        control = ""
    } while !rest.isEmpty
    return text
}

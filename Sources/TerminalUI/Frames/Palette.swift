/// The program's colours (orange, teal and grey on the terminal's own background) at the colour depth of a terminal.
///
/// Without colour, reverse video, bold, faint and underline still distinguish focus, buttons and disabled buttons.
public struct Palette: Hashable, Sendable {
    /// The number of colours of a terminal.
    public enum Depth: Sendable, CaseIterable {
        /// No colour, attributes only.
        case none
        /// The 16 colours of the terminal's theme.
        case sixteen
        /// The 256 colours of xterm.
        case indexed
        /// 24 bits.
        case trueColour
    }

    public let depth: Depth

    public init(_ depth: Depth) { self.depth = depth }

    /// The palette that the environment asks for by `NO_COLOR`, `COLORTERM` and `TERM`.
    ///
    /// - Parameter environment: the value of a variable, or nil. A `NO_COLOR` that is not empty turns colour
    ///   off (no-color.org).
    public static func detect(environment: (String) -> String?) -> Palette {
        if environment("NO_COLOR")?.isEmpty == false { return Palette(.none) }
        let terminal = environment("TERM") ?? ""
        if terminal.isEmpty || terminal == "dumb" || terminal.hasPrefix("vt") || terminal.hasSuffix("-m") {
            return Palette(.none)
        }
        if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") { return Palette(.trueColour) }
        if terminal.hasSuffix("-direct") { return Palette(.trueColour) }
        return Palette(terminal.hasSuffix("256color") ? .indexed : .sixteen)
    }

    /// SGR parameters of a style, empty for the terminal's defaults.
    func rendition(of style: Style) -> String { Look(style).parameters(depth) }

    /// The character to write for a cell: without colour, pixels become shades.
    func character(of cell: Cell) -> Character {
        guard depth == .none, case .pixels(let upper, let lower) = cell.style else { return cell.character }
        let shades: [Character] = [" ", "░", "▒", "▓", "█"]
        return shades[min(shades.count - 1, (upper.luminance + lower.luminance) * shades.count / 511)]
    }
}

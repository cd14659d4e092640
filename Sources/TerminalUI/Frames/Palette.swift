/// The house colours for what a terminal can show: orange, teal, grey, on the terminal's own background.
///
/// Without colour, reverse video, bold, faint and underline still tell focus, buttons and disabled buttons apart.
public struct Palette: Hashable, Sendable {
    /// How many colours there are.
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

    /// How many colours are used.
    public let depth: Depth

    /// A palette of a known depth.
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
    func rendition(of style: Style) -> String {
        if case .pixels(let upper, let lower) = style { return pixels(upper, lower) }
        let look = Look(style)
        guard depth != .none else { return look.monochrome }
        return [
            look.attributes, look.foreground.map { $0.parameters(depth, isBackground: false) } ?? "",
            look.background.map { $0.parameters(depth, isBackground: true) } ?? "",
        ].filter { !$0.isEmpty }.joined(separator: ";")
    }

    /// What stands in a cell: pictures become shades where there is no colour.
    func character(of cell: Cell) -> Character {
        guard depth == .none, case .pixels(let upper, let lower) = cell.style else { return cell.character }
        let shades: [Character] = [" ", "░", "▒", "▓", "█"]
        return shades[min(shades.count - 1, (upper.luminance + lower.luminance) * shades.count / 511)]
    }

    private func pixels(_ upper: RGB, _ lower: RGB) -> String {
        guard depth != .none else { return "" }
        let foreground = Colour(upper).parameters(depth, isBackground: false)
        return foreground + ";" + Colour(lower).parameters(depth, isBackground: true)
    }
}

/// One colour in its three spellings.
struct Colour: Hashable {
    let rgb: RGB
    /// Index among xterm's 256.
    let indexed: Int
    /// Index among the 16; 8 and up are the bright ones.
    let basic: Int

    func parameters(_ depth: Palette.Depth, isBackground: Bool) -> String {
        let base = isBackground ? 10 : 0
        switch depth {
        case .none: return ""
        case .sixteen: return String((basic < 8 ? 30 + basic : 82 + basic) + base)
        case .indexed: return "\(38 + base);5;\(indexed)"
        case .trueColour: return "\(38 + base);2;\(rgb.red);\(rgb.green);\(rgb.blue)"
        }
    }
}

extension Colour {
    /// The nearest colours to a pixel.
    init(_ rgb: RGB) {
        self.init(rgb: rgb, indexed: Self.indexed(rgb), basic: Self.basic(rgb))
    }

    /// The cube of six levels a channel, or the ramp of greys where the channels are nearly equal.
    private static func indexed(_ rgb: RGB) -> Int {
        let channels = [Int(rgb.red), Int(rgb.green), Int(rgb.blue)]
        let spread = (channels.max() ?? 0) - (channels.min() ?? 0)
        if spread < 10, (8...238).contains(rgb.luminance) { return 232 + (rgb.luminance - 8) / 10 }
        // The levels are 0, 95, 135, 175, 215 and 255.
        let levels = channels.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        return 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    }

    private static func basic(_ rgb: RGB) -> Int {
        let brightest = Int(max(rgb.red, rgb.green, rgb.blue))
        guard brightest >= 48 else { return 0 }
        let half = brightest / 2
        let bits =
            (Int(rgb.red) > half ? 1 : 0) | (Int(rgb.green) > half ? 2 : 0) | (Int(rgb.blue) > half ? 4 : 0)
        // White of low brightness is the bright black that terminals show as grey.
        if bits == 7, brightest < 128 { return 8 }
        return brightest >= 192 ? bits + 8 : bits
    }
}

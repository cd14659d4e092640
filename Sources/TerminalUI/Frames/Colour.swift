/// One colour in 24 bits, in xterm's 256 and in the 16 of the theme.
struct Colour: Hashable {
    let rgb: RGB
    /// Index among xterm's 256.
    let indexed: Int
    /// Index among the 16, 8 and up are the bright ones; nil is the terminal's own colour.
    let basic: Int?

    /// The SGR parameters; nil for the terminal's own colour.
    func parameters(_ depth: Palette.Depth, isBackground: Bool) -> String? {
        let base = isBackground ? 10 : 0
        switch depth {
        case .none: return nil
        case .sixteen: return basic.map { String(($0 < 8 ? 30 + $0 : 82 + $0) + base) }
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

    /// The index in the cube of six levels a channel, or in the ramp of greys if the channels are nearly equal.
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

// For pow.
internal import Glibc

/// A colour of 8 bits a channel.
package struct RGB: Hashable, Sendable {
    package let red, green, blue: UInt8

    static let black = RGB(0, 0, 0)
    static let white = RGB(255, 255, 255)

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Perceived brightness by ITU-R BT.601, 0 to 255.
    var luminance: Int { (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 }

    // MARK: Contrast

    /// The contrast of text in one of the colours on the other, 1 to 21 (WCAG 2.2, "contrast ratio").
    func contrast(with other: RGB) -> Double {
        let (one, two) = (relativeLuminance, other.relativeLuminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// WCAG 2.2, "relative luminance": 0 for black, 1 for white.
    private var relativeLuminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Whether white is read better on it than black.
    var isDark: Bool { contrast(with: .white) > contrast(with: .black) }

    /// The one of black and white that is read better on it, with a contrast of 4.58 or more.
    var opposite: RGB { isDark ? .white : .black }

    /// The colour a number of 32nds of the way from this one to another.
    func mixed(with other: RGB, thirtySeconds share: Int = 16) -> RGB {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8(clamping: (Int(one) * (32 - share) + Int(two) * share + 16) / 32)
        }
        return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }

    /// The colour between this one and black or white that first has this contrast with a background, or the nearest
    /// to it that exists.
    func readable(on background: RGB, contrast: Double, _ depth: Palette.Depth) -> RGB {
        let mixtures = (0...32).lazy.map {
            mixed(with: background.opposite, thirtySeconds: $0).nearest(depth)
        }
        return mixtures.first { $0.contrast(with: background) >= contrast } ?? background.opposite
    }

    // MARK: What terminals have

    /// The SGR parameters of the nearest colour; nil if there are no colours.
    func parameters(_ depth: Palette.Depth, isBackground: Bool) -> String? {
        let base = isBackground ? 10 : 0
        switch depth {
        case .none: return nil
        case .sixteen: return String((basic < 8 ? 30 + basic : 82 + basic) + base)
        case .indexed: return "\(38 + base);5;\(indexed)"
        case .trueColour: return "\(38 + base);2;\(red);\(green);\(blue)"
        }
    }

    /// The nearest colour of a terminal with 256 colours, or the colour itself.
    func nearest(_ depth: Palette.Depth) -> RGB {
        guard depth == .indexed else { return self }
        let index = indexed
        if index >= 232 {
            let grey = UInt8(8 + 10 * (index - 232))
            return RGB(grey, grey, grey)
        }
        let place = index - 16
        return RGB(Self.levels[place / 36], Self.levels[place / 6 % 6], Self.levels[place % 6])
    }

    /// The six levels of a channel in xterm's cube.
    private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// The index in the cube of xterm's 256, or in the ramp of greys if the channels are nearly equal.
    private var indexed: Int {
        let channels = [Int(red), Int(green), Int(blue)]
        let spread = (channels.max() ?? 0) - (channels.min() ?? 0)
        if spread < 10, (8...238).contains(luminance) { return 232 + (luminance - 8) / 10 }
        let levels = channels.map { $0 < 48 ? 0 : $0 < 115 ? 1 : ($0 - 35) / 40 }
        return 16 + 36 * levels[0] + 6 * levels[1] + levels[2]
    }

    /// The index among the 16 of the theme; 8 and up are the bright ones.
    private var basic: Int {
        let brightest = Int(max(red, green, blue))
        guard brightest >= 48 else { return 0 }
        let half = brightest / 2
        let bits = (Int(red) > half ? 1 : 0) | (Int(green) > half ? 2 : 0) | (Int(blue) > half ? 4 : 0)
        // White of low brightness is the bright black that terminals show as grey.
        if bits == 7, brightest < 128 { return 8 }
        return brightest >= 192 ? bits + 8 : bits
    }
}

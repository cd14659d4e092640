// For pow.
internal import Glibc

package struct RGB: Hashable, Sendable {
    package let red, green, blue: UInt8

    static let black = RGB(0, 0, 0)
    static let white = RGB(255, 255, 255)

    package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Perceived brightness according to ITU-R BT.601, 0 to 255.
    var luminance: Int { (Int(red) * 299 + Int(green) * 587 + Int(blue) * 114) / 1000 }

    /// The "contrast ratio" of WCAG 2.2, 1 to 21; the order of the colours does not matter.
    func contrast(with other: RGB) -> Double {
        let one = relativeLuminance
        let two = other.relativeLuminance
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// The "relative luminance" of WCAG 2.2: 0 for black, 1 for white.
    private var relativeLuminance: Double {
        func linear(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// Black or white, whichever is easier to read on it; the contrast is at least 4.58.
    var opposite: RGB { contrast(with: .white) > contrast(with: .black) ? .white : .black }

    /// - Parameter share: how far from this colour to the other, in 32nds.
    func mixed(with other: RGB, thirtySeconds share: Int = 16) -> RGB {
        func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
            UInt8(clamping: (Int(one) * (32 - share) + Int(two) * share + 16) / 32)
        }
        return RGB(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
    }

    /// The first colour on the way from this one to black or white with this contrast; failing that, black or white.
    func readable(on background: RGB, contrast: Double, _ depth: Palette.Depth) -> RGB {
        let extreme = background.opposite
        for share in 0..<32 {
            let mixture = mixed(with: extreme, thirtySeconds: share).nearest(depth)
            if mixture.contrast(with: background) >= contrast { return mixture }
        }
        return extreme
    }

    /// The SGR parameters of the nearest colour; `depth` is at least 256 colours.
    func parameters(_ depth: Palette.Depth, isBackground: Bool) -> String {
        let purpose = isBackground ? 48 : 38
        return depth == .indexed ? "\(purpose);5;\(indexed)" : "\(purpose);2;\(red);\(green);\(blue)"
    }

    func nearest(_ depth: Palette.Depth) -> RGB {
        guard depth == .indexed else { return self }
        let index = indexed
        if index >= 232 {
            let grey = UInt8(8 + 10 * (index - 232))
            return RGB(grey, grey, grey)
        }
        let offset = index - 16
        return RGB(Self.levels[offset / 36], Self.levels[offset / 6 % 6], Self.levels[offset % 6])
    }

    /// The six levels per channel of xterm's colour cube.
    private static let levels: [UInt8] = [0, 95, 135, 175, 215, 255]

    /// An index among xterm's 256 colours: in the cube, or in the grey ramp if the channels are nearly equal.
    private var indexed: Int {
        let spread = max(red, green, blue) - min(red, green, blue)
        if spread < 10, (8...238).contains(luminance) { return 232 + (luminance - 8) / 10 }
        func level(_ channel: UInt8) -> Int {
            switch channel {
            case ..<48: 0
            case ..<115: 1
            default: (Int(channel) - 35) / 40
            }
        }
        return 16 + 36 * level(red) + 6 * level(green) + level(blue)
    }
}

internal import Glibc

extension CellStyle.Colour {
    /// Red, green and blue; nil for a colour of the theme, which is unknown.
    package var channels: [Int]? {
        switch self {
        case .rgb(let red, let green, let blue): return [red, green, blue]
        case .indexed(let index) where index >= 232: return Array(repeating: 8 + 10 * (index - 232), count: 3)
        case .indexed(let index) where index >= 16:
            let levels = [0, 95, 135, 175, 215, 255]
            return [levels[(index - 16) / 36], levels[(index - 16) / 6 % 6], levels[(index - 16) % 6]]
        case .indexed: return nil
        }
    }

    /// The contrast with another colour by WCAG 2.2, 1 to 21; nil if either is a colour of the theme.
    package func contrast(with other: CellStyle.Colour) -> Double? {
        guard let mine = luminance, let theirs = other.luminance else { return nil }
        return (max(mine, theirs) + 0.05) / (min(mine, theirs) + 0.05)
    }

    private var luminance: Double? {
        channels.map { channels in
            let linear = channels.map { channel in
                let value = Double(channel) / 255
                return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
            }
            return linear[0] * 0.2126 + linear[1] * 0.7152 + linear[2] * 0.0722
        }
    }
}

extension CellStyle {
    package var colourless: CellStyle {
        var style = self
        (style.foreground, style.background) = (nil, nil)
        return style
    }
}

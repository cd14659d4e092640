import RegappTerminal
import RegappTestSupport
import Testing

extension Frame {
    /// What a terminal shows of the frame, from the bytes that are written for it.
    func shown(in palette: Palette) -> ScreenModel {
        var writer = FrameWriter(palette: palette)
        var screen = ScreenModel(columns: size.columns, rows: size.rows)
        screen.feed(writer.bytes(for: self))
        return screen
    }
}

/// A terminal's background.
struct Ground: CustomTestStringConvertible {
    let testDescription: String
    let rgb: RGB

    static let all = [
        Ground(testDescription: "black", rgb: RGB(0, 0, 0)),
        Ground(testDescription: "#1e1e1e", rgb: RGB(0x1E, 0x1E, 0x1E)),
        Ground(testDescription: "white", rgb: RGB(255, 255, 255)),
        Ground(testDescription: "Solarized light", rgb: RGB(0xFD, 0xF6, 0xE3)),
        Ground(testDescription: "Solarized dark", rgb: RGB(0x00, 0x2B, 0x36)),
    ]

    var colour: CellStyle.Colour { .rgb(Int(rgb.red), Int(rgb.green), Int(rgb.blue)) }
}

struct NamedPalette: CustomTestStringConvertible {
    let testDescription: String
    let palette: Palette

    static let all = ["dark", "light", "256", "unknown", "16", "no-colour", "ascii"].map(NamedPalette.init)

    init(_ name: String) {
        testDescription = name
        let (dark, light) = (RGB(0x1E, 0x1E, 0x1E), RGB(0xFD, 0xF6, 0xE3))
        palette =
            switch name {
            case "dark": Palette(.trueColour, background: dark)
            case "light": Palette(.trueColour, background: light)
            case "256": Palette(.indexed, background: dark)
            case "16": Palette(.sixteen, background: dark)
            case "unknown": Palette(.trueColour)
            case "ascii": Palette(.sixteen, isASCII: true)
            default: Palette(.none)
            }
    }
}

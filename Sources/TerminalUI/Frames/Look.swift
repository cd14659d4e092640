/// How one style looks, with colour and without.
struct Look {
    /// An SGR attribute besides colours; the raw value is its parameter.
    enum Attribute: Int {
        case bold = 1
        case faint = 2
        case underline = 4
        case reverse = 7
    }

    private let foreground: Colour?
    private let background: Colour?
    private let attributes: [Attribute]
    /// Attributes added with 16 or 256 colours.
    private let limited: [Attribute]
    /// The attributes used without colour.
    private let monochrome: [Attribute]

    private init(
        _ foreground: Colour? = nil, on background: Colour? = nil, _ attributes: [Attribute] = [],
        limited: [Attribute] = [], monochrome: [Attribute] = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.limited = limited
        self.monochrome = monochrome
    }

    /// SGR parameters for a number of colours, empty for the terminal's defaults.
    func parameters(_ depth: Palette.Depth) -> String {
        let used = depth == .none ? monochrome : depth == .trueColour ? attributes : limited + attributes
        let colours = [
            foreground?.parameters(depth, isBackground: false),
            background?.parameters(depth, isBackground: true),
        ]
        return (used.map { "\($0.rawValue)" } + colours.compactMap { $0 }).joined(separator: ";")
    }

    private static let orange = Colour(rgb: RGB(235, 130, 30), indexed: 208, basic: 3)
    private static let teal = Colour(rgb: RGB(0, 140, 130), indexed: 30, basic: 6)
    private static let brightTeal = Colour(rgb: RGB(0, 195, 180), indexed: 43, basic: 14)
    /// Teal at half its strength; the 16 colours have none, there the faint text has to do.
    private static let halfTeal = Colour(rgb: RGB(0, 70, 65), indexed: 23, basic: nil)
    private static let paleTeal = Colour(rgb: RGB(128, 160, 156), indexed: 109, basic: 6)
    private static let white = Colour(rgb: RGB(255, 255, 255), indexed: 231, basic: 15)
    private static let black = Colour(rgb: RGB(0, 0, 0), indexed: 16, basic: 0)
    private static let grey = Colour(rgb: RGB(128, 128, 128), indexed: 244, basic: 8)
    private static let red = Colour(rgb: RGB(215, 60, 55), indexed: 167, basic: 1)
    private static let green = Colour(rgb: RGB(40, 150, 80), indexed: 35, basic: 2)

    init(_ style: Style) {
        self =
            switch style {
            case .text: Look()
            case .pixels(let upper, let lower): Look(Colour(upper), on: Colour(lower))
            case .title: Look(Self.orange, [.bold], monochrome: [.bold])
            case .icon: Look(Self.orange)
            case .bar: Look(Self.white, on: Self.teal, monochrome: [.reverse])
            case .label: Look(Self.grey)
            case .labelFocused: Look(Self.teal, [.bold], monochrome: [.bold])
            case .field: Look(nil, [.underline], monochrome: [.underline])
            case .placeholder: Look(Self.grey, [.underline], monochrome: [.faint, .underline])
            case .button: Look(Self.white, on: Self.teal, monochrome: [.reverse])
            case .buttonFocused:
                Look(Self.black, on: Self.brightTeal, [.bold], monochrome: [.bold, .underline, .reverse])
            case .buttonDisabled:
                Look(Self.paleTeal, on: Self.halfTeal, limited: [.faint], monochrome: [.faint])
            case .buttonDisabledFocused:
                Look(
                    Self.paleTeal, on: Self.halfTeal, [.underline], limited: [.faint],
                    monochrome: [.faint, .underline])
            case .problem: Look(Self.red, monochrome: [.bold])
            case .success: Look(Self.green)
            case .faint: Look(Self.grey, monochrome: [.faint])
            case .selection: Look(Self.black, on: Self.brightTeal, monochrome: [.reverse])
            case .selectionFaint:
                Look(
                    Self.paleTeal, on: Self.halfTeal, [.underline], limited: [.faint],
                    monochrome: [.faint, .reverse])
            case .border: Look(Self.teal)
            case .key: Look(nil, [.bold], monochrome: [.bold])
            }
    }
}

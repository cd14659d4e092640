/// How one style looks, with colour and without.
struct Look {
    /// The SGR attributes besides colours.
    struct Attributes: OptionSet {
        let rawValue: Int

        static let bold = Attributes(rawValue: 1)
        static let faint = Attributes(rawValue: 2)
        static let underline = Attributes(rawValue: 4)
        static let reverse = Attributes(rawValue: 8)

        private static let codes: [(Attributes, String)] = [
            (.bold, "1"), (.faint, "2"), (.underline, "4"), (.reverse, "7"),
        ]

        /// The SGR parameters.
        var parameters: [String] { Self.codes.filter { contains($0.0) }.map(\.1) }
    }

    private let foreground: Colour?
    private let background: Colour?
    private let attributes: Attributes
    /// Attributes added with 16 or 256 colours.
    private let limited: Attributes
    /// The attributes used without colour.
    private let monochrome: Attributes

    private init(
        _ foreground: Colour? = nil, on background: Colour? = nil, _ attributes: Attributes = [],
        limited: Attributes = [], monochrome: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.limited = limited
        self.monochrome = monochrome
    }

    /// SGR parameters for a number of colours, empty for the terminal's defaults.
    func parameters(_ depth: Palette.Depth) -> String {
        guard depth != .none else { return monochrome.parameters.joined(separator: ";") }
        let all = depth == .trueColour ? attributes : attributes.union(limited)
        let colours = [
            foreground?.parameters(depth, isBackground: false),
            background?.parameters(depth, isBackground: true),
        ]
        return (all.parameters + colours.compactMap { $0 }).joined(separator: ";")
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

    /// The look of a style. Pixels have none: their colours are their own.
    init(_ style: Style) {
        self =
            switch style {
            case .text, .pixels: Look()
            case .title: Look(Self.orange, .bold, monochrome: .bold)
            case .icon: Look(Self.orange)
            case .bar: Look(Self.white, on: Self.teal, monochrome: .reverse)
            case .label: Look(Self.grey)
            case .labelFocused: Look(Self.teal, .bold, monochrome: .bold)
            case .field: Look(nil, .underline, monochrome: .underline)
            case .placeholder: Look(Self.grey, .underline, monochrome: [.faint, .underline])
            case .button: Look(Self.white, on: Self.teal, monochrome: .reverse)
            case .buttonFocused:
                Look(Self.black, on: Self.brightTeal, .bold, monochrome: [.bold, .underline, .reverse])
            case .buttonDisabled: Look(Self.paleTeal, on: Self.halfTeal, limited: .faint, monochrome: .faint)
            case .buttonDisabledFocused:
                Look(
                    Self.paleTeal, on: Self.halfTeal, .underline, limited: .faint,
                    monochrome: [.faint, .underline])
            case .problem: Look(Self.red, monochrome: .bold)
            case .success: Look(Self.green)
            case .faint: Look(Self.grey, monochrome: .faint)
            case .selection: Look(Self.black, on: Self.brightTeal, monochrome: .reverse)
            case .selectionFaint:
                Look(
                    Self.paleTeal, on: Self.halfTeal, .underline, limited: .faint,
                    monochrome: [.faint, .reverse])
            case .border: Look(Self.teal)
            case .key: Look(nil, .bold, monochrome: .bold)
            }
    }
}

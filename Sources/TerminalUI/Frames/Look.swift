/// How one style looks, with colour and without.
struct Look {
    var foreground: Colour?
    var background: Colour?
    /// SGR attributes that go with the colours.
    var attributes = ""
    /// SGR attributes where there is no colour.
    var monochrome = ""

    private static let orange = Colour(rgb: RGB(235, 130, 30), indexed: 208, basic: 3)
    private static let teal = Colour(rgb: RGB(0, 140, 130), indexed: 30, basic: 6)
    private static let brightTeal = Colour(rgb: RGB(0, 195, 180), indexed: 43, basic: 14)
    private static let halfTeal = Colour(rgb: RGB(0, 70, 65), indexed: 23, basic: 0)
    private static let halfWhite = Colour(rgb: RGB(128, 160, 156), indexed: 109, basic: 6)
    private static let white = Colour(rgb: RGB(255, 255, 255), indexed: 231, basic: 15)
    private static let black = Colour(rgb: RGB(0, 0, 0), indexed: 16, basic: 0)
    private static let grey = Colour(rgb: RGB(128, 128, 128), indexed: 244, basic: 8)
    private static let red = Colour(rgb: RGB(215, 60, 55), indexed: 167, basic: 1)
    private static let green = Colour(rgb: RGB(40, 150, 80), indexed: 35, basic: 2)

    private static let bold = "1"
    private static let faint = "2"
    private static let underline = "4"
    private static let reverse = "7"

    private init(
        _ foreground: Colour? = nil, on background: Colour? = nil, _ attributes: String = "",
        monochrome: String = ""
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        self.monochrome = monochrome
    }

    /// The look of a style; pixels have none, their colours are their own.
    init(_ style: Style) {
        self =
            switch style {
            case .text, .pixels: Look()
            case .title: Look(Self.orange, Self.bold, monochrome: Self.bold)
            case .icon: Look(Self.orange)
            case .bar: Look(Self.white, on: Self.teal, monochrome: Self.reverse)
            case .label: Look(Self.grey)
            case .labelFocused: Look(Self.teal, Self.bold, monochrome: Self.bold)
            case .field: Look(nil, Self.underline, monochrome: Self.underline)
            case .placeholder: Look(Self.grey, Self.underline, monochrome: "2;4")
            case .button: Look(Self.white, on: Self.teal, monochrome: Self.reverse)
            case .buttonFocused: Look(Self.black, on: Self.brightTeal, Self.bold, monochrome: "1;4;7")
            case .buttonDisabled: Look(Self.halfWhite, on: Self.halfTeal, Self.faint, monochrome: Self.faint)
            case .buttonDisabledFocused: Look(Self.halfWhite, on: Self.halfTeal, "2;4", monochrome: "2;4")
            case .problem: Look(Self.red, monochrome: Self.bold)
            case .success: Look(Self.green)
            case .faint: Look(Self.grey, monochrome: Self.faint)
            case .selection: Look(Self.black, on: Self.brightTeal, monochrome: Self.reverse)
            case .selectionFaint: Look(Self.halfWhite, on: Self.halfTeal, monochrome: "2;7")
            case .border: Look(Self.teal)
            case .key: Look(nil, Self.bold, monochrome: Self.bold)
            }
    }
}

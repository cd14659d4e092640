/// The colours that a terminal can show well, whatever is behind the text.
enum ColourScheme: Hashable, Sendable {
    /// Those of the terminal's theme, by their names, where the background or the colours themselves are not known:
    /// only such as can be read on a dark background and on a light one, and no background is set.
    case theme
    /// The program's own, mixed for a background that is known.
    case mixed(MixedColours)

    /// A colour of text by what it tells.
    enum Hue: Int, CaseIterable {
        /// Of titles, and of what waits.
        case orange
        /// Of what has the focus, and of frames.
        case teal
        case grey, red, green

        fileprivate var rgb: RGB {
            switch self {
            case .orange: RGB(235, 130, 30)
            case .teal: RGB(0, 140, 130)
            case .grey: RGB(128, 128, 128)
            case .red: RGB(215, 60, 55)
            case .green: RGB(40, 150, 80)
            }
        }

        /// The SGR parameter of the colour of the theme; nil for text in the terminal's own. Yellow vanishes on white,
        /// dark blue on black.
        fileprivate var themeParameter: String? {
            switch self {
            case .orange: "35"
            case .teal: "36"
            case .grey: nil
            case .red: "31"
            case .green: "32"
            }
        }
    }

    /// A filling with the text on it.
    enum Filling {
        /// Of the bar at the top.
        case bar
        /// Of what can be pressed.
        case full
        /// Of what has the focus.
        case focused
        /// Of what cannot be pressed: half-way between the full one and the background.
        case half

        /// The SGR parameters with the theme's colours, reversed; nil for the terminal's own. Text in the background's
        /// colour on cyan would vanish where that is light.
        fileprivate var themeParameters: String? {
            switch self {
            case .bar, .focused: "7;35"
            case .full, .half: nil
            }
        }
    }

    /// The SGR parameters of text; nil if no colour of the terminal is fit for it.
    func parameters(_ hue: Hue) -> String? {
        switch self {
        case .theme: hue.themeParameter
        case .mixed(let colours): colours.parameters(hue)
        }
    }

    /// The SGR parameters of a filling and its text; nil if there are too few colours for it.
    func parameters(_ filling: Filling) -> String? {
        switch self {
        case .theme: filling.themeParameters
        case .mixed(let colours): colours.parameters(filling)
        }
    }
}

/// The program's colours on a background, so light or dark that they are read well on it.
struct MixedColours: Hashable, Sendable {
    /// What WCAG 2.2 asks of text.
    private static let textContrast = 4.5
    /// Of what has the focus, well apart from the rest.
    private static let focusContrast = 8.0
    /// Of text on what cannot be pressed.
    private static let disabledContrast = 3.0

    private let depth: Palette.Depth
    /// By the raw value of the hue.
    private let texts: [RGB]
    private let focused: RGB
    private let half: RGB
    private let halfText: RGB

    init(_ depth: Palette.Depth, on background: RGB) {
        self.depth = depth
        texts = ColourScheme.Hue.allCases.map {
            $0.rgb.readable(on: background, contrast: Self.textContrast, depth)
        }
        let teal = texts[ColourScheme.Hue.teal.rawValue]
        focused = teal.readable(on: background, contrast: Self.focusContrast, depth)
        half = teal.mixed(with: background).nearest(depth)
        halfText = half.readable(on: half, contrast: Self.disabledContrast, depth)
    }

    fileprivate func parameters(_ hue: ColourScheme.Hue) -> String? {
        texts[hue.rawValue].parameters(depth, isBackground: false)
    }

    fileprivate func parameters(_ filling: ColourScheme.Filling) -> String? {
        let teal = texts[ColourScheme.Hue.teal.rawValue]
        let (text, background) =
            switch filling {
            case .bar, .full: (teal.opposite, teal)
            case .focused: (focused.opposite, focused)
            case .half: (halfText, half)
            }
        guard let ink = text.parameters(depth, isBackground: false),
            let paper = background.parameters(depth, isBackground: true)
        else { return nil }
        return "\(ink);\(paper)"
    }
}

/// Colours that can be read on the terminal's background.
enum ColourScheme: Hashable, Sendable {
    /// The colours of the terminal's theme, for an unknown background or few colours: only those that can be read on
    /// dark and on light, and no background is set.
    case theme
    /// The program's own colours, mixed for a known background.
    case mixed(MixedColours)

    /// A colour of text, before it is adapted to a background.
    enum Hue: Int, CaseIterable {
        /// Titles and icons.
        case orange
        /// Warnings, and work that is in progress.
        case amber
        /// Frames, and whatever has the focus.
        case teal
        case grey, red, green
        /// Half-way between text and background.
        case dim

        /// Nil if it depends on the background alone.
        fileprivate var rgb: RGB? {
            switch self {
            case .orange: RGB(235, 130, 30)
            case .amber: RGB(205, 140, 0)
            case .teal: RGB(0, 140, 130)
            case .grey: RGB(128, 128, 128)
            case .red: RGB(215, 60, 55)
            case .green: RGB(40, 150, 80)
            case .dim: nil
            }
        }

        /// The SGR parameter of the theme's colour; nil for the terminal's own.
        fileprivate var themeParameter: String? {
            switch self {
            case .orange: "35"
            case .amber: "33"
            case .teal: "36"
            case .grey, .dim: nil
            case .red: "31"
            case .green: "32"
            }
        }
    }

    /// A background colour together with the colour of the text on it; only on a known background.
    enum Filling {
        /// The bar at the top.
        case bar
        /// What has the focus, or is selected.
        case focused
        /// The same, where it cannot be chosen.
        case half
    }

    /// SGR parameters of text; nil for the terminal's own colour.
    func parameters(_ hue: Hue) -> String? {
        switch self {
        case .theme: hue.themeParameter
        case .mixed(let colours): colours.parameters(hue)
        }
    }

    /// SGR parameters of a filling and its text; nil if the terminal's background is unknown or its colours are few: a
    /// block in a colour of the theme would be louder than all else.
    func parameters(_ filling: Filling) -> String? {
        switch self {
        case .theme: nil
        case .mixed(let colours): colours.parameters(filling)
        }
    }
}

/// The program's colours, lightened or darkened until they can be read on a background.
struct MixedColours: Hashable, Sendable {
    /// The minimum of WCAG 2.2 for text.
    private static let textContrast = 4.5
    /// Makes the focused element stand out.
    private static let focusContrast = 8.0
    /// For the text on a disabled button.
    private static let disabledContrast = 3.0

    private let depth: Palette.Depth
    /// Indexed by the raw value of the hue.
    private let texts: [RGB]
    private let focused: RGB
    private let half: RGB
    private let halfText: RGB

    init(_ depth: Palette.Depth, on background: RGB) {
        self.depth = depth
        texts = ColourScheme.Hue.allCases.map { hue in
            hue.rgb.map { $0.readable(on: background, contrast: Self.textContrast, depth) }
                ?? background.opposite.mixed(with: background).nearest(depth)
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
            case .bar: (teal.opposite, teal)
            case .focused: (focused.opposite, focused)
            case .half: (halfText, half)
            }
        guard let ink = text.parameters(depth, isBackground: false),
            let paper = background.parameters(depth, isBackground: true)
        else { return nil }
        return "\(ink);\(paper)"
    }
}

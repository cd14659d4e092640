/// The program's colours on a background that is known, so light or dark that they are read well on it.
struct ColourScheme: Hashable, Sendable {
    enum Hue: Int, CaseIterable {
        case orange, teal, grey, red, green

        fileprivate var rgb: RGB {
            switch self {
            case .orange: RGB(235, 130, 30)
            case .teal: RGB(0, 140, 130)
            case .grey: RGB(128, 128, 128)
            case .red: RGB(215, 60, 55)
            case .green: RGB(40, 150, 80)
            }
        }

        /// The SGR parameter of the nearest of the theme's 16 colours that the usual themes show well on a dark or a
        /// light background; nil if there is none.
        fileprivate func themeParameter(isDark: Bool) -> String? {
            switch self {
            case .orange: isDark ? "33" : nil
            case .teal: isDark ? "36" : "34"
            case .grey: nil
            case .red: isDark ? "91" : "31"
            case .green: isDark ? "32" : nil
            }
        }
    }

    /// A filling of buttons and bars with the text on it.
    enum Filling {
        /// Of what can be pressed.
        case full
        /// Of what has the focus.
        case focused
        /// Of what cannot be pressed: half-way between the full one and the background.
        case half
    }

    /// What WCAG 2.2 asks of text.
    private static let textContrast = 4.5
    /// Of what has the focus, well apart from the rest.
    private static let focusContrast = 8.0
    /// Of text on what cannot be pressed.
    private static let disabledContrast = 3.0

    private let depth: Palette.Depth
    private let isDark: Bool
    /// By the raw value of the hue.
    private let texts: [RGB]
    private let focused: RGB
    private let half: RGB
    private let halfText: RGB

    init(_ depth: Palette.Depth, on background: RGB) {
        self.depth = depth
        isDark = background.isDark
        texts = Hue.allCases.map { $0.rgb.readable(on: background, contrast: Self.textContrast, depth) }
        let teal = texts[Hue.teal.rawValue]
        focused = teal.readable(on: background, contrast: Self.focusContrast, depth)
        half = teal.mixed(with: background).nearest(depth)
        halfText = half.readable(on: half, contrast: Self.disabledContrast, depth)
    }

    /// The SGR parameters of text; nil if no colour of the terminal is fit for it.
    func parameters(_ hue: Hue) -> [String]? {
        let parameter =
            depth == .sixteen
            ? hue.themeParameter(isDark: isDark)
            : texts[hue.rawValue].parameters(depth, isBackground: false)
        return parameter.map { [$0] }
    }

    /// The SGR parameters of a filling and its text; nil if there are too few colours for it.
    func parameters(_ filling: Filling) -> [String]? {
        guard depth != .sixteen else { return nil }
        let teal = texts[Hue.teal.rawValue]
        let (text, background) =
            switch filling {
            case .full: (teal.opposite, teal)
            case .focused: (focused.opposite, focused)
            case .half: (halfText, half)
            }
        return [
            text.parameters(depth, isBackground: false), background.parameters(depth, isBackground: true),
        ].compactMap { $0 }
    }
}

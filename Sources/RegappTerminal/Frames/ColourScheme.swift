/// SGR parameters of colours that can be read on the terminal's background.
struct ColourScheme: Hashable, Sendable {
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

        /// The colour, nil if it depends on the background alone; and the SGR parameter of the theme's colour, nil for
        /// the terminal's own.
        fileprivate var colour: (own: RGB?, theme: String?) {
            switch self {
            case .orange: (RGB(235, 130, 30), "35")
            case .amber: (RGB(205, 140, 0), "33")
            case .teal: (RGB(0, 140, 130), "36")
            case .grey: (RGB(128, 128, 128), nil)
            case .red: (RGB(215, 60, 55), "31")
            case .green: (RGB(40, 150, 80), "32")
            case .dim: (nil, nil)
            }
        }
    }

    /// A background colour together with the colour of the text on it; only on a known background.
    enum Filling: Int {
        /// The bar at the top.
        case bar
        /// What has the focus, or is selected.
        case focused
        /// The same, where it cannot be chosen.
        case half
    }

    private static let textContrast = 4.5
    /// Makes the focused element stand out.
    private static let focusContrast = 8.0
    private static let disabledContrast = 3.0

    /// For an unknown background or few colours: only those of the theme that can be read on dark and on light. No
    /// background is set: a block in a colour of the theme would be louder than all else.
    static let theme = ColourScheme()

    /// By the raw value of the hue; empty for the theme's.
    private var texts: [String] = []
    /// By the raw value of the filling; empty for none.
    private var fillings: [String] = []

    private init() {}

    /// The program's own colours, lightened or darkened until they can be read.
    ///
    /// - Parameters:
    ///   - depth: at least 256 colours.
    ///   - text: the terminal's colour of text; nil, if unknown, is black or white.
    init(_ depth: Palette.Depth, on background: RGB, text: RGB? = nil) {
        let colours = Hue.allCases.map { hue in
            hue.colour.own.map { $0.readable(on: background, contrast: Self.textContrast, depth) }
                ?? (text ?? background.opposite).mixed(with: background).nearest(depth)
        }
        let teal = colours[Hue.teal.rawValue]
        let focused = teal.readable(on: background, contrast: Self.focusContrast, depth)
        let half = teal.mixed(with: background).nearest(depth)
        let halfText = half.readable(on: half, contrast: Self.disabledContrast, depth)
        texts = colours.map { $0.parameters(depth, isBackground: false) ?? "" }
        fillings = [(teal.opposite, teal), (focused.opposite, focused), (halfText, half)].map { ink, paper in
            [ink.parameters(depth, isBackground: false), paper.parameters(depth, isBackground: true)]
                .compactMap(\.self).joined(separator: ";")
        }
    }

    /// Nil for the terminal's own colour.
    func parameters(_ hue: Hue) -> String? { texts.isEmpty ? hue.colour.theme : texts[hue.rawValue] }

    /// Nil if no background is set.
    func parameters(_ filling: Filling) -> String? { fillings.isEmpty ? nil : fillings[filling.rawValue] }
}

internal import RegappValues

/// The colours and characters that a terminal can show: orange, teal and grey on its own background. On a known
/// background, the colours are mixed so that they can be read on it; on an unknown one they are the named colours of
/// the terminal's theme. Nothing depends on colour alone: bold, faint, underline and reverse video also distinguish
/// focus, buttons and disabled buttons.
package struct Palette: Hashable, Sendable {
    package enum Depth: Sendable, CaseIterable {
        case none
        /// The colours of the terminal's theme.
        case sixteen
        /// The 256 colours of xterm.
        case indexed
        case trueColour
    }

    package let depth: Depth
    var own: TerminalColours {
        didSet { if own != oldValue { scheme = Self.scheme(depth, own) } }
    }
    private let isASCII: Bool
    /// Whether the terminal is worth asking for its colours.
    let asksColours: Bool
    private var scheme: ColourScheme?

    package init(
        _ depth: Depth, text: RGB? = nil, background: RGB? = nil, isASCII: Bool = false,
        asksColours: Bool = false
    ) {
        self.depth = depth
        own = TerminalColours(text: text, background: background)
        self.isASCII = isASCII
        self.asksColours = asksColours
        scheme = Self.scheme(depth, own)
    }

    private static func scheme(_ depth: Depth, _ own: TerminalColours) -> ColourScheme? {
        switch (depth, own.background) {
        case (.none, _): nil
        case (.sixteen, _), (_, nil): .theme
        case (_, let background?): ColourScheme(depth, on: background, text: own.text)
        }
    }

    /// SGR parameters of a style; empty for the terminal's defaults.
    func rendition(of style: Style) -> String {
        guard case .pixels(let upper, let lower) = style else { return Look(style).parameters(scheme) }
        guard !hasShades else { return "" }
        let ink = upper.parameters(depth, isBackground: false)
        return lower.map { ink + ";" + $0.parameters(depth, isBackground: true) } ?? ink
    }

    /// A text in a style, as commands print it; without escape codes if there is no colour.
    package func printed(_ text: String, _ style: Style) -> String {
        let wanted = depth == .none ? "" : rendition(of: style)
        guard !wanted.isEmpty else { return text }
        return EscapeCode.rendition(wanted).sequence + text + EscapeCode.rendition("").sequence
    }

    /// Whether pixels are shown as characters of different density: 16 colours that a theme may change are no picture.
    private var hasShades: Bool { depth == .none || depth == .sixteen || isASCII }

    /// A line of text in characters that the terminal can show.
    func text(_ line: String) -> String { line.map { text($0, columns: 1) }.joined() }

    /// What to write for the character of a cell.
    func text(of character: Character, in cell: Cell) -> String {
        guard hasShades, case .pixels(let upper, let lower) = cell.style else {
            return text(character, columns: Int(cell.columns))
        }
        let shades: [Character] = isASCII ? [" ", ".", ":", "+", "#"] : [" ", "░", "▒", "▓", "█"]
        let brightness = upper.luminance + (lower?.luminance ?? 0)
        return String(shades[min(shades.count - 1, brightness * shades.count / 511)])
    }

    /// The scalar to write for a cell that shows its own, as nearly every cell does; nil for any other.
    func scalar(of cell: Cell) -> Unicode.Scalar? {
        if case .pixels = cell.style { return nil }
        let end = isASCII ? 0x80 : Cell.cluster
        return cell.glyph < end ? Unicode.Scalar(cell.glyph) : nil
    }

    private func text(_ character: Character, columns: Int) -> String {
        guard isASCII, character.asciiValue == nil else { return String(character) }
        let glyph = asciiGlyphs[character] ?? character.latinBase.map { String($0) } ?? "?"
        return String(repeating: glyph, count: max(1, columns))
    }

    /// The palette that the environment asks for: `COLORTERM` and `TERM` decide the colours, `COLORFGBG` the
    /// background, the locale and `TERM` the characters. Without `hasColour` there are no colours; with `isForced`
    /// there are, even if the terminal seems to have none. `environment` returns the value of a variable, or nil.
    package static func detect(
        hasColour: Bool = true, isForced: Bool = false, environment: (String) -> String?
    ) -> Palette {
        let terminal = environment("TERM") ?? ""
        let isConsole = terminal == "linux" || terminal.hasPrefix("linux-")
        let found = hasColour ? depth(terminal, environment) : .none
        let depth = isForced && found == .none ? .sixteen : found
        return Palette(
            depth, background: environment("COLORFGBG").flatMap(background(hint:)),
            isASCII: isConsole || !hasUnicode(environment),
            asksColours: !isConsole && [.indexed, .trueColour].contains(depth))
    }

    private static func depth(_ terminal: String, _ environment: (String) -> String?) -> Depth {
        if ["", "dumb"].contains(terminal) || terminal.hasPrefix("vt") || terminal.hasSuffix("-m") {
            return .none
        }
        let isDirect = terminal.hasSuffix("-direct")
        if isDirect || ["truecolor", "24bit"].contains(environment("COLORTERM")) { return .trueColour }
        return terminal.hasSuffix("256color") ? .indexed : .sixteen
    }

    /// The background by the last number of `COLORFGBG`, of 16 colours; rxvt and vim say which of them are dark.
    private static func background(hint: String) -> RGB? {
        switch hint.split(separator: ";").last.flatMap({ Int($0) }) {
        case .some(0...6), 8: .black
        case 7, .some(9...15): .white
        default: nil
        }
    }

    private static func hasUnicode(_ environment: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
        // If nothing is set, as in containers, the terminal may still know Unicode; systemd assumes the same.
        guard let locale else { return true }
        // A modifier may follow the encoding, as in `de_DE.UTF-8@euro`.
        let name = String(locale.lowercased().prefix { $0 != "@" })
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }
}

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
        /// Labels, which are weaker than values.
        case grey
        /// Words that matter less than labels.
        case faint
        /// What cannot be chosen, and a page behind a question: weaker than any words to be read.
        case dimmed
        case red, green
        /// About half-way between text and background.
        case dim
        /// What can be pressed: the terminal's text, if that is much stronger than ``dim``.
        case pressable

        /// The colour (nil if the background decides it) and the SGR parameter of the theme's (nil for the terminal's).
        fileprivate var colour: (own: RGB?, theme: String?) {
            switch self {
            case .orange: (RGB(235, 130, 30), "35")
            case .amber: (RGB(205, 140, 0), "33")
            case .teal: (RGB(0, 140, 130), "36")
            case .grey, .faint: (RGB(128, 128, 128), nil)
            case .red: (RGB(215, 60, 55), "31")
            case .green: (RGB(40, 150, 80), "32")
            case .dim, .dimmed, .pressable: (nil, nil)
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

    // Ratios of WCAG 2.2.
    private static let textContrast = 4.5
    private static let focusContrast = 8.0
    private static let disabledContrast = 3.0
    /// Of a button that cannot be pressed; one that can be has twice as much.
    private static let dimContrast = 2.5
    /// How strong what is dimmed is at most, of the strength of text.
    private static let shareOfDimmed = 0.5
    /// Text with less leaves no room for labels of ``textContrast``.
    private static let strongText = 5.3

    /// For an unknown background or few colours: colours of the theme that can be read on dark and on light. No
    /// background is set: a block in such a colour would be louder than all else.
    static let theme = ColourScheme()

    /// By the raw value of the hue; empty for the theme's.
    private var texts: [String] = []
    /// By the raw value of the filling; empty for none.
    private var fillings: [String] = []

    private init() {}

    /// The program's own colours, lightened or darkened until they can be read. `depth` is at least 256 colours;
    /// `text` is the terminal's colour of text, nil for black or white.
    init(_ depth: Palette.Depth, on background: RGB, text: RGB?) {
        let ink = text ?? background.opposite
        let strength = ink.contrast(with: background)
        let dim = ink.mixed(with: background).readable(on: background, contrast: Self.dimContrast, depth)
        // Of 256 colours, none may be as weak as that.
        let pressableContrast = 2 * dim.contrast(with: background)
        let colours = Hue.allCases.map { hue in
            switch hue {
            case .dim: dim
            case .pressable: ink.readable(on: background, contrast: pressableContrast, depth)
            case .dimmed:
                ink.mixed(with: background, thirtySeconds: 24).readable(
                    on: background, contrast: min(Self.disabledContrast, strength * Self.shareOfDimmed),
                    depth)
            // A theme whose text is weak has still weaker labels.
            case .grey where strength < Self.strongText, .faint where strength < Self.strongText:
                ink.mixed(with: background).readable(
                    on: background,
                    contrast: max(Self.disabledContrast, strength * (hue == .grey ? 0.85 : 0.72)),
                    depth)
            case .grey, .faint, .orange, .amber, .teal, .red, .green:
                (hue.colour.own ?? ink).readable(on: background, contrast: Self.textContrast, depth)
            }
        }
        let teal = colours[Hue.teal.rawValue]
        let focused = teal.readable(on: background, contrast: Self.focusContrast, depth)
        let half = teal.mixed(with: background).nearest(depth)
        let halfText = half.readable(on: half, contrast: Self.disabledContrast, depth)
        texts = colours.map { $0.parameters(depth, isBackground: false) }
        // A theme whose text is strong enough keeps it.
        if strength >= pressableContrast { texts[Hue.pressable.rawValue] = "" }
        fillings = [(teal.opposite, teal), (focused.opposite, focused), (halfText, half)].map { ink, paper in
            ink.parameters(depth, isBackground: false) + ";" + paper.parameters(depth, isBackground: true)
        }
    }

    /// Nil for the terminal's own colour.
    func parameters(_ hue: Hue) -> String? { texts.isEmpty ? hue.colour.theme : texts[hue.rawValue] }

    /// Nil if no background is set.
    func parameters(_ filling: Filling) -> String? { fillings.isEmpty ? nil : fillings[filling.rawValue] }
}

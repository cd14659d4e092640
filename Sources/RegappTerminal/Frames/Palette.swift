/// The colours and characters that a terminal can show: orange, teal and grey on its own background.
///
/// On a known background, the colours are mixed so that they can be read on it. On an unknown one they are the named
/// colours of the terminal's theme. Nothing depends on colour alone: bold, faint, underline and reverse video also
/// distinguish focus, buttons and disabled buttons.
package struct Palette: Hashable, Sendable {
    package enum Depth: Sendable, CaseIterable {
        case none
        /// The 16 colours of the terminal's theme.
        case sixteen
        /// The 256 colours of xterm.
        case indexed
        case trueColour
    }

    package let depth: Depth
    /// The terminal's own colours.
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
        let ink = upper.parameters(depth, isBackground: false) ?? ""
        guard let paper = lower?.parameters(depth, isBackground: true) else { return ink }
        return "\(ink);\(paper)"
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

    /// What to write for the character of a cell, as wide as the cell.
    func text(of character: Character, in cell: Cell) -> String {
        guard hasShades, case .pixels(let upper, let lower) = cell.style else {
            return text(character, columns: Int(cell.columns))
        }
        let shades: [Character] = isASCII ? [" ", ".", ":", "+", "#"] : [" ", "░", "▒", "▓", "█"]
        let brightness = upper.luminance + (lower?.luminance ?? 0)
        return String(shades[min(shades.count - 1, brightness * shades.count / 511)])
    }

    private func text(_ character: Character, columns: Int) -> String {
        guard isASCII, character.asciiValue == nil else { return String(character) }
        return String(repeating: asciiGlyphs[character] ?? "?", count: max(1, columns))
    }
}

extension Palette {
    /// The palette that the environment asks for.
    ///
    /// - Parameters:
    ///   - hasColour: false turns colours off whatever the terminal.
    ///   - environment: returns the value of a variable, or nil. `COLORTERM` and `TERM` decide the colours, `COLORFGBG`
    ///     the background, the locale and `TERM` the characters.
    package static func detect(hasColour: Bool = true, environment: (String) -> String?) -> Palette {
        let terminal = environment("TERM") ?? ""
        let isConsole = terminal == "linux" || terminal.hasPrefix("linux-")
        let depth = hasColour ? depth(terminal, environment) : .none
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

    /// The background according to the last number of `COLORFGBG`, an index among the 16 colours. Which of them count
    /// as dark is the convention of rxvt and vim.
    private static func background(hint: String) -> RGB? {
        switch hint.split(separator: ";").last.flatMap({ Int($0) }) {
        case .some(0...6), 8: .black
        case 7, .some(9...15): .white
        default: nil
        }
    }

    private static func hasUnicode(_ environment: (String) -> String?) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
        // If nothing is set at all, as in containers, there is no reason to assume a poor terminal; systemd decides
        // likewise.
        guard let locale else { return true }
        // A modifier may follow the encoding, as in `de_DE.UTF-8@euro`.
        let name = String(locale.lowercased().prefix { $0 != "@" })
        return name.hasSuffix("utf-8") || name.hasSuffix("utf8")
    }
}

import RegappTerminal

/// What this run may show on a terminal: colours, characters, links, pictures. Made once, from the arguments, the
/// environment and the standard streams.
///
/// `--no-color` and a `NO_COLOR` that is not empty (no-color.org) do the same: no colour, and no covers.
struct Appearance: Sendable {
    static let live = Appearance(
        hasNoColor: ProcessArguments.hasNoColor, hasNoMouse: ProcessArguments.hasNoMouse,
        isTerminal: Terminal.isTerminal,
        variable: ProcessEnvironment.liveVariable)

    /// Whether a conversation replaces the screens: `ACCESSIBLE` is set, as by users of screen readers, or `TERM`
    /// names no terminal or one that only knows lines.
    let converses: Bool
    /// The colours and characters of the screens, and of the line that says what takes long.
    let palette: Palette
    /// Whether screens get clicks: not with `--no-mouse` or `REGAPP_MOUSE=off`.
    let hasMouse: Bool
    /// What standard output supports.
    let abilities: TerminalAbilities
    private let hasColour: Bool
    private let isOutputTerminal: Bool
    private let isErrorTerminal: Bool

    /// - Parameters:
    ///   - hasNoColor: whether `--no-color` was given.
    ///   - hasNoMouse: whether `--no-mouse` was given.
    init(
        hasNoColor: Bool, hasNoMouse: Bool = false, isTerminal: (Terminal.Stream) -> Bool,
        variable: (String) -> String?
    ) {
        func given(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        hasColour = !hasNoColor && given("NO_COLOR") == nil
        hasMouse = !hasNoMouse && given("REGAPP_MOUSE") != "off"
        converses = given("ACCESSIBLE") != nil || given("TERM").map { $0 == "dumb" } ?? true
        isOutputTerminal = isTerminal(.standardOutput)
        isErrorTerminal = isTerminal(.standardError)
        let isPlain = converses || !isOutputTerminal && !isErrorTerminal
        palette = isPlain ? Palette(.none) : .detect(hasColour: hasColour, environment: variable)
        abilities = isOutputTerminal ? .detect(environment: variable) : .none
    }

    func palette(of stream: StandardStream) -> Palette {
        (stream == .output ? isOutputTerminal : isErrorTerminal) ? palette : Palette(.none)
    }

    var progress: Progress.Style { converses ? .plain : .turning(palette) }

    /// How commands draw covers; nil if none are wanted or visible.
    ///
    /// A pipe may lead anywhere, so covers that are asked for have all colours there, and nothing that only some
    /// terminals support.
    func covers(_ choice: CoversChoice) -> CoverPrinter? {
        guard hasColour, choice != .never else { return nil }
        if isOutputTerminal {
            let areDrawn = choice == .always || palette.depth != .none
            return areDrawn ? CoverPrinter(palette: palette, abilities: abilities) : nil
        }
        return choice == .always ? CoverPrinter(palette: Palette(.trueColour), abilities: .none) : nil
    }

    /// Whether the album screens show covers, in shades on a terminal that has no colours.
    func screensShowCovers(_ choice: CoversChoice) -> Bool { choice != .never && hasColour && !converses }
}

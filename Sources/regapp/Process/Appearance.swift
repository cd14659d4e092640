import RegappTerminal

/// What this run may show on a terminal: colours, characters, links, pictures. Made once, from the arguments, the
/// environment and the standard streams. `--no-color`, `--color never` and a `NO_COLOR` that is not empty
/// (no-color.org) do the same: no colour, and no covers. `--color always`, and without a `NO_COLOR` also `FORCE_COLOR`
/// and `CLICOLOR_FORCE`, give pipes colours too.
struct Appearance: Sendable {
    static let live = Appearance(
        color: ProcessArguments.everywhere.color, hasNoMouse: ProcessArguments.everywhere.hasNoMouse,
        isTerminal: Terminal.isTerminal,
        variable: ProcessEnvironment.liveVariable)

    /// The types of terminals that know only lines, or on which full screens fail.
    private static let linesOnly = ["dumb", "unknown", "emacs", "cons25", "network", "dialup", "vt52"]

    /// Whether a conversation replaces the screens: `ACCESSIBLE` is set and neither `0` nor `false`, as for screen
    /// readers, or `TERM` names no terminal or one that only knows lines.
    let converses: Bool
    /// The colours and characters of the screens, and of the progress line.
    let palette: Palette
    /// Whether screens get clicks: not with `--no-mouse` or `REGAPP_MOUSE=off`.
    let hasMouse: Bool
    /// What standard output supports.
    let abilities: TerminalAbilities
    private let hasColour: Bool
    private let isForced: Bool
    private let isOutputTerminal: Bool
    private let isErrorTerminal: Bool

    init(
        color: Wanted? = nil, hasNoMouse: Bool = false, isTerminal: (Terminal.Stream) -> Bool,
        variable: (String) -> String?
    ) {
        func given(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
        func isOn(_ name: String) -> Bool { given(name).map { $0 != "0" && $0 != "false" } ?? false }
        var wanted = color ?? .auto
        if wanted == .auto {
            if given("NO_COLOR") != nil {
                wanted = .never
            } else if isOn("FORCE_COLOR") || isOn("CLICOLOR_FORCE") {
                wanted = .always
            } else if given("CLICOLOR") == "0" {
                wanted = .never
            }
        }
        hasColour = wanted != .never
        isForced = wanted == .always
        hasMouse = !hasNoMouse && given("REGAPP_MOUSE") != "off"
        converses = isOn("ACCESSIBLE") || given("TERM").map(Self.linesOnly.contains) ?? true
        isOutputTerminal = isTerminal(.standardOutput)
        isErrorTerminal = isTerminal(.standardError)
        let isPlain = !isForced && (converses || !isOutputTerminal && !isErrorTerminal)
        palette =
            isPlain
            ? Palette(.none) : .detect(hasColour: hasColour, isForced: isForced, environment: variable)
        abilities = isOutputTerminal ? .detect(environment: variable) : .none
    }

    func palette(of stream: Terminal.Stream) -> Palette {
        let isTerminal = stream == .standardOutput ? isOutputTerminal : isErrorTerminal
        return isForced || isTerminal ? palette : Palette(.none)
    }

    var progress: Progress.Style { converses ? .plain : .turning(palette) }

    /// How commands draw covers; nil if none are wanted or visible. A pipe may lead anywhere, so covers that are asked
    /// for have all colours there, and nothing that only some terminals support.
    func covers(_ choice: Wanted) -> CoverPrinter? {
        guard hasColour, choice != .never else { return nil }
        if isOutputTerminal {
            let areDrawn = choice == .always || palette.depth != .none
            return areDrawn ? CoverPrinter(palette: palette, abilities: abilities) : nil
        }
        return choice == .always ? CoverPrinter(palette: Palette(.trueColour), abilities: .none) : nil
    }

    /// Whether the album screens show covers, in shades on a terminal that has no colours.
    func screensShowCovers(_ choice: Wanted) -> Bool { choice != .never && hasColour && !converses }
}

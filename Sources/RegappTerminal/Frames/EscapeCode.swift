/// Every control sequence that the module sends (ECMA-48 and xterm's ctlseqs).
enum EscapeCode: Hashable, Sendable {
    case eraseToEndOfLine
    case eraseLine
    case clearScreen
    case moveToColumn(Int)
    case moveTo(column: Int, row: Int)
    case moveUp(rows: Int)
    /// Begins a link (OSC 8); an empty address ends it.
    case link(String)
    /// One chunk of kitty's graphics protocol: control data, then the payload in base64.
    case graphics(String, payload: String)
    /// Select graphic rendition: a reset, then these parameters.
    case rendition(String)
    /// Resets what another program may have left: all that DECSTR does, and for terminals without it each alone: origin
    /// mode, margins, insert mode, the scroll region, and the character set.
    case resetModes
    case set(Mode)
    case reset(Mode)
    /// Puts a text, in base64, on the terminal's clipboard (OSC 52).
    case copy(String)
    /// Asks for the colour of text (OSC 10).
    case askText
    /// Asks for the background colour (OSC 11).
    case askBackground
    /// Asks for the terminal's attributes (DA1), which every terminal answers; answers come in the order of the
    /// questions.
    case askAttributes

    enum Mode: Int, Sendable {
        case autowrap = 7
        case cursorVisible = 25
        case mouseButtons = 1000
        case focusEvents = 1004
        /// Mouse events as numbers, in windows of any size.
        case mouseNumbers = 1006
        case alternateScreen = 1049
        case bracketedPaste = 2004
        case synchronisedOutput = 2026
    }

    static let beginScreen: [EscapeCode] = [.set(.alternateScreen)] + screenModes

    /// What a screen relies on, once it is the alternate one.
    static let screenModes: [EscapeCode] = [
        .resetModes, .rendition(""), .reset(.autowrap), .set(.bracketedPaste), .set(.focusEvents),
        .clearScreen,
    ]

    /// From here on, the terminal reports the mouse and no longer selects text with it.
    static let beginMouse: [EscapeCode] = [.set(.mouseButtons), .set(.mouseNumbers)]

    /// Undoes ``beginScreen``, ``beginMouse`` and whatever frames have set.
    static let endScreen: [EscapeCode] = [
        .reset(.synchronisedOutput), .rendition(""), .reset(.mouseNumbers), .reset(.mouseButtons),
        .reset(.focusEvents),
        .reset(.bracketedPaste),
        .set(.autowrap), .set(.cursorVisible), .reset(.alternateScreen),
    ]

    var sequence: String {
        switch self {
        case .eraseToEndOfLine: "\u{1B}[K"
        case .eraseLine: "\u{1B}[2K"
        case .clearScreen: "\u{1B}[2J"
        case .moveToColumn(let column): "\u{1B}[\(column + 1)G"
        case .resetModes: "\u{1B}[!p\u{1B}[?6l\u{1B}[?69l\u{1B}[4l\u{1B}[r\u{1B}(B\u{F}"
        case .moveTo(let column, let row): "\u{1B}[\(row + 1);\(column + 1)H"
        case .moveUp(let rows): "\u{1B}[\(rows)A"
        case .link(let address): "\u{1B}]8;;\(address)\u{1B}\\"
        case .graphics(let control, let payload): "\u{1B}_G\(control);\(payload)\u{1B}\\"
        case .rendition(let parameters): parameters.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(parameters)m"
        case .set(let mode): "\u{1B}[?\(mode.rawValue)h"
        case .reset(let mode): "\u{1B}[?\(mode.rawValue)l"
        case .copy(let text): "\u{1B}]52;c;\(text)\u{1B}\\"
        case .askText: "\u{1B}]10;?\u{1B}\\"
        case .askBackground: "\u{1B}]11;?\u{1B}\\"
        case .askAttributes: "\u{1B}[c"
        }
    }
}

extension [EscapeCode] {
    var bytes: [UInt8] { flatMap { $0.sequence.utf8 } }
}

/// What a terminal that shows only ASCII gets for the characters that the screens draw with, each one column wide.
/// Any other character, such as one in a name, becomes `?`.
let asciiGlyphs: [Character: String] = [
    "▸": ">", "✓": "+", "✗": "x", "·": "-", "•": "*", "…": "~", "×": "x", "—": "-", "“": "\"", "”": "\"",
    "←": "<", "→": ">", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "⌕": "/", "‹": "<", "›": ">",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|", "░": ".",
    "✉": "@", "✱": "*", "☺": "o", "✦": "+", "☎": "#",
    // The spinner.
    "⠋": "|", "⠙": "/", "⠹": "-", "⠸": "\\", "⠼": "|", "⠴": "/", "⠦": "-", "⠧": "\\", "⠇": "|", "⠏": "/",
]

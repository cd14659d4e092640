/// A control sequence that the module sends (ECMA-48 and xterm's ctlseqs). There are no others.
struct EscapeCode: Sendable {
    enum Mode: Int {
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

    let sequence: String

    static let eraseToEndOfLine = EscapeCode(sequence: "\u{1B}[K")
    static let eraseLine = EscapeCode(sequence: "\u{1B}[2K")
    static let clearScreen = EscapeCode(sequence: "\u{1B}[2J")
    static func moveToColumn(_ column: Int) -> EscapeCode { EscapeCode(sequence: "\u{1B}[\(column + 1)G") }
    static func moveUp(rows: Int) -> EscapeCode { EscapeCode(sequence: "\u{1B}[\(rows)A") }

    static func moveTo(column: Int, row: Int) -> EscapeCode {
        // Concatenated: a frame has many, and an interpolation would allocate memory for each.
        EscapeCode(sequence: "\u{1B}[" + String(row + 1) + ";" + String(column + 1) + "H")
    }

    /// Select graphic rendition: a reset, then these parameters.
    static func rendition(_ parameters: String) -> EscapeCode {
        EscapeCode(sequence: parameters.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;" + parameters + "m")
    }

    static func set(_ mode: Mode) -> EscapeCode {
        EscapeCode(sequence: "\u{1B}[?" + String(mode.rawValue) + "h")
    }
    static func reset(_ mode: Mode) -> EscapeCode {
        EscapeCode(sequence: "\u{1B}[?" + String(mode.rawValue) + "l")
    }

    /// Resets what another program may have left: by DECSTR and, for terminals without it, one by one: origin mode,
    /// margins, insert mode, the scroll region, and the character set.
    static let resetModes = EscapeCode(
        sequence: "\u{1B}[!p\u{1B}[?6l\u{1B}[?69l\u{1B}[4l\u{1B}[r\u{1B}(B\u{F}")

    /// Asks for the colour of text (OSC 10).
    static let askText = EscapeCode(sequence: "\u{1B}]10;?\u{1B}\\")
    /// Asks for the background colour (OSC 11).
    static let askBackground = EscapeCode(sequence: "\u{1B}]11;?\u{1B}\\")
    /// Asks for the terminal's attributes (DA1): every terminal answers, in the order of the questions.
    static let askAttributes = EscapeCode(sequence: "\u{1B}[c")

    /// Begins a link (OSC 8); an empty address ends it.
    static func link(_ address: String) -> EscapeCode { EscapeCode(sequence: "\u{1B}]8;;\(address)\u{1B}\\") }

    /// Puts a text, in base64, on the terminal's clipboard (OSC 52).
    static func copy(_ text: String) -> EscapeCode { EscapeCode(sequence: "\u{1B}]52;c;\(text)\u{1B}\\") }

    /// One chunk of kitty's graphics protocol: control data, then the payload in base64.
    static func graphics(_ control: String, payload: String) -> EscapeCode {
        EscapeCode(sequence: "\u{1B}_G\(control);\(payload)\u{1B}\\")
    }

    static let beginScreen: [EscapeCode] = [.set(.alternateScreen)] + screenModes

    /// What a screen relies on besides the alternate screen.
    static let screenModes: [EscapeCode] = [
        .resetModes, .rendition(""), .reset(.autowrap), .set(.bracketedPaste), .set(.focusEvents),
        .clearScreen,
    ]

    /// From here on, the terminal reports the mouse and no longer selects text with it.
    static let beginMouse: [EscapeCode] = [.set(.mouseButtons), .set(.mouseNumbers)]

    /// On a terminal without an alternate screen no password of the last page stays.
    static let erasePage: [EscapeCode] = [.rendition(""), .clearScreen, .moveTo(column: 0, row: 0)]

    /// Undoes ``beginScreen``, ``beginMouse`` and whatever frames have set.
    static let endScreen: [EscapeCode] = [
        .reset(.synchronisedOutput), .rendition(""), .reset(.mouseNumbers), .reset(.mouseButtons),
        .reset(.focusEvents), .reset(.bracketedPaste), .set(.autowrap), .set(.cursorVisible),
        .reset(.alternateScreen),
    ]
}

extension [EscapeCode] {
    var bytes: [UInt8] { flatMap { $0.sequence.utf8 } }
}

/// What a terminal that shows only ASCII gets for the characters that the screens draw with, each one column wide.
/// A letter with an accent becomes the letter, and any other character `?`.
let asciiGlyphs: [Character: String] = [
    "▸": ">", "✓": "+", "✗": "x", "·": "-", "•": "*", "…": "~", "×": "x", "—": "-", "“": "\"", "”": "\"",
    "–": "-", "‘": "'", "’": "'",
    "←": "<", "→": ">", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "⌕": "/", "‹": "<", "›": ">",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|", "░": ".", "█": "#",
    "✉": "@", "✱": "*", "☺": "o", "✦": "+", "☎": "#",
    "✎": "=", "◷": "%", "◉": "&",
    // The spinner.
    "⠋": "|", "⠙": "/", "⠹": "-", "⠸": "\\", "⠼": "|", "⠴": "/", "⠦": "-", "⠧": "\\", "⠇": "|", "⠏": "/",
]

/// The characters that stand for the screens' own where only ASCII can be shown; each is one column wide. Any other
/// character, such as those of a name, becomes a `?`.
let asciiGlyphs: [Character: String] = [
    "▸": ">", "✓": "+", "✗": "x", "·": "-", "•": "*", "…": "~", "×": "x", "—": "-", "“": "\"", "”": "\"",
    "←": "<", "→": ">", "↑": "^", "↓": "v", "▲": "^", "▼": "v", "⌕": "/",
    "╭": "+", "╮": "+", "╰": "+", "╯": "+", "─": "-", "│": "|", "░": ".",
    "✉": "@", "✱": "*", "☺": "o", "✦": "+", "☎": "#",
    // The spinner.
    "⠋": "|", "⠙": "/", "⠹": "-", "⠸": "\\", "⠼": "|", "⠴": "/", "⠦": "-", "⠧": "\\", "⠇": "|", "⠏": "/",
]

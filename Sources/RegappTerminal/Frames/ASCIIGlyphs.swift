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

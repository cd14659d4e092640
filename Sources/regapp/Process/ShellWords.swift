import TerminalUI

// Words of a line for a shell: read, and written.

extension StringProtocol {
    /// The words that a shell makes of the text, without their quotes; nothing is expanded, and what is left open ends
    /// with the text.
    var shellWords: [String] {
        var words: [String] = []
        var quote: Character?
        var (isNew, isEscaped) = (true, false)
        for character in self {
            let isPlain = quote == nil && !isEscaped
            if isPlain, character.isWhitespace {
                isNew = true
                continue
            }
            if isNew { words.append("") }
            isNew = false
            if !isEscaped, character == "\\", quote != "'" {
                isEscaped = true
            } else if !isEscaped, character == quote {
                quote = nil
            } else if isPlain, character == "'" || character == "\"" {
                quote = character
            } else {
                words[words.endIndex - 1].append(character)
                isEscaped = false
            }
        }
        return words
    }
}

extension String {
    /// The text as one word of a line for a shell.
    ///
    /// What a terminal must not get, no quoting can show as it is: such a word is written as `$'…'`, which bash and zsh
    /// read.
    var quotedForShell: String {
        if isEmpty { return "\"\"" }
        guard printable.utf8.elementsEqual(utf8) else { return writtenInASCII }
        var quoted: [UInt8] = []
        for (place, byte) in utf8.enumerated() {
            if !Self.needsNoQuoting(byte, first: place == 0) { quoted.append(UInt8(ascii: "\\")) }
            quoted.append(byte)
        }
        return String(decoding: quoted, as: UTF8.self)
    }

    /// The bytes of letters, digits and of punctuation that means nothing to any shell; zsh looks up what follows a
    /// first `=`.
    private static func needsNoQuoting(_ byte: UInt8, first: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...: true
        case UInt8(ascii: "="): !first
        default: "_@%+:,./-".utf8.contains(byte)
        }
    }

    private var writtenInASCII: String {
        let escaped = utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "'"): return "\\" + String(UnicodeScalar(byte))
            case 0x20...0x7E: return String(UnicodeScalar(byte))
            default:
                let digits = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
        }
        return "$'\(escaped.joined())'"
    }
}

/// What a terminal reports of its own colours; nil is unknown.
struct TerminalColours: Hashable, Sendable {
    /// That of text without a colour of its own (OSC 10).
    var text: RGB?
    /// The colour behind the text (OSC 11).
    var background: RGB?

    /// Reads an answer to OSC 10 or OSC 11, without the escapes around it: `11;rgb:R/G/B` or `11;rgba:R/G/B/A`, each
    /// channel of one to four hexadecimal digits (XParseColor(3)).
    ///
    /// - Returns: whether it is such an answer.
    mutating func read(_ answer: String) -> Bool {
        guard let colour = RGB(reported: answer.dropFirst(3)) else { return false }
        switch answer.prefix(3) {
        case "10;": text = colour
        case "11;": background = colour
        default: return false
        }
        return true
    }
}

extension RGB {
    fileprivate init?(reported text: Substring) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let count = ["rgb": 3, "rgba": 4][parts[0]] else { return nil }
        let channels = parts[1].split(separator: "/", omittingEmptySubsequences: false).map(Self.channel)
        guard channels.count == count, !channels.contains(nil) else { return nil }
        let known = channels.compactMap { $0 }
        self.init(known[0], known[1], known[2])
    }

    /// Whether a byte after an answer's three channels may still belong to it.
    static func mayContinueAnswer(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || Character(Unicode.Scalar(byte)).isHexDigit
    }

    /// A channel scaled to 8 bits: `f`, `ff`, `fff` and `ffff` all are 255.
    private static func channel(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
            let value = Int(digits, radix: 16)
        else { return nil }
        let greatest = (1 << (4 * digits.utf8.count)) - 1
        return UInt8(clamping: (value * 255 + greatest / 2) / greatest)
    }
}

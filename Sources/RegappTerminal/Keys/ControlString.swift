internal import RegappValues

/// A control string that a terminal sends (ECMA-48, 5.6), to answer or report more than fits into a control sequence;
/// no key sends one. It ends with `ESC \`; xterm ends an operating system command with BEL too.
struct ControlString {
    /// What follows Escape.
    enum Kind: UInt8 {
        case deviceControl = 0x50
        case startOfString = 0x58
        case systemCommand = 0x5D
        case privacyMessage = 0x5E
        case programCommand = 0x5F
    }

    /// As short as an answer can be, `11;rgb:0/0/0`.
    private static let shortestAnswer = 12
    /// The most bytes that are kept, and looked at; answers that mean something have under 40.
    private static let contentLimit = 64
    private static let escape: UInt8 = 0x1B

    let kind: Kind
    private var content: [UInt8] = []
    /// Whether the last byte was an Escape, which begins the end or something else.
    private(set) var isAfterEscape = false

    init(_ kind: Kind) { self.kind = kind }

    /// The known colours, updated by those that it reports; nil if it reports none.
    func colours(beside known: TerminalColours) -> TerminalColours? {
        var colours = known
        guard kind == .systemCommand, (Self.shortestAnswer..<Self.contentLimit).contains(content.count),
            colours.read(String(decoding: content, as: UTF8.self))
        else { return nil }
        return colours
    }

    /// Says whether a byte continues the string. If not, it ends the string, or is a key and the string is unfinished.
    mutating func goesOn(with byte: UInt8) -> Bool {
        if isAfterEscape, byte != Self.escape { return false }
        isAfterEscape = byte == Self.escape
        switch byte {
        case Self.escape: return true
        // Bells, tabs and line ends may be part of the other strings, but not of a system command.
        case 0x07...0x0D where kind != .systemCommand: break
        // A key such as Ctrl-C: the person must not wait for a terminal that broke off.
        case 0x00..<0x20: return false
        // A colour has come but its end has not: this is a key as well.
        case _ where !RGB.bytesOfAnswer.contains(byte) && colours(beside: TerminalColours()) != nil:
            return false
        default: break
        }
        if content.count < Self.contentLimit { content.append(byte) }
        return true
    }
}

/// What a terminal reports of its own colours; nil is unknown.
struct TerminalColours: Hashable, Sendable {
    /// The colour of text that has none of its own (OSC 10).
    var text: RGB?
    /// The colour behind the text (OSC 11).
    var background: RGB?

    /// Reads an answer to OSC 10 or OSC 11, without the escapes around it: `11;rgb:R/G/B` or `11;rgba:R/G/B/A`, each
    /// channel of one to four hexadecimal digits (XParseColor(3)). False if it is no such answer.
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
        let count = text.hasPrefix("rgb:") ? 3 : 4
        guard count == 3 || text.hasPrefix("rgba:") else { return nil }
        let parts = text.dropFirst(count + 1).split(separator: "/", omittingEmptySubsequences: false)
        let channels = parts.compactMap(Self.channel)
        guard parts.count == count, channels.count == count else { return nil }
        self.init(channels[0], channels[1], channels[2])
    }

    /// What may follow an answer's three channels: a digit, or the slash before a fourth.
    fileprivate static let bytesOfAnswer = ASCIISet("/0123456789ABCDEFabcdef")

    /// A channel scaled to 8 bits: `f`, `ff`, `fff` and `ffff` all are 255.
    private static func channel(_ digits: Substring) -> UInt8? {
        guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy(bytesOfAnswer.contains),
            let value = Int(digits, radix: 16)
        else { return nil }
        let greatest = (1 << (4 * digits.utf8.count)) - 1
        return UInt8(clamping: (value * 255 + greatest / 2) / greatest)
    }
}

internal import RegappValues

/// A control string that a terminal sends (ECMA-48, 5.6): what it answers or reports in more words than fit into a
/// control sequence. No key sends one.
///
/// It ends with ST, which is `ESC \`, the byte 0x9C or its scalar; xterm ends an operating system command with BEL too.
struct ControlString {
    /// What follows Escape.
    enum Kind: UInt8 {
        case deviceControl = 0x50
        case startOfString = 0x58
        case systemCommand = 0x5D
        case privacyMessage = 0x5E
        case programCommand = 0x5F
    }

    enum Step {
        case goesOn, ended
        /// It was never finished: the byte is a key.
        case isKey
        /// It was never finished: the byte follows an Escape that begins something else.
        case followsEscape
    }

    /// The most bytes that are kept, and looked at; answers that mean something have under 40.
    private static let contentLimit = 64
    private static let escape: UInt8 = 0x1B

    let kind: Kind
    private var content: [UInt8] = []
    private var last: UInt8 = 0
    /// How many bytes the last scalar still lacks.
    private var missing = 0

    init(_ kind: Kind) { self.kind = kind }

    /// The colours that it reports beside those already known; nil if it reports none.
    func colours(beside known: TerminalColours) -> TerminalColours? {
        var colours = known
        guard kind == .systemCommand, content.count < Self.contentLimit,
            colours.read(String(decoding: content, as: UTF8.self))
        else { return nil }
        return colours
    }

    mutating func add(_ byte: UInt8) -> Step {
        let step = meaning(of: byte)
        if case .goesOn = step, byte != Self.escape {
            missing = missing > 0 && byte & 0xC0 == 0x80 ? missing - 1 : Self.continuations(of: byte)
            if content.count < Self.contentLimit { content.append(byte) }
        }
        last = byte
        return step
    }

    private func meaning(of byte: UInt8) -> Step {
        if last == Self.escape, byte != Self.escape { return byte == 0x5C ? .ended : .followsEscape }
        switch byte {
        case 0x9C where missing == 0 || last == 0xC2: return .ended
        case 0x07 where kind == .systemCommand: return .ended
        case Self.escape: return .goesOn
        // Bells, tabs and line ends are no part of a command, but of the others.
        case 0x07...0x0D where kind != .systemCommand: return .goesOn
        // A key such as Ctrl-C: the person must not wait for a terminal that broke off.
        case 0x00..<0x20: return .isKey
        // A colour has come but its end has not: this is a key as well.
        case _ where !RGB.bytesOfAnswer.contains(byte) && colours(beside: TerminalColours()) != nil:
            return .isKey
        default: return .goesOn
        }
    }

    private static func continuations(of byte: UInt8) -> Int {
        switch byte {
        case 0xC2...0xDF: 1
        case 0xE0...0xEF: 2
        case 0xF0...0xF4: 3
        default: 0
        }
    }
}

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
        let count = text.hasPrefix("rgb:") ? 3 : 4
        guard count == 3 || text.hasPrefix("rgba:") else { return nil }
        var channels: [UInt8] = []
        for digits in text.dropFirst(count + 1).split(separator: "/", omittingEmptySubsequences: false) {
            guard let channel = Self.channel(digits) else { return nil }
            channels.append(channel)
        }
        guard channels.count == count else { return nil }
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

/// A complete CSI or SS3 sequence from a keyboard, as xterm's ctlseqs describes them.
struct ControlSequence {
    private let introducer: UInt8
    private let body: [UInt8]
    private let final: UInt8
    private let parameters: [Int]

    init(introducer: UInt8, body: [UInt8], final: UInt8) {
        self.introducer = introducer
        self.body = body
        self.final = final
        let fields = body.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        parameters = fields.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    }

    private var isCSI: Bool { introducer == UInt8(ascii: "[") }

    var startsPaste: Bool { isCSI && final == UInt8(ascii: "~") && parameters == [200] }

    /// Whether it is the answer to DA1, with which a terminal identifies itself.
    var isAttributes: Bool { isCSI && final == UInt8(ascii: "c") && body.first == UInt8(ascii: "?") }

    /// Nil if it means nothing here.
    var event: Event? {
        if isCSI, body.first == UInt8(ascii: "<") {
            let numbers = String(decoding: body.dropFirst(), as: UTF8.self).split(separator: ";")
            return final == UInt8(ascii: "M") ? Self.mouse(numbers.map { Int($0) ?? 0 }) : nil
        }
        if body == [UInt8(ascii: "[")] { return linuxFunctionKey.map { .key($0) } }
        if isCSI, body.isEmpty, final == UInt8(ascii: "I") { return .focusGained }
        if isCSI, body.isEmpty, final == UInt8(ascii: "O") { return .focusLost }
        return key.map { .key($0) }
    }

    /// The rows of a list that a turn of the wheel moves.
    private static let wheelRows = 3

    /// A press of the left button, or a turn of the wheel.
    ///
    /// - Parameter numbers: button, column and row, as xterm counts them.
    static func mouse(_ numbers: [Int]) -> Event? {
        guard numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
        return switch numbers[0] {
        case 0: .click(Position(column: numbers[1] - 1, row: numbers[2] - 1))
        case 64: .wheel(-Self.wheelRows)
        case 65: .wheel(Self.wheelRows)
        default: nil
        }
    }

    private var key: KeyPress? {
        // Answers of the terminal carry private markers; keys have only numbers.
        guard body.allSatisfy({ (0x30...0x3B).contains($0) }) else { return nil }
        switch final {
        case UInt8(ascii: "~"): return tildeKey
        case UInt8(ascii: "u"):
            return parameters.first.flatMap { Self.key(forCodePoint: $0, modifiers: modifiers) }
        case UInt8(ascii: "Z"): return KeyPress(.tab, modifiers.union(.shift))
        default: return Self.letters[final].map { KeyPress($0, modifiers) }
        }
    }

    /// The modifiers. The second parameter minus one is a set of bits: 1 Shift, 2 Alt, 4 Ctrl.
    private var modifiers: KeyPress.Modifiers {
        guard parameters.count > 1, (1...16).contains(parameters[1]) else { return [] }
        return KeyPress.Modifiers(rawValue: (parameters[1] - 1) & 7)
    }

    private var tildeKey: KeyPress? {
        guard let number = parameters.first else { return nil }
        if number == 27, parameters.count == 3 {
            return Self.key(forCodePoint: parameters[2], modifiers: modifiers)
        }
        return Self.numbers[number].map { KeyPress($0, modifiers) }
    }

    private var linuxFunctionKey: KeyPress? {
        guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return nil }
        return KeyPress(.function(Int(final - UInt8(ascii: "A")) + 1))
    }

    private static let letters: [UInt8: KeyPress.Code] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
        UInt8(ascii: "P"): .function(1), UInt8(ascii: "Q"): .function(2),
        UInt8(ascii: "R"): .function(3), UInt8(ascii: "S"): .function(4), UInt8(ascii: "M"): .enter,
    ]

    private static let numbers: [Int: KeyPress.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12),
    ]

    /// A key that was sent as the number of its character.
    private static func key(forCodePoint value: Int, modifiers: KeyPress.Modifiers) -> KeyPress? {
        guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return nil }
        guard scalar.isASCII else { return KeyPress(.character(Character(scalar)), modifiers) }
        return key(forASCII: UInt8(truncatingIfNeeded: value), modifiers: modifiers)
    }

    static func key(forASCII byte: UInt8, modifiers: KeyPress.Modifiers) -> KeyPress {
        switch byte {
        case 0x0D, 0x0A: KeyPress(.enter, modifiers)
        case 0x09: KeyPress(.tab, modifiers)
        case 0x08, 0x7F: KeyPress(.backspace, modifiers)
        case 0x1B: KeyPress(.escape, modifiers)
        case 0x00: KeyPress(.character(" "), modifiers.union(.control))
        case 0x01...0x1A: KeyPress(.character(character(byte | 0x60)), modifiers.union(.control))
        case 0x1C...0x1F: KeyPress(.character(character(byte | 0x40)), modifiers.union(.control))
        default: KeyPress(.character(character(byte)), modifiers)
        }
    }

    private static func character(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }
}

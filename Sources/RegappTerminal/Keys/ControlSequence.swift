/// A complete CSI or SS3 sequence of xterm's ctlseqs, or one of kitty's keyboard protocol, which may have been left on.
struct ControlSequence {
    /// What follows Escape, in ASCII, such as `[1;5C`.
    let text: String
    private let body: Substring
    private let final: Character
    /// The parameters, each with its parts, which colons separate.
    private let parts: [[Int]]
    private var parameters: [Int] { parts.map { $0[0] } }

    init(_ text: String) {
        self.text = text
        body = text.dropFirst().dropLast()
        final = text.last ?? "~"
        parts = body.split(separator: ";", omittingEmptySubsequences: false).map { parameter in
            parameter.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        }
    }

    var event: Event? {
        if text.hasPrefix("[<") {
            let numbers = body.dropFirst().split(separator: ";")
            return final == "M" ? Self.mouse(numbers.map { Int($0) ?? 0 }) : nil
        }
        return switch text {
        case "[I": .focusGained
        case "[O": .focusLost
        default: key.map { .key($0) }
        }
    }

    private static let wheelRows = 3

    /// A press of the left button, or a turn of the wheel: button, column and row, as xterm counts them.
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
        // F1 to F5 of the Linux console.
        if body == "[" { return Array("ABCDE").firstIndex(of: final).map { KeyPress(.function($0 + 1)) } }
        // Answers of the terminal carry private markers; keys have only numbers.
        let isRelease = parts.count > 1 && parts[1].dropFirst().first == 3
        guard body.utf8.allSatisfy({ (0x30...0x3B).contains($0) }), !isRelease else { return nil }
        switch final {
        case "~" where parameters.count == 3 && parameters[0] == 27:
            return key(forCodePoint: parameters[2])
        case "~": return Self.numbers[parameters[0]].map { KeyPress($0, modifiers) }
        case "u": return kittyKey
        // F3 of xterm ends like a report of the cursor, and a key of the keypad like one of the mouse (mode 1015).
        case "R" where !Self.thirdKeys.contains(text), "M" where text.hasPrefix("["): return nil
        case "Z": return KeyPress(.tab, modifiers.union(.shift))
        default: return Self.letters[final].map { KeyPress($0, modifiers) }
        }
    }

    /// The second parameter minus one is a set of bits: 1 Shift, 2 Alt, 4 Ctrl, 64 CapsLock, 128 NumLock.
    private var modifierBits: Int {
        parts.count > 1 && (1...256).contains(parts[1][0]) ? parts[1][0] - 1 : 0
    }

    private var modifiers: KeyPress.Modifiers { KeyPress.Modifiers(rawValue: modifierBits & 7) }

    /// A key of kitty's protocol: `CODE:SHIFTED:BASE;MODIFIERS:EVENT;TEXT`. The text is what it types; without one,
    /// Shift types the shifted character, and Ctrl and Alt go with the key of the Latin layout.
    private var kittyKey: KeyPress? {
        let codes = parts[0]
        let isTyping = modifiers.isSubset(of: .shift)
        if isTyping, parts.count > 2, let text = Self.printable(parts[2][0]) {
            return KeyPress(.character(text))
        }
        let place = codes[0] - 57_399
        if Self.keypad.indices.contains(place) { return KeyPress(Self.keypad[place], modifiers) }
        guard !(0xE000...0xF8FF).contains(codes[0]) else { return nil }
        if !isTyping, codes.count > 2, codes[2] > 0 { return key(forCodePoint: codes[2]) }
        guard isTyping, let plain = Self.printable(codes[0]) else { return key(forCodePoint: codes[0]) }
        let isShifted = modifiers == .shift
        if isShifted, codes.count > 1, let shifted = Self.printable(codes[1]) {
            return KeyPress(.character(shifted))
        }
        // CapsLock, which Shift undoes, counts only for letters.
        let isUpper = isShifted != (modifierBits & 64 != 0 && plain.isLetter)
        return KeyPress(.character(isUpper ? plain.uppercased().first ?? plain : plain))
    }

    private static func printable(_ value: Int) -> Character? {
        guard value > 0x1F, value != 0x7F else { return nil }
        return UInt32(exactly: value).flatMap(Unicode.Scalar.init).map(Character.init)
    }

    /// The keypad in kitty's protocol, from 57399 on; other keys in this range, such as Shift alone, mean nothing.
    private static let keypad: [KeyPress.Code] =
        "0123456789./*-+".map { .character($0) }
        + [
            .enter, .character("="), .character(","), .left, .right, .up, .down, .pageUp, .pageDown, .home,
            .end, .insert, .delete,
        ]

    /// The sequences of F3 that end with R, alone or with modifiers.
    private static let thirdKeys = Set(["OR", "[R"] + (2...16).map { "[1;\($0)R" })

    private static let letters: [Character: KeyPress.Code] = [
        "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "M": .enter,
        "P": .function(1), "Q": .function(2), "R": .function(3), "S": .function(4),
    ]

    private static let numbers: [Int: KeyPress.Code] = [
        1: .home, 2: .insert, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
        11: .function(1), 12: .function(2), 13: .function(3), 14: .function(4), 15: .function(5),
        17: .function(6), 18: .function(7), 19: .function(8), 20: .function(9), 21: .function(10),
        23: .function(11), 24: .function(12),
    ]

    /// A key that was sent as the number of its character.
    private func key(forCodePoint value: Int) -> KeyPress? {
        guard let scalar = UInt32(exactly: value).flatMap(Unicode.Scalar.init) else { return nil }
        guard scalar.isASCII else { return KeyPress(.character(Character(scalar)), modifiers) }
        return KeyPress(ascii: UInt8(truncatingIfNeeded: value), modifiers)
    }
}

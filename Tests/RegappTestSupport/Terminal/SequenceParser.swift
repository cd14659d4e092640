/// Cuts a terminal's output into characters, control characters and escape sequences (ECMA-48).
struct SequenceParser: Hashable, Sendable {
    enum Action: Hashable, Sendable {
        case print(Unicode.Scalar)
        case control(UInt8)
        /// `ESC` and one final byte, with what stood between.
        case escape(UInt8, intermediates: [UInt8])
        /// `CSI`: its private marker, numbers, intermediate bytes and final byte.
        case sequence(marker: UInt8?, numbers: [Int], intermediates: [UInt8], final: UInt8)
    }

    private enum State: Hashable {
        case ground, escape, sequence
        /// OSC, DCS, APC, PM and SOS: ignored until BEL or ST.
        case string
        case stringEscape
    }

    private var state = State.ground
    private var collected: [UInt8] = []
    private var character: [UInt8] = []
    /// A byte that cut a character short and has yet to be read itself.
    private var unread: UInt8?

    /// What the last byte completes besides the broken character that it ended.
    mutating func takeUnread() -> Action? {
        guard let byte = unread else { return nil }
        unread = nil
        return take(byte)
    }

    /// Takes one byte, and returns what it completes.
    mutating func take(_ byte: UInt8) -> Action? {
        switch state {
        case .ground: return takeGround(byte)
        case .escape: return takeEscape(byte)
        case .sequence: return takeSequence(byte)
        case .string:
            if byte == 0x07 { state = .ground }
            if byte == 0x1B { state = .stringEscape }
            return nil
        case .stringEscape:
            state = byte == UInt8(ascii: "\\") ? .ground : .string
            return nil
        }
    }

    private mutating func takeGround(_ byte: UInt8) -> Action? {
        if byte == 0x1B {
            (state, collected, character) = (.escape, [], [])
            return nil
        }
        if byte < 0x20 || byte == 0x7F { return .control(byte) }
        character.append(byte)
        let text = String(validating: character, as: UTF8.self)
        if let scalar = text?.unicodeScalars.first {
            character = []
            return .print(scalar)
        }
        let isStart = (0xC2...0xF4).contains(character[0])
        if isStart && character.count < 4 && (character.count == 1 || byte & 0xC0 == 0x80) { return nil }
        if character.count > 1 && byte & 0xC0 != 0x80 { unread = byte }
        character = []
        return .print("\u{FFFD}")
    }

    private mutating func takeEscape(_ byte: UInt8) -> Action? {
        switch byte {
        case UInt8(ascii: "["):
            (state, collected) = (.sequence, [])
            return nil
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string
            return nil
        case 0x20...0x2F:
            collected.append(byte)
            return nil
        default:
            state = .ground
            return .escape(byte, intermediates: collected)
        }
    }

    private mutating func takeSequence(_ byte: UInt8) -> Action? {
        guard (0x40...0x7E).contains(byte) else {
            // Control characters act in the middle of a sequence too.
            if byte < 0x20 { return .control(byte) }
            collected.append(byte)
            return nil
        }
        state = .ground
        let marker = collected.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
        let parameters = collected.filter { (0x30...0x3B).contains($0) }
        let numbers = parameters.split(separator: 0x3B, omittingEmptySubsequences: false).flatMap { field in
            field.split(separator: 0x3A, omittingEmptySubsequences: false).map {
                Int(String(decoding: $0, as: UTF8.self)) ?? -1
            }
        }
        return .sequence(
            marker: marker, numbers: numbers == [-1] ? [] : numbers,
            intermediates: collected.filter { (0x20...0x2F).contains($0) }, final: byte)
    }
}

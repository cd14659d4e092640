/// Decodes bytes from a terminal into events as they arrive.
///
/// Pass every read to ``feed(_:)``. If ``timeout`` is not nil, the bytes so far may begin a longer sequence: wait that
/// long for further input, and call ``flush()`` if none comes. Malformed and unknown sequences are dropped. It never
/// holds more than ``pasteLimit`` bytes. The terminal's answers are never events, however late or split: ``colours``
/// and ``awaitsAnswer`` keep them. Nor is anything else that only terminals send, such as a report of the cursor's
/// position or a ``ControlString``, whichever program asked for it.
package struct KeyDecoder: Sendable {
    /// The most bytes kept of one paste; the rest is dropped.
    package static let pasteLimit = 65_536
    /// How long a lone Escape may become the start of a sequence, in milliseconds.
    static let escapeTimeout = 50
    /// The time of silence after which an unfinished paste counts as finished, in milliseconds.
    static let pasteTimeout = 1_000
    /// How long a lone Escape is kept while the terminal owes an answer, which may come in pieces, in milliseconds.
    static let heldEscapeTimeout = 200
    /// The time of silence after which an unfinished sequence counts as broken off, in milliseconds: a slow line sends
    /// it in pieces, and the rest of an answer would be keys.
    static let answerTimeout = 1_000
    /// The longest control sequence that is accepted, in bytes; real ones have under 20, answers under 40.
    private static let sequenceLimit = 64
    private static let endOfPaste = Array("\u{1B}[201~".utf8)
    /// After `ESC [`: three bytes follow, in which a terminal without mode 1006 reports the mouse.
    private static let oldMouse = UInt8(ascii: "M")

    /// Whether the terminal has been asked for its attributes (DA1) and has not answered yet.
    var awaitsAnswer = false
    /// The colours that the terminal reported last.
    private(set) var colours = TerminalColours()

    private var pending: [UInt8] = []
    private var string: ControlString?
    /// Whether a lone Escape has waited for ``escapeTimeout``: it is no longer Alt, but may begin an answer.
    private var isEscapeHeld = false
    private var paste: [UInt8]?

    package init() {}

    /// The time to wait for more before ``flush()``, in milliseconds; nil if nothing is unfinished.
    package var timeout: Int? {
        if paste != nil { return Self.pasteTimeout }
        if string != nil { return Self.answerTimeout }
        if pending.isEmpty { return nil }
        guard pending == [0x1B] else { return Self.answerTimeout }
        return isEscapeHeld ? Self.heldEscapeTimeout : Self.escapeTimeout
    }

    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes { events += paste == nil ? decode(byte) : addPasted(byte) }
        return events
    }

    /// Ends an unfinished sequence: a lone Escape becomes the key.
    package mutating func flush() -> [Event] {
        if let text = paste {
            paste = nil
            return [.paste(String(decoding: text.prefix(Self.pasteLimit), as: UTF8.self))]
        }
        if awaitsAnswer, pending == [0x1B], !isEscapeHeld {
            isEscapeHeld = true
            return []
        }
        defer { discard() }
        guard pending.first == 0x1B else { return [] }
        guard let second = pending.dropFirst().first else { return [.key(.escape)] }
        // Alt with [ or O looks like the start of a sequence until nothing follows.
        guard pending.count == 2, second < 0x80 else { return [] }
        return [.key(.alt(Character(Unicode.Scalar(second))))]
    }

    mutating func discard() { (pending, string, paste, isEscapeHeld) = ([], nil, nil, false) }

    private mutating func addPasted(_ byte: UInt8) -> [Event] {
        paste?.append(byte)
        // Beyond the limit, only what may be the end is kept.
        let count = paste?.count ?? 0
        if count > Self.pasteLimit + Self.endOfPaste.count { paste?.remove(at: Self.pasteLimit) }
        guard byte == Self.endOfPaste.last, paste?.suffix(Self.endOfPaste.count) == Self.endOfPaste[...]
        else { return [] }
        paste?.removeLast(Self.endOfPaste.count)
        return flush()
    }

    private mutating func decode(_ byte: UInt8) -> [Event] {
        if string != nil { return continueString(byte) }
        guard let first = pending.first else { return begin(byte) }
        guard first == 0x1B else { return continueScalar(byte, from: 0) }
        guard pending.count > 1 else { return continueEscape(byte) }
        switch pending[1] {
        case 0x5B where pending.count > 2 && pending[2] == Self.oldMouse: return continueOldMouse(byte)
        case 0x5B, 0x4F: return continueSequence(byte)
        default: return continueScalar(byte, from: 1)
        }
    }

    /// Decodes a byte that does not continue what is unfinished.
    private mutating func restart(_ byte: UInt8) -> [Event] {
        pending = []
        return decode(byte)
    }

    /// The first byte of a key, after an optional Escape that meant Alt.
    private mutating func begin(_ byte: UInt8, modifiers: KeyPress.Modifiers = []) -> [Event] {
        switch byte {
        case 0x1B: pending = [byte]
        case 0xC2...0xF4: pending.append(byte)
        // Not the start of a scalar: dropped, as it cannot have been typed.
        case 0x80...0xFF: pending = []
        default:
            pending = []
            return [.key(KeyPress(ascii: byte, modifiers))]
        }
        return []
    }

    private mutating func continueEscape(_ byte: UInt8) -> [Event] {
        let isHeld = isEscapeHeld
        isEscapeHeld = false
        let kind = ControlString.Kind(rawValue: byte)
        switch byte {
        // Escape twice: the first was the key.
        case 0x1B: return [.key(.escape)]
        case 0x5B: pending.append(byte)
        case _ where isHeld && kind != .systemCommand: return [.key(.escape)] + restart(byte)
        case 0x4F: pending.append(byte)
        default:
            guard let kind else { return begin(byte, modifiers: .alt) }
            pending = []
            string = ControlString(kind)
        }
        return []
    }

    private mutating func continueString(_ byte: UInt8) -> [Event] {
        guard string?.goesOn(with: byte) == false, let ended = string else { return [] }
        colours = ended.colours(beside: colours) ?? colours
        string = nil
        guard ended.isAfterEscape else { return byte == 0x07 ? [] : decode(byte) }
        if byte == UInt8(ascii: "\\") { return [] }
        pending = [0x1B]
        return continueEscape(byte)
    }

    private mutating func continueScalar(_ byte: UInt8, from start: Int) -> [Event] {
        guard (0x80...0xBF).contains(byte) else { return restart(byte) }
        pending.append(byte)
        let scalar = pending[start...]
        // The first byte begins with as many ones as the scalar has bytes.
        guard scalar.count >= (~scalar[start]).leadingZeroBitCount else { return [] }
        pending = []
        guard let character = String(validating: scalar, as: UTF8.self)?.first else { return [] }
        return [.key(KeyPress(.character(character), start == 1 ? .alt : []))]
    }

    private mutating func continueSequence(_ byte: UInt8) -> [Event] {
        switch byte {
        // A new sequence where one was under way: the old one was never finished.
        case 0x1B: pending = [byte]
        case 0x20...0x3F: if pending.count < Self.sequenceLimit { pending.append(byte) }
        // The second bracket of F1 to F5 of the Linux console.
        case 0x5B where pending == [0x1B, 0x5B], Self.oldMouse where pending == [0x1B, 0x5B]:
            pending.append(byte)
        case 0x40...0x7E: return finishSequence(byte)
        // A key such as Enter: the person must not wait for a terminal that broke off.
        default: return restart(byte)
        }
        return []
    }

    private mutating func continueOldMouse(_ byte: UInt8) -> [Event] {
        pending.append(byte)
        guard pending.count == 6 else { return [] }
        let numbers = pending[3...].map { Int($0) - 32 }
        pending = []
        return ControlSequence.mouse(numbers).map { [$0] } ?? []
    }

    private mutating func finishSequence(_ final: UInt8) -> [Event] {
        let sequence = ControlSequence(String(decoding: pending.dropFirst() + [final], as: UTF8.self))
        let isTooLong = pending.count >= Self.sequenceLimit
        pending = []
        guard !isTooLong else { return [] }
        if sequence.text == "[200~" {
            paste = []
        } else if sequence.text.hasPrefix("[?"), final == UInt8(ascii: "c") {
            awaitsAnswer = false
        } else if let event = sequence.event {
            return [event]
        }
        return []
    }
}

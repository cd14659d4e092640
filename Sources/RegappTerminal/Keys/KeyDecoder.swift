/// Decodes bytes from a terminal into events as they arrive.
///
/// Pass every read to ``feed(_:)``. If ``timeout`` is not nil, the bytes so far may be the beginning of a longer
/// sequence: wait that long for further input, and call ``flush()`` if none comes. Malformed and unknown sequences are
/// dropped. The decoder never holds more than ``pasteLimit`` bytes.
///
/// The terminal's answers to queries are never events: they are kept in ``background`` and ``awaitsAnswer``, however
/// late and in however many pieces they come.
package struct KeyDecoder: Sendable {
    /// The most bytes kept of one paste; the rest is dropped.
    package static let pasteLimit = 65_536
    /// How long a lone Escape may become the start of a sequence, in milliseconds.
    static let escapeTimeout = 50
    /// The time of silence after which an unfinished paste counts as finished, in milliseconds.
    static let pasteTimeout = 1_000
    /// The same while the terminal owes an answer, which may come in pieces.
    static let heldEscapeTimeout = 200
    /// The time of silence after which an unfinished answer counts as broken off, in milliseconds.
    static let answerTimeout = 1_000
    /// The longest control sequence that is accepted, in bytes; real ones have under 20, answers under 40.
    private static let sequenceLimit = 64
    private static let endOfPaste = Array("\u{1B}[201~".utf8)
    /// After `ESC [`: three bytes follow, in which a terminal without mode 1006 reports the mouse.
    private static let oldMouse = UInt8(ascii: "M")

    /// Whether the terminal has been asked for its attributes (DA1) and has not answered yet.
    var awaitsAnswer = false
    /// The background colour that the terminal reported last (OSC 11).
    private(set) var background: RGB?

    private var pending: [UInt8] = []
    /// Whether a lone Escape has waited for ``escapeTimeout``: it is no longer Alt, but may begin an answer.
    private var isEscapeHeld = false
    private var paste: [UInt8]?

    package init() {}

    /// The time to wait for more before ``flush()``, in milliseconds; nil if nothing is unfinished.
    package var timeout: Int? {
        if paste != nil { return Self.pasteTimeout }
        if pending.isEmpty { return nil }
        if pending == [0x1B] { return isEscapeHeld ? Self.heldEscapeTimeout : Self.escapeTimeout }
        return awaitsAnswer || isAnswer ? Self.answerTimeout : Self.escapeTimeout
    }

    /// Whether the unfinished sequence is one that no key sends.
    private var isAnswer: Bool {
        pending.starts(with: [0x1B, 0x5D]) && pending.count > 2 || pending.starts(with: [0x1B, 0x5B, 0x3F])
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
        defer { (pending, isEscapeHeld) = ([], false) }
        guard pending.first == 0x1B else { return [] }
        guard let second = pending.dropFirst().first else { return [.key(.escape)] }
        // Alt with [, ] or O looks like the start of a sequence until nothing follows.
        guard pending.count == 2, second < 0x80 else { return [] }
        return [.key(.alt(Character(Unicode.Scalar(second))))]
    }

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
        guard let first = pending.first else { return begin(byte) }
        guard first == 0x1B else { return continueScalar(byte, from: 0) }
        guard pending.count > 1 else { return continueEscape(byte) }
        switch pending[1] {
        case 0x5B where pending.count > 2 && pending[2] == Self.oldMouse: return continueOldMouse(byte)
        case 0x5B, 0x4F: return continueSequence(byte)
        case 0x5D: return continueString(byte)
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
            return [.key(ControlSequence.key(forASCII: byte, modifiers: modifiers))]
        }
        return []
    }

    private mutating func continueEscape(_ byte: UInt8) -> [Event] {
        let isHeld = isEscapeHeld
        isEscapeHeld = false
        switch byte {
        // Escape twice: the first was the key.
        case 0x1B: return [.key(.escape)]
        case 0x5B, 0x5D: pending.append(byte)
        case _ where isHeld: return [.key(.escape)] + restart(byte)
        case 0x4F: pending.append(byte)
        default: return begin(byte, modifiers: .alt)
        }
        return []
    }

    /// The next byte of an operating system command, which BEL or ST (`ESC \`) ends.
    private mutating func continueString(_ byte: UInt8) -> [Event] {
        let endsWithEscape = pending.count > 2 && pending.last == 0x1B
        switch byte {
        case 0x07: finishString(pending[2...])
        case 0x5C where endsWithEscape: finishString(pending[2...].dropLast())
        case _ where endsWithEscape:
            // Another sequence where the command was under way: it was never finished.
            pending = [0x1B]
            return continueEscape(byte)
        case 0x1B: pending.append(byte)
        // A key such as Enter or Ctrl-C: the person must not wait for a terminal that broke off.
        case 0x00..<0x20: return restart(byte)
        case _ where !RGB.mayContinueAnswer(byte) && colour(in: pending[2...]) != nil:
            // The colour has come but its end has not: this is a key as well.
            finishString(pending[2...])
            return decode(byte)
        default: if pending.count < Self.sequenceLimit { pending.append(byte) }
        }
        return []
    }

    private mutating func finishString(_ content: ArraySlice<UInt8>) {
        pending = []
        if let colour = colour(in: content) { background = colour }
    }

    private func colour(in content: ArraySlice<UInt8>) -> RGB? {
        RGB(backgroundAnswer: String(decoding: content, as: UTF8.self))
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
        case 0x20...0x3F where pending.count < Self.sequenceLimit: pending.append(byte)
        // The second bracket of F1 to F5 of the Linux console.
        case 0x5B where pending == [0x1B, 0x5B], Self.oldMouse where pending == [0x1B, 0x5B]:
            pending.append(byte)
        case 0x40...0x7E: return finishSequence(byte)
        default: pending = []
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
        pending = []
        if sequence.startsPaste {
            paste = []
        } else if sequence.isAttributes {
            awaitsAnswer = false
        } else if let event = sequence.event {
            return [event]
        }
        return []
    }
}

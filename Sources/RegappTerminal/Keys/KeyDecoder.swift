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

    /// Whether the terminal has been asked for its attributes (DA1) and has not answered yet.
    var awaitsAnswer = false
    /// The background colour that the terminal reported last (OSC 11).
    private(set) var background: RGB?

    private var pending: [UInt8] = []
    /// Whether a lone Escape has waited for ``escapeTimeout``: it is no longer Alt, but may begin an answer.
    private var isEscapeHeld = false
    private var paste: [UInt8]?
    private var pasteEnd = PasteEnd()

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
        for byte in bytes {
            if paste != nil {
                if let event = addPasted(byte) { events.append(event) }
            } else {
                decode(byte, &events)
            }
        }
        return events
    }

    /// Ends an unfinished sequence: a lone Escape becomes the key.
    package mutating func flush() -> [Event] {
        if let text = paste {
            paste = nil
            return [.paste(String(decoding: text + pasteEnd.abandon(), as: UTF8.self))]
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

    private mutating func decode(_ byte: UInt8, _ events: inout [Event]) {
        guard let first = pending.first else {
            begin(byte, modifiers: [], &events)
            return
        }
        if first == 0x1B {
            continueEscape(byte, &events)
        } else {
            continueScalar(byte, start: 0, &events)
        }
    }

    /// The first byte of a key, after an optional Escape that meant Alt.
    private mutating func begin(_ byte: UInt8, modifiers: KeyPress.Modifiers, _ events: inout [Event]) {
        switch byte {
        case 0x1B: pending = [byte]
        case 0x80...0xFF:
            // Not the start of a scalar: dropped, as it cannot have been typed.
            if UTF8Length.expected(byte) > 1 { pending.append(byte) } else { pending = [] }
        default:
            pending = []
            events.append(.key(ControlSequence.key(forASCII: byte, modifiers: modifiers)))
        }
    }

    private mutating func continueEscape(_ byte: UInt8, _ events: inout [Event]) {
        guard pending.count > 1 else {
            let isHeld = isEscapeHeld
            isEscapeHeld = false
            switch byte {
            case 0x1B:
                // Escape twice: the first was the key.
                events.append(.key(.escape))
            case 0x5B, 0x5D: pending.append(byte)
            case _ where isHeld:
                events.append(.key(.escape))
                begin(byte, modifiers: [], &events)
            case 0x4F: pending.append(byte)
            default: begin(byte, modifiers: .alt, &events)
            }
            return
        }
        switch pending[1] {
        case 0x5B where pending.count > 2 && pending[2] == Self.oldMouse: continueOldMouse(byte, &events)
        case 0x5B, 0x4F: continueSequence(byte, &events)
        case 0x5D: continueString(byte, &events)
        default: continueScalar(byte, start: 1, &events)
        }
    }

    /// The next byte of an operating system command, which BEL or ST (`ESC \`) ends.
    private mutating func continueString(_ byte: UInt8, _ events: inout [Event]) {
        let endsWithEscape = pending.count > 2 && pending.last == 0x1B
        switch byte {
        case 0x07: finishString(pending[2...])
        case 0x5C where endsWithEscape: finishString(pending[2...].dropLast())
        case _ where endsWithEscape:
            // Another sequence where the command was under way: it was never finished.
            pending = [0x1B]
            continueEscape(byte, &events)
        case 0x1B: pending.append(byte)
        case 0x00..<0x20:
            // A key such as Enter or Ctrl-C: the person must not wait for a terminal that broke off.
            pending = []
            decode(byte, &events)
        case _ where !RGB.mayContinueAnswer(byte) && colour(in: pending[2...]) != nil:
            // The colour has come but its end has not: this is a key as well.
            finishString(pending[2...])
            decode(byte, &events)
        default: if pending.count < Self.sequenceLimit { pending.append(byte) }
        }
    }

    private mutating func finishString(_ content: ArraySlice<UInt8>) {
        pending = []
        if let colour = colour(in: content) { background = colour }
    }

    private func colour(in content: ArraySlice<UInt8>) -> RGB? {
        RGB(backgroundAnswer: String(decoding: content, as: UTF8.self))
    }

    private mutating func continueScalar(_ byte: UInt8, start: Int, _ events: inout [Event]) {
        guard (0x80...0xBF).contains(byte) else {
            pending = []
            decode(byte, &events)
            return
        }
        pending.append(byte)
        let scalar = pending[start...]
        guard let lead = scalar.first, scalar.count >= UTF8Length.expected(lead) else { return }
        pending = []
        guard let text = String(validating: scalar, as: UTF8.self), let character = text.first else { return }
        events.append(.key(KeyPress(.character(character), start == 1 ? .alt : [])))
    }

    private mutating func continueSequence(_ byte: UInt8, _ events: inout [Event]) {
        switch byte {
        case 0x1B:
            // A new sequence where one was under way: the old one was never finished.
            pending = [byte]
        case 0x20...0x3F where pending.count < Self.sequenceLimit: pending.append(byte)
        case 0x5B where pending == [0x1B, 0x5B]: pending.append(byte)  // F1 to F5 of the Linux console
        case Self.oldMouse where pending == [0x1B, 0x5B]: pending.append(byte)
        case 0x40...0x7E:
            finishSequence(byte, &events)
        default: pending = []
        }
    }

    /// After `ESC [`: three bytes follow, in which a terminal without mode 1006 reports the mouse.
    private static let oldMouse = UInt8(ascii: "M")

    private mutating func continueOldMouse(_ byte: UInt8, _ events: inout [Event]) {
        pending.append(byte)
        guard pending.count == 6 else { return }
        let numbers = pending[3...].map { Int($0) - 32 }
        pending = []
        if let event = ControlSequence.mouse(numbers) { events.append(event) }
    }

    private mutating func finishSequence(_ final: UInt8, _ events: inout [Event]) {
        let sequence = ControlSequence(introducer: pending[1], body: Array(pending[2...]), final: final)
        pending = []
        if sequence.startsPaste {
            paste = []
        } else if sequence.isAttributes {
            awaitsAnswer = false
        } else if let event = sequence.event {
            events.append(event)
        }
    }

    private mutating func addPasted(_ byte: UInt8) -> Event? {
        let (passed, isOver) = pasteEnd.feed(byte)
        let room = Self.pasteLimit - (paste?.count ?? 0)
        paste?.append(contentsOf: passed.prefix(max(0, room)))
        guard isOver, let text = paste else { return nil }
        paste = nil
        return .paste(String(decoding: text, as: UTF8.self))
    }
}

/// Finds the end of a bracketed paste in bytes that come one by one.
private struct PasteEnd: Sendable {
    private static let mark = Array("\u{1B}[201~".utf8)
    private var matched = 0

    /// The bytes now known to be text, and whether the end has come.
    mutating func feed(_ byte: UInt8) -> (text: [UInt8], isOver: Bool) {
        if byte == Self.mark[matched] {
            matched += 1
            guard matched == Self.mark.count else { return ([], false) }
            matched = 0
            return ([], true)
        }
        // Only the first byte of the mark is Escape, so a failed match can only begin again here.
        let text = abandon()
        if byte == Self.mark[0] {
            matched = 1
            return (text, false)
        }
        return (text + [byte], false)
    }

    /// Gives up a match that was under way, and returns its bytes.
    mutating func abandon() -> [UInt8] {
        defer { matched = 0 }
        return Array(Self.mark.prefix(matched))
    }
}

private enum UTF8Length {
    /// 1 to 4, or 0 for a byte that cannot come first.
    static func expected(_ lead: UInt8) -> Int {
        switch lead {
        case 0x00...0x7F: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }
}

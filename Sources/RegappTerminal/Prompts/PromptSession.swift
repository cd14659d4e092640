/// Questions in one mode of the terminal: sets it, reads lines and handles signals; ``end()`` restores the mode.
struct PromptSession {
    /// The longest line of the terminal's own line editing (N_TTY_BUF_SIZE of Linux), in bytes with the newline.
    static let lineLimit = 4096

    enum Line: Equatable {
        case text(String)
        case notUTF8
        /// The line has more bytes than this, not counting its end.
        case tooLong(limit: Int)
    }

    /// Who edits the lines.
    enum Input {
        /// The terminal, without showing them.
        case hidden
        /// The terminal: no escape codes, nothing is drawn twice.
        case plain
        /// This process.
        case edited
    }

    private let device: TerminalDevice
    private var prompt = ""
    private let input: Input
    /// The line that is being edited; nil if the terminal does that.
    private var editor: LineEditor?
    private var before: TerminalMode
    private var isActive = false
    private let signals: SignalWatch
    private var restoresOnCrash: CrashGuard?

    init(device: TerminalDevice, _ input: Input) throws(PromptError) {
        guard let before = device.mode else { throw .endOfInput }
        guard let signals = SignalWatch() else { throw PromptError(.tooManyOpenFiles) }
        self.device = device
        self.input = input
        self.before = before
        self.signals = signals
    }

    /// - Parameter former: an answer that stands there to be corrected, if lines are edited here.
    mutating func readLine(_ prompt: String, former: String = "") throws(PromptError) -> Line {
        self.prompt = prompt
        editor = input == .edited ? LineEditor(former) : nil
        try begin()
        var line: [UInt8] = []
        while true {
            let ready = TerminalDevice.waitForInput(
                on: [device.descriptor, signals.descriptor], milliseconds: editor?.timeout)
            // A signal goes first: it may decide whether the line counts.
            if ready[1], try answerSignals() {
                // What was typed is gone from the screen, and mostly from a terminal that edits: ask again.
                line = []
                try begin()
                continue
            }
            guard ready[0] else {
                editor?.flush()
                continue
            }
            let part: [UInt8]
            // One by one: what follows the line is for the next question, or for another program.
            do { part = try device.read(upTo: 1) } catch {
                if error.isInterruption { continue }
                throw PromptError(error)
            }
            if editor != nil, let byte = part.first {
                guard let (output, end) = editor?.feed(byte) else { continue }
                try show(output)
                switch end {
                case nil: continue
                case .ended: return try finished([])
                case .entered:
                    try show("\n")
                    let text = editor?.field.text ?? ""
                    let limit = Self.lineLimit - 2
                    return text.utf8.count > limit ? .tooLong(limit: limit) : .text(text)
                }
            }
            line += part
            // The terminal silently drops what exceeds its limit: a full line may be incomplete.
            guard line.count < Self.lineLimit else {
                if input == .hidden { try show("\n") }
                return .tooLong(limit: Self.lineLimit - 2)
            }
            if line.last == 0x0A || part.isEmpty { return try finished(line) }
        }
    }

    mutating func end() {
        guard isActive else { return }
        isActive = false
        device.restore(before)
        restoresOnCrash = nil
    }

    private mutating func begin() throws(PromptError) {
        while true {
            // In the background the present mode is that of the program in the foreground: it is looked up again.
            if !isActive, let mode = device.mode { before = mode }
            let mode = input == .edited ? before.editing() : before.prompting(echo: input == .plain)
            switch device.apply(mode) {
            case 0:
                isActive = true
                if input != .plain, restoresOnCrash == nil {
                    restoresOnCrash = CrashGuard(device: device, mode: before, farewell: [])
                }
                return try show(editor?.begin(prompt, columns: device.columns) ?? prompt)
            case DeviceError.interrupted.errno: _ = try answerSignals()
            case let number: throw .failed(errno: number)
            }
        }
    }

    private mutating func finished(_ line: [UInt8]) throws(PromptError) -> Line {
        var text = line
        if text.last == 0x0A {
            text.removeLast()
        } else if text.isEmpty {
            try show("\n")
            throw .endOfInput
        }
        if input == .hidden { try show("\n") }
        return String(validating: text, as: UTF8.self).map(Line.text) ?? .notUTF8
    }

    private mutating func show(_ text: String) throws(PromptError) {
        do {
            try device.write(Array(text.utf8))
        } catch {
            guard error.isInterruption else { throw PromptError(error) }
            _ = try answerSignals()
        }
    }

    private func endLine() { try? device.write([0x0A], patience: TerminalDevice.patience) }

    /// - Returns: whether the process was stopped meanwhile, so that mode and prompt are gone.
    private mutating func answerSignals() throws(PromptError) -> Bool {
        var wasStopped = false
        while let signal = signals.next() {
            switch signal {
            case .interrupt:
                endLine()
                throw .interrupted
            case .hangup, .quit, .terminate:
                end()
                endLine()
                signals.deliver(signal)
                throw .endOfInput
            case .stop:
                end()
                signals.deliver(.stop)
                wasStopped = true
            case .continue: wasStopped = true
            case .resize: break
            }
        }
        return wasStopped
    }
}

package enum PromptError: Error, Hashable, Sendable {
    /// The input ended (Ctrl-D) or the terminal closed.
    case endOfInput
    /// Ctrl-C or SIGINT; the terminal is restored, and the program should exit with 130.
    case interrupted
    case failed(errno: Int32)

    init(_ error: DeviceError) { self = error.isHangup ? .endOfInput : .failed(errno: error.errno) }
}

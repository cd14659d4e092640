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

    private let device: TerminalDevice
    private var prompt = ""
    private let echo: Bool
    private var before: TerminalMode
    private var isActive = false
    private let signals: SignalWatch
    private var restoresOnCrash: CrashGuard?

    init(device: TerminalDevice, echo: Bool) throws(PromptError) {
        guard let before = device.mode else { throw .endOfInput }
        guard let signals = SignalWatch() else { throw PromptError(.tooManyOpenFiles) }
        self.device = device
        self.echo = echo
        self.before = before
        self.signals = signals
    }

    mutating func readLine(_ prompt: String) throws(PromptError) -> Line {
        self.prompt = prompt
        try begin()
        var line: [UInt8] = []
        while true {
            let ready = TerminalDevice.waitForInput(
                on: [device.descriptor, signals.descriptor], milliseconds: nil)
            // A signal goes first: it may decide whether the line counts.
            if ready[1], try answerSignals() {
                // What was typed is gone from the screen, and mostly from the terminal: ask again.
                line = []
                try begin()
                continue
            }
            guard ready[0] else { continue }
            let part: [UInt8]
            do { part = try device.read(upTo: Self.lineLimit) } catch {
                if error.isInterruption { continue }
                throw PromptError(error)
            }
            line += part
            // The terminal silently drops what exceeds its limit: a full line may be incomplete.
            guard line.count < Self.lineLimit else {
                if !echo { try show("\n") }
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
            switch device.apply(before.prompting(echo: echo)) {
            case 0:
                isActive = true
                if !echo, restoresOnCrash == nil {
                    restoresOnCrash = CrashGuard(device: device, mode: before, farewell: [])
                }
                return try show(prompt)
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
        if !echo { try show("\n") }
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

/// Questions in one mode of the terminal: sets it, reads lines and handles signals; ``end()`` restores the mode.
struct PromptSession {
    /// The longest line of the terminal's own line editing (N_TTY_BUF_SIZE of Linux), in bytes with the newline.
    static let lineLimit = 4096

    /// How lines are typed: edited by this process, unseen or shown, or by the terminal, without escape codes.
    enum Input { case hidden, edited, plain }

    private let device: TerminalDevice
    private var prompt = ""
    private let input: Input
    /// The line that is being edited; nil if the terminal does that.
    private var editor: LineEditor?
    private var before: TerminalMode
    private var isActive = false
    private let signals: SignalWatch
    private var restoresOnCrash: CrashGuard?

    init(device: TerminalDevice, _ input: Input) throws(TerminalEnd) {
        guard let before = device.mode else { throw .closed }
        guard let signals = SignalWatch() else { throw TerminalEnd(.tooManyOpenFiles) }
        self.device = device
        self.input = input
        self.before = before
        self.signals = signals
    }

    /// Asks until a line can be read, and returns it without its end. An edited line begins with the `former` answer.
    mutating func ask(_ question: String, former: String = "") throws(TerminalEnd) -> String {
        prompt = question.printable
        let limit = Self.lineLimit - 2
        while true {
            let line = try readLine(former)
            if line.count > limit {
                try show("the answer is longer than \(limit) bytes\n")
            } else if let text = String(validating: line, as: UTF8.self) {
                return text
            } else {
                try show("the answer is not UTF-8\n")
            }
        }
    }

    private mutating func readLine(_ former: String) throws(TerminalEnd) -> [UInt8] {
        editor = input == .plain ? nil : LineEditor(former, isHidden: input == .hidden)
        try begin()
        var line: [UInt8] = []
        while true {
            let ready = TerminalDevice.waitForInput(
                on: [device.descriptor, signals.descriptor], milliseconds: editor?.decoder.timeout)
            // A signal goes first: it may decide whether the line counts.
            if ready[1], try answerSignals() {
                // What was typed is gone from the screen, or was never seen: ask again.
                line = []
                if input == .hidden { editor = LineEditor("", isHidden: true) }
                try begin()
                continue
            }
            guard ready[0] else {
                _ = editor?.decoder.flush()
                continue
            }
            let part: [UInt8]
            // One by one: what follows the line is for the next question, or for another program.
            do { part = try device.read(upTo: 1) } catch {
                if error.isInterruption { continue }
                throw TerminalEnd(error)
            }
            if editor != nil, let byte = part.first {
                guard let (output, end) = editor?.feed(byte) else { continue }
                try show(output)
                switch end {
                case nil: continue
                case .ended: return try finished([])
                case .interrupted: throw interrupted()
                case .entered:
                    try show("\n")
                    return editor?.answer ?? []
                }
            }
            if part == [TerminalMode.interrupt], !device.sendsSignals { throw interrupted() }
            line += part
            // The terminal silently drops what exceeds its limit: a full line may be incomplete.
            if line.last == 0x0A || part.isEmpty || line.count >= Self.lineLimit { return try finished(line) }
        }
    }

    mutating func end() {
        guard isActive else { return }
        isActive = false
        device.restore(before)
        restoresOnCrash = nil
    }

    private mutating func begin() throws(TerminalEnd) {
        while true {
            // In the background, this is the mode of the program in the foreground, so it is read again.
            if !isActive, let mode = device.mode { before = mode }
            let sends = device.sendsSignals
            let mode =
                input == .plain ? before.prompting(sendsSignals: sends) : before.editing(sendsSignals: sends)
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

    private mutating func finished(_ line: [UInt8]) throws(TerminalEnd) -> [UInt8] {
        if line.isEmpty {
            try show("\n")
            throw .closed
        }
        return line.last == 0x0A ? line.dropLast() : line
    }

    private mutating func show(_ text: String) throws(TerminalEnd) {
        do {
            try device.write(Array(text.utf8))
        } catch {
            guard error.isInterruption else { throw TerminalEnd(error) }
            _ = try answerSignals()
        }
    }

    private func interrupted() -> TerminalEnd {
        endLine()
        return .interrupted
    }

    private func endLine() { try? device.write([0x0A], patience: TerminalDevice.patience) }

    /// - Returns: whether the process was stopped meanwhile, so that mode and prompt are gone.
    private mutating func answerSignals() throws(TerminalEnd) -> Bool {
        var wasStopped = false
        while let signal = SignalWatch.next() {
            switch signal {
            case .interrupt: throw interrupted()
            case .hangup, .quit, .terminate:
                end()
                endLine()
                signals.deliver(signal)
                throw .closed
            case .stop:
                end()
                signals.deliver(.stop)
                wasStopped = true
            case .continue: wasStopped = true
            case .resize:
                guard input == .edited, let line = editor?.begin(prompt, columns: device.columns) else {
                    break
                }
                try show(EscapeCode.moveToColumn(0).sequence + EscapeCode.eraseToEndOfLine.sequence + line)
            }
        }
        return wasStopped
    }
}

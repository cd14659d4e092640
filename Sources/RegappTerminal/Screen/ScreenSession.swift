internal import RegappValues

/// Runs a ``ScreenApplication`` on the whole screen of a terminal.
///
/// Meanwhile the terminal is in raw mode, with the alternate screen, bracketed paste and focus events. It is asked for
/// its colours; the first frame waits a moment for the answers, and leaving waits for them too, so that no other
/// program gets them. The terminal is restored on return, on errors, on SIGINT, SIGTERM, SIGHUP and SIGQUIT (the last
/// three then end the process), while stopped (Ctrl-Z or SIGTSTP), on crashes (see `CrashGuard`) and during
/// ``ScreenCommand/outside(_:)``. Ctrl-C, Ctrl-Z and Ctrl-L (redraw) are for the session; no application sees them.
package struct ScreenSession: ~Copyable {
    /// In a smaller window, a message replaces the application.
    package static let minimumSize = Size(columns: 40, rows: 12)
    /// The size of a terminal that does not report one: that of a VT100.
    private static let standardSize = Size(columns: 80, rows: 24)
    /// How long after asking, in milliseconds, a session that leaves still waits for answers: longer than slow lines.
    private static let farewellTimeout = 1_000
    /// How long the first frame waits for the terminal's colours, in milliseconds. Most terminals answer at once.
    private static let colourTimeout = 30
    /// In bytes.
    private static let readSize = 4_096

    private static let leave = KeyBinding(
        [.control("c")], "leave", meaning: "leave; asks first if typed text would be lost")
    private static let suspend = KeyBinding(
        [.control("z")], "stop", meaning: "suspend; 'fg' resumes")
    private static let redraw = KeyBinding([.control("l")], "redraw", meaning: "draw the screen again")
    /// The keys that no application sees.
    static let bindings = [leave, suspend, redraw]

    private let device: TerminalDevice
    private var before: TerminalMode
    private let signals: SignalWatch
    private var writer: FrameWriter
    private var decoder = KeyDecoder()
    /// When the terminal was asked for its colours last, in milliseconds.
    private var askedAt = 0
    private var crashGuard: CrashGuard?
    private var size = standardSize
    private let hasMouse: Bool
    private var shown: Frame?
    private var isActive = false
    /// Whether a signal ends the session: the last write then has limited patience with the terminal.
    private var isEnding = false

    /// Runs an application on the controlling terminal, on the calling thread, until it quits or the terminal is
    /// closed; nil without a terminal. Background work reports through `mailbox`. With `hasMouse`, the application
    /// gets clicks, and the terminal does not select text by them.
    package static func run<App: ScreenApplication>(
        _ app: inout App, palette: Palette, hasMouse: Bool = false, mailbox: Mailbox<App.Outcome>
    ) -> TerminalEnd? {
        guard let device = TerminalDevice.openControlling() else { return nil }
        defer { device.close() }
        return run(&app, on: device, palette: palette, hasMouse: hasMouse, mailbox: mailbox)
    }

    static func run<App: ScreenApplication>(
        _ app: inout App, on device: TerminalDevice, palette: Palette, hasMouse: Bool = false,
        mailbox: Mailbox<App.Outcome>
    ) -> TerminalEnd? {
        guard let before = device.mode else { return nil }
        guard let signals = SignalWatch() else { return TerminalEnd(.tooManyOpenFiles) }
        var session = ScreenSession(
            device: device, before: before, signals: signals, writer: FrameWriter(palette: palette),
            hasMouse: hasMouse)
        do throws(TerminalEnd) {
            try session.enter()
            try session.loop(&app, mailbox: mailbox)
        } catch {
            session.leave()
            return error
        }
    }

    // MARK: Entering and leaving

    /// - Parameter discardsInput: whether to drop what was typed before, which was not for the screen.
    private mutating func enter(discardsInput: Bool = false) throws(TerminalEnd) {
        while true {
            // In the background, this reads the mode of the foreground program, so it is read again on each attempt.
            if !isActive, let mode = device.mode { before = mode }
            switch device.apply(before.raw()) {
            case 0:
                if discardsInput { device.discardInput() }
                return try begin()
            case DeviceError.interrupted.errno:
                // Nothing has been changed yet, so signals may end or stop the process at once.
                while let signal = SignalWatch.next() {
                    if signal.ends { try end(by: signal) }
                    guard signal == .stop else { continue }
                    signals.deliver(signal)
                }
            case let number: throw .failed(errno: number)
            }
        }
    }

    private mutating func begin() throws(TerminalEnd) {
        isActive = true
        if crashGuard == nil {
            crashGuard = CrashGuard(device: device, mode: before, farewell: EscapeCode.endScreen.bytes)
        }
        writer.invalidate()
        size = device.size ?? Self.standardSize
        decoder.awaitsAnswer = writer.palette.asksColours
        askedAt = TerminalDevice.milliseconds()
        // Every terminal reports its attributes, after the colours: once they arrive, no answer is missing.
        let questions: [EscapeCode] = decoder.awaitsAnswer ? [.askText, .askBackground, .askAttributes] : []
        try write((EscapeCode.beginScreen + mouse + questions).bytes)
    }

    private var mouse: [EscapeCode] { hasMouse ? EscapeCode.beginMouse : [] }

    private mutating func leave() {
        guard isActive else { return }
        isActive = false
        do throws(DeviceError) {
            try device.write(
                (EscapeCode.erasePage + EscapeCode.endScreen).bytes,
                patience: isEnding ? TerminalDevice.patience : nil)
            // What the terminal still owes would otherwise appear at the shell's prompt, or in an editor's text.
            while canReadAnswer(until: askedAt + Self.farewellTimeout) {
                let bytes = try device.read(upTo: Self.readSize)
                if bytes.isEmpty { break }
                _ = decoder.feed(bytes)
            }
        } catch {
            // The terminal is gone, or no longer read.
        }
        decoder.discard()
        device.restore(before)
        crashGuard = nil
    }

    /// Waits for input; false if the terminal owes no answer, or the time is up.
    private func canReadAnswer(until deadline: Int) -> Bool {
        while decoder.awaitsAnswer {
            let rest = deadline - TerminalDevice.milliseconds()
            guard rest > 0 else { return false }
            if TerminalDevice.waitForInput(on: [device.descriptor], milliseconds: rest)[0] { return true }
        }
        return false
    }

    private mutating func write(_ bytes: [UInt8]) throws(TerminalEnd) {
        do {
            try device.write(bytes)
        } catch {
            if error.isInterruption { try answerEnd() }
            throw TerminalEnd(error)
        }
    }

    // MARK: The loop

    private mutating func loop<App: ScreenApplication>(
        _ app: inout App, mailbox: Mailbox<App.Outcome>
    ) throws(TerminalEnd) -> Never {
        try perform(app.update(.resize(size)), &app)
        let deadline = TerminalDevice.milliseconds() + Self.colourTimeout
        var frame = rendered(app)
        while canReadAnswer(until: deadline) {
            if try readInput(&app) { frame = rendered(app) }
        }
        try show(frame)
        var lastTick = TerminalDevice.milliseconds()
        var lastInput = lastTick
        while true {
            let now = TerminalDevice.milliseconds()
            let waits = [
                decoder.timeout.map { lastInput + $0 - now }, app.tickInterval.map { lastTick + $0 - now },
            ].compactMap { $0 }
            let ready = TerminalDevice.waitForInput(
                on: [device.descriptor, signals.descriptor, mailbox.descriptor], milliseconds: waits.min())
            if ready[1] { try answerSignals(&app) }
            let time = TerminalDevice.milliseconds()
            if ready[0] {
                lastInput = time
                try readInput(&app)
            } else if let timeout = decoder.timeout, time - lastInput >= timeout {
                try handle(decoder.flush(), &app)
            }
            for message in mailbox.drain() { try perform(app.receive(message), &app) }
            if let interval = app.tickInterval, time - lastTick >= interval {
                lastTick = time
                try perform(app.update(.tick), &app)
            }
            try show(rendered(app))
            app.didShow()
        }
    }

    /// - Returns: whether the application may have changed.
    @discardableResult
    private mutating func readInput(_ app: inout some ScreenApplication) throws(TerminalEnd) -> Bool {
        let bytes: [UInt8]
        do throws(DeviceError) {
            bytes = try device.read(upTo: Self.readSize)
            guard !bytes.isEmpty else { throw DeviceError.closed }
        } catch {
            if error.isInterruption { return false }
            throw TerminalEnd(error)
        }
        let events = decoder.feed(bytes)
        try handle(events, &app)
        if decoder.colours.background != nil { writer.palette.own = decoder.colours }
        return !events.isEmpty
    }

    private func rendered(_ app: borrowing some ScreenApplication) -> Frame {
        if isLargeEnough { return app.render(size) }
        var frame = Frame(size)
        let least = "\(Self.minimumSize.columns)×\(Self.minimumSize.rows)"
        let text = "the window needs at least \(least), it has \(size.columns)×\(size.rows)"
        frame.write(StyledLine.wrapped(text, .text, to: size.columns), column: 0, row: 0)
        return frame
    }

    private mutating func show(_ frame: Frame) throws(TerminalEnd) {
        shown = frame
        let bytes = writer.bytes(for: frame)
        if !bytes.isEmpty { try write(bytes) }
    }

    private var isLargeEnough: Bool {
        size.columns >= Self.minimumSize.columns && size.rows >= Self.minimumSize.rows
    }

    // MARK: Events

    private mutating func handle(_ events: [Event], _ app: inout some ScreenApplication) throws(TerminalEnd) {
        for event in events {
            switch event {
            case _ where Self.leave.matches(event):
                if isLargeEnough, app.asksBeforeLeaving() { continue }
                throw .interrupted
            case _ where Self.suspend.matches(event): try stop(&app, wholeGroup: true)
            case _ where Self.redraw.matches(event):
                writer.invalidate()
                try write((EscapeCode.screenModes + mouse).bytes)
            // Nothing is typed into a screen that is not shown.
            case .key where !isLargeEnough, .paste where !isLargeEnough: continue
            case .click(let cell):
                if isLargeEnough, let event = shown?.event(at: cell), try perform(app.update(event), &app) {
                    return
                }
            default: if try perform(app.update(event), &app) { return }
            }
        }
    }

    /// - Returns: whether another program had the terminal; what was typed until then is not for the screen.
    @discardableResult
    private mutating func perform(_ command: ScreenCommand?, _ app: inout some ScreenApplication)
        throws(TerminalEnd) -> Bool
    {
        switch command {
        case nil: break
        case .quit: throw .quit
        case .copy(let text): try write([EscapeCode.copy(Base64.encode(Array(text.utf8)))].bytes)
        case .outside(let work):
            leave()
            try answerEnd()
            // The keys' signals also reach a child in the foreground. Ctrl-C is for the child, which reports the
            // outcome. But if the child is stopped, this process must stop too, or the shell would wait for ever.
            signals.lettingThrough([.stop]) { work() }
            try comeBack(&app, discardsInput: true)
            return true
        }
        return false
    }

    private mutating func stop(_ app: inout some ScreenApplication, wholeGroup: Bool) throws(TerminalEnd) {
        leave()
        try answerEnd()
        signals.deliver(.stop, toGroup: wholeGroup)
        try comeBack(&app)
    }

    /// The application checks for itself whether files have changed meanwhile.
    private mutating func comeBack(_ app: inout some ScreenApplication, discardsInput: Bool = false)
        throws(TerminalEnd)
    {
        try answerEnd(exceptInterrupt: true)
        try enter(discardsInput: discardsInput)
        try perform(app.update(.resize(size)), &app)
        try perform(app.update(.resumed), &app)
    }

    /// - Parameter exceptInterrupt: whether Ctrl-C was for a program that had the terminal.
    private mutating func answerEnd(exceptInterrupt: Bool = false) throws(TerminalEnd) {
        while let signal = SignalWatch.next() {
            if signal.ends, !exceptInterrupt || signal != .interrupt { try end(by: signal) }
        }
    }

    private mutating func end(by signal: TerminalSignal) throws(TerminalEnd) {
        isEnding = true
        if signal == .interrupt { throw .interrupted }
        leave()
        signals.deliver(signal)
        throw .closed
    }

    private mutating func answerSignals(_ app: inout some ScreenApplication) throws(TerminalEnd) {
        var wasContinued = false
        while let signal = SignalWatch.next() {
            switch signal {
            case .interrupt, .hangup, .quit, .terminate: try end(by: signal)
            case .stop: try stop(&app, wholeGroup: false)
            case .continue: wasContinued = true
            case .resize:
                let present = device.size ?? Self.standardSize
                guard present != size else { continue }
                size = present
                try perform(app.update(.resize(size)), &app)
            }
        }
        // SIGSTOP gives no notice, and the shell has meanwhile set its own terminal mode.
        if wasContinued { try comeBack(&app) }
    }
}

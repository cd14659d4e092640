internal import Glibc

// Termios and the system calls of a terminal; signals are in SignalWatch, and their crash handler in CrashGuard.
//
// The rules of the terminal:
// 1. Prompts and screens go to /dev/tty or the terminal on a standard stream only, never into a pipe or a file.
// 2. Code that changes the mode saves it first, and puts it back on return, throw, SIGINT, SIGTERM,
//    SIGHUP, SIGQUIT and SIGTSTP; the crash signals put it back from their handler.
// 3. A process in the background never changes the mode: it stops (SIGTTOU) until it is in the foreground.
// 4. Typed-ahead input is kept: modes change at once (TCSANOW), without flushing. Only what was typed while another
//    program had the terminal is dropped when the screens come back.
// 5. A terminal that is no longer read keeps no process from ending: a signal also ends one that waits to write to
//    it, and its last words wait no longer than TerminalDevice.patience.
// 6. Text from elsewhere is made printable before it is written; escape codes come from EscapeCode.

/// An open terminal: its mode, its size, its bytes.
struct TerminalDevice: Sendable {
    /// How long the last words of a process that was asked to end wait for the terminal, in milliseconds.
    static let patience = 250

    let descriptor: Int32

    /// Opens /dev/tty, the controlling terminal of this process; without one, as under `su -c`, the terminal on
    /// standard input; nil if there is neither. Calls on /dev/tty never block: a write to a terminal that is no longer
    /// read would outlast every signal. The terminal on standard input is often another user's, so that it cannot be
    /// opened again, and other processes share its flags.
    static func openControlling() -> TerminalDevice? {
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        if descriptor >= 0 { return TerminalDevice(descriptor: descriptor) }
        guard isatty(0) == 1, fcntl(0, F_GETFL) & O_ACCMODE == O_RDWR else { return nil }
        let copy = fcntl(0, F_DUPFD_CLOEXEC, 3)
        return copy < 0 ? nil : TerminalDevice(descriptor: copy)
    }

    func close() { _ = Glibc.close(descriptor) }

    var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Whether it is the controlling terminal of this process, so that its keys send signals here. Under `su -c` they
    /// would go to another session, which would then share the terminal with this process.
    var sendsSignals: Bool { tcgetsid(descriptor) == getsid(0) }

    /// Whether this process is in its foreground; without a controlling terminal, there is no background.
    var isForeground: Bool { tcgetpgrp(descriptor) == getpgrp() || !sendsSignals }

    var size: Size? {
        var window = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 else { return nil }
        guard window.ws_col > 0, window.ws_row > 0 else { return nil }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    var columns: Int { size?.columns ?? 80 }

    var mode: TerminalMode? {
        var attributes = termios()
        return unsafe tcgetattr(descriptor, &attributes) == 0 ? TerminalMode(attributes: attributes) : nil
    }

    /// Sets the mode at once; stops the process while it is in the background. Returns 0, or the errno; `EINTR` means
    /// that a signal was noticed first and nothing has changed.
    func apply(_ mode: TerminalMode) -> Int32 {
        var attributes = mode.attributes
        return unsafe tcsetattr(descriptor, TCSANOW, &attributes) == 0 ? 0 : errno
    }

    /// Sets the mode even from the background.
    func restore(_ mode: TerminalMode) {
        var blocked = sigset_t()
        var previous = sigset_t()
        unsafe sigemptyset(&blocked)
        unsafe sigaddset(&blocked, SIGTTOU)
        // With SIGTTOU blocked the kernel lets a background process set the mode (termios(3)).
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        while apply(mode) == EINTR {}
        unsafe pthread_sigmask(SIG_SETMASK, &previous, nil)
    }

    func discardInput() { _ = tcflush(descriptor, TCIFLUSH) }

    /// Reads up to `limit` bytes that have arrived; empty at the end of input.
    func read(upTo limit: Int) throws(DeviceError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let received = unsafe Glibc.read(descriptor, buffer.baseAddress, limit)
            count = max(0, received)
            if received < 0 { failure = errno }
        }
        guard failure == 0 else { throw DeviceError(errno: failure) }
        return bytes
    }

    /// Writes all bytes, waiting while the terminal is slow, at most `patience` milliseconds; nil waits until a signal
    /// asks the process to end. Throws `EINTR` if a ``SignalWatch`` has noticed such a signal, which is still pending.
    func write(_ bytes: [UInt8], patience: Int? = nil) throws(DeviceError) {
        let deadline = patience.map { Self.milliseconds() + $0 }
        var start = 0
        while start < bytes.count {
            let written = unsafe bytes[start...].withUnsafeBytes { rest in
                unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if written >= 0 {
                start += written
            } else if errno == EAGAIN || errno == EINTR {
                try waitForRoom(until: deadline)
            } else {
                throw DeviceError(errno: errno)
            }
        }
    }

    private func waitForRoom(until deadline: Int?) throws(DeviceError) {
        var polled = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
        if let end = SignalWatch.endDescriptor, deadline == nil {
            polled.append(pollfd(fd: end, events: Int16(POLLIN), revents: 0))
        }
        let rest = deadline.map { $0 - Self.milliseconds() }
        if let rest, rest <= 0 { throw .timedOut }
        let ready = unsafe poll(&polled, nfds_t(polled.count), rest.map { Int32(clamping: $0) } ?? -1)
        if ready > 0, polled[0].revents == 0 { throw .interrupted }
    }

    /// Waits until one of the descriptors is readable or the time is up; nil waits for ever. Returns for each whether
    /// a read would not block now; all false on a timeout or a signal.
    static func waitForInput(on descriptors: [Int32], milliseconds: Int?) -> [Bool] {
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let timeout = milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1
        let ready = unsafe poll(&polled, nfds_t(polled.count), timeout)
        return polled.map { ready > 0 && $0.revents != 0 }
    }

    /// The time of a monotonic clock.
    static func milliseconds() -> Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
    }
}

struct DeviceError: Error, Hashable {
    let errno: Int32

    static let interrupted = DeviceError(errno: EINTR)
    static let closed = DeviceError(errno: EIO)
    static let timedOut = DeviceError(errno: ETIMEDOUT)
    static let tooManyOpenFiles = DeviceError(errno: EMFILE)

    /// Whether a signal interrupted the call: handle it and try again.
    var isInterruption: Bool { errno == EINTR || errno == EAGAIN }

    /// Whether the terminal is gone (EIO is the answer of one that was hung up).
    var isHangup: Bool { errno == EIO || errno == ENXIO || errno == ENOTTY || errno == EBADF }
}

struct TerminalMode: Sendable {
    var attributes: termios

    static let interrupt: UInt8 = 3

    /// The mode for prompts: the terminal edits lines itself. Without signals, Ctrl-C ends a line.
    func prompting(sendsSignals: Bool) -> TerminalMode {
        var changed = self
        changed.attributes.c_lflag &= ~tcflag_t(ECHONL | ISIG)
        changed.attributes.c_lflag |= tcflag_t(ICANON | ECHO | ECHOE | ECHOK | (sendsSignals ? ISIG : 0))
        if !sendsSignals {
            unsafe withUnsafeMutableBytes(of: &changed.attributes.c_cc) { characters in
                unsafe characters[Int(VEOL)] = Self.interrupt
            }
        }
        changed.attributes.c_iflag |= tcflag_t(ICRNL | IUTF8)
        return changed
    }

    /// The mode for lines that are edited here: every byte arrives as it is typed and nothing is shown, but keys may
    /// send signals, and output is processed as usual.
    func editing(sendsSignals: Bool) -> TerminalMode {
        var changed = raw()
        if sendsSignals { changed.attributes.c_lflag |= tcflag_t(ISIG) }
        changed.attributes.c_iflag |= tcflag_t(ICRNL | IUTF8) | attributes.c_iflag & tcflag_t(IXON)
        changed.attributes.c_oflag = attributes.c_oflag
        return changed
    }

    /// The mode for screens: every byte arrives as it is typed, nothing is shown, and no key sends a signal.
    func raw() -> TerminalMode {
        var changed = self
        unsafe cfmakeraw(&changed.attributes)
        return changed
    }
}

/// Remembers the mode of the controlling terminal while another program has it.
package final class SavedTerminalMode: Sendable {
    private let device: TerminalDevice
    private let mode: TerminalMode

    /// Nil if this process has no terminal, or is in its background.
    package init?() {
        guard let device = TerminalDevice.openControlling() else { return nil }
        guard device.isForeground, let mode = device.mode else {
            device.close()
            return nil
        }
        self.device = device
        self.mode = mode
    }

    deinit { device.close() }

    /// Shows what this process waits for, since a program in a window of its own shows nothing here.
    package func show(_ text: String, endsLine: Bool) {
        write(Array((text.printable + (endsLine ? "\n" : "")).utf8))
    }

    /// Restores the mode, unless another program has the terminal by now.
    ///
    /// - Parameters:
    ///   - erasesRow: whether to erase what ``show(_:endsLine:)`` wrote.
    ///   - endsScreen: whether to leave the alternate screen of a program that was killed.
    package func restore(erasesRow: Bool, endsScreen: Bool) {
        if device.isForeground { device.restore(mode) }
        if erasesRow { write([0x0D] + [EscapeCode.eraseToEndOfLine].bytes) }
        if endsScreen { write(EscapeCode.endScreen.bytes) }
    }

    private func write(_ bytes: [UInt8]) {
        if device.isForeground { try? device.write(bytes, patience: TerminalDevice.patience) }
    }
}

/// The terminals behind the standard streams, and their signals.
package enum Terminal {
    package enum Stream: Int32, Sendable {
        case standardInput = 0
        case standardOutput = 1
        case standardError = 2
    }

    package static func isTerminal(_ stream: Stream) -> Bool {
        TerminalDevice(descriptor: stream.rawValue).isTerminal
    }

    package static func columns(of stream: Stream) -> Int {
        TerminalDevice(descriptor: stream.rawValue).columns
    }

    /// Nil if the stream is no terminal, or one that does not know its size.
    package static func rows(of stream: Stream) -> Int? {
        TerminalDevice(descriptor: stream.rawValue).size?.rows
    }
}

/// A size in columns and rows, never negative.
package struct Size: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// Whether there is room for empty rows and facts.
    package var isRoomy: Bool { rows >= 18 }
}

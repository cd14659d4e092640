import Glibc
import Synchronization
internal import RegappProcesses
import RegappTerminal

/// Standard output and standard error are written only with `write`, so that every error is seen.
extension Terminal.Stream {
    /// Writes all bytes; returns the errno if a call fails, EINTR if an ``Interruption`` comes while it waits. A closed
    /// pipe ends the process (SIGPIPE).
    func write(_ bytes: [UInt8]) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            var piece = rest
            if Interruption.isPossible.load(ordering: .acquiring) {
                guard waitsForReader() else { return EINTR }
                piece = rest.prefix(Int(PIPE_BUF))
            }
            let count = unsafe piece.withUnsafeBytes {
                unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                // Ends quietly, like a C program, even if a parent left SIGPIPE ignored.
                SignalHandlers.reset(SIGPIPE)
                raise(SIGPIPE)
                exit(128 + SIGPIPE)
            } else if errno != EINTR {
                return errno
            }
        }
        return nil
    }

    /// Whether a few bytes can be written now: a terminal takes none after Ctrl-S.
    var takesBytes: Bool {
        var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&stream, 1, 0) > 0
    }

    /// Waits until `PIPE_BUF` bytes can be written without waiting; false if an ``Interruption`` comes.
    private func waitsForReader() -> Bool {
        while !Interruption.hasCome {
            var stream = pollfd(fd: rawValue, events: Int16(POLLOUT), revents: 0)
            // A signal may come right before the call, so it waits only for a moment, in milliseconds.
            if unsafe poll(&stream, 1, 100) > 0 { return true }
        }
        return false
    }

    /// Waits until the output is on the disk, if the stream is a file; returns the errno of a failure.
    func synchronize() -> Int32? {
        while fsync(rawValue) != 0 {
            switch errno {
            case EINTR: continue
            case EIO, ENOSPC, EDQUOT: return errno
            default: return nil
            }
        }
        return nil
    }

    /// Closes standard input and output, such as a connection whose peer has its answer.
    static func detach() {
        let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { return }
        for stream in [STDIN_FILENO, STDOUT_FILENO] { dup2(null, stream) }
        close(null)
    }

    /// Some bytes of standard input: none at its end, or if it cannot be read; nil if the deadline comes first.
    static func input(atMost count: Int, until deadline: ContinuousClock.Instant) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: count)
        while true {
            var stream = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&stream, 1, deadline.milliseconds)
            if ready == 0 { return nil }
            let read = ready < 0 ? -1 : unsafe Glibc.read(STDIN_FILENO, &bytes, count)
            if read >= 0 || errno != EINTR && errno != EAGAIN { return bytes[..<max(0, read)] }
        }
    }
}

/// Signals that ask this process to end while it makes a change; the user has to know the outcome.
enum Interruption {
    /// The signal that came; 0 for none.
    private static let signal = Atomic<Int32>(0)

    static var hasCome: Bool { signal.load(ordering: .acquiring) != 0 }

    /// Whether signals are noted now, so that output must not wait for a reader for ever.
    fileprivate static let isPossible = Atomic(false)

    /// Notes the signals, unless ignored, while the body runs. If it returns, they came too late and are dropped.
    static func noting<Result>(_ body: () throws -> Result) throws -> Result {
        // Initialized here, since a handler must not allocate.
        signal.store(0, ordering: .releasing)
        var handlers = SignalHandlers()
        for number in [SIGINT, SIGTERM, SIGHUP] {
            handlers.install(number) { Interruption.signal.store($0, ordering: .releasing) }
        }
        isPossible.store(true, ordering: .releasing)
        defer {
            isPossible.store(false, ordering: .releasing)
            handlers.restore()
        }
        let result = try body()
        signal.store(0, ordering: .releasing)
        return result
    }

    /// Ends the process by the signal that stopped it, if any, so that its parent sees that; Ctrl-C has an exit code.
    static func endBySignal() {
        let number = signal.load(ordering: .acquiring)
        if number != 0, number != SIGINT { raise(number) }
    }
}

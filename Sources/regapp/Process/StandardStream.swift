import Glibc
import RegappTerminal

/// Standard output and standard error, written only with `write`, so that every error is seen.
enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Writes all bytes; returns the errno if a call fails, EINTR if an ``Interruption`` comes while it waits. A closed
    /// pipe ends the process (SIGPIPE).
    func write(_ bytes: [UInt8]) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            var piece = rest
            if Interruption.isPossible {
                guard waitsForReader() else { return EINTR }
                piece = rest.prefix(Int(PIPE_BUF))
            }
            let count = unsafe piece.withUnsafeBytes {
                unsafe Glibc.write(rawValue, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                Self.dieOfClosedPipe()
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

    /// Waits until as much as a pipe takes at once can be written without waiting; false if an ``Interruption`` comes.
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

    /// Ends quietly on a closed pipe, like a C program, even if a parent left SIGPIPE ignored.
    private static func dieOfClosedPipe() -> Never {
        SignalHandlers.reset(SIGPIPE)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}

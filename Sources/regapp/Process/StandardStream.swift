import Glibc
import TerminalUI

/// Standard output and standard error, written only with `write`, so that every error is seen.
enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// Writes all bytes; returns the errno if a call fails, or if an ``Interruption`` comes while it waits. A closed
    /// pipe ends the process (SIGPIPE).
    func write(_ bytes: [UInt8]) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                Self.dieOfClosedPipe()
            } else if errno != EINTR || Interruption.hasCome {
                return errno
            }
        }
        return nil
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

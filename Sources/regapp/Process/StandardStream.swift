import Glibc
import TerminalUI

/// Standard output and standard error, written with `write` alone, so that every error is seen.
enum StandardStream: Int32, Sendable {
    case output = 1
    case error = 2

    /// The colours of what is printed here: none but on a terminal, and none where `--no-color` or the environment says
    /// so, or for a screen reader.
    var palette: Palette {
        let stream: Terminal.Stream = self == .output ? .standardOutput : .standardError
        let isPlain =
            ProcessArguments.hasNoColor || ProcessEnvironment.liveVariable("ACCESSIBLE")?.isEmpty == false
        guard !isPlain, Terminal.isTerminal(stream) else { return Palette(.none) }
        return Palette.detect(environment: ProcessEnvironment.liveVariable)
    }

    /// Writes all bytes; the errno of the call that failed otherwise. A closed pipe ends the process (SIGPIPE).
    func write(_ bytes: [UInt8]) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
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

    /// Waits until what was written to a file is on its disk, as far as the stream is a file; the errno of a disk that
    /// does not take it.
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

    /// Ends quietly, as a C program does, also where a parent left SIGPIPE ignored.
    private static func dieOfClosedPipe() -> Never {
        signal(SIGPIPE, SIG_DFL)
        raise(SIGPIPE)
        exit(128 + SIGPIPE)
    }
}

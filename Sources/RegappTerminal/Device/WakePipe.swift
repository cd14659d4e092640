internal import Glibc

/// A pipe that only serves to end a wait: neither end blocks, and no child inherits it.
final class WakePipe: Sendable {
    let readEnd: Int32
    /// The end to write to, from any thread or a signal handler.
    let writeEnd: Int32

    init?() {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Wakes the thread that polls ``readEnd``; a full pipe has done so already.
    func wake() {
        var byte: UInt8 = 0
        _ = unsafe write(writeEnd, &byte, 1)
    }

    func next() -> UInt8? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(readEnd, &byte, 1)
            if count == 1 { return byte }
            guard count < 0, errno == EINTR else { return nil }
        }
    }
}

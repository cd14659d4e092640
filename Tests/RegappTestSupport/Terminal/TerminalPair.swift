internal import CRegappTests
internal import Glibc
internal import RegappStore

/// A terminal without a screen: programs have the one end, a test the other, at which it types and reads.
package final class TerminalPair: Sendable {
    /// The file under which programs open it.
    package let path: String
    /// The programs' end, kept open, so that the attributes outlive the programs.
    package let slave: Int32
    private let master: Locked<Int32?>

    package init(columns: Int = 80, rows: Int = 24) throws {
        let master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
        var name = [CChar](repeating: 0, count: 128)
        guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0,
            unsafe ptsname_r(master, &name, UInt(name.count)) == 0
        else { throw ProcessFailure(operation: "posix_openpt", number: errno) }
        self.master = Locked(master)
        path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        slave = unsafe open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw ProcessFailure(operation: path, number: errno) }
        try resize(columns: columns, rows: rows)
    }

    deinit {
        hangUp()
        close(slave)
    }

    /// The test's end; nil once the terminal is closed.
    var descriptor: Int32? { master.withLock { $0 } }

    package var attributes: TerminalAttributes {
        get throws { try TerminalAttributes(of: slave) }
    }

    /// Changes the size; the kernel sends the programs in the foreground SIGWINCH.
    package func resize(columns: Int, rows: Int) throws {
        guard let descriptor else { return }
        var size = winsize(
            ws_row: UInt16(clamping: rows), ws_col: UInt16(clamping: columns), ws_xpixel: 0, ws_ypixel: 0)
        guard unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else {
            throw ProcessFailure(operation: "TIOCSWINSZ", number: errno)
        }
    }

    /// Takes nothing more that programs write, as a terminal does whose window or connection is frozen.
    package func freeze() throws {
        guard tcflow(slave, TCOOFF) == 0 else { throw ProcessFailure(operation: "tcflow", number: errno) }
    }

    /// Closes the terminal as its window does; the kernel sends the programs SIGHUP.
    package func hangUp() {
        master.withLock { master in
            if let descriptor = master { close(descriptor) }
            master = nil
        }
    }

    /// - Parameter meanwhile: called after each part, since a program that is busy writing does not read.
    /// - Returns: whether all was typed before the deadline.
    @discardableResult
    package func type(
        _ bytes: [UInt8], until deadline: ContinuousClock.Instant = .now + .seconds(10),
        meanwhile: () -> Void = {}
    ) throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let descriptor else {
                throw ProcessFailure(operation: "write to a closed terminal", number: EIO)
            }
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EAGAIN && errno != EINTR {
                throw ProcessFailure(operation: "write to the terminal", number: errno)
            } else if !Poll.writable(descriptor, until: deadline) {
                return false
            }
            meanwhile()
        }
        return true
    }

    /// Whether a text is written, now or soon: the kernel passes on what programs write in its own time.
    package func shows(_ text: String, until deadline: ContinuousClock.Instant = .now + .seconds(10)) -> Bool
    {
        var written: [UInt8] = []
        while true {
            written += readAvailable()
            if String(decoding: written, as: UTF8.self).contains(text) { return true }
            guard let descriptor, Poll.anyReady([descriptor], until: deadline) else { return false }
        }
    }

    /// What was written and has not been read yet.
    package func readAvailable() -> [UInt8] {
        master.withLock { master in
            var all: [UInt8] = []
            guard let descriptor = master else { return all }
            while true {
                let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
                    count = max(0, unsafe read(descriptor, buffer.baseAddress, buffer.count))
                }
                guard !bytes.isEmpty else { return all }
                all += bytes
            }
        }
    }
}

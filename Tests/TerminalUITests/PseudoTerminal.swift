import Glibc

@testable import TerminalUI

/// A terminal of the kernel's own, with the test holding the other end.
final class PseudoTerminal: Sendable {
    let device: TerminalDevice
    private let master: Int32

    // Macros of <asm-generic/ioctls.h> that do not come through as constants: TIOCSPTLCK, TIOCGPTN.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    init?(columns: UInt16 = 80, rows: UInt16 = 24) {
        master = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var locked: Int32 = 0
        var number: Int32 = 0
        guard master >= 0, unsafe ioctl(master, Self.setLock, &locked) == 0 else { return nil }
        guard unsafe ioctl(master, Self.getNumber, &number) == 0 else { return nil }
        let slave = unsafe open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { return nil }
        device = TerminalDevice(descriptor: slave)
        resize(columns: columns, rows: rows)
    }

    deinit {
        device.close()
        close(master)
    }

    /// Gives the window another size.
    func resize(columns: UInt16, rows: UInt16) {
        var window = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = unsafe ioctl(master, UInt(TIOCSWINSZ), &window)
    }

    /// Closes the window: what is read next is the end.
    func hangUp() { _ = unsafe dup2(open("/dev/null", O_RDWR | O_CLOEXEC), master) }

    /// Types bytes, as a person at the keyboard would.
    func type(_ text: String) { try? TerminalDevice(descriptor: master).write(Array(text.utf8)) }

    /// Types bytes that need not be text.
    func type(bytes: [UInt8]) { try? TerminalDevice(descriptor: master).write(bytes) }

    /// Everything that stands on the screen and was not taken yet.
    func shown() -> String {
        var bytes: [UInt8] = []
        while TerminalDevice.waitForInput(on: [master], milliseconds: 0)[0] {
            guard let part = try? TerminalDevice(descriptor: master).read(upTo: 4096), !part.isEmpty else {
                break
            }
            bytes += part
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

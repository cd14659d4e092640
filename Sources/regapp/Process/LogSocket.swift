import Glibc

/// The socket of the system's log, and what the system says of this process.
///
/// The corresponding C function is `syslog`, which waits for a receiver that reads too slowly. This one never waits: if
/// there is no receiver, or it has no room, the line is lost.
enum LogSocket {
    private static let path = "/dev/log"

    static func send(_ line: LogLine) {
        let bytes = line.bytes(at: now, process: getpid())
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard connect(descriptor) else { return }
        _ = unsafe Glibc.send(
            descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
    }

    private static func connect(_ descriptor: Int32) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Glibc.connect(descriptor, $0, size) == 0
            }
        }
    }

    /// In English: this process has the locale of C.
    private static var now: String {
        var seconds = time(nil)
        var parts = unsafe tm()
        unsafe localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = unsafe strftime(&text, text.count, "%b %e %T", &parts)
        return String(decoding: text.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    static var user: UInt32 { getuid() }

    /// The user who logged in to the system, whatever user it is now; nil if none did, as for services.
    static var loginUser: UInt32? {
        let descriptor = unsafe open("/proc/self/loginuid", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var digits = [UInt8](repeating: 0, count: 16)
        let count = unsafe read(descriptor, &digits, digits.count)
        let user = UInt32(String(decoding: digits.prefix(max(0, count)), as: UTF8.self))
        return user == .max ? nil : user
    }
}

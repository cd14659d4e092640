internal import Glibc
internal import RegappStore

/// A TCP socket on loopback, listening or connected, that is closed once.
final class FakeCatalogueSocket: Sendable {
    private let descriptor: Int32
    private let isOpen = Locked(true)

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    init(listeningOn port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size)
            }
        }
        guard bound == 0, listen(descriptor, 128) == 0 else {
            throw ProcessFailure(operation: "listen", number: errno)
        }
    }

    func localPort() throws -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let known = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe getsockname(descriptor, $0, &size)
            }
        }
        guard known == 0 else { throw ProcessFailure(operation: "getsockname", number: errno) }
        return UInt16(bigEndian: address.sin_port)
    }

    /// The next connection; nil once the socket is closed.
    func accept() -> FakeCatalogueSocket? {
        while isOpen.withLock({ $0 }) {
            let connection = Glibc.accept(descriptor, nil, nil)
            if connection >= 0 {
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                return FakeCatalogueSocket(connection)
            }
            guard errno == EINTR || errno == ECONNABORTED || errno == EMFILE else { return nil }
        }
        return nil
    }

    /// Reads what has come; empty at the end.
    func read() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 8192)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    /// Writes everything; false once the other side is gone.
    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes[sent...].withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Lets time pass until the other side closes, at most so many milliseconds; returns whether it is still there.
    func waitWhileConnected(milliseconds: Int32) -> Bool {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&watched, 1, milliseconds) == 0
    }

    /// Closes with a reset instead of an orderly end.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        guard wasOpen else { return }
        shutdown(descriptor, Int32(SHUT_RDWR))
        _ = Glibc.close(descriptor)
    }
}

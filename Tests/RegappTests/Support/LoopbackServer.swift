import Foundation
import Glibc
import RegappTestSupport
import Testing

/// A server that a test has started on loopback, in the foreground, with a configuration of its own.
struct LoopbackServer {
    private let program: RunningProgram

    init(
        _ name: String, _ arguments: [String], in home: TemporaryHome, until isReady: () throws -> Bool
    ) throws {
        let path = try #require(Tool.path(name))
        program = try BuiltProgram(path: path).start(arguments, in: home)
        let deadline = ContinuousClock.now + .seconds(30)
        while try !isReady() {
            let ended = program.process.wait(until: .now + .milliseconds(20))
            try #require(ended == nil && .now < deadline, "\(name) does not answer")
        }
    }

    func stop() {
        program.process.signal(SIGTERM)
        _ = try? program.result(within: .seconds(10))
    }

    /// A port on which nothing listens at this moment.
    static func freePort() throws -> Int {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        try #require(socket >= 0)
        defer { close(socket) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(socket, generic, length) == 0 && getsockname(socket, generic, &length) == 0
            }
        }
        try #require(isBound)
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

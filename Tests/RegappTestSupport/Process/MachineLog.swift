internal import Foundation
internal import Glibc
internal import RegappStore
package import Testing

/// The log of the machine, which tests must leave alone: regapp writes to the system's log what it does.
///
/// Everything that tests start runs where `/dev/log` is hidden, unless the machine has none. The program cannot be told to
/// be silent, so the system hides the socket, by a mount that only the started program sees.
enum MachineLog {
    private static let path = "/dev/log"

    /// What a program printed, without what a check says of the machine, which differs from one to the other.
    static func withoutNote(_ output: [UInt8]) -> [UInt8] {
        let note = Array("note: nothing is logged: there is no /dev/log\n".utf8)
        guard let range = output.firstRange(of: note) else { return output }
        return Array(output[..<range.lowerBound] + output[range.upperBound...])
    }

    /// A command line that runs another one out of reach of the log.
    static func hidden(_ program: String, _ arguments: [String]) -> (program: String, arguments: [String]) {
        guard unsafe access(path, F_OK) == 0 else { return (program, arguments) }
        // Another user than root needs a namespace in which it may mount, and must not keep its rights there.
        let isRoot = geteuid() == 0
        let namespace = isRoot ? [] : ["--user", "--map-current-user", "--keep-caps"]
        let drop = isRoot ? "" : "/usr/bin/setpriv --ambient-caps=-all --inh-caps=-all -- "
        let script = #"/bin/mount --bind /dev/null \#(path) && exec \#(drop)"$0" "$@""#
        return ("/usr/bin/unshare", namespace + ["--mount", "/bin/sh", "-c", script, program] + arguments)
    }
}

/// A log of a test's own, in the place of the machine's for programs that get its path.
///
/// The socket's queue keeps what was sent: some ten lines.
package final class OwnLog: Sendable {
    private let descriptor: Int32
    private let path: String

    /// Skips a test where a program cannot be given another `/dev`.
    package static let needsMounts: ConditionTrait = .enabled("needs root, and unshare of util-linux") {
        let mounting = try? BuiltProgram(path: "/usr/bin/env").run(
            ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/dev"], in: TemporaryHome())
        return mounting?.status == 0
    }

    package init(in home: TemporaryHome) throws {
        path = home.path + "/log"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size)
            }
        }
        guard result == 0 else { throw ProcessFailure(operation: "bind \(path)", number: errno) }
    }

    deinit { close(descriptor) }

    /// The program where `/dev/log` leads to this log.
    package func seen(by program: BuiltProgram) -> BuiltProgram {
        let script = #"mount -t tmpfs none /dev && ln -s "$0" /dev/log && exec "$@""#
        return BuiltProgram(
            path: "/usr/bin/unshare",
            leadingArguments: ["--mount", "/bin/sh", "-c", script, path, program.path]
                + program.leadingArguments)
    }

    /// The next datagram; nil if there is none.
    package func datagram() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? nil : Array(bytes.prefix(count))
    }

    /// Does some work while the log is read, as a service of the system would: the lines that came, up to a number.
    package func lines(upTo count: Int, of work: () throws -> Void) throws -> [String] {
        let read = Locked<[String]>([])
        let end = DispatchSemaphore(value: 0)
        // A thread of its own: those of Swift's pool may be busy with other tests.
        Thread.detachNewThread { [self] in
            let lines = waitForLines(upTo: count)
            read.withLock { $0 = lines }
            end.signal()
        }
        try work()
        end.wait()
        return read.withLock { $0 }
    }

    /// Returns fewer lines if nothing comes for two seconds.
    private func waitForLines(upTo count: Int) -> [String] {
        var patience = timeval(tv_sec: 2, tv_usec: 0)
        unsafe setsockopt(
            descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var lines: [String] = []
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        while lines.count < count {
            let length = unsafe recv(descriptor, &bytes, bytes.count, 0)
            guard length >= 0 else { break }
            lines.append(String(decoding: bytes.prefix(length), as: UTF8.self))
        }
        return lines
    }

    /// What was sent since the last call, without the priority, the time and the process.
    package func lines() -> [String] {
        var lines: [String] = []
        while let datagram = datagram() {
            let line = String(decoding: datagram, as: UTF8.self)
            lines.append(line.split(separator: "]: ", maxSplits: 1).last.map(String.init) ?? line)
        }
        return lines
    }
}

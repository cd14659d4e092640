internal import CLinux
internal import Glibc

/// The program that stands beside this one, such as `regapp-albums` beside `regapp`.
public struct SiblingProgram: Sendable {
    /// Why a program did not do its work.
    public enum Failure: Error, Hashable, Sendable {
        /// Nobody can tell where this program stands: there is no `/proc`.
        case unknownPlace
        /// There is no such program beside this one.
        case missing(path: String)
        /// The system refused; the payload is the errno.
        case failed(path: String, errno: Int32)
        /// It ended with this exit code.
        case exited(Int32)
        /// This signal ended it.
        case signalled(Int32)
    }

    /// Where it stands, or would stand.
    public let path: String

    /// The program of a name beside this one; symbolic links to this one are resolved.
    public init(named name: String) throws(Failure) {
        try self.init(named: name, beside: Self.ownPath)
    }

    /// The program of a name beside the one at `ownPath`, which is empty where nobody can tell.
    init(named name: String, beside ownPath: String) throws(Failure) {
        // Any other path would lead to a directory that somebody else may have filled.
        guard ownPath.hasPrefix("/"), let slash = ownPath.lastIndex(of: "/") else { throw .unknownPlace }
        path = ownPath[...slash] + name
    }

    private static var ownPath: String {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, initialized in
            count = unsafe buffer.withMemoryRebound(to: CChar.self) { room in
                guard let start = room.baseAddress else { return 0 }
                return max(0, unsafe readlink("/proc/self/exe", start, room.count))
            }
            initialized = count
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Runs it in the foreground with this process's streams and environment, until it ends.
    ///
    /// Being stopped with Ctrl-Z stops both; Ctrl-C is the program's own. What asks this process to end is passed
    /// on, and acts here once the program has ended.
    public func run(_ arguments: [String]) throws(Failure) {
        guard unsafe access(path, X_OK) == 0 else { throw .missing(path: path) }
        var process: pid_t = 0
        let signals = Signals()
        var failure = unsafe withArguments([path] + arguments) { words in
            unsafe withEnvironment(waits: true) { variables in
                unsafe posix_spawn(&process, path, nil, nil, words, variables)
            }
        }
        if failure == 0 { signals.goTo(process) }
        var status: Int32 = 0
        while failure == 0, unsafe waitpid(process, &status, 0) < 0 {
            if errno != EINTR { failure = errno }
        }
        signals.finish()
        guard failure == 0 else { throw .failed(path: path, errno: failure) }
        // The macros of <sys/wait.h>, which Swift does not have.
        let signal = status & 0x7F
        guard signal == 0 else { throw .signalled(signal) }
        let code = (status >> 8) & 0xFF
        guard code == 0 else { throw .exited(code) }
    }

    /// Runs it in the place of this program: same process, streams, environment and signals; comes back only when
    /// that fails.
    ///
    /// So its exit code and every signal are the caller's own, without a parent between them. The corresponding C
    /// function is `execve`.
    public func become(_ arguments: [String]) -> Failure {
        guard unsafe access(path, X_OK) == 0 else { return .missing(path: path) }
        _ = unsafe withArguments([path] + arguments) { words in
            unsafe withEnvironment(waits: false) { variables in unsafe execve(path, words, variables) }
        }
        return .failed(path: path, errno: errno)
    }

    private func withArguments(
        _ words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        let pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return ENOMEM }
            return unsafe body(start)
        }
    }
}

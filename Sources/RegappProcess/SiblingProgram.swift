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

    /// Runs it on this process's screen with its streams and environment, until it ends. What it writes to standard
    /// error reaches files and pipes, no terminal.
    public func runOnScreen(_ arguments: [String]) throws(Failure) {
        guard unsafe access(path, X_OK) == 0 else { throw .missing(path: path) }
        var program = ForegroundProgram(path: path, words: [path] + arguments)
        program.isSilentOnTerminal = true
        let end = unsafe withEnvironment(waits: true) { variables in unsafe program.run(in: variables) }
        switch end {
        case .exited(0): return
        case .exited(let code): throw .exited(code)
        case .signalled(let signal): throw .signalled(signal)
        case .failed(let errno): throw .failed(path: path, errno: errno)
        }
    }

    /// Runs it in the place of this program: same process, streams, environment and signals; comes back only when
    /// that fails.
    ///
    /// So its exit code and every signal are the caller's own, without a parent between them. The corresponding C
    /// function is `execve`.
    public func become(_ arguments: [String]) -> Failure {
        guard unsafe access(path, X_OK) == 0 else { return .missing(path: path) }
        _ = unsafe ForegroundProgram.withArguments([path] + arguments) { words in
            unsafe withEnvironment(waits: false) { variables in unsafe execve(path, words, variables) }
        }
        return .failed(path: path, errno: errno)
    }
}

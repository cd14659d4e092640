internal import CLinux
internal import Glibc

extension SiblingProgram {
    /// Runs it in the place of this program: same process, streams, environment and signals; comes back only when
    /// that fails.
    ///
    /// So its exit code and every signal are the caller's own, without a parent between them. The corresponding C
    /// function is `execve`.
    public func become(_ arguments: [String]) -> Failure {
        guard unsafe access(path, X_OK) == 0 else { return .missing(path: path) }
        let words = unsafe ([path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        _ = unsafe words.withUnsafeBufferPointer { buffer in
            unsafe buffer.baseAddress.map { unsafe execve(path, $0, regapp_environment()) }
        }
        return .failed(path: path, errno: errno)
    }
}

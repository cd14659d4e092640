internal import Glibc

extension SiblingProgram {
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
}

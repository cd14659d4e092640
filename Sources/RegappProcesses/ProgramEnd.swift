/// How a program ended, or why it never began, which is thrown.
package enum ProgramEnd: Error, Hashable {
    case exited(Int32)
    case signalled(Int32)
    /// The system did not start it; the payload is the errno.
    case notStarted(Int32)
}

extension ProgramEnd {
    /// Decodes the status of `waitpid`, like the macros of <sys/wait.h>, which Swift does not have.
    package init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }
}

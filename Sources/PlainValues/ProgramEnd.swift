/// How a program ended, or why it never began.
package enum ProgramEnd: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    /// The system did not start it; the payload is the errno.
    case notStarted(Int32)
}

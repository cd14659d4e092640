/// Why a question on the terminal got no answer.
public enum PromptError: Error, Hashable, Sendable {
    /// The input ended (Ctrl-D) or the terminal closed.
    case endOfInput
    /// Ctrl-C or SIGINT; the terminal is as it was, and the program should exit with 130.
    case interrupted
    /// The line is not UTF-8.
    case notUTF8
    /// The line has more bytes than this, its end not counted.
    case tooLong(limit: Int)
    /// The system refused; the payload is the errno.
    case failed(errno: Int32)

    /// The system's words for an errno, as in "Input/output error".
    public static func reason(ofErrno number: Int32) -> String { DeviceError.reason(number) }
}

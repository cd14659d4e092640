/// How a run ends; the numbers are those of `sysexits.h` where it has one.
public enum ExitCode: Int32, Error, Sendable {
    case done = 0
    /// A failure that no other code names.
    case failure = 1
    /// The command line is wrong.
    case usage = 64
    /// A value breaks a rule, or a file holds what regapp cannot accept.
    case data = 65
    /// No such account, no such album.
    case notFound = 67
    /// The album catalogue cannot be reached, or answered with an error.
    case unavailable = 69
    /// It exists already.
    case exists = 73
    /// Reading or writing failed.
    case inputOutput = 74
    /// Busy; the same command may work later.
    case busy = 75
    /// Nobody is logged in, or the credentials do not match.
    case denied = 77
    /// Interrupted by the user.
    case interrupted = 130
}

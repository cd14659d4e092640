/// How a run ends; the numbers are those of `sysexits.h` if it has one.
package enum ExitCode: Int32, CaseIterable, Sendable {
    case done = 0
    case failure = 1
    case usage = 64
    case data = 65
    case notFound = 67
    case unavailable = 69
    case exists = 73
    case inputOutput = 74
    /// The same command may work later.
    case busy = 75
    case denied = 77
    case interrupted = 130

    package var meaning: String {
        switch self {
        case .done: "done"
        case .failure: "any other failure"
        case .usage: "the command line is wrong"
        case .data: "a value breaks a rule, or a file holds what regapp cannot accept"
        case .notFound: "there is no such account, change or album"
        case .unavailable: "the album catalogue cannot be reached, or answered with an error"
        case .exists: "already exists"
        case .inputOutput: "reading or writing failed; the message names the file and the reason"
        case .busy:
            "busy: another regapp holds the files, another program changed them meanwhile, there was no memory for "
                + "a hash, or the catalogue got too many requests; the same command may work later"
        case .denied: "nobody is logged in, the credentials do not match, or the account is locked or expired"
        case .interrupted: "interrupted, as by Ctrl-C"
        }
    }
}

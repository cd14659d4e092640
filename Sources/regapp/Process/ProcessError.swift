/// What is wrong with how a process was started, or with what surrounds it.
enum ProcessError: Error, Hashable, Sendable {
    /// The clock stands outside the years 1970 to 9999.
    case clockNotSet
    /// Without `/proc` the command line cannot be read.
    case unreadableArguments
    /// An argument, counted from 1, would have to be repaired.
    case argumentNotUTF8(Int)
    /// The program runs with rights that are not its caller's own.
    case borrowedRights([BorrowedRight])
    /// Standard output cannot be written; the payload is the errno.
    case output(Int32)
    /// The terminal cannot be used; the payload is the errno.
    case terminal(Int32)
    /// The terminal went away, so that nobody is there to be told anything.
    case terminalClosed
}

/// A user or group under whose rights a process runs, and whose they are not.
struct BorrowedRight: Hashable, Sendable {
    let isOfGroup: Bool
    let real: UInt32
    let effective: UInt32
}

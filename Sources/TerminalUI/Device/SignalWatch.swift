internal import Glibc
internal import Synchronization

/// A signal that a program on a terminal has to answer.
enum TerminalSignal: Int32, CaseIterable, Sendable {
    case hangup = 1
    case interrupt = 2
    case quit = 3
    case terminate = 15
    case `continue` = 18
    case stop = 20
    case resize = 28

    /// Whether the signal asks the process to end.
    var ends: Bool {
        switch self {
        case .hangup, .interrupt, .quit, .terminate: true
        case .continue, .stop, .resize: false
        }
    }
}

/// The pipe end that the signal handler writes to, -1 while nobody watches.
private let wakeEnd = Atomic<Int32>(-1)

/// Notices signals while it exists, instead of letting them act.
///
/// The handler only writes the signal's number into a pipe, so every real answer is given by
/// ordinary code: poll ``descriptor`` together with the terminal, then take ``next()``. A signal that
/// was ignored when the watch began stays ignored (`nohup`, background jobs of plain shells).
/// Watches nest; the inner one notices everything until it ends.
final class SignalWatch {
    /// Readable as soon as a signal came.
    let descriptor: Int32
    private let writeEnd: Int32
    private let outerWakeEnd: Int32
    private var previous: [(signal: TerminalSignal, action: sigaction)] = []

    /// Begins to watch; nil when the process is out of descriptors.
    init?(_ signals: [TerminalSignal] = TerminalSignal.allCases) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends {
            // A full pipe must not block the handler, and no child may inherit it.
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        writeEnd = ends[1]
        outerWakeEnd = wakeEnd.exchange(writeEnd, ordering: .sequentiallyConsistent)
        for signal in signals { install(signal) }
    }

    deinit {
        for entry in previous {
            var action = entry.action
            unsafe sigaction(entry.signal.rawValue, &action, nil)
        }
        wakeEnd.store(outerWakeEnd, ordering: .sequentiallyConsistent)
        close(descriptor)
        close(writeEnd)
    }

    /// The oldest signal not taken yet, or nil.
    func next() -> TerminalSignal? {
        var byte: UInt8 = 0
        while true {
            let count = unsafe read(descriptor, &byte, 1)
            if count == 1 { return TerminalSignal(rawValue: Int32(byte)) }
            guard count < 0, errno == EINTR else { return nil }
        }
    }

    /// Lets `signal` act on this process as if nobody watched, and comes back if the process lives on.
    ///
    /// - Parameter group: whether the whole process group gets it, as from a key press.
    func deliver(_ signal: TerminalSignal, toGroup group: Bool = false) {
        var standard = sigaction()
        unsafe standard.__sigaction_handler.sa_handler = SIG_DFL
        var watching = sigaction()
        unsafe sigaction(signal.rawValue, &standard, &watching)
        if group {
            kill(0, signal.rawValue)
        } else {
            raise(signal.rawValue)
        }
        unsafe sigaction(signal.rawValue, &watching, nil)
    }

    private func install(_ signal: TerminalSignal) {
        var action = sigaction()
        var old = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { number in
            // errno belongs to the code that was interrupted.
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: number)
            _ = unsafe write(wakeEnd.load(ordering: .relaxed), &byte, 1)
            errno = saved
        }
        unsafe sigaction(signal.rawValue, nil, &old)
        // SIG_IGN is the address 1.
        if unsafe unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) == 1 { return }
        unsafe sigaction(signal.rawValue, &action, nil)
        previous.append((signal, old))
    }
}

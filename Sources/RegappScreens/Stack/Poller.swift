import RegappCore
import RegappTerminal

/// Decides when to check the files for changes by others, and which results count. A program may replace a file in two
/// steps, so that for a moment it is empty or missing: a state without an account counts only once it was seen twice.
struct Poller {
    /// In milliseconds: what was seen twice is shown within half a second.
    private static let interval = 240
    /// How many checks are skipped for each one that a slow check has delayed, as on a slow network disk.
    private static let restPerLatePoll = 4

    private enum Finding { case account, loggedOut, failure }

    private var last: Finding
    private var isPolling = false
    /// How many checks have been skipped since the running one began.
    private var late = 0
    private var rest = 0
    private var elapsed = 0
    /// Whether the terminal's window has lost the focus, as far as the terminal reports that.
    private var isAway = false

    init(_ files: DirectoryState.Reading) { last = Self.finding(files) }

    /// In milliseconds; nil while the terminal has not got the focus.
    var interval: Int? { isAway ? nil : Self.interval }

    mutating func note(_ event: Event) {
        if event == .focusLost { isAway = true }
        if event == .focusGained || event == .resumed || event.isInput { isAway = false }
    }

    mutating func wantsPoll(after milliseconds: Int? = nil) -> Bool {
        elapsed += milliseconds ?? Self.interval
        guard elapsed >= Self.interval, !isAway else { return false }
        elapsed = 0
        if isPolling {
            late += 1
        } else if rest > 0 {
            rest -= 1
        } else {
            isPolling = true
            return true
        }
        return false
    }

    /// Whether a result counts. One that the poller did not ask for (`isPoll` is false) always does.
    mutating func accepts(_ files: DirectoryState.Reading, isPoll: Bool) -> Bool {
        let found = Self.finding(files)
        defer { last = found }
        guard isPoll else { return true }
        isPolling = false
        rest = late * Self.restPerLatePoll
        late = 0
        return found == .account || found == last
    }

    private static func finding(_ files: DirectoryState.Reading) -> Finding {
        switch files.account {
        case .success(nil): .loggedOut
        case .success: .account
        case .failure: .failure
        }
    }
}

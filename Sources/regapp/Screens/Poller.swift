import Accounts
import TerminalUI

/// When the files are looked at for what others may have changed, and what of it counts.
///
/// Someone may replace a file in two steps, so that for a moment it is empty or gone: what is no account that can be
/// shown counts only when it has been seen twice.
struct Poller {
    /// How often the files are looked at, in milliseconds.
    private static let interval = 1_000
    /// So many looks are left out for each that was not over by the time of the next, as on a slow network disk.
    private static let restPerLateLook = 4

    private enum Finding { case account, nobody, trouble }

    private var last: Finding
    private var isLooking = false
    /// How many looks have been left out since one began that is not over.
    private var late = 0
    private var rest = 0
    /// Whether the terminal has told that its window went to the back.
    private var isAway = false

    init(_ files: Files) { last = Self.finding(files) }

    /// How often ``Event/tick`` is wanted, in milliseconds; nil while nobody looks at the screen.
    var interval: Int? { isAway ? nil : Self.interval }

    mutating func note(_ event: Event) {
        switch event {
        case .focusLost: isAway = true
        case .focusGained, .resumed, .key, .paste: isAway = false
        case .resize, .tick, .filled, .chosen: break
        }
    }

    /// Whether the files are to be looked at now.
    mutating func wantsLook() -> Bool {
        guard !isLooking else {
            late += 1
            return false
        }
        guard rest == 0 else {
            rest -= 1
            return false
        }
        isLooking = true
        return true
    }

    /// Whether what was found counts.
    ///
    /// - Parameter isLook: whether nobody asked for it; what was asked for always counts.
    mutating func isSettled(_ files: Files, isLook: Bool) -> Bool {
        let found = Self.finding(files)
        defer { last = found }
        guard isLook else { return true }
        isLooking = false
        (rest, late) = (late * Self.restPerLateLook, 0)
        return found == .account || found == last
    }

    private static func finding(_ files: Files) -> Finding {
        switch files.account {
        case .success(nil): .nobody
        case .success: .account
        case .failure: .trouble
        }
    }
}

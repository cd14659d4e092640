package import RegappCore
package import RegappStore
internal import Synchronization

/// Reading for the list of accounts, while keys do not wait.
package enum AccountsWork: Sendable {
    case read
    /// Read them again if others have changed them since.
    case look(AccountRoster)
    /// Choose and sort what the list shows. Accounts that are marked in the previous roster stay marked.
    case arrange(AccountRoster, Arrangement, marks: (AccountRoster, AccountMarks)?)
    /// Read one account.
    case show(email: String)

    package struct Arrangement: Hashable, Sendable {
        var text = ""
        var state: AccountState?
        var order = Field.email
        /// The email of the account to be selected; nil for none.
        var selected: String?
        /// Answers to older ones are dropped.
        var number = 0
    }
}

package enum AccountsOutcome: Sendable {
    /// So many accounts have been read so far.
    case progress(Int)
    case read(AccountRoster)
    case unchanged
    case failed(AccountsError)
    /// The indices of the accounts that the list shows, which of them is to be selected, if it is still there, and which
    /// are marked.
    case arranged([Int32], selecting: Int?, AccountMarks, number: Int)
    case shown(email: String, AccountDetail)
}

/// Does the work in the background, one piece after another.
package final class AccountsWorker: Sendable {
    /// How many accounts are read between two reports of progress.
    private static let progressStep = 4_096

    private let store: DocumentStore
    private let now: @Sendable () -> Moment
    private let report: @Sendable (AccountsOutcome) -> Void
    private let queue = BackgroundQueue()
    /// The number of the last arrangement that was asked for.
    private let latest = Atomic(0)
    /// The last order, which filters start from.
    private let sorted = Mutex<(order: Field, count: Int, indices: [Int32])?>(nil)

    /// - Parameter report: called with each outcome, on any thread.
    package init(
        _ store: DocumentStore, now: @escaping @Sendable () -> Moment,
        report: @escaping @Sendable (AccountsOutcome) -> Void
    ) {
        (self.store, self.now, self.report) = (store, now, report)
    }

    /// Returns at once.
    package func start(_ work: AccountsWork) {
        if case .arrange(_, let arrangement, _) = work {
            latest.store(arrangement.number, ordering: .relaxed)
        }
        queue.start { [self] in perform(work) }
    }

    /// Runs on the calling thread.
    func perform(_ work: AccountsWork) {
        do throws(AccountsError) {
            switch work {
            case .read: try read(AccountsDirectory(store, now: now()))
            case .look(let roster):
                let directory = try AccountsDirectory(store, now: now())
                try roster.isOutdated(in: directory) ? read(directory) : report(.unchanged)
            case .arrange(let roster, let arrangement, let marks): arrange(roster, arrangement, marks)
            case .show(let email):
                let detail = AccountDetail(of: email, in: try AccountsDirectory(store, now: now()))
                report(.shown(email: email, detail))
            }
        } catch { report(.failed(error)) }
    }

    private func read(_ directory: AccountsDirectory) throws(AccountsError) {
        var next = Self.progressStep
        let roster = try AccountRoster(directory) { count in
            guard count >= next else { return }
            next = count + Self.progressStep
            report(.progress(count))
        }
        sorted.withLock { $0 = nil }
        report(.read(roster))
    }

    private func arrange(
        _ roster: AccountRoster, _ arrangement: AccountsWork.Arrangement,
        _ marks: (AccountRoster, AccountMarks)?
    ) {
        guard latest.load(ordering: .relaxed) <= arrangement.number else { return }
        let indices = sorted.withLock { sorted in
            if let sorted, sorted.order == arrangement.order, sorted.count == roster.count {
                return sorted.indices
            }
            let indices = roster.sorted(by: arrangement.order)
            sorted = (arrangement.order, roster.count, indices)
            return indices
        }
        let shown = roster.filter(indices, text: arrangement.text, state: arrangement.state)
        let index = arrangement.selected.flatMap(roster.index(of:)).flatMap {
            shown.firstIndex(of: Int32($0))
        }
        let marks = marks.map { $1.moved(from: $0, to: roster) } ?? AccountMarks(roster.count)
        report(.arranged(shown, selecting: index, marks, number: arrangement.number))
    }
}

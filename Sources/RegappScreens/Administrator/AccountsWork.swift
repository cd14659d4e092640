package import RegappCore
package import RegappStore
internal import RegappWording
internal import Synchronization

/// Reading for the list of accounts, while keys do not wait.
package enum AccountsWork: Sendable {
    case read
    /// Read them again if others have changed them since, as far as the files of these emails and their folder tell.
    case poll(AccountRoster, showing: [String])
    /// Choose and sort what the list shows. Accounts that are marked in the previous roster stay marked.
    case arrange(AccountRoster, Arrangement, marks: (AccountRoster, AccountMarks)?)
    case show(email: String)
    /// Read the newest changes of the directory, or of the account with this email, unless a change is still the newest.
    case history(of: String?, limit: Int, after: Int?)
    /// See which of these can still be set.
    case review(GeneratedPasswords)

    package struct Arrangement: Hashable, Sendable {
        var text = ""
        var status: AccountStatus?
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
    case shown(email: String, Result<AccountFile, AccountsError>)
    /// Changes as the history shows them, and the number of the newest of the directory.
    case history([ShownChange], newest: Int)
    /// The passwords that can still be set, and why the others cannot.
    case reviewed(GeneratedPasswords, lost: [AccountsError])
}

package struct ShownChange: Sendable {
    let number: Int
    let isInEffect: Bool
    /// Its number, time, person and command, and what it did.
    let cells: [String]
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
            case .read: try read(RuledDirectory(store, now: now()))
            case .poll(let roster, let emails):
                let directory = try RuledDirectory(store, now: now())
                let isOutdated = roster.isOutdated(in: directory, showing: emails)
                try isOutdated ? read(directory) : report(.unchanged)
            case .arrange(let roster, let arrangement, let marks): arrange(roster, arrangement, marks)
            case .show(let email):
                let directory = try RuledDirectory(store, now: now())
                report(.shown(email: email, directory.judged(email)))
            case .history(let email, let limit, let known):
                let directory = try RuledDirectory(store, now: now())
                let newest = try directory.history(limit: 1).first?.head.number ?? 0
                guard newest != known else { return report(.unchanged) }
                let names = UserNames(store)
                let changes = try directory.history(of: email, limit: limit).map {
                    ShownChange(
                        number: $0.head.number, isInEffect: $0.isInEffect,
                        cells: $0.cells(directory.policy, names))
                }
                report(.history(changes, newest: newest))
            case .review(let generated):
                let (left, lost) = try RuledDirectory(store, now: now()).registry().settable(generated)
                report(.reviewed(left, lost: lost))
            }
        } catch { report(.failed(error)) }
    }

    private func read(_ directory: RuledDirectory) throws(AccountsError) {
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
        let visible = roster.filter(indices, text: arrangement.text, status: arrangement.status)
        let index = arrangement.selected.flatMap(roster.index(of:)).flatMap {
            visible.firstIndex(of: Int32($0))
        }
        let marks = marks.map { $1.moved(from: $0, to: roster) } ?? AccountMarks(roster.count)
        report(.arranged(visible, selecting: index, marks, number: arrangement.number))
    }
}

/// Which accounts of a roster are marked, by their indices.
package struct AccountMarks: Sendable {
    private var flags: [Bool]
    private(set) var count = 0

    init(_ size: Int = 0) { flags = Array(repeating: false, count: size) }

    subscript(index: Int) -> Bool {
        get { flags[index] }
        set {
            guard flags[index] != newValue else { return }
            flags[index] = newValue
            count += newValue ? 1 : -1
        }
    }

    /// Marks all of these, or unmarks them if all are marked.
    mutating func toggle(_ indices: [Int32]) {
        let areAll = count >= indices.count && indices.allSatisfy { flags[Int($0)] }
        for index in indices { self[Int(index)] = !areAll }
    }

    var indices: [Int] { count == 0 ? [] : flags.indices.filter { flags[$0] } }

    /// The same accounts of a roster that was read since; one that is gone is not marked any more.
    func moved(from old: AccountRoster, to new: AccountRoster) -> AccountMarks {
        var marks = AccountMarks(new.count)
        let emails = Set(indices.map { old[$0][.email] })
        guard !emails.isEmpty else { return marks }
        for index in 0..<new.count where emails.contains(new[index][.email]) { marks[index] = true }
        return marks
    }
}

/// The accounts that an action is for. There may be very many, so only background work lists them.
package enum AccountTargets: Sendable {
    case one(AccountSummary)
    /// Those that are marked.
    case several(AccountRoster, AccountMarks)

    /// - Returns: nil for none.
    init?(_ roster: AccountRoster?, _ marks: AccountMarks, or selected: AccountSummary?) {
        guard let roster, let selected else { return nil }
        switch marks.count {
        case 0: self = .one(selected)
        case 1: self = .one(marks.indices.first.map { roster[$0] } ?? selected)
        default: self = .several(roster, marks)
        }
    }

    var one: AccountSummary? { if case .one(let account) = self { account } else { nil } }
    var count: Int { if case .several(_, let marks) = self { marks.count } else { 1 } }

    var emails: [String] { emails(upTo: .max) }

    /// Whether all are locked, so that locking them means to unlock them.
    var areLocked: Bool {
        switch self {
        case .one(let account): account.has(.locked)
        case .several(let roster, let marks): marks.indices.allSatisfy { roster.has(.locked, at: $0) }
        }
    }

    /// The emails of the first of them.
    func emails(upTo limit: Int) -> [String] {
        switch self {
        case .one(let account): [account[.email]]
        case .several(let roster, let marks): marks.indices.prefix(limit).map { roster[$0][.email] }
        }
    }
}

package import RegappCore
package import RegappStore
internal import RegappWording

/// Background work for the list of accounts; keys wait only while the list is arranged.
package enum AccountListTask: Sendable {
    case read
    /// Read the accounts again if others have changed them, judging by their folder and the files of these emails.
    case poll(AccountRoster, showing: [String])
    case show(email: String)
    case arrange(AccountRoster, Arrangement)

    /// What the list shows of a roster, and in which order.
    package struct Arrangement: Sendable {
        /// Counts the requests of a list; only the answer to the last one is shown.
        var number = 0
        var text = ""
        /// Nil to show accounts with any status.
        var status: AccountStatus?
        var order = Field.email { didSet { sorted = nil } }
        /// The indices of all accounts in this order; nil if they have to be sorted.
        var sorted: [Int32]?
        var visible: [Int32] = []
        /// The indices of the marked accounts; in `formerRoster`, if there is one, until ``apply(to:)``.
        var marks: Set<Int32> = []
        var formerRoster: AccountRoster?
        /// The email of the account to be selected, and the place in the list if it is not there.
        var selected: (email: String?, or: Int) = (nil, 0)

        /// Sorts and filters, and finds the marked and selected accounts again.
        mutating func apply(to roster: AccountRoster) {
            let sorted = sorted ?? roster.sorted(by: order)
            self.sorted = sorted
            visible = roster.filter(sorted, text: text, status: status)
            if let formerRoster { marks = roster.indices(of: marks, in: formerRoster) }
            formerRoster = nil
            let index = selected.email.flatMap(roster.index(of:)).flatMap {
                visible.firstIndex(of: Int32($0))
            }
            selected.or = index ?? selected.or
        }
    }
}

package enum AccountListOutcome: Sendable {
    case progress(Int)
    case read(AccountRoster)
    case arranged(AccountRoster, AccountListTask.Arrangement)
    case unchanged
    case failed(AccountsError)
    case shown(email: String, Result<AccountFile, AccountsError>)
}

extension AccountListTask {
    private static let progressStep = 4_096

    /// - Parameter report: gets the progress of a reading, and what comes of the work.
    package func perform(
        _ store: DocumentStore, now: Moment, report: (AccountListOutcome) -> Void
    ) {
        func read(_ directory: AccountStore) throws(AccountsError) -> AccountListOutcome {
            var next = Self.progressStep
            return .read(
                try AccountRoster(directory) { count in
                    guard count >= next else { return }
                    next = count + Self.progressStep
                    report(.progress(count))
                })
        }
        do throws(AccountsError) {
            switch self {
            case .read: report(try read(AccountStore(store, now: now)))
            // An arrangement needs no file, so that it never fails: the list waits for it.
            case .arrange(let roster, var arrangement):
                arrangement.apply(to: roster)
                report(.arranged(roster, arrangement))
            case .poll(let roster, let emails):
                let directory = try AccountStore(store, now: now)
                let isOutdated = roster.isOutdated(in: directory, showing: emails)
                report(isOutdated ? try read(directory) : .unchanged)
            case .show(let email):
                report(.shown(email: email, try AccountStore(store, now: now).judged(email)))
            }
        } catch { report(.failed(error)) }
    }
}

extension AccountRoster {
    /// The indices here of accounts marked in an older roster, without those that are gone.
    func indices(of marks: Set<Int32>, in old: AccountRoster) -> Set<Int32> {
        let emails = Set(marks.map { old[Int($0)][.email] })
        guard !emails.isEmpty else { return [] }
        return Set((0..<count).lazy.filter { emails.contains(self[$0][.email]) }.map(Int32.init))
    }
}

/// The accounts that an action is for. There may be very many, so only background work lists them.
package enum AccountTargets: Sendable {
    case one(AccountSummary)
    case several(AccountRoster, Set<Int32>)

    /// Those that are marked, or else the one that is selected, if any.
    init?(_ roster: AccountRoster?, _ marks: Set<Int32>, or selected: AccountSummary?) {
        guard let roster, let selected else { return nil }
        self =
            marks.count > 1
            ? .several(roster, marks) : .one(marks.first.map { roster[Int($0)] } ?? selected)
    }

    var one: AccountSummary? { if case .one(let account) = self { account } else { nil } }
    var count: Int { if case .several(_, let marks) = self { marks.count } else { 1 } }

    /// Whether all are locked, so that the key for locking unlocks them.
    var areLocked: Bool {
        switch self {
        case .one(let account): account.has(.locked)
        case .several(let roster, let marks): marks.allSatisfy { roster[Int($0)].has(.locked) }
        }
    }

    func emails(upTo limit: Int = .max) -> [String] {
        switch self {
        case .one(let account): [account[.email]]
        case .several(let roster, let marks):
            marks.sorted().prefix(limit).map { roster[Int($0)][.email] }
        }
    }
}

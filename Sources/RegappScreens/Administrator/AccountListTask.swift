package import RegappCore
package import RegappStore
internal import RegappWording

/// Background work for the list of accounts; keys wait only while the list is arranged.
package enum AccountListTask: Sendable {
    case read
    /// Read the accounts again if others have changed them, judging by their folder and the files of these emails.
    case poll(AccountRoster, showing: [String])
    case show(email: String)
    /// Arrange the accounts, and find the one with this email, or the place in the list to be selected if it is not
    /// there. The request's number comes back with the answer: only the answer to the last request is shown.
    case arrange(Source, Arrangement, selecting: String?, or: Int, request: Int)

    /// The accounts to be arranged.
    package enum Source: Sendable {
        /// Those that show; marks stay, and the order if it is the same.
        case shown(ArrangedAccounts)
        /// Those that were read since; marks follow their accounts.
        case read(AccountRoster, over: ArrangedAccounts?)
    }
}

/// Which accounts a list shows, and in which order.
package struct Arrangement: Sendable {
    /// The words to find.
    var text = ""
    /// Nil to show accounts with any status.
    var status: AccountStatus?
    var order = Field.email
}

/// The accounts of a roster as a list shows them, by their indices in the roster.
package struct ArrangedAccounts: Sendable {
    var roster: AccountRoster
    /// All accounts, sorted by `order`.
    private let sorted: [Int32]
    private let order: Field
    let visible: [Int32]
    var marks: Set<Int32>

    /// Sorts and filters. Accounts that are gone lose their marks.
    init(_ source: AccountListTask.Source, _ arrangement: Arrangement) {
        order = arrangement.order
        switch source {
        case .shown(let shown):
            roster = shown.roster
            marks = shown.marks
            sorted = shown.order == order ? shown.sorted : roster.sorted(by: order)
        case .read(let read, let former):
            roster = read
            marks = former.map { read.indices(of: $0.marks, in: $0.roster) } ?? []
            sorted = read.sorted(by: order)
        }
        visible = roster.filter(sorted, text: arrangement.text, status: arrangement.status)
    }

    /// Where in the list an account is, or else the place to be selected instead: `usual`, unless accounts above it are
    /// gone.
    func index(of email: String?, or usual: Int, among source: AccountListTask.Source) -> Int {
        let index = email.flatMap(roster.index(of:)).flatMap {
            visible.firstIndex(of: Int32($0))
        }
        if let index { return index }
        guard case .read(_, let former?) = source else { return usual }
        // The account is gone, perhaps with some above it: the next one that is left.
        let present = Set(roster.accounts.map { $0[.email] })
        return former.visible.prefix(usual).count {
            present.contains(former.roster.accounts[Int($0)][.email])
        }
    }
}

package enum AccountListOutcome: Sendable {
    case progress(Int)
    case read(AccountRoster)
    case arranged(ArrangedAccounts, selecting: Int, request: Int)
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
            case .arrange(let source, let arrangement, let email, let index, let request):
                let arranged = ArrangedAccounts(source, arrangement)
                report(
                    .arranged(
                        arranged, selecting: arranged.index(of: email, or: index, among: source),
                        request: request))
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
        guard !marks.isEmpty else { return [] }
        let marked = Dictionary(
            marks.map { (old.accounts[Int($0)][.email], old.accounts[Int($0)]) },
            uniquingKeysWith: { first, _ in first })
        return Set(
            accounts.indices.lazy.filter { index in
                marked[accounts[index][.email]].map { $0.isSame(accounts[index]) } ?? false
            }.map(Int32.init))
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
            ? .several(roster, marks) : .one(marks.first.map { roster.accounts[Int($0)] } ?? selected)
    }

    var one: AccountSummary? { if case .one(let account) = self { account } else { nil } }
    var count: Int { if case .several(_, let marks) = self { marks.count } else { 1 } }

    /// Whether all are locked, so that the key for locking unlocks them.
    var areLocked: Bool {
        switch self {
        case .one(let account): account.has(.locked)
        case .several(let roster, let marks): marks.allSatisfy { roster.accounts[Int($0)].has(.locked) }
        }
    }

    func emails(upTo limit: Int = .max) -> [String] {
        switch self {
        case .one(let account): [account[.email]]
        case .several(let roster, let marks):
            marks.sorted().prefix(limit).map { roster.accounts[Int($0)][.email] }
        }
    }
}

extension Registry {
    /// Throws if an account that was chosen on the screen is gone, and somebody else has its email by now.
    func requireSame(_ targets: AccountTargets) throws {
        let seen =
            switch targets {
            case .one(let account): [account]
            case .several(let roster, let marks): marks.sorted().map { roster.accounts[Int($0)] }
            }
        for account in seen {
            // A file that cannot be accepted says nothing of whose it is.
            guard let present = (try? self.account(of: account[.email])) ?? nil, !account.isSame(present)
            else {
                continue
            }
            throw StoreError.changedMeanwhile(path: present.path)
        }
    }
}

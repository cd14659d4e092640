package import RegappValues

/// Selects accounts of a registry, as the options of `regapp accounts list` do.
///
/// ## Topics
///
/// - ``expired``
/// - ``expiring(within:)``
/// - ``locked``
/// - ``withoutPassword``
/// - ``incomplete``
/// - ``matching(_:)``
/// - ``holding(_:under:)``
public struct AccountFilter: Sendable {
    /// What must all be found in emails, names, phones and values under keys of the owners' own.
    private let words: [SearchWord]
    /// The reasons that must all keep people from logging in.
    private let obstacles: [LoginObstacle]
    private let hasNoPassword: Bool
    private let isIncomplete: Bool
    private let since: CalendarDate?
    private var lastDay: CalendarDate?
    private var conditions: [AccountCondition]
    /// What depends on the day and the rules under which accounts are read: see ``under(_:)``.
    private var remainingDays: Int?
    private var stated: (key: String, text: String)?
    private var selectsNone = false

    /// - Parameters:
    ///   - text: words to find, in any order.
    ///   - hasNoPassword: whether neither a password nor a hash may be set.
    ///   - isIncomplete: whether a required field must be missing.
    ///   - since: the first day, in UTC, on which they may have been registered.
    ///   - lastDay: the latest expiry date that they may have; those without one are not selected.
    ///   - conditions: conditions on their values.
    package init(
        text: String = "", obstacles: [LoginObstacle] = [], hasNoPassword: Bool = false,
        isIncomplete: Bool = false,
        since: CalendarDate? = nil, expiringUntil lastDay: CalendarDate? = nil,
        conditions: [AccountCondition] = []
    ) {
        words = SearchWord.words(of: text)
        self.lastDay = lastDay
        self.obstacles = obstacles
        self.hasNoPassword = hasNoPassword
        self.isIncomplete = isIncomplete
        self.since = since
        self.conditions = conditions
    }

    package var isEmpty: Bool {
        words.isEmpty && lastDay == nil && obstacles.isEmpty && !hasNoPassword && !isIncomplete
            && since == nil
            && conditions.isEmpty
    }

    /// The keys in conditions that are not known ones.
    package var ownKeys: [String] { conditions.compactMap(\.ownKey) }

    package func selects(_ account: AccountFile) -> Bool {
        !selectsNone && obstacles.allSatisfy { account.loginObstacles.contains($0) }
            && !(hasNoPassword && account.isPasswordSet)
            && !(isIncomplete && account.missing.isEmpty) && isRecent(account) && expires(account)
            && words.allSatisfy(account.holds)
            && conditions.allSatisfy { $0.holds(for: account) }
    }

    private func isRecent(_ account: AccountFile) -> Bool {
        guard let since else { return true }
        let day = account.value(.registered).flatMap { CalendarDate(iso: String($0.prefix(10))) }
        return day.map { $0 >= since } ?? false
    }

    private func expires(_ account: AccountFile) -> Bool {
        guard let lastDay else { return true }
        return account.value(.expires).flatMap(CalendarDate.init(iso:)).map { $0 <= lastDay } ?? false
    }
}

extension AccountFilter {
    /// Accounts whose last day is over.
    public static var expired: AccountFilter { AccountFilter(obstacles: [.expired]) }

    /// Locked accounts.
    public static var locked: AccountFilter { AccountFilter(obstacles: [.locked]) }

    /// Accounts without a password, locked or not.
    public static var withoutPassword: AccountFilter { AccountFilter(hasNoPassword: true) }

    /// Accounts that lack a required field.
    public static var incomplete: AccountFilter { AccountFilter(isIncomplete: true) }

    /// Accounts whose last day is at most this many days away, or over, like `--expires-before +14d`.
    public static func expiring(within days: Int) -> AccountFilter {
        var filter = AccountFilter()
        filter.remainingDays = days
        return filter
    }

    /// Accounts with all these words in the email, a name, the phone or a value under a key of their owner's own.
    public static func matching(_ text: String) -> AccountFilter { AccountFilter(text: text) }

    /// Accounts with a value under a key, a known one or their owner's own, like `--where KEY=VALUE`; with an empty
    /// text those without any value there. No account is found by a password or a hash.
    public static func holding(_ value: String, under key: String) -> AccountFilter {
        var filter = AccountFilter()
        filter.stated = (key, value)
        return filter
    }

    /// The same filter on a day and under the rules of a directory.
    func under(_ directory: AccountsDirectory) -> AccountFilter {
        var filter = self
        if let days = remainingDays { filter.lastDay = directory.now.systemDate.adding(days: days) }
        if let stated {
            if let condition = AccountCondition(stated.key, stated.text, under: directory.policy) {
                filter.conditions.append(condition)
            } else {
                filter.selectsNone = true
            }
        }
        return filter
    }
}

extension AccountFile {
    /// Whether there is a password, in plain or as a hash, locked or not.
    package var isPasswordSet: Bool {
        // A file is only accepted with a hash that is whole.
        value(.password) != nil || value(.passwordHash).map { $0 != StoredHash.lock } == true
    }
}

package import RegappValues

/// Selects accounts of a registry; all conditions must hold.
package struct AccountFilter: Sendable {
    /// What must all be found in emails, names, phones and values under keys of the owners' own.
    private let words: [SearchWord]
    /// The reasons that must all keep people from logging in.
    private let obstacles: [LoginObstacle]
    private let hasNoPassword: Bool
    private let isIncomplete: Bool
    private let since: CalendarDate?
    private let lastDay: CalendarDate?
    private let conditions: [AccountCondition]

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

    package func takes(_ account: AccountFile) -> Bool {
        obstacles.allSatisfy(account.loginObstacles.contains) && !(hasNoPassword && account.isPasswordSet)
            && !(isIncomplete && account.missing.isEmpty) && isRecent(account) && expires(account)
            && words.allSatisfy(account.holds)
            && conditions.allSatisfy { $0.holds(for: account) }
    }

    private func isRecent(_ account: AccountFile) -> Bool {
        guard let since else { return true }
        let day = account.value(.registered).flatMap { CalendarDate(iso: Array($0.utf8.prefix(10))[...]) }
        return day.map { $0 >= since } ?? false
    }

    private func expires(_ account: AccountFile) -> Bool {
        guard let lastDay else { return true }
        return account.value(.expires).flatMap(CalendarDate.init(iso:)).map { $0 <= lastDay } ?? false
    }
}

extension AccountFile {
    /// Whether there is a password, in plain or as a hash, locked or not.
    package var isPasswordSet: Bool { value(.password) != nil || storedHash?.hash != nil }
}

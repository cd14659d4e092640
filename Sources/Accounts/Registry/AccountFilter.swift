package import PlainValues

/// Selects accounts of a registry; all conditions must hold.
package struct AccountFilter: Sendable {
    /// Text to find in emails and names, in lowercase; empty for any.
    private let text: String
    /// The reasons that must all keep people from logging in.
    private let obstacles: [LoginObstacle]
    private let hasNoPassword: Bool
    private let isIncomplete: Bool
    private let since: CalendarDate?
    private let conditions: [AccountCondition]

    /// - Parameters:
    ///   - text: text to find in emails and names, in any case.
    ///   - hasNoPassword: whether neither a password nor a hash may be set.
    ///   - isIncomplete: whether a required field must be missing.
    ///   - since: the first day, in UTC, on which they may have been registered.
    ///   - conditions: conditions on their values.
    package init(
        text: String = "", obstacles: [LoginObstacle] = [], hasNoPassword: Bool = false,
        isIncomplete: Bool = false,
        since: CalendarDate? = nil, conditions: [AccountCondition] = []
    ) {
        self.text = Self.words(text.lowercased())
        self.obstacles = obstacles
        self.hasNoPassword = hasNoPassword
        self.isIncomplete = isIncomplete
        self.since = since
        self.conditions = conditions
    }

    package var isEmpty: Bool {
        text.isEmpty && obstacles.isEmpty && !hasNoPassword && !isIncomplete && since == nil
            && conditions.isEmpty
    }

    /// The keys in conditions that are not known ones.
    package var ownKeys: [String] { conditions.compactMap(\.ownKey) }

    package func takes(_ account: AccountFile) -> Bool {
        obstacles.allSatisfy(account.loginObstacles.contains) && !(hasNoPassword && account.isPasswordSet)
            && !(isIncomplete && account.missing.isEmpty) && isRecent(account) && holdsText(account)
            && conditions.allSatisfy { $0.holds(for: account) }
    }

    private func isRecent(_ account: AccountFile) -> Bool {
        guard let since else { return true }
        let day = account.value(.registered).flatMap { CalendarDate(iso: Array($0.utf8.prefix(10))[...]) }
        return day.map { $0 >= since } ?? false
    }

    private func holdsText(_ account: AccountFile) -> Bool {
        guard !text.isEmpty else { return true }
        if account.email.lowercased().contains(text) { return true }
        let names = [account.value(.firstName), account.value(.lastName)].compactMap { $0?.lowercased() }
        // A whole name may be typed in either order.
        return [names, names.reversed()].contains { Self.words($0.joined(separator: " ")).contains(text) }
    }

    /// The words of a text, with one space between them.
    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension AccountFile {
    /// Whether there is a password, in plain or as a hash, locked or not.
    package var isPasswordSet: Bool { value(.password) != nil || storedHash?.hash != nil }
}

package import RegappValues
internal import RegappJSON

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
    /// What an account must satisfy.
    private enum Requirement: Sendable {
        case obstacle(LoginObstacle)
        case noPassword, incomplete
        case registered(since: CalendarDate)
        case expires(until: CalendarDate)
        case word(SearchWord)
        case condition(AccountCondition)
        // These become others once the day and the rules are known: see ``under(_:)``.
        case expiresWithin(days: Int)
        case holds(String, key: String)
        /// No account satisfies it.
        case impossible
    }

    private var requirements: [Requirement]

    private init(_ requirement: Requirement) { requirements = [requirement] }

    /// - Parameters:
    ///   - text: words to find, in any order.
    ///   - hasNoPassword: whether neither a password nor a hash may be set.
    ///   - isIncomplete: whether a required field must be missing.
    ///   - since: the first day, in UTC, on which they may have been registered.
    ///   - lastDay: the latest expiry date that they may have; those without one are not selected.
    package init(
        text: String = "", obstacles: [LoginObstacle] = [], hasNoPassword: Bool = false,
        isIncomplete: Bool = false,
        since: CalendarDate? = nil, expiringUntil lastDay: CalendarDate? = nil,
        conditions: [AccountCondition] = []
    ) {
        requirements = obstacles.map(Requirement.obstacle)
        if hasNoPassword { requirements.append(.noPassword) }
        if isIncomplete { requirements.append(.incomplete) }
        if let since { requirements.append(.registered(since: since)) }
        if let lastDay { requirements.append(.expires(until: lastDay)) }
        requirements += SearchWord.words(of: text).map(Requirement.word)
        requirements += conditions.map(Requirement.condition)
    }

    package var isEmpty: Bool { requirements.isEmpty }

    /// The keys in conditions that are not known ones.
    package var ownKeys: [String] {
        requirements.compactMap { if case .condition(let condition) = $0 { condition.ownKey } else { nil } }
    }

    package func selects(_ account: AccountFile) -> Bool {
        requirements.allSatisfy { Self.satisfies(account, $0) }
    }

    private static func satisfies(_ account: AccountFile, _ requirement: Requirement) -> Bool {
        switch requirement {
        case .obstacle(let obstacle): account.loginObstacles.contains(obstacle)
        case .noPassword: !account.isPasswordSet
        case .incomplete: !account.missing.isEmpty
        case .registered(let first):
            account.value(.registered).flatMap { CalendarDate(iso: String($0.prefix(10))) }
                .map { $0 >= first } ?? false
        case .expires(let last):
            account.value(.expires).flatMap(CalendarDate.init(iso:)).map { $0 <= last } ?? false
        case .word(let word): account.holds(word)
        case .condition(let condition): condition.holds(for: account)
        case .expiresWithin, .holds, .impossible: false
        }
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
        AccountFilter(.expiresWithin(days: days))
    }

    /// Accounts with all these words in the email, a name, the phone or a value under a key of their owner's own.
    public static func matching(_ text: String) -> AccountFilter { AccountFilter(text: text) }

    /// Accounts with a value under a key, a known one or their owner's own, like `--where KEY=VALUE`; with an empty
    /// text those without any value there. No account is found by a password or a hash.
    public static func holding(_ value: String, under key: String) -> AccountFilter {
        AccountFilter(.holds(value, key: key))
    }

    /// The same filter on a day and under the rules of a directory.
    func under(_ directory: AccountsDirectory) -> AccountFilter {
        var filter = self
        filter.requirements = requirements.map { requirement in
            switch requirement {
            case .expiresWithin(let days): .expires(until: directory.now.systemDate.adding(days: days))
            case .holds(let value, let key):
                AccountCondition(key, value, under: directory.policy).map(Requirement.condition)
                    ?? .impossible
            case .obstacle, .noPassword, .incomplete, .registered, .expires, .word, .condition, .impossible:
                requirement
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

/// A condition on the value under one key of an account, as `--where` states it: `team=board`, `team!=board`, or
/// `team=` for accounts without a value there.
///
/// Texts are compared exactly; fields as the rules compare them: emails and names without case, dates and phones in any
/// form that can be typed. Numbers and booleans are compared by their JSON text. A list has the value if one of its
/// elements is equal to it. An object satisfies no condition. No condition is about a password or a hash.
package struct AccountCondition: Sendable {
    package let column: AccountColumn
    private let isNegated: Bool
    /// Empty to require that there is no value.
    private let text: String
    private let policy: Policy

    /// Nil if the key is, or sounds like, that of a password.
    package init?(_ key: String, isNegated: Bool = false, _ text: String, under policy: Policy) {
        guard let column = AccountColumn(key: key) else { return nil }
        (self.column, self.isNegated, self.text, self.policy) = (column, isNegated, text, policy)
    }

    /// The key, if it is not a known one: then it may be misspelt.
    package var ownKey: String? { if case .own(let key) = column { key } else { nil } }

    package func holds(for account: AccountFile) -> Bool {
        let value = column.value(of: account) ?? .null
        if case .object = value { return false }
        return (text.isEmpty ? value.isBlank : holds(value)) != isNegated
    }

    private func holds(_ value: JSONText) -> Bool {
        switch value {
        case .null, .object: false
        case .string(let string): isEqual(string)
        case .array(let elements): elements.contains(where: holds)
        case .boolean, .integer, .number: text.hasSameScalars(as: value.cell)
        }
    }

    private func isEqual(_ value: String) -> Bool {
        guard case .field(let field) = column else { return text.hasSameScalars(as: value) }
        if field == .email { return EmailAddress.matches(value, text) }
        if field.entryStyle == .name { return FirstName.matches(value, text) }
        return policy.normalized(value, for: field).hasSameScalars(as: policy.normalized(text, for: field))
    }
}

extension JSONText {
    /// Whether it is nothing that a condition could be equal to.
    var isBlank: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .boolean, .integer, .number, .object: false
        }
    }
}

internal import RegappStore
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
public struct AccountFilter: Hashable, Sendable {
    private enum Test: Hashable, Sendable {
        case status(AccountStatus)
        /// The earliest day of registration, in UTC.
        case registeredSince(CalendarDate)
        /// Registered before this day, and not seen since.
        case unseenSince(CalendarDate)
        case expiring(until: CalendarDate)
        case expiringWithin(days: Int)
        case words([SearchWord])
        case condition(AccountCondition)
        /// A condition before the rules are known.
        case holding(String, key: String)
    }

    private let tests: [Test]

    /// - Parameters:
    ///   - text: words to find, in any order.
    ///   - statuses: statuses that an account must all have.
    ///   - since: the earliest day of registration, in UTC.
    ///   - unseen: accounts registered before this day and not seen since.
    ///   - lastDay: the latest expiry date; accounts without one are not selected.
    package init(
        text: String = "", statuses: [AccountStatus] = [], since: CalendarDate? = nil,
        expiringUntil lastDay: CalendarDate? = nil, notSeenSince unseen: CalendarDate? = nil,
        conditions: [AccountCondition] = []
    ) {
        let words = SearchWord.words(of: text)
        tests =
            statuses.map(Test.status) + (since.map { [.registeredSince($0)] } ?? [])
            + (unseen.map { [.unseenSince($0)] } ?? []) + (lastDay.map { [.expiring(until: $0)] } ?? [])
            + (words.isEmpty ? [] : [.words(words)]) + conditions.map(Test.condition)
    }

    private init(_ test: Test) { tests = [test] }

    package var isEmpty: Bool { tests.isEmpty }

    /// The custom keys that conditions are about; they may be misspelt known keys.
    package var ownKeys: [String] {
        tests.compactMap { test in
            switch test {
            case .condition(let condition): condition.column.ownKey
            case .holding(_, let key): AccountColumn(key: key)?.ownKey
            case .status, .registeredSince, .unseenSince, .expiring, .expiringWithin, .words: nil
            }
        }
    }

    /// A condition's key that is, or resembles, a password's: there is no such condition.
    var secretKey: String? {
        tests.lazy.compactMap { test in
            if case .holding(_, let key) = test, AccountColumn(key: key) == nil { key } else { nil }
        }.first
    }

    /// - Parameter directory: the account's directory, with the day and the rules.
    package func selects(_ account: AccountFile, in directory: AccountStore) -> Bool {
        tests.allSatisfy { test in
            switch test {
            case .status(let status): account.has(status)
            case .registeredSince(let day): account.date(.registered).map { $0 >= day } ?? false
            case .unseenSince(let day):
                [Field.registered, .lastSeen].allSatisfy { account.date($0).map { $0 < day } ?? true }
            case .expiring(let last): account.expires(until: last)
            case .expiringWithin(let days):
                account.expires(until: directory.now.systemDate.adding(days: days))
            case .words(let words):
                AccountSummary(account).holds(words, words.map { $0.condition(under: directory.policy) })
            case .condition(let condition): condition.holds(for: account)
            case .holding(let value, let key):
                AccountCondition(key, value, under: directory.policy)?.holds(for: account) ?? false
            }
        }
    }

    /// Accounts whose last day is over.
    public static var expired: AccountFilter { AccountFilter(statuses: [.expired]) }

    /// Locked accounts.
    public static var locked: AccountFilter { AccountFilter(statuses: [.locked]) }

    /// Accounts without a password, locked or not.
    public static var withoutPassword: AccountFilter { AccountFilter(statuses: [.noPassword]) }

    /// Accounts that lack a required field.
    public static var incomplete: AccountFilter { AccountFilter(statuses: [.incomplete]) }

    /// Accounts that expire within this many days, or have expired, like `--expires-before +14d`.
    public static func expiring(within days: Int) -> AccountFilter {
        AccountFilter(.expiringWithin(days: days))
    }

    /// Accounts with all these words in the email, a name, the phone or an own value.
    public static func matching(_ text: String) -> AccountFilter { AccountFilter(text: text) }

    /// Accounts with this value under a key, a known or a custom one, like `--where KEY=VALUE`; an empty text finds those
    /// without a value. The call that is given the filter throws `unusableArgument` if the key is that of a password, or
    /// a custom one that no account has: it is probably misspelt.
    public static func holding(_ value: String, under key: String) -> AccountFilter {
        AccountFilter(.holding(value, key: key))
    }
}

extension Registry {
    /// Whether an account whose file cannot be accepted is selected; nil if unknown.
    package func isSelected(_ error: AccountsError, by filter: AccountFilter) -> Bool? {
        if case .notAnAccount = error { return nil }
        // An error that is not about one account's file is reported whatever the filter.
        guard let path = error.path, let email = EmailAddress.ofFile(FileAccess.name(of: path)) else {
            return true
        }
        return (try? accountToFix(of: email)).map { filter.selects($0, in: directory) }
    }
}

extension AccountFile {
    /// The date in a field, or the date of a time; nil if there is none.
    func date(_ field: Field) -> CalendarDate? {
        value(field).flatMap { CalendarDate(iso: String($0.prefix(10))) }
    }

    fileprivate func expires(until last: CalendarDate) -> Bool { date(.expires).map { $0 <= last } ?? false }
}

/// A key and a text, as typed: `team=board`, `team!=board` or `age<18`.
package struct KeyedText: Hashable, Sendable {
    package let key: String
    package let relation: AccountCondition.Relation
    package let text: String

    package init(key: String, relation: AccountCondition.Relation = .equal, text: String) {
        self.key = key
        self.relation = relation
        self.text = text
    }

    /// Spaces around the sign do not count, as in `team = board`. Nil if no key is left.
    package init?(_ key: String, relation: AccountCondition.Relation = .equal, _ text: String) {
        if key.last == " " {
            // Some people write `==`.
            let value = text.hasPrefix("=") ? text.dropFirst() : text[...]
            self.init(key: key.trimmed, relation: relation, text: value.trimmed)
        } else {
            self.init(key: key, relation: relation, text: text)
        }
        if self.key.isEmpty { return nil }
    }

    /// A condition; nil for a text without a key and a sign.
    ///
    /// - Parameter isCompared: whether `<` and `>` are signs, too.
    package init?(condition typed: String, isCompared: Bool = true) {
        let signs = isCompared ? "<>=" : "="
        guard let sign = typed.firstIndex(where: { signs.contains($0) }) else { return nil }
        var key = typed[..<sign]
        var text = typed[typed.index(after: sign)...]
        var symbol = String(typed[sign])
        if symbol == "=", key.last == "!" {
            key.removeLast()
            symbol = "!="
        } else if symbol != "=", text.first == "=" {
            text.removeFirst()
            symbol += "="
        }
        guard let relation = AccountCondition.Relation(rawValue: symbol) else { return nil }
        self.init(String(key), relation: relation, String(text))
    }
}

/// A condition on an account's value, as `--where` states it: `team=board`, `team!=board`, or `team=` for no value.
///
/// Texts must be the same; fields compare as in the rules: emails and names without case, dates and phones in any form
/// that can be typed. Numbers compare by their JSON text, true and false without case; for states such as `locked`, any
/// word for yes or no will do. A list has the value if an element equals it. Objects satisfy no condition, and there is
/// none on a password or a hash.
package struct AccountCondition: Hashable, Sendable {
    /// The raw value stands between key and value.
    package enum Relation: String, Sendable {
        case equal = "="
        case unequal = "!="
        case less = "<"
        case lessOrEqual = "<="
        case greater = ">"
        case greaterOrEqual = ">="

        package var isOrder: Bool { self != .equal && self != .unequal }

        fileprivate func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
            switch self {
            case .equal: left == right
            case .unequal: left != right
            case .less: left < right
            case .lessOrEqual: left <= right
            case .greater: left > right
            case .greaterOrEqual: left >= right
            }
        }
    }

    package let column: AccountColumn
    private let relation: Relation
    /// Empty to require that there is no value.
    private let text: String
    private let policy: Policy

    /// Nil if the key is, or resembles, a password's.
    package init?(_ key: String, relation: Relation = .equal, _ text: String, under policy: Policy) {
        guard let column = AccountColumn(key: key) else { return nil }
        self.column = column
        self.relation = relation
        self.text = text
        self.policy = policy
    }

    /// Whether a text is a number, a day, a month or a year, which values can be less or greater than.
    package static func isComparable(_ text: String) -> Bool {
        Double(text) != nil || CalendarDate(typed: text) != nil || isPartOfDate(text)
    }

    /// Whether a text is a year or a month: `2026` or `2026-05`.
    private static func isPartOfDate(_ text: String) -> Bool {
        ["-01-01", "-01"].contains { CalendarDate(iso: text + $0) != nil }
    }

    package func holds(for account: AccountFile) -> Bool {
        holds(column.value(of: account) ?? .null, mustChange: account.values.mustChange)
    }

    /// The same by what a list knows of an account.
    func holds(for account: AccountSummary) -> Bool {
        holds(account.value(of: column) ?? .null, mustChange: account.has(.mustChange))
    }

    private func holds(_ value: JSONText, mustChange: Bool) -> Bool {
        if case .object = value { return false }
        if relation.isOrder { return isInOrder(value) }
        let isNegated = relation == .unequal
        if text.isEmpty { return value.isBlank != isNegated }
        // The file has no `mustChange` if it is not set; a day means that it is set.
        if column == .field(.mustChange), CalendarDate(iso: text) == nil {
            return holds(.boolean(mustChange)) != isNegated
        }
        return holds(value) != isNegated
    }

    /// Numbers compare with numbers; days, months and years with days and times; no other value is less or greater.
    private func isInOrder(_ value: JSONText) -> Bool {
        switch value {
        case .array(let elements): return elements.contains(where: isInOrder)
        case .string, .number: break
        case .null, .boolean, .object: return false
        }
        if let number = Double(text), let own = Double(value.cell) { return relation.holds(own, number) }
        guard let own = CalendarDate(iso: String(value.cell.prefix(10))) ?? CalendarDate(typed: value.cell)
        else { return false }
        // All days of a year or a month are equal to it.
        if Self.isPartOfDate(text) {
            return relation.holds(String(own.isoString.prefix(text.count)), text)
        }
        return CalendarDate(typed: text).map { relation.holds(own, $0) } ?? false
    }

    private func holds(_ value: JSONText) -> Bool {
        switch value {
        case .null, .object: false
        case .string(let string): isEqual(string)
        case .array(let elements): elements.contains(where: holds)
        case .boolean(let own):
            // A state, such as `locked`, is asked about with any word; a custom value is what it is.
            if case .status = column {
                TruthWord.truth(of: text) == own
            } else {
                text.lowercased() == value.cell
            }
        case .number: text.hasSameScalars(as: value.cell)
        }
    }

    private func isEqual(_ value: String) -> Bool {
        guard case .field(let field) = column else { return text.hasSameScalars(as: value) }
        if field == .email { return EmailAddress.matches(value, text) }
        if field.isDay, let day = CalendarDate(typed: text),
            let own = CalendarDate(iso: String(value.prefix(10)))
        {
            return own == day
        }
        if field.entryStyle == .name { return FirstName.matches(value, text) }
        return policy.normalized(value, for: field).hasSameScalars(as: policy.normalized(text, for: field))
    }
}

extension Field {
    /// Whether its values are days, or times of which conditions compare the day.
    fileprivate var isDay: Bool {
        [.birthday, .registered, .expires, .lastSeen, .lockedUntil].contains(self)
    }
}

extension JSONText {
    var isBlank: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .boolean, .number, .object: false
        }
    }
}

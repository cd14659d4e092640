internal import RegappJSON

/// A condition of an account, such as locked; its sentences are in `AccountsWording`. Lists, filters, columns, logins
/// and checks derive from these cases.
package enum AccountStatus: CaseIterable, Comparable, Hashable, Sendable {
    case locked
    case expired
    /// There is neither a password nor a hash; a lock alone is not a hash.
    case noPassword
    case mustChange
    /// The password was to be changed by a day that has passed: servers refuse it, but its owner can still change it.
    case overdue
    case incomplete
    /// The first login sets the missing password.
    case claimable
    /// The file cannot be accepted, or is not named after the account.
    case broken

    package var words: String {
        switch self {
        case .locked: "locked"
        case .expired: "expired"
        case .noPassword: "no password"
        case .mustChange: "must change"
        case .overdue: "first password ended"
        case .incomplete: "incomplete"
        case .claimable: "claimable"
        case .broken: "broken"
        }
    }

    /// The statuses by which an administrator can filter a list.
    package static let filters = allCases.filter { $0 != .claimable }
    /// The order is part of the output that scripts read.
    package static let columns: [AccountStatus] = [.noPassword, .locked, .expired, .incomplete]

    /// Its column in JSON and CSV.
    package var key: String {
        switch self {
        case .noPassword: "passwordSet"
        case .mustChange: Field.mustChange.rawValue
        case .incomplete: "missing"
        case .locked, .expired, .overdue, .claimable, .broken: words
        }
    }

    /// Whether every login is refused, whatever the password, as if it were wrong; no first password can be set.
    package var keepsOut: Bool { self == .locked || self == .expired }

    /// A status that implies this one. Lists name only that where an account has both: everyone knows that an overdue
    /// password has to be changed.
    package var namedBy: AccountStatus? {
        switch self {
        case .mustChange: .overdue
        case .incomplete, .claimable: .noPassword
        default: nil
        }
    }

    /// Whether `check` reports it, although nothing need be corrected.
    var isNoted: Bool { keepsOut || [.mustChange, .overdue, .claimable].contains(self) }

    /// The option of `list` that selects it, with its help.
    package var option: (name: String, help: String)? {
        switch self {
        case .locked: ("locked", "only locked accounts")
        case .expired: ("expired", "only accounts whose expiry date has passed")
        case .noPassword: ("without-password", "only accounts without a password")
        case .mustChange:
            (
                "must-change",
                "only accounts whose password must be changed at the next login, and by which day"
            )
        case .incomplete: ("incomplete", "only accounts that lack required fields")
        case .overdue:
            ("overdue", "only accounts whose first password has expired, so that servers refuse it")
        case .claimable, .broken: nil
        }
    }

    /// - Parameter account: already has the statuses declared before this one.
    func holds(for account: AccountFile, _ policy: Policy, _ now: Moment) -> Bool {
        switch self {
        case .locked: account.values.isLocked(on: now.systemDate)
        case .expired: account.values.isExpired(now)
        case .noPassword:
            (account.value(.passwordHash) ?? StoredHash.lock) == StoredHash.lock
                && account.value(.password) == nil
        case .mustChange: account.values.mustChange
        case .overdue: account.values.isOver(.mustChange, now)
        case .incomplete: !account.missing.isEmpty
        case .claimable:
            policy.allowsFirstPassword && account.hasNoPassword && account.isActive
                && !account.hasMisplacedPassword
        case .broken: false
        }
    }

    func value(of account: AccountFile) -> JSONText {
        switch self {
        case .noPassword: .boolean(!account.has(self))
        case .incomplete: .array(account.missing.map { .string($0.rawValue) })
        default: .boolean(account.has(self))
        }
    }
}

extension AccountFile {
    package func has(_ status: AccountStatus) -> Bool { statuses.contains(status) }

    /// Why the account cannot be logged in to, whatever the password.
    package var obstacles: [AccountStatus] { statuses.filter(\.keepsOut) }

    package var isActive: Bool { obstacles.isEmpty }
    /// Why servers refuse the account, whatever the password.
    package var serverObstacles: [AccountStatus] { obstacles + (has(.overdue) ? [.overdue] : []) }
    /// In plain text or hashed, locked or not.
    package var isPasswordSet: Bool { !has(.noPassword) }
    /// Whether it can be logged in to, with its password or a first one.
    package var admitsLogin: Bool { isActive && isPasswordSet || has(.claimable) }
}

/// Why a login is refused; only the administrator learns it.
package enum LoginRefusal: Hashable, Sendable {
    case unknown, wrongPassword
    case status(AccountStatus)
    /// The account does not satisfy the conditions.
    case notSelected
    /// No account of the registry has the key of a condition; it is probably misspelt.
    case unknownKey

    package static let all: [LoginRefusal] =
        [.unknown, .wrongPassword]
        + AccountStatus.allCases.filter { $0.keepsOut || $0 == .noPassword || $0 == .mustChange }.map(
            Self.status)
        + [.notSelected, .unknownKey]

    /// As in the system's log.
    package var word: String {
        switch self {
        case .unknown: "unknown"
        case .wrongPassword: "wrong-password"
        case .status(let status): String(status.words.map { $0 == " " ? "-" : $0 })
        case .notSelected: "not-selected"
        case .unknownKey: "unknown-key"
        }
    }
}

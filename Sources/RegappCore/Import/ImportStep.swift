internal import RegappJSON

/// Whose a row is, once the registry was looked at.
enum ImportMatch: Sendable {
    /// There is no such account.
    case new
    /// There is an account, and it is not to be updated.
    case present
    /// The account to update.
    case account(AccountFile)
    /// The account's file cannot be read or accepted.
    case unreadable(AccountsError)

    var isThere: Bool { if case .new = self { false } else { true } }

    var account: AccountFile? { if case .account(let account) = self { account } else { nil } }
}

/// What becomes of one row.
package struct ImportStep: Sendable {
    package enum Action: Equatable, Sendable {
        case register
        /// The changes are given in a dry run only.
        case change([FieldChange])
        /// Like `change`, with a new email.
        case move(from: String, [FieldChange])
        /// The account has all of the row's values.
        case same
        /// The account exists and may not be updated.
        case skip
        /// The account does not exist and may not be added.
        case passOver
        /// Good, but nothing is written before its password is hashed; then the row is matched again.
        case awaitHash
        case refuse([ImportProblem.Reason])
        /// The account's file cannot be accepted, so it is left alone; the others are imported.
        case leaveAlone(AccountsError)
        /// Good, but nothing is written, since the file has problems.
        case none
    }

    /// What is worth telling about a step.
    enum Note: Hashable, Sendable {
        /// The account stays locked, though the file does not say so.
        case stillLocked
        /// The file keeps out an account that exists and is skipped.
        case skippedLock
        /// A new account has expired already.
        case expired
        /// A new account has no name to log in by, or an account loses it.
        case noLoginName
        /// The expiry date shuts out an account that can log in.
        case shutsOut
        case endsSession
        /// The account has the row's password already, has another one, or had none.
        case samePassword, otherPassword, missingPassword
    }

    struct Texts: Sendable {
        let file: String
        let before: [UInt8]?
        let after: [UInt8]
    }

    package let row: JudgedRow
    package let action: Action
    var notes: Set<Note> = []
    /// The account's text before and after, if its login name has to be unique.
    var texts: Texts?
    /// What to print with a generated password.
    var letters: [JSONText?] = []

    /// Whether somebody is registered, or may be once the password is hashed.
    var isRegistration: Bool {
        switch action {
        case .register, .awaitHash: true
        case .change, .move, .same, .skip, .passOver, .refuse, .leaveAlone, .none: false
        }
    }

    /// Whether the account gets or has the values of the file.
    var isTaken: Bool {
        switch action {
        case .register, .change, .move, .same, .awaitHash: true
        case .skip, .passOver, .refuse, .leaveAlone, .none: false
        }
    }
}

extension AccountImport {
    /// What an import did, or would do: the sum of its steps.
    package struct Result: Equatable, Sendable {
        package internal(set) var created = 0
        /// The emails of the first new accounts.
        package internal(set) var firstCreated: [String] = []
        package internal(set) var updated = 0
        /// How many accounts got a new email.
        package internal(set) var moved = 0
        /// Former and new emails of the first accounts that moved, or of all if `namesAll`.
        package internal(set) var moves: [Move] = []
        /// How many accounts have all of the file's values already, or are skipped.
        package internal(set) var unchanged = 0
        /// How many accounts were locked because the file lacks them.
        package internal(set) var locked = 0
        /// Accounts of the file that were locked before and stay locked; empty unless `locksAbsent`.
        package internal(set) var stillLocked: [String] = []
        /// How many accounts the file keeps out that exist already and are skipped.
        package internal(set) var skippedLocks = 0
        /// Accounts of the file that do not exist and may not be added.
        package internal(set) var notAdded: [String] = []
        /// How many accounts stay as they are because their files cannot be accepted.
        package internal(set) var notAccepted = 0
        /// How many accounts can no longer log in, or at no server, because of dates in the past.
        package internal(set) var shutOut = 0
        /// The emails of the first accounts that can no longer log in.
        package internal(set) var firstShutOut: [String] = []
        /// How many new accounts have already expired.
        package internal(set) var expired = 0
        /// How many new accounts lack the key by which people log in.
        package internal(set) var withoutLoginName = 0
        /// How many hashes of each scheme are left out because regapp cannot verify them.
        package internal(set) var leftOutHashes: [String: Int] = [:]
        /// How many phones got a country code.
        package internal(set) var nationalPhones = 0
        package internal(set) var withoutTheirHash: [LeftOutHash] = []
        package internal(set) var passwords = Passwords()
        /// The emails for each outcome, if `namesAll`.
        package internal(set) var emails: [Outcome: [String]] = [:]
        /// Accounts left alone because another process changed them at the last moment, by path.
        package internal(set) var left: [String] = []
    }

    /// How the file's passwords compare with those of existing accounts.
    package struct Passwords: Equatable, Sendable {
        /// Accounts that have the same password already.
        package internal(set) var same = 0
        package internal(set) var different = 0
        /// Accounts that had none.
        package internal(set) var missing = 0

        package var isEmpty: Bool { same + different + missing == 0 }
    }

    package enum Outcome: String, CaseIterable, Sendable {
        case new, changed, moved, unchanged, locked
    }

    package struct Move: Equatable, Sendable {
        package let former: String
        package let email: String
    }

    package struct LeftOutHash: Equatable, Sendable {
        static let most = 1_000

        /// The account's first line in the file, from 1.
        package let line: Int
        package let email: String
        package let scheme: String
    }
}

extension AccountImport.Result {
    /// How many new accounts are named.
    private static let mostNamed = 20

    /// Adds what is known as soon as a row is matched, whether or not its password has still to be hashed.
    mutating func addMatched(_ step: ImportStep) {
        let row = step.row
        if step.notes.contains(.stillLocked) { stillLocked.append(row.email) }
        if step.notes.contains(.skippedLock) { skippedLocks += 1 }
        if case .leaveAlone = step.action { notAccepted += 1 }
        guard step.isTaken else { return }
        if step.notes.contains(.expired) { expired += 1 }
        if step.notes.contains(.noLoginName) { withoutLoginName += 1 }
        if step.notes.contains(.shutsOut) {
            shutOut += 1
            if firstShutOut.count < PolicyImpact.mostNamed { firstShutOut.append(row.email) }
        }
        if row.hasNationalPhone { nationalPhones += 1 }
        guard let scheme = row.leftOutHash else { return }
        leftOutHashes[scheme, default: 0] += 1
        guard withoutTheirHash.count < AccountImport.LeftOutHash.most else { return }
        withoutTheirHash.append(AccountImport.LeftOutHash(line: row.line, email: row.email, scheme: scheme))
    }

    /// Adds what became of a row.
    mutating func addDone(_ step: ImportStep, _ options: AccountImport.Options) {
        let email = step.row.email
        let outcome: AccountImport.Outcome
        switch step.action {
        case .register:
            created += 1
            if firstCreated.count < Self.mostNamed { firstCreated.append(email) }
            outcome = .new
        case .change:
            updated += 1
            outcome = .changed
        case .move(let former, _):
            moved += 1
            outcome = .moved
            if options.namesAll || moves.count < PolicyImpact.mostNamed {
                moves.append(AccountImport.Move(former: former, email: email))
            }
        case .same, .skip:
            unchanged += 1
            outcome = .unchanged
        case .passOver: return notAdded.append(email)
        case .awaitHash, .refuse, .leaveAlone, .none: return
        }
        if step.notes.contains(.samePassword) { passwords.same += 1 }
        if step.notes.contains(.otherPassword) { passwords.different += 1 }
        if step.notes.contains(.missingPassword) { passwords.missing += 1 }
        if options.namesAll { emails[outcome, default: []].append(email) }
    }
}

extension ImportStep {
    /// Why nothing, or not this row, is imported.
    var problems: [ImportProblem] {
        switch action {
        case .refuse(let reasons): reasons.map(row.problem)
        case .leaveAlone(let error): [row.problem(.notAccepted(error))]
        case .register, .change, .move, .same, .skip, .passOver, .awaitHash, .none: []
        }
    }
}

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
        /// A new account has no name to log in by.
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

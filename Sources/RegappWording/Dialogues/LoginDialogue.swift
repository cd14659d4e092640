package import RegappCore

/// How a login to a registry ended, for the system's log.
package enum LoginOutcome: Sendable {
    case granted(AccountFile)
    /// A nil error means that the account kept changing.
    case refused(Credentials, AccountsError?)
}

/// A login to a registry, step by step: what to ask, check and write. Its driver, a command or a form, does what each
/// step says and passes on the outcome; only this type decides what follows. After a refusal, a login can begin again
/// with other credentials.
package struct LoginDialogue: Sendable {
    package enum Step: Sendable {
        /// Ask which account with this first name is meant; the answer goes to ``answer(email:)``.
        case askEmail(among: Int)
        case check(Credentials)
        /// Ask to repeat an account's first password until both are the same, then call ``repeated()``.
        case repeatPassword(LoginAttempt, String)
        /// Ask for a new password, other than this one, and pass it on to ``chosen(_:)``.
        case choosePassword(LoginAttempt, insteadOf: String)
        /// Replace the password of this attempt; the outcome goes to ``checked(_:)``.
        case replacePassword(LoginAttempt, by: String)
        case complete(LoginAttempt)
        case finished(LoginAttempt, AccountFile)
        /// A nil error means that the account kept changing between the check and the login.
        case refused(AccountsError?)
    }

    /// How often a login starts over because the account was changed between the check and the login.
    private static let maximumTries = 3

    /// Whether a person types the password, and could mistype a first one.
    private let isTyped: Bool
    private var credentials = Credentials(email: nil, firstName: nil, password: "")
    private var tries = 0
    /// The attempt that waits for a repeated or for a new password.
    private var pending: LoginAttempt?
    private var newPassword: String?

    package init(isTyped: Bool) { self.isTyped = isTyped }

    package mutating func begin(_ credentials: Credentials) -> Step {
        self.credentials = credentials
        tries = 0
        pending = nil
        newPassword = nil
        return .check(credentials)
    }

    package mutating func answer(email: String) -> Step {
        begin(Credentials(email: email, firstName: credentials.firstName, password: credentials.password))
    }

    package mutating func checked(_ outcome: Result<LoginAttempt, AccountsError>) -> Step {
        switch outcome {
        case .success(let attempt) where attempt.needsNewPassword:
            pending = attempt
            // On a later try it has been chosen already.
            if let newPassword { return .replacePassword(attempt, by: newPassword) }
            return .choosePassword(attempt, insteadOf: credentials.password)
        case .success(let attempt):
            // On a later try the password has been typed twice already.
            guard attempt.setsFirstPassword, isTyped, tries == 0 else { return .complete(attempt) }
            pending = attempt
            return .repeatPassword(attempt, credentials.password)
        case .failure(.ambiguousFirstName(let count)) where credentials.email == nil:
            return .askEmail(among: count)
        case .failure(let error): return .refused(error)
        }
    }

    package mutating func chosen(_ password: String) -> Step {
        guard let pending else { return .check(credentials) }
        newPassword = password
        return .replacePassword(pending, by: password)
    }

    package mutating func repeated() -> Step {
        pending.map { .complete($0) } ?? .check(credentials)
    }

    /// Nil means that the account was changed since its check.
    package mutating func completed(_ attempt: LoginAttempt, _ outcome: Result<AccountFile?, AccountsError>)
        -> Step
    {
        switch outcome {
        case .success(let account?): return .finished(attempt, account)
        case .success(nil):
            tries += 1
            return tries < Self.maximumTries ? .check(credentials) : .refused(nil)
        case .failure(let error): return .refused(error)
        }
    }
}

import Accounts

/// A login to a registry, step by step: what to ask for, what to check, what to write.
///
/// Whoever talks to the person, line by line or with a form, does what each step says and hands back what came of
/// it; what follows is decided here alone. A refusal is no end: other credentials begin again.
struct LoginDialogue: Sendable {
    /// What is to be done next.
    enum Step: Sendable {
        /// Ask which of the accounts of this first name is meant; the answer goes to ``answer(email:)``.
        case askEmail(among: Int)
        /// Check these credentials; the outcome goes to ``checked(_:)``.
        case check(Credentials)
        /// Ask for this first password of an account until it is typed once more, then ``repeated()``.
        case repeatPassword(String)
        /// Log in what was checked; the outcome goes to ``completed(_:)``.
        case complete(LoginAttempt)
        /// The account is logged in.
        case finished(LoginAttempt, AccountFile)
        /// It did not work.
        case refused(Refusal)
    }

    /// Why nobody was logged in.
    enum Refusal: Error, Sendable {
        case error(AccountsError)
        /// Somebody else keeps changing the account between the check and the login.
        case changing
    }

    /// How often a login starts over because somebody changed the account between the check and the login.
    private static let maximumTries = 3

    /// Whether a person types the password, who may mistype the first one of an account.
    private let isTyped: Bool
    private var credentials = Credentials(email: nil, firstName: nil, password: "")
    private var tries = 0
    private var firstPassword: LoginAttempt?

    init(isTyped: Bool) {
        self.isTyped = isTyped
    }

    /// Begins, or begins again, with these credentials.
    mutating func begin(_ credentials: Credentials) -> Step {
        self.credentials = credentials
        tries = 0
        firstPassword = nil
        return .check(credentials)
    }

    /// Goes on with the email that tells accounts of one first name apart.
    mutating func answer(email: String) -> Step {
        begin(Credentials(email: email, firstName: credentials.firstName, password: credentials.password))
    }

    /// Goes on after a check of the credentials.
    mutating func checked(_ outcome: Result<LoginAttempt, AccountsError>) -> Step {
        switch outcome {
        case .success(let attempt):
            // On a later try the password has been typed twice already.
            guard attempt.setsFirstPassword, isTyped, tries == 0 else { return .complete(attempt) }
            firstPassword = attempt
            return .repeatPassword(credentials.password)
        case .failure(.ambiguousFirstName(let count)) where credentials.email == nil:
            return .askEmail(among: count)
        case .failure(let error): return .refused(.error(error))
        }
    }

    /// Goes on once the first password was typed a second time.
    mutating func repeated() -> Step {
        guard let firstPassword else { return .check(credentials) }
        self.firstPassword = nil
        return .complete(firstPassword)
    }

    /// Goes on after a try to log in; nil as the account says that it was changed since it was checked.
    mutating func completed(_ attempt: LoginAttempt, _ outcome: Result<AccountFile?, AccountsError>) -> Step {
        switch outcome {
        case .success(let account?): return .finished(attempt, account)
        case .success(nil):
            tries += 1
            return tries < Self.maximumTries ? .check(credentials) : .refused(.changing)
        case .failure(let error): return .refused(.error(error))
        }
    }
}

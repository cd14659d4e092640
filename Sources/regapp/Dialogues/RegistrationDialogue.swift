import Accounts

/// What follows a try to register, for whoever asks: line by line or with a form.
///
/// Everything else that was typed is kept, and another email begins again.
enum RegistrationDialogue {
    /// What is to be done next.
    enum Step: Sendable {
        /// The email is an account's already: ask for another one. Where nobody can be asked, that is the error.
        case askAnotherEmail(AccountsError)
        /// The account is registered.
        case finished(AccountFile)
        /// It did not work.
        case refused(AccountsError)
    }

    /// The step after what came of registering.
    static func step(after outcome: Result<AccountFile, AccountsError>) -> Step {
        switch outcome {
        case .success(let account): .finished(account)
        case .failure(let error) where error == .accountExists || error == .fileInTheWay:
            .askAnotherEmail(error)
        case .failure(let error): .refused(error)
        }
    }
}

import Accounts
import DocumentStore

/// Something to do with the files, away from the screen's loop: hashes take their time, disks may too.
enum AccountTask: Sendable {
    /// Read the files again; the screen that shows may keep showing.
    case read
    /// Read the files, and show the screen that they call for.
    case open
    /// Make or change the local profile.
    case logIn([Field: String])
    /// Change an account, if it is still logged in and its file is still what was seen.
    case save([Field: String], seen: AccountFile)
    case logOut
    /// Check credentials for a registry.
    case check(Credentials)
    /// Log in what was checked.
    case complete(LoginAttempt)
    case register([Field: String])
}

/// How a task ended.
enum AccountOutcome: Sendable {
    /// The files were read again.
    case read(Files)
    /// Something was done; the files now, and what to say about it.
    case done(Files, Notice?)
    /// What came of a check of credentials.
    case checked(Result<LoginAttempt, AccountsError>)
    /// What came of a try to log in that logged nobody in; nil where the account was changed since its check.
    case completed(LoginAttempt, Result<AccountFile?, AccountsError>)
    case failed(AccountsError)
    /// The album screens could not run, or failed.
    case albumsFailed(String)
}

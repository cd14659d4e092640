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
    /// The credentials match.
    case checked(LoginAttempt)
    /// The account was changed between the check and the login: check again.
    case outdated
    case failed(AccountsError)
    /// The album screens could not run, or failed.
    case albumsFailed(String)
}

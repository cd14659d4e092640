package import DocumentStore
internal import StrictJSON

/// Why something could not be done with a profile or an account.
package enum AccountsError: StoreFailure, Equatable {
    /// The file system refused, or another program was in the way.
    case store(StoreError)
    /// A file holds what cannot be accepted; at least one problem.
    case invalidFile([FileProblem])
    /// Values that were given break rules; at least one violation.
    case violations([Violation])
    /// The rules of this directory are those of the local profile, which has no registry.
    case noRegistry(directory: String)
    /// Nobody is logged in.
    case nobodyLoggedIn
    /// No such account, or not this password: which of the two is not told.
    case noMatch
    /// Nobody is registered yet, so nobody can log in.
    case nobodyRegistered
    /// So many accounts bear the first name that the email must tell them apart.
    case ambiguousFirstName(Int)
    /// The email is registered already.
    case accountExists
    /// A file that is no acceptable account stands where the email's account would.
    case fileInTheWay
    /// The new email of an account is that of another one.
    case emailTaken
    /// No account of this email is registered.
    case noAccount(String)
    /// The account is locked and has no password, so once unlocked it would take the first password of anybody.
    case nothingToUnlock(email: String)
    /// A password could not be hashed.
    case hashing(HashingError)
    /// `policy.json` was changed between the check of some values and their writing; nothing was written.
    case rulesChanged(path: String)
    /// The document was changed after what `cancel` would undo.
    case changedSince(path: String)

    /// Several of these, where several accounts were named.
    case several([AccountsError])

    /// Whether another email is all that it takes.
    package var isTakenEmail: Bool { [.accountExists, .fileInTheWay, .emailTaken].contains(self) }

    package init(_ error: StoreError) {
        guard case .damaged(let path, let position, let reason) = error else {
            self = .store(error)
            return
        }
        let problem: FileProblem.Reason =
            switch reason {
            case .syntax(let reason): .syntax(reason)
            case .shape: .damaged
            }
        self = .invalidFile([FileProblem(path: path, position: position, reason: problem)])
    }
}

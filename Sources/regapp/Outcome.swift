import Accounts
import StrictJSON

/// What has become of a command, and what one should know about it: told on standard error.
enum Outcome: Sendable {
    // The profile, or the account that is logged in.
    case loggedIn(LocalProfile.Login, path: String, isPrivate: Bool)
    case loggedInToRegistry(email: String, setsFirstPassword: Bool)
    case registered(isLoggedIn: Bool)
    /// What was changed, if anything was.
    case edited([FieldChange], Policy, isChanged: Bool, isOwn: Bool)
    /// A text that was not saved, and stays.
    case textIsKept(path: String, Edit.Subject)
    case textStillOpen(path: String)
    /// What others changed while a text was edited.
    case takenOver([JSONMerge.Member], Edit.Subject)
    case rulesSaved(isChanged: Bool)
    case loggedOut(ofRegistry: Bool)
    case forgotten
    case undone
    case wouldBeUndone
    case nothingToUndo

    // What an account lacks.
    case missing([Field], path: String, isOwn: Bool)
    /// Keys that seem to be meant for fields.
    case misspelt([FileProblem])
    case onlyHashIsKept
    /// The first login sets the password, by this field.
    case mayTakeFirstPassword(by: Policy.LoginKey)
    case hasNoPassword(email: String)
    case visiblePassword

    // The registry.
    case noAccounts
    case passwordIsSet(email: String)
    case removed(email: String)
    case leftOfAccount(path: String)
    case locked(email: String, isNew: Bool)
    case unlocked(email: String, isNew: Bool)
    case nothingWasRemoved

    // An export.
    case leftOutWithoutHash(email: String)
    case leftOutLocked(email: String)
    case cannotExport(ExportError, email: String)
    case fieldsLost([Field], ExchangeFormat)
    case plainPasswordsLost
    case unknownKeysLost

    // A directory that follows the registry.
    case entryKeepsPassword(email: String)
    case entryLosesPassword(email: String)
    case showsNoPassword(path: String)
    case entryIsSpared(email: String, path: String)
    case entryIsNoPerson(email: String)
    case entryHasChildren(email: String)
    case showsNothingBelow(String, path: String)
    /// So many entries have no account and are not deleted.
    case entriesStay(Int)

    // An import.
    /// How many hashes are left out since regapp cannot verify them, by their schemes.
    case hashesLeftOut([String: Int])
    /// So many entries of a directory are no persons.
    case entriesPassedOver(Int)

    // Another policy.
    case demoIsReady
    case survey(RegistrySurvey)
    case noProfileYet
    /// What the profile breaks, which the choice of the policy does not fail for.
    case profileNotAccepted(AccountsError)
}

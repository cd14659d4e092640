import Accounts

/// Why a command ends that no error of a module explains.
enum CommandError: Error, Hashable, Sendable {
    // What the command line asks for cannot be done.
    case nothingToEdit
    case noEditor
    case editorTakesNoValues
    case nobodyToConfirmRemoval(email: String)
    case nobodyToAskForPassword
    /// A variable that pam_exec sets is not what it sets for a password.
    case notAskedByPAM(String, value: String?)
    case unknownField(Field, path: String, known: [Field])
    case standardInputIsNoFile
    case standardOutputIsNoFile(path: String)
    case unknownFormat(path: String)
    /// An option stands without what it needs, such as `--changes FILE`.
    case optionNeeds(String, needed: String)
    /// Changes are those of the whole registry.
    case changesOfSomeAccounts

    // What was read cannot be accepted.
    case missingFieldValue(Field, path: String)
    /// The password was asked for, and only its hash is known.
    case onlyHashIsKept(path: String)
    /// A password that a file or standard input holds.
    case unusablePassword(PasswordProblem, source: PasswordOrigin)
    /// A service wrote something other than a name and a password.
    case notTwoLines
    case tooManyAccounts(path: String, limit: Int)
    case tooManyPasswords(path: String, limit: Int)

    // How the work ended.
    case wrongPassword
    case accountKeepsChanging
    case filesLeftOut(Int)
    case changesWithheld(becauseOfAccounts: Bool)
    /// There is no account at all, and all entries would be deleted.
    case everyEntryWouldGo
    case unrepresentable(Int, ExchangeFormat)
    case thingsAreWrong(Int, accounts: Int?)
}

/// What is wrong with the bytes that should be a password.
enum PasswordProblem: Hashable, Sendable {
    case byteOrderMark, severalLines, notUTF8
}

/// Where a password is read from.
enum PasswordOrigin: Hashable, Sendable {
    case standardInput
    case file(path: String)
}

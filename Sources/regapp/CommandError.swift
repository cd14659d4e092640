import Accounts

/// Why a command ends that no error of a module explains.
enum CommandError: Error, Hashable, Sendable {
    // What the command line asks for cannot be done.
    case nothingToEdit
    case nobodyToConfirmRemoval(email: String)
    case nobodyToAskForPassword
    case unknownField(Field, path: String, known: [Field])
    case standardInputIsNoFile
    case unknownFormat(path: String)
    case onlyExported(ExchangeFormat)

    // What was read cannot be accepted.
    case missingFieldValue(Field, path: String)
    /// The password was asked for, and only its hash is known.
    case onlyHashIsKept(path: String)
    /// The passwords that were typed, at a login that sets the first one.
    case passwordsDiffer
    /// A password that a file or standard input holds.
    case unusablePassword(PasswordProblem, source: PasswordOrigin)
    case tooManyAccounts(path: String, limit: Int)
    case tooManyProblems(path: String, limit: Int)

    // How the work ended.
    case wrongPassword
    case accountKeepsChanging
    case filesLeftOut(Int)
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

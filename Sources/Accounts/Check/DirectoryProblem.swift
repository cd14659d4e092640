package import DocumentStore

/// One thing in a documents directory that should be corrected.
package enum DirectoryProblem: Equatable, Sendable {
    /// A file cannot be read or accepted.
    case unusable(AccountsError)
    /// A file in `accounts/` is not named after the email that it holds; the name that it should have is free.
    case misnamed(path: String, expected: String)
    /// A file holds the email of another account's file.
    case duplicate(path: String, of: String)
    /// An account lacks fields that the policy requires.
    case missing(email: String, path: String, [Field])
    /// An account has no password, and the policy lets nobody set it by logging in.
    case noPassword(email: String)
    /// Too many users, or too few, may reach a file or folder.
    case rights(RightsProblem)
    /// A writer that died has left a file or folder; the next one removes it.
    case leftover(path: String)
    /// A file is named like a temporary one, but no writer removes it.
    case likeLeftover(path: String)
    /// The account that is logged in does not exist.
    case sessionGone(email: String)
}

/// One thing in a documents directory that is good to know; nothing has to be corrected.
package enum DirectoryNote: Equatable, Sendable {
    /// A file that is none of regapp's, which every command passes over.
    case foreign(path: String, ForeignFile)
    /// Whoever logs in to this account first sets its password.
    case withoutPassword(email: String)
    /// The password of this account stands in its file as it is typed, and no export has it, until the next login; nor
    /// does one have the hash beside it, if there is one.
    case plainPassword(email: String, besideHash: Bool)
    /// Nobody may log in to this account.
    case barred(LoginBar, email: String)
    /// A key of an account is not read, though another one seems to be meant by it.
    case misspelt(FileProblem)
    /// The text of an editor, of the document that ``Edit/Subject`` names; an editor may be at work with it.
    case editedText(path: String, of: Edit.Subject?, isInUse: Bool)
    /// Without rules that can be accepted the accounts cannot be held against them.
    case notHeldAgainstRules
}

/// What a file that is none of regapp's seems to be.
package enum ForeignFile: Hashable, Sendable {
    /// A copy that an editor or a person keeps of a file.
    case backup
    /// What an editor keeps beside a file that is open in it.
    case swapFile
    /// A copy of an account that has its own file too.
    case copy
    case other

    private static let backupEndings = ["~", ".bak", ".orig", ".old", ".save", ".backup", ".rej"]
    private static let swapEndings = [".swp", ".swo", ".swn", ".swx"]

    init(name: String) {
        let isSwap =
            (name.hasPrefix(".") && Self.swapEndings.contains(where: name.hasSuffix))
            || name.hasPrefix(".#") || name.hasPrefix(".~lock.")
            || (name.hasPrefix("#") && name.hasSuffix("#"))
        self = isSwap ? .swapFile : Self.backupEndings.contains(where: name.hasSuffix) ? .backup : .other
    }

    /// The name of the account's file that an editor's file, or a backup, of this name is about; nil where it is about
    /// none.
    static func subject(of name: String) -> String? {
        var subject = name[...]
        switch ForeignFile(name: name) {
        case .backup:
            for ending in backupEndings where subject.hasSuffix(ending) {
                subject = subject.dropLast(ending.count)
                break
            }
            // Numbered ones end in .~1~.
            var stem = subject
            while stem.last?.isNumber == true { stem.removeLast() }
            if stem.hasSuffix(".~") { subject = stem.dropLast(2) }
        case .swapFile:
            if subject.hasPrefix(".~lock.") {
                subject = subject.dropFirst(7)
                if subject.hasSuffix("#") { subject = subject.dropLast() }
            } else if subject.hasPrefix("#") {
                subject = subject.dropFirst().dropLast()
            } else if subject.hasPrefix(".#") {
                subject = subject.dropFirst(2)
            } else {
                subject = subject.dropFirst().dropLast(4)
            }
        case .copy, .other: return nil
        }
        return EmailAddress.file(like: String(subject))
    }
}

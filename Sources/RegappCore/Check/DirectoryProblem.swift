internal import RegappStore

/// Something in a directory that should be corrected.
package enum DirectoryProblem: Equatable, Sendable {
    case unusable(AccountsError)
    /// A file in `accounts/` is not named after its email, and the right name is free.
    case misnamed(path: String, expected: String)
    /// A file holds the email of another account, which has its own file.
    case duplicate(path: String, of: String)
    case missing(email: String, path: String, [Field])
    /// An account has no password, and the policy does not let the first login set it.
    case noPassword(email: String)
    /// An ignored key closely resembles a known one that the file lacks.
    case misspelt(FileProblem)
    /// A writer that died left a file or folder; the next writer removes it.
    case leftover(path: String)
    /// A file is named like a temporary one, but writers do not remove it.
    case likeLeftover(path: String)
    case sessionGone(email: String)
    /// Two accounts have the same login name under a key, so neither can log in by it.
    case sameLoginName(email: String, path: String, other: String, key: String)
    /// There are accounts, but no rules by which anybody could log in to them.
    case noRules(path: String, accounts: Int)
    /// A registry does not use the profile beside it, whose password is plain text.
    case unusedProfile(path: String)
    /// A regapp died that was forgetting somebody; what is still to go is in this file.
    /// - Parameter email: that of the only account concerned, if it is known.
    case unforgotten(path: String, email: String? = nil)
    /// A regapp died that was giving an account another email, and its former file was edited by hand before that could be
    /// completed: the person has both accounts.
    case movedByHalf(path: String, email: String)
}

/// Something in a directory that is worth knowing and needs no correction.
package enum DirectoryNote: Equatable, Sendable {
    case foreign(path: String, ForeignFile)
    /// Exports leave out the password, and any hash beside it, until the next login hashes it.
    case plainPassword(email: String, besideHash: Bool)
    /// The plain password looks like a hash, but is not treated as one.
    case likeHash(path: String, isRegistered: Bool)
    /// The phone has characters that no phone number has, as in a spreadsheet's `8.9161E+10`.
    case oddPhone(path: String)
    /// The account's link for a new password works longer than any that regapp makes.
    case longLink(email: String)
    case status(AccountStatus, email: String)
    /// The account has no value under the key by which alone the rules let people log in.
    case noLoginName(email: String, key: String)
    /// A key of an account resembles a known one.
    case misspelt(FileProblem)
    /// An editor's unsaved text; the editor may still be running.
    case editedText(path: String, of: EditSubject?, isInUse: Bool)
    /// A registry's history keeps the profile that was there before, with its plain password.
    case formerProfile(path: String)
    case notHeldAgainstRules
}

package enum ForeignFile: Hashable, Sendable {
    case backup
    /// An editor keeps this file beside one that it has open.
    case swapFile
    case copy
    case other

    private static let backupEndings = ["~", ".bak", ".orig", ".old", ".save", ".backup", ".rej"]
    private static let swapEndings = [".swp", ".swo", ".swn", ".swx"]

    /// Whether it may be an editor's copy of a profile, which has the plain password, too: `.profile.json.swp`,
    /// `profile.old.json`.
    static func isOfProfile(_ name: String) -> Bool {
        name.holds(StoreLayout.profile) || name.hasPrefix("profile.") && name.hasSuffix(".json")
    }

    init(name: String) {
        let isSwap =
            (name.hasPrefix(".") && Self.swapEndings.contains(where: name.hasSuffix))
            || name.hasPrefix(".#") || name.hasPrefix(".~lock.")
            || (name.hasPrefix("#") && name.hasSuffix("#"))
        if isSwap {
            self = .swapFile
        } else {
            self = Self.backupEndings.contains(where: name.hasSuffix) ? .backup : .other
        }
    }

    /// The account file that an editor's file or backup belongs to, judging by its name.
    static func subject(of name: String) -> String? {
        guard [.backup, .swapFile].contains(ForeignFile(name: name)) else { return nil }
        var subject = name[...]
        let starts = [".~lock.", ".#", "#", "."], ends = swapEndings + backupEndings + ["#"]
        if let start = starts.first(where: subject.hasPrefix) { subject.removeFirst(start.count) }
        if let end = ends.first(where: subject.hasSuffix) { subject.removeLast(end.count) }
        // Numbered backups end in .~1~.
        var stem = subject
        while stem.last?.isNumber == true { stem.removeLast() }
        if stem.hasSuffix(".~") { subject = stem.dropLast(2) }
        return EmailAddress.file(like: String(subject))
    }
}

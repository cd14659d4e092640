import Accounts
import DocumentStore

/// An edit of the account that is logged in, step by step, as a ``LoginDialogue`` is a login.
///
/// Where the file was changed since it was shown, the two changes are merged field by field: what only they changed
/// stays theirs, what only the person changed stays the person's, and of a field that both changed the person
/// chooses. Nothing that was typed is lost by it.
struct EditDialogue: Sendable {
    /// What is to be done next.
    enum Step: Sendable {
        /// Save the new values over a file that is still as it was seen; the outcome goes to ``saved(_:)``.
        case save(AccountRecord, seen: AccountFile)
        /// Read the account again, since its file was changed; what it is now goes to ``read(_:)``.
        case read
        /// Ask which value a field is to have that both changed; the answer goes to ``choose(_:)``.
        case choose(Conflict)
        /// The edit is over.
        case finished(EditedAccount)
        /// It did not work. What was typed is still there, and may be saved again.
        case refused(AccountsError)
    }

    /// A field that the person and somebody else gave different values.
    struct Conflict: Hashable, Sendable {
        let field: Field
        /// The value that was typed.
        let mine: String
        /// The value that the file has now; empty where it has none.
        let theirs: String

        /// Nil where the two values are the same, byte for byte.
        init?(_ field: Field, mine: String, theirs: String) {
            guard !mine.utf8.elementsEqual(theirs.utf8) else { return nil }
            (self.field, self.mine, self.theirs) = (field, mine, theirs)
        }
    }

    /// Which value of a conflict is to hold.
    enum Choice: Hashable, Sendable { case mine, theirs }

    /// The account as it was last seen.
    private(set) var account: AccountFile
    /// What both changed, as far as nobody has chosen yet.
    private(set) var conflicts: [Conflict] = []
    /// What the person's changes are made to: the values as they were before the person changed them.
    private var base: AccountRecord
    private var changes = AccountRecord()
    /// Why saving failed, where that may be because the account has another email by now.
    private var refusal: AccountsError?

    init(_ account: AccountFile) {
        self.account = account
        base = Field.typed.reduce(into: [:]) { $0[$1] = account.values.held($1) }
    }

    /// Begins, or begins again, with the values that the person gave other fields.
    mutating func begin(_ changes: AccountRecord) -> Step {
        note(changes)
        return next
    }

    /// Goes on after a try to save.
    mutating func saved(_ outcome: Result<EditedAccount, AccountsError>) -> Step {
        switch outcome {
        case .success(let saved): return .finished(saved)
        case .failure(.store(.changedMeanwhile(let path))):
            refusal = path == account.path ? nil : .store(.changedMeanwhile(path: path))
            return .read
        case .failure(let error): return .refused(error)
        }
    }

    /// Goes on with what the account is now; nil where it is not logged in any more.
    mutating func read(_ present: Result<AccountFile?, AccountsError>) -> Step {
        switch present {
        case .success(let present?) where isSame(present):
            merge(with: present, changes)
            return next
        case .success: return .refused(refusal ?? .nobodyLoggedIn)
        case .failure(let error): return .refused(error)
        }
    }

    /// Whether a file that was read later is that of the same account.
    ///
    /// A profile stays a person's while the email or the password does; a registered account takes its hash along to
    /// the file of another email.
    func isSame(_ present: AccountFile) -> Bool {
        guard present.path == account.path else {
            guard let hash = account.value(.passwordHash) else { return false }
            return present.value(.passwordHash)?.utf8.elementsEqual(hash.utf8) == true
        }
        return EmailAddress.matches(present.email, account.email) || present.holdsSame(.password, as: account)
    }

    /// Takes over what somebody else made of the account.
    ///
    /// - Parameter changes: the values that the person has given so far.
    /// - Returns: the fields that somebody else changed and the person has not touched.
    @discardableResult
    mutating func merge(with present: AccountFile, _ changes: AccountRecord) -> [Field] {
        let untouched = Field.typed.filter { changes[$0] == nil }
        let taken = untouched.filter { !present.holdsSame($0, as: account) }
        for field in untouched { base[field] = present.values.held(field) }
        account = present
        note(changes)
        return taken
    }

    /// Notes the values that the person has given by now; what both gave the same value is no conflict any more, nor is
    /// what somebody else has changed back.
    mutating func note(_ changes: AccountRecord) {
        self.changes = changes
        conflicts = Field.typed.compactMap { field in
            let theirs = account.values.held(field)
            guard let mine = changes[field], !theirs.utf8.elementsEqual(base.held(field).utf8) else {
                return nil
            }
            return Conflict(field, mine: mine, theirs: theirs)
        }
    }

    /// Goes on with the answer about the first conflict.
    mutating func choose(_ choice: Choice) -> Step {
        guard let conflict = conflicts.first else { return next }
        if choice == .theirs { changes[conflict.field] = nil }
        base[conflict.field] = conflict.theirs
        note(changes)
        return next
    }

    private var next: Step {
        conflicts.first.map(Step.choose) ?? .save(changes, seen: account)
    }
}

extension AccountFile {
    /// Whether a field has the same value in both files, byte for byte; a missing one is as good as an empty one.
    fileprivate func holdsSame(_ field: Field, as other: AccountFile) -> Bool {
        values.held(field).utf8.elementsEqual(other.values.held(field).utf8)
    }
}

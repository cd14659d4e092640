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
        fileprivate init?(_ field: Field, mine: String, theirs: String) {
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
    private var changes = AccountRecord()

    init(_ account: AccountFile) {
        self.account = account
    }

    /// Begins, or begins again, with the values that the person gave other fields.
    mutating func begin(_ changes: AccountRecord) -> Step {
        self.changes = changes
        conflicts = conflicts.compactMap { conflict in
            changes[conflict.field].flatMap { Conflict(conflict.field, mine: $0, theirs: conflict.theirs) }
        }
        return next
    }

    /// Goes on after a try to save.
    func saved(_ outcome: Result<EditedAccount, AccountsError>) -> Step {
        switch outcome {
        case .success(let saved): .finished(saved)
        case .failure(.store(.changedMeanwhile(path: account.path))): .read
        case .failure(let error): .refused(error)
        }
    }

    /// Goes on with what the account is now; nil where it is not logged in any more.
    mutating func read(_ present: Result<AccountFile?, AccountsError>) -> Step {
        switch present {
        case .success(let present?) where isSame(present):
            merge(with: present, changes)
            return next
        case .success: return .refused(.nobodyLoggedIn)
        case .failure(let error): return .refused(error)
        }
    }

    /// Whether a file that was read later is that of the same account.
    func isSame(_ present: AccountFile) -> Bool { present.path == account.path }

    /// Takes over what somebody else made of the account.
    ///
    /// - Parameter changes: the values that the person has given so far.
    /// - Returns: the fields that somebody else changed and the person has not touched.
    @discardableResult
    mutating func merge(with present: AccountFile, _ changes: AccountRecord) -> [Field] {
        self.changes = changes
        let theirs = Field.typed.filter { !present.holdsSame($0, as: account) }
        conflicts = Field.typed.compactMap { field in
            guard let mine = changes[field],
                theirs.contains(field) || conflicts.contains(where: { $0.field == field })
            else { return nil }
            return Conflict(field, mine: mine, theirs: present.values.held(field))
        }
        account = present
        return theirs.filter { changes[$0] == nil }
    }

    /// Goes on with the answer about the first conflict.
    mutating func choose(_ choice: Choice) -> Step {
        guard !conflicts.isEmpty else { return next }
        let conflict = conflicts.removeFirst()
        if choice == .theirs { changes[conflict.field] = nil }
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

internal import RegappJSON
internal import RegappStore

extension AccountDirectory {
    /// A change of the directory, by any program.
    public struct Change: Hashable, Codable, Sendable, Identifiable {
        /// Later changes have higher numbers; none is used twice.
        public let number: Int
        /// When the change was made: seconds since 1 January 1970, UTC.
        public let secondsSince1970: Int
        /// The program's command, such as `accounts lock`, or the actor of a library.
        public let actor: String
        /// The Unix user; where they differ, also who logged in to the system and SUDO_USER.
        public let unixUser: String
        /// Whether the owner of the account made it, who proved to be one by the current password or by a link: a new
        /// password of their own. Then ``actor`` is the program that let them.
        public let isByOwner: Bool
        /// The emails of the changed accounts.
        public let accounts: [String]
        /// What was changed in accounts, in the profile and in the rules.
        public let values: [ChangedValue]
        /// The number of the change that it undoes.
        public let undoes: Int?
        /// False if a later change in effect undoes it.
        public let isInEffect: Bool

        /// The number.
        public var id: Int { number }

        /// The day in UTC.
        public var date: CalendarDate? { CalendarDate(secondsSince1970: secondsSince1970) }
    }

    /// The recorded changes of the directory, the newest first; damaged records are skipped.
    ///
    /// The history keeps as many changes as the key `history` of `policy.json` says, 500 by default and 10,000 at most, and
    /// 256 MiB of them; older ones are gone. What was edited by hand is in no record, and neither are links
    /// (``AccountRegistry/passwordLink(of:to:hours:)``).
    ///
    /// - Parameters:
    ///   - email: only changes of the person who has this email now, or had it last, under every email of that person;
    ///     nil for all changes. Each change then has only this person's account and values, under the email of that time,
    ///     even if it changed others too; ``undo(change:force:)`` undoes it for all of them, whom `history()` without an
    ///     email lists.
    ///   - limit: how many to return at most. Each has all its accounts and values in memory.
    public func history(
        of email: String? = nil, limit: Int = 100
    ) async throws(DirectoryError) -> [Change] {
        try await read { directory in
            let names = UserNames(directory.store)
            return try directory.history(of: email, limit: limit, isWhole: true).changes.compactMap {
                change in
                Change(change, by: names.person(change.head, namesProof: false))
            }
        }
    }

    /// Undoes a change of any kind by any program: byte for byte if a file is as the change left it, otherwise without
    /// touching later changes. Undoing an undo makes the change again.
    ///
    /// - Parameters:
    ///   - number: the change's number; nil for the newest one in effect that is not an undo, even if nothing of that one
    ///     is left, or its record is damaged.
    ///   - isForced: whether to undo it even if accounts could no longer log in or be accepted.
    /// - Returns: what happened.
    /// - Throws: `changedSince` if all that the change set was later changed, and `shutsOut`; nothing is undone then.
    ///   Accounts that the change had registered are removed again, without `shutsOut`, unless something of them was
    ///   changed since, and a lock or an expiry date comes back without it. `invalidFiles` for a damaged record, and if
    ///   undoing would leave rules that cannot be accepted.
    public func undo(
        change number: Int? = nil, force isForced: Bool = false
    ) async throws(DirectoryError) -> UndoOutcome {
        try await run { directory in
            do {
                if let number, try !directory.pastChange(number).isInEffect { return .undoneAlready }
                let found = try number.map { try directory.change($0) } ?? directory.lastChange()
                guard let found else {
                    guard number == nil, let undone = try directory.cancel() else { return .nothingLeft }
                    return UndoOutcome(undone)
                }
                let impact = try directory.impact(of: found)
                guard isForced || impact.isHarmless else { throw AccountsError.shutsOut(impact) }
                return UndoOutcome(try directory.cancel(found))
            } catch AccountsError.noChange {
                return .unknown
            } catch AccountsError.takenBack {
                return .nothingLeft
            }
        }
    }
}

/// What became of a change that was to be undone.
public enum UndoOutcome: Hashable, Codable, Sendable {
    /// The change is undone, but for what was later changed: the emails of accounts that keep something of it, or the
    /// names of files; empty if nothing is kept.
    case undone(kept: [String])
    /// A later change undid it before.
    case undoneAlready
    /// The history has no such change, or no longer.
    case unknown
    /// Nothing of the change is left, or no change can be undone.
    case nothingLeft

    init(_ differences: [DocumentDifference]) {
        self = .undone(
            kept: differences.compactMap { difference -> String? in
                guard case .left(let path, _, _) = difference else { return nil }
                let name = FileAccess.name(of: path)
                return EmailAddress.ofFile(name) ?? name
            })
    }
}

/// A value that a change set, without passwords, hashes and links.
public struct ChangedValue: Hashable, Codable, Sendable {
    /// The account's email before the change, or a new account's email; nil for the local profile and for the rules.
    public let email: String?
    /// The key: a field's, one of your own, one of `policy.json`, or `isLocked`, if the account was locked
    /// (``Account/isLocked``) only before the change or only after it. A new account has only a ``new`` `email`, a removed
    /// one only an ``old``.
    public let key: String
    /// The value before; nil if there was none, and for a password or a link.
    public let old: String?
    /// The value after; nil if there is none, and for a password or a link.
    public let new: String?

    /// - Parameter locks: ``PastChange/locks``.
    fileprivate static func all(in difference: DocumentDifference, _ locks: [String: Bool]) -> [ChangedValue]
    {
        switch difference {
        case .account(let email, let difference):
            all(in: difference, of: email)
                + (locks[email].map {
                    [ChangedValue(email: email, key: "isLocked", old: "\(!$0)", new: "\($0)")]
                } ?? [])
        case .profile(let difference): all(in: difference, of: nil)
        case .rules(let old, let new):
            PolicyKey.allCases.map { key in
                ChangedValue(
                    email: nil, key: key.rawValue, old: old?.value(of: key).cell,
                    new: new?.value(of: key).cell)
            }.filter { $0.old != $0.new }
        case .left: []
        }
    }

    private static func all(in difference: AccountDifference, of email: String?) -> [ChangedValue] {
        switch difference {
        case .added(let new, _): [ChangedValue(email: email, key: Field.email.rawValue, old: nil, new: new)]
        case .removed(let old): [ChangedValue(email: email, key: Field.email.rawValue, old: old, new: nil)]
        case .fields(let changes): changes.flatMap { all(in: $0, of: email) }
        case .mended, .spoiled, .spoiledRemoved: []
        }
    }

    private static func all(in change: FieldChange, of email: String?) -> [ChangedValue] {
        switch change.key {
        case .own(let key):
            return [ChangedValue(email: email, key: key, old: text(change.old), new: text(change.new))]
        case .field(.password):
            // A lock alone leaves the password as it is.
            return change.locks == nil
                ? [ChangedValue(email: email, key: Field.password.rawValue, old: nil, new: nil)] : []
        case .field(.passwordLink):
            return [ChangedValue(email: email, key: Field.passwordLink.rawValue, old: nil, new: nil)]
        case .field(let field):
            return [
                ChangedValue(email: email, key: field.rawValue, old: text(change.old), new: text(change.new))
            ]
        }
    }

    private static func text(_ value: String) -> String? { value.isEmpty ? nil : value }
}

extension AccountDirectory.Change {
    /// Nil if the record has no time.
    fileprivate init?(_ change: PastChange, by unixUser: String) {
        guard let time = Timestamp(rfc3339: change.head.author.time) else { return nil }
        number = change.head.number
        secondsSince1970 = time.secondsSince1970
        actor = change.head.author.command
        isByOwner = change.head.author.by != nil
        self.unixUser = unixUser
        accounts = change.documents.compactMap { document in
            if case .account(let email, _) = document { email } else { nil }
        }
        values = change.documents.flatMap { ChangedValue.all(in: $0, change.locks) }
        undoes = change.head.undoes
        isInEffect = change.isInEffect
    }
}

internal import RegappStore
internal import RegappJSON

/// A change of an account: a function from its text to a new one (`Registry.text`). ``Registry/commit(_:of:isDryRun:)``
/// makes any number of them for any number of accounts, as one change with one record. Commands, screens and the
/// library use it; `Edit` and imports, which have texts of their own, use `AccountStore.commit`.
package enum AccountChange: Sendable {
    /// Values that pass the rules by themselves, without email and password; an empty one clears its field. A hash
    /// keeps the account's lock; a lock before it is added. Values under custom keys are in `ownChanges`.
    case values(AccountRecord)
    /// A hash that the owner or administrator chose; a lock stays. An empty mark removes `mustChange`, nil keeps it.
    case password(PasswordHash, mark: String?)
    /// A link by which the owner may choose a password; it replaces an earlier one. The mark is as for a password.
    case link(PasswordLink, mark: String? = nil)
    /// Without a day, the lock lasts: it stands before the hash. A plain password is hashed first; one that breaks a rule
    /// stays, since as a hash it would log in after an unlock. With a day, only that is set, and the lock ends by itself.
    /// A new lock replaces the present one, but without a reason keeps its reason. A link for a new password ends.
    case locking(until: CalendarDate?, reason: String?)
    /// Removes the lock, its end and its reason. A plain password written by hand stays; the next login hashes it.
    case unlock
    /// The file need not be acceptable: its name identifies the account, unless it holds another email.
    case remove

    /// A lock that lasts.
    package static let lock = AccountChange.locking(until: nil, reason: nil)
}

/// What an administrator does to accounts, one or many; the raw value is its words in the imperative.
package enum BulkVerb: String, Sendable {
    case lock, unlock, remove, register
    case setPassword = "set the password of"
    case link = "make a link for"
    case edit = "change"
    case forget = "remove and forget"

    /// What happens to each account; empty where that differs from account to account.
    package var changes: [AccountChange] {
        switch self {
        case .lock: [.lock]
        case .unlock: [.unlock]
        case .remove, .forget: [.remove]
        case .register, .setPassword, .link, .edit: []
        }
    }
}

extension AccountChange {
    fileprivate var locks: Bool { if case .locking = self { true } else { false } }
}

/// What a change of accounts did, or would do in a dry run.
package struct BulkResult: Equatable, Sendable {
    package struct Changed: Equatable, Sendable {
        package let email: String
        /// Empty unless values were changed.
        package let values: [FieldChange]
        /// What undoing would not bring back of an account that was removed.
        package let loss: HistoryLoss?
        /// Whether it was locked for good before another lock.
        package let wasLocked: Bool

        package init(
            _ email: String, _ values: [FieldChange] = [], loss: HistoryLoss? = nil, wasLocked: Bool = false
        ) {
            self.email = email
            self.values = values
            self.loss = loss
            self.wasLocked = wasLocked
        }
    }

    package var changed: [Changed] = []
    /// The emails of accounts that needed no change.
    package var unchanged: [String] = []
    /// The emails that no account has, if the caller does not mind.
    package var unknown: [String] = []

    package init(changed: [Changed] = [], unchanged: [String] = []) {
        self.changed = changed
        self.unchanged = unchanged
    }
}

extension Registry {
    /// Makes the same changes, in order, of several accounts: as one change, all or none. The session ends if it has to
    /// (``DocumentChange/endsSession(_:)``). All accounts are found before the first is changed. If another process
    /// changes one first, they are read again.
    ///
    /// - Throws: `noAccount`, `violations`, `invalidFile` if a file would break a rule, `keyHoldsMore`,
    ///   `nothingToUnlock` if a password must be set first, `hashing`, `store(.changedMeanwhile)`, `rulesChanged`.
    package func commit(
        _ changes: [AccountChange], of emails: [String], where filter: AccountFilter = AccountFilter(),
        isDryRun: Bool = false
    ) throws(AccountsError) -> BulkResult {
        try commit(of: emails, where: filter, isDryRun: isDryRun) { _, _ in changes }
    }

    /// Makes changes of accounts, possibly different ones for each.
    ///
    /// - Parameters:
    ///   - filter: selects accounts by the text that the change replaces, which is compared under the lock; for the
    ///     caller, other accounts do not exist.
    ///   - skipsUnknown: whether emails that no account has are reported in the result; otherwise they are an error.
    ///   - changes: called without a lock, with the account's index and file.
    @discardableResult
    func commit(
        of emails: [String], where filter: AccountFilter = AccountFilter(),
        skippingUnknown skipsUnknown: Bool = false, isDryRun: Bool = false,
        as kind: ChangeKind = .change, _ changes: (Int, LocatedDocument) throws -> [AccountChange]
    ) throws(AccountsError) -> BulkResult {
        try directory.lookingAgain { () throws(AccountsError) in
            var result = BulkResult()
            var seen: Set<String> = []
            let emails = emails.filter { seen.insert(Self.file(of: $0) ?? $0).inserted }
            let found = try directory.reading { reader in
                try emails.mapCollectingErrors { email in
                    do { return try located(email, where: filter, reader) } catch AccountsError.noAccount
                        where skipsUnknown
                    { return nil }
                }
            }
            result.unknown = zip(emails, found).filter { $1 == nil }.map(\.0)
            let documents = found.compactMap(\.self)
            let made = try documents.enumerated().mapCollectingErrors { index, document in
                let changes = try changes(index, document)
                let (after, values, undone) = try after(changes, of: document, isDryRun: isDryRun)
                if after == document.bytes {
                    result.unchanged.append(document.email ?? "")
                } else {
                    let loss = after == nil ? loss(ofRemoving: document) : nil
                    let wasLocked =
                        changes.contains(where: \.locks)
                        && AccountRecord(text: document.bytes ?? [])?.isLocked ?? false
                    result.changed.append(
                        .init(document.email ?? "", values, loss: loss, wasLocked: wasLocked))
                }
                return document.change(to: after, undone)
            }
            if isDryRun {
                try directory.reading { reader in try directory.requireFreeLoginNames(after: made, reader) }
                return result
            }
            // Removing depends on no rule.
            try commit(made, underAnyRules: made.allSatisfy { $0.after == nil }, as: kind)
            return result
        }
    }

    /// Sets, as one change, the last days on which accounts were seen; a later day stays.
    ///
    /// - Parameter days: by email in lowercase.
    /// - Returns: also how many emails have no account, and which accounts cannot be accepted and stay.
    package func note(
        seen days: [String: CalendarDate], isDryRun: Bool
    ) throws(AccountsError) -> (result: BulkResult, unknown: Int, broken: [AccountsError]) {
        let (known, broken) = try directory.reading { reader in
            var known: [String] = []
            var broken: [AccountsError] = []
            for email in days.keys.sorted() {
                do {
                    if try account(of: email, reader) != nil { known.append(email) }
                } catch {
                    broken.append(AccountsError(error))
                }
            }
            return (known, broken)
        }
        let result = try commit(of: known, isDryRun: isDryRun, as: .recurring(after: nil)) {
            index, document in
            guard let day = days[known[index]],
                AccountRecord(text: document.bytes ?? [])?[.lastSeen].map({ $0 < day.isoString }) ?? true
            else { return [] }
            return [.values([.lastSeen: day.isoString])]
        }
        return (result, days.count - known.count - broken.count, broken)
    }

    /// An account's new text, nil if it is removed; its changed values; what undoing restores, if not the present text.
    private func after(
        _ changes: [AccountChange], of document: LocatedDocument, isDryRun: Bool
    ) throws(AccountsError) -> (text: [UInt8]?, values: [FieldChange], undone: [UInt8]?) {
        var text: [UInt8] = document.bytes ?? []
        var values: [FieldChange] = []
        var undone: [UInt8]?
        for (index, change) in changes.enumerated() {
            if case .remove = change { return (nil, [], isDryRun ? nil : try self.undone(document)) }
            let account = try parse(text, document.file, replacing: Field.allButEmail)
            if index == 0, !isDryRun { undone = try self.undone(account) }
            text = try self.text(of: account, after: change, isDryRun: isDryRun)
            let link = AccountRecord(text: text)?[.passwordLink]
            if account.values[.passwordLink] != link, !isDryRun { undone = account.withoutLink(undone) }
            guard case .values = change else { continue }
            values += FieldChange.all(
                from: account.document, to: try parse(text, document.file).document)
        }
        return (text, values, undone)
    }

    /// - Parameter isDryRun: whether to skip hashing; a lock alone then stands for a lock and a hash.
    func text(
        of account: AccountFile, after change: AccountChange, isDryRun: Bool = false
    ) throws(AccountsError) -> [UInt8] {
        let text = account.document.applying(try edits(of: account, for: change, isDryRun: isDryRun))
        return account.values[.passwordLink] == nil ? text : endingLink(in: text, of: account.document.bytes)
    }

    func edits(
        of account: AccountFile, for change: AccountChange, isDryRun: Bool
    ) throws(AccountsError) -> [JSONEdit] {
        switch change {
        case .values(let values):
            let draft = directory.draft(values, over: account.values)
            let proposed = ProposedValues(account: account, changes: draft.changes)
            try proposed.require(in: directory)
            return proposed.edits(isRegistered: true)
        case .password(let hash, let mark):
            return account.passwordEdits(hash) + account.markEdits(mark)
        case .link(let link, let mark): return account.linkEdits(link) + account.markEdits(mark)
        case .locking(let until, let reason):
            let terms = try lockTerms(of: account, until: until, reason)
            let mark = try lockMark(of: account, until: until, isDryRun: isDryRun)
            return mark + terms + account.linkEdits(nil)
        case .unlock:
            let present = account.values.filter { field, _ in field == .lockedUntil || field == .lockReason }
            let terms = present.fields.map { JSONEdit.remove(key: $0.rawValue) }
            guard !account.values.isLocked || account.holdsPassword || !directory.policy.allowsFirstPassword
            else {
                // A first login could set the missing password.
                throw .nothingToUnlock(email: account.email)
            }
            return account.lockMarkRemoval + terms
        case .remove: return []
        }
    }

    /// Sets the day and the reason of a lock.
    private func lockTerms(
        of account: AccountFile, until: CalendarDate?, _ reason: String?
    ) throws(AccountsError) -> [JSONEdit] {
        let present = account.has(.locked) ? account.value(.lockReason) ?? "" : ""
        let terms: AccountRecord = [
            .lockedUntil: until?.isoString ?? "", .lockReason: reason ?? present,
        ]
        let draft = directory.draft(terms, over: account.values)
        try draft.requireChanges()
        let changes = draft.changes.filter { field, value in value != account.values[field] ?? "" }
        return account.edits(changes, isRegistered: true)
    }

    /// Sets the mark of a lock that lasts, and removes it for one that ends by itself.
    private func lockMark(
        of account: AccountFile, until: CalendarDate?, isDryRun: Bool
    ) throws(AccountsError) -> [JSONEdit] {
        if until != nil {
            // A lone mark stands for a missing password, which a first login could set once the lock ends.
            let isLone = account.values.isLocked && !account.holdsPassword
            return isLone && directory.policy.allowsFirstPassword ? [] : account.lockMarkRemoval
        }
        if let password = account.value(.password),
            directory.draft([.password: password], over: account.values).violations.isEmpty
        {
            let hash = isDryRun ? nil : try hash(password)
            return account.passwordEdits(hash, locking: true)
        }
        guard !account.values.isLocked else { return [] }
        return [.setting(.passwordHash, account.values.locked[.passwordHash] ?? "")]
    }

    /// Changes account files as one, all or none, and ends the session if it has to.
    func commit(
        _ changes: [DocumentChange], underAnyRules: Bool = false, as kind: ChangeKind = .change
    ) throws(AccountsError) {
        let ended = Set(changes.filter { $0.endsSession(directory.now) }.map(\.file))
        try directory.commit(changes, underAnyRules: underAnyRules, as: kind) {
            try sessionEnd(of: ended, $0)
        }
        guard case .recurring(let former?) = kind, changes.contains(where: { $0.before != $0.after }) else {
            return
        }
        // If this fails, the record of the former change stays beside the one that stands for it.
        try? directory.writing(underAnyRules: true) { try $0.removeRecord(of: former) }
    }

    func sessionEnd(of files: Set<String>, _ reader: DocumentReader) throws -> DocumentChange? {
        guard !files.isEmpty, let session = try SessionFile.valid(reader),
            let file = Self.file(of: session.account), files.contains(file)
        else { return nil }
        return session.removal
    }

    private func located(
        _ email: String, where filter: AccountFilter, _ reader: DocumentReader
    ) throws -> LocatedDocument? {
        let document = try located(email, reader)
        // A caller who may change only some accounts learns nothing about the others.
        if filter.isEmpty { return document }
        guard let account = try? accountToFix(document), filter.selects(account, in: directory) else {
            throw AccountsError.noAccount(email)
        }
        return document
    }

    /// The file need not be acceptable; the email is spelt as in the file, if that can be read.
    func located(_ email: String, _ reader: DocumentReader) throws -> LocatedDocument {
        guard let file = Self.file(of: email), let bytes = try reader.contents(of: file) else {
            try reader.requireAccounts()
            throw AccountsError.noAccount(email)
        }
        guard let stored = AccountRecord(text: bytes)?[.email], EmailAddress.isCorrect(stored) else {
            return LocatedDocument(file: file, email: email, bytes: bytes)
        }
        guard Self.file(of: stored)?.hasSameScalars(as: file) == true else {
            throw AccountsError.noAccount(email)
        }
        return LocatedDocument(file: file, email: stored, bytes: bytes)
    }

    /// The account of an email, whatever its other fields hold.
    ///
    /// - Throws: `noAccount`; `invalidFile` if it is not a JSON object with unique keys, or its email breaks a rule.
    package func accountToFix(of email: String) throws(AccountsError) -> AccountFile {
        try directory.reading { reader in
            guard let account = try account(of: email, reader, replacing: Field.allButEmail) else {
                throw AccountsError.noAccount(email)
            }
            return account
        }
    }

    /// What removed accounts leave in `accounts/`: editors' files, backups, misnamed copies; empty on an error.
    package func filesLeft(of emails: [String]) -> [String] {
        let left = try? directory.reading { reader -> [String] in
            let folder = try AccountsFolder(reader)
            let names = Set(emails.compactMap { EmailAddress.file(of: $0) })
            let strays = Set(folder.strays(reader).filter { names.contains($0.expected) }.map(\.name))
            return folder.foreign
                .filter { strays.contains($0) || ForeignFile.subject(of: $0).map(names.contains) ?? false }
                .map { directory.store.path(of: "\(StoreLayout.accounts)/\($0)") }
        }
        return left ?? []
    }
}

extension AccountFile {
    private var hashAfterLock: String {
        String((value(.passwordHash) ?? "").drop { String($0) == StoredHash.lock })
    }

    /// Whether there is a password, be it one that breaks a rule, or a hash behind the mark of a lock.
    fileprivate var holdsPassword: Bool {
        if !hashAfterLock.isEmpty { return true }
        return switch document.root[Field.password.rawValue]?.content {
        case nil, .string("")?: false
        default: true
        }
    }

    /// Takes the mark of a lock away, and with it the hash if there is nothing behind the mark.
    fileprivate var lockMarkRemoval: [JSONEdit] {
        guard values.isLocked else { return [] }
        let hash = hashAfterLock
        return [hash.isEmpty ? .remove(key: Field.passwordHash.rawValue) : .setting(.passwordHash, hash)]
    }

    /// - Parameter undone: what undoing restores, if not the present text.
    func change(to text: [UInt8], _ undone: [UInt8]? = nil) -> DocumentChange {
        DocumentChange(file(isRegistered: true), before: document.bytes, after: text, undone: undone)
    }
}

extension Sequence {
    /// Transforms every element; if several fail, throws all their errors together, without repeats in a row.
    func mapCollectingErrors<Result>(_ make: (Element) throws -> Result) throws(AccountsError) -> [Result] {
        var results: [Result] = []
        var errors: [AccountsError] = []
        for element in self {
            do { results.append(try make(element)) } catch {
                let error = AccountsError(error)
                if errors.last != error { errors.append(error) }
            }
        }
        if let error = errors.first { throw errors.count == 1 ? error : .several(errors) }
        return results
    }
}

extension Registry {
    /// The account's text, for an undo to restore, with a hash in place of a plain password, which the history must not
    /// keep. Nil if there is no plain password, or it breaks a rule.
    func undone(_ located: LocatedDocument) throws(AccountsError) -> [UInt8]? {
        guard let bytes = located.bytes,
            let account = try? parse(bytes, located.file, replacing: Set(Field.allCases))
        else { return nil }
        return try undone(account)
    }

    func undone(_ account: AccountFile) throws(AccountsError) -> [UInt8]? {
        try passwordToHash(of: account).map { (password) throws(AccountsError) in
            account.document.applying(account.passwordEdits(try hash(password)))
        }
    }

    private func passwordToHash(of account: AccountFile) -> String? {
        guard account.values.hasPlainPassword, let password = account.value(.password),
            directory.draft([.password: password], over: account.values).violations.isEmpty
        else { return nil }
        return password
    }

    /// What undoing the removal of an account would not bring back, if anything.
    func loss(ofRemoving located: LocatedDocument) -> HistoryLoss? {
        guard let bytes = located.bytes else { return nil }
        let kept = directory.store.layout.withoutSecrets(located.file, bytes) ?? []
        guard let old = JSONDocument(outlining: bytes), let new = JSONDocument(outlining: kept) else {
            return .text
        }
        let account = try? parse(bytes, located.file, replacing: Set(Field.allCases))
        let hashed = account.flatMap(passwordToHash) == nil ? nil : Field.password.rawValue
        let keys = new.difference(from: old).set.map(\.key).filter { $0 != hashed }
        return keys.isEmpty ? nil : .values(keys)
    }
}

/// What the history does not keep of an account, since it may be a password.
package enum HistoryLoss: Equatable, Sendable {
    /// The whole text: it is no object, or has a password's key twice or with another value than a text.
    case text
    /// The values of these keys.
    case values([String])
}

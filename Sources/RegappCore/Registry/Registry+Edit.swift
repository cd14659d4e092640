internal import RegappStore
internal import RegappValues
internal import RegappJSON

/// What a change of several accounts did, or would do.
package struct BulkResult: Equatable, Sendable {
    package struct Changed: Equatable, Sendable {
        package let email: String
        /// How its values change, if the change is one of values.
        package let values: [FieldChange]

        package init(_ email: String, _ values: [FieldChange] = []) {
            (self.email, self.values) = (email, values)
        }
    }

    package var changed: [Changed] = []
    /// The emails of those that were so already.
    package var unchanged: [String] = []

    package init(changed: [Changed] = [], unchanged: [String] = []) {
        (self.changed, self.unchanged) = (changed, unchanged)
    }

    /// - Parameters:
    ///   - accounts: the accounts, and their edits; nil if they were so already.
    ///   - values: how edits change an account's values, if the change is one of values.
    init(
        _ accounts: [(account: AccountFile, edits: [JSONEdit]?)],
        values: (AccountFile, [JSONEdit]) -> [FieldChange] = { _, _ in [] }
    ) {
        changed = accounts.compactMap { account, edits in
            edits.map { Changed(account.email, values(account, $0)) }
        }
        unchanged = accounts.filter { $0.edits == nil }.map(\.account.email)
    }
}

extension Registry {
    /// Gives accounts the same values as one change, all or none. If an account expires by it, or has expired and no
    /// longer does, its session ends.
    ///
    /// - Parameter values: values that pass the rules by themselves; an empty one clears its field. Neither an email nor
    ///   a password.
    /// - Throws: `noAccount`, `violations`, `invalidFile` if a file would break a rule, `keyHoldsMore`,
    ///   `store(.changedMeanwhile)`, `rulesChanged`.
    package func edit(
        _ emails: [String], to values: AccountRecord, own: [OwnValue] = [], isDryRun: Bool = false
    ) throws(AccountsError) -> BulkResult {
        if let first = emails.first {
            try directory.draft(values, over: accountToRepair(of: first).values).requireChanges()
        }
        let changed = try change(emails, isDryRun: isDryRun) { _, account in
            try directory.draft(values, over: account.values).requireChanges()
            try account.requireReplaceable(own)
            let edits = account.edits(values, isRegistered: true) + account.edits(own)
            let new = try parse(account.document.applying(edits), account.file(isRegistered: true))
            return new.document.bytes == account.document.bytes ? nil : edits
        }
        return BulkResult(changed) { account, edits in
            let new = try? JSONDocument(parsing: account.document.applying(edits))
            return new.map { FieldChange.all(from: account.document, to: $0) } ?? []
        }
    }

    /// Gives an account what only an administrator may: an expiry date, a mark, a hash, a lock, as one change.
    ///
    /// - Parameters:
    ///   - values: an expiry date, a mark and a hash; empty to clear.
    ///   - isLocked: whether the account is locked from then on; nil to leave that as it is.
    /// - Throws: `noAccount`, `violations`, `nothingToUnlock`, `hashing`, `store(.changedMeanwhile)`, `rulesChanged`.
    func administer(
        _ email: String, to values: AccountRecord, isLocked: Bool?
    ) throws(AccountsError) -> AccountFile {
        let changed = try change([email]) { _, seen in
            let draft = directory.draft(values, over: seen.values)
            try draft.requireChanges()
            var edits = seen.edits(
                draft.changes.filter { field, _ in field != .passwordHash }, isRegistered: true)
            if let text = draft.changes[.passwordHash], let given = try? StoredHash(text) {
                let isLocked = isLocked ?? (given.isLocked || seen.isLocked)
                edits += seen.passwordEdits(StoredHash(given.hash, isLocked: isLocked))
            } else if let isLocked {
                edits += try (isLocked ? lockEdits(of: seen) : unlockEdits(of: seen)) ?? []
            }
            _ = try parse(seen.document.applying(edits), seen.file(isRegistered: true))
            return edits
        }
        let (account, edits) = changed[0]
        return try parse(account.document.applying(edits ?? []), account.file(isRegistered: true))
    }
}

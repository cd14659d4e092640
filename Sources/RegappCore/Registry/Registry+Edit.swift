internal import RegappStore
internal import RegappValues
internal import RegappJSON

/// What a change of several accounts did, or would do.
package struct BulkResult: Equatable, Sendable {
    package struct Changed: Equatable, Sendable {
        package let email: String
        /// How its values change, if the change is one of values.
        package var values: [FieldChange] = []

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

    /// - Parameter values: how its values change; nil if the account was so already.
    mutating func add(_ email: String, _ values: [FieldChange]?) {
        if let values { changed.append(.init(email, values)) } else { unchanged.append(email) }
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
        let seen = try accountsToRepair(of: emails)
        if let first = seen.first { try directory.draft(values, over: first.values).requireChanges() }
        let results = try seen.mapCollectingErrors { account in try edited(account, values, own) }
        var result = BulkResult()
        for (old, new) in zip(seen, results) {
            let isSame = old.document.bytes == new.document.bytes
            result.add(old.email, isSame ? nil : FieldChange.all(from: old.document, to: new.document))
        }
        guard !isDryRun else { return result }
        try change(seen, endingSessions: { results[$0].isExpired != seen[$0].isExpired }) { index, account in
            // Another process may have changed it; the rules see the whole account.
            if account.document.bytes != seen[index].document.bytes {
                _ = try edited(account, values, own)
            }
            return account.edits(values, isRegistered: true) + account.edits(own)
        }
        return result
    }

    private func edited(
        _ account: AccountFile, _ values: AccountRecord, _ own: [OwnValue]
    ) throws(AccountsError) -> AccountFile {
        try directory.draft(values, over: account.values).requireChanges()
        try account.requireReplaceable(own)
        let edits = account.edits(values, isRegistered: true) + account.edits(own)
        return try parse(account.document.applying(edits), account.file(isRegistered: true))
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
        let seen = try accountToRepair(of: email)
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
        let new = try parse(seen.document.applying(edits), seen.file(isRegistered: true))
        try apply([edits], to: [seen], endingSessions: new.isLocked || new.isExpired != seen.isExpired)
        return new
    }
}

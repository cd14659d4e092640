/// What a change of several accounts did. Each email is in one list, spelt as in the account's file if there is one.
public struct BatchOutcome: Hashable, Codable, Sendable {
    /// The emails of the changed accounts.
    public let changed: [String]
    /// The emails of accounts that were so already.
    public let unchanged: [String]
    /// The emails that no account has.
    public let unknown: [String]

    init(_ result: BulkResult) {
        changed = result.changed.map(\.email)
        unchanged = result.unchanged
        unknown = result.unknown
    }
}

/// Each call makes one change of all accounts or none: one entry in the history, and one to undo. If it throws, nothing
/// was changed.
extension AccountRegistry {
    /// Locks accounts and ends their sessions.
    ///
    /// - Parameters:
    ///   - emails: the accounts' emails.
    ///   - day: the day on which the locks end by themselves, as for a single account.
    ///   - reason: why, as for a single account.
    /// - Throws: `brokenRules`, and `unusableArgument` for a day that has come.
    public func lock(
        _ emails: [String], until day: String? = nil, reason: String? = nil
    ) async throws(DirectoryError) -> BatchOutcome {
        try await lock(emails, until: day, reason: reason, skippingUnknown: true)
    }

    /// Unlocks accounts.
    ///
    /// - Throws: `nothingToUnlock` for an account that was locked without a day and has no password.
    public func unlock(_ emails: [String]) async throws(DirectoryError) -> BatchOutcome {
        try await commit(.unlock, of: emails)
    }

    /// Removes accounts and their sessions.
    public func remove(_ emails: [String]) async throws(DirectoryError) -> BatchOutcome {
        try await commit(.remove, of: emails)
    }

    /// Sets the same administrative values in several accounts.
    ///
    /// - Throws: `brokenRules`, `nothingToUnlock`, `unusableArgument` for a key that no account may have.
    public func change(
        _ emails: [String], to values: AdministrativeValues
    ) async throws(DirectoryError) -> BatchOutcome {
        try await commit(of: emails) {
            try $0.changes(to: values)
        } returning: {
            BatchOutcome($1)
        }
    }

    /// Sets a custom key, whatever it holds, to a text; an empty one removes the key.
    ///
    /// - Throws: `unusableArgument` for a key that no account may have, such as one that resembles a password's.
    public func set(
        _ text: String, under key: String, of emails: [String]
    ) async throws(DirectoryError) -> BatchOutcome {
        try await change(emails, to: AdministrativeValues(custom: [key: text.isEmpty ? [] : [text]]))
    }

    /// Adds a text to the list under a custom key: a second text makes a list.
    ///
    /// - Throws: `unusableArgument` for a key that no account may have, or that holds an object.
    public func add(
        _ text: String, under key: String, of emails: [String]
    ) async throws(DirectoryError) -> BatchOutcome {
        try await change(OwnValue(key, text, .add), of: emails)
    }

    /// Removes a text from the list under a custom key: a single one that is left is no list any more.
    ///
    /// - Throws: `unusableArgument` for a key that no account may have, or that holds an object.
    public func remove(
        _ text: String, under key: String, of emails: [String]
    ) async throws(DirectoryError) -> BatchOutcome {
        try await change(OwnValue(key, text, .remove), of: emails)
    }

    private func change(_ value: OwnValue, of emails: [String]) async throws(DirectoryError) -> BatchOutcome {
        try await commit(of: emails) { _ in
            let value = try value.requireOwnKey()
            return { _ in [.values(AccountRecord(ownChanges: [value]))] }
        } returning: {
            BatchOutcome($1)
        }
    }
}

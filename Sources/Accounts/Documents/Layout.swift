public import DocumentStore

extension StoreLayout {
    /// The documents of a regapp directory.
    public static let regapp = StoreLayout(
        documents: [profile, session, policy], linkable: [profile, policy], folders: [accounts],
        shared: [policy])

    /// The local profile.
    public static let profile = "profile.json"
    /// Who is logged in to the registry.
    public static let session = "session.json"
    /// The rules of the directory.
    public static let policy = "policy.json"
    /// The folder of the registered accounts.
    public static let accounts = "accounts"
}

/// Runs work on the store that throws its errors as ours.
func documents<Result>(_ work: () throws(StoreError) -> Result) throws(AccountsError) -> Result {
    do throws(StoreError) { return try work() } catch { throw AccountsError(error) }
}

internal import RegappStore

/// The accounts registered in `accounts/`, and who is logged in.
///
/// A file in `accounts/` is the account of an email only if it is named after that email (`EmailAddress.fileName`), so
/// finding an account by its email opens one file, however many there are. Hashes are computed outside the store's
/// lock; what was read before is compared under it.
package struct Registry {
    package let directory: AccountStore
    var store: DocumentStore { directory.store }
    var policy: Policy { directory.policy }

    init(_ directory: AccountStore) { self.directory = directory }

    /// The path of an email's account file below the documents directory; nil if the email can have none.
    package static func file(of email: String) -> String? {
        EmailAddress.file(of: email).map { StoreLayout.accounts + "/" + $0 }
    }

    package func account(of email: String) throws(AccountsError) -> AccountFile? {
        try directory.reading { reader in try account(of: email, reader) }
    }

    /// - Throws: `noAccount`.
    package func existingAccount(
        of email: String, where filter: AccountFilter = AccountFilter()
    ) throws(AccountsError) -> AccountFile {
        do throws(AccountsError) {
            guard let account = try account(of: email), filter.selects(account, in: directory) else {
                throw .noAccount(email)
            }
            return account
        } catch .invalidFile where !filter.isEmpty {
            // Who asks for some accounts learns nothing of the others.
            throw .noAccount(email)
        }
    }

    func account(
        of email: String, _ reader: DocumentReader, replacing replaced: Set<Field> = []
    ) throws -> AccountFile? {
        try Self.file(of: email).flatMap { file in try account(in: file, reader, replacing: replaced) }
    }

    /// The account of a file of `accounts/`; nil if there is none, or it is not named after the account.
    func account(
        in file: String, _ reader: DocumentReader, replacing replaced: Set<Field> = []
    ) throws -> AccountFile? {
        guard let bytes = try reader.contents(of: file) else { return nil }
        let account = try parse(bytes, file, replacing: replaced)
        return account.isNamed(file) ? account : nil
    }

    func parse(
        _ bytes: [UInt8], _ file: String, replacing replaced: Set<Field> = []
    ) throws(AccountsError) -> AccountFile {
        try AccountFile(
            parsing: bytes, path: store.path(of: file), policy: policy, now: directory.now,
            replacing: replaced)
    }

    /// The account that is logged in; nil if none is, or if the session's account is gone, locked or expired.
    func current(_ reader: DocumentReader) throws -> AccountFile? {
        guard let session = try SessionFile(reader) else { return nil }
        guard let account = try account(of: session.account, reader), account.isActive else { return nil }
        return account
    }
}

extension AccountFile {
    /// The email, which every registered account has.
    package var email: String { values[.email] ?? "" }

    /// Whether a file of `accounts/`, with or without its folder, is named after this account's email.
    func isNamed(_ file: String) -> Bool {
        EmailAddress.file(of: email).map { FileAccess.name(of: file).hasSameScalars(as: $0) } ?? false
    }
}

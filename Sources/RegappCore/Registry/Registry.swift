internal import RegappStore

/// The accounts in `accounts/`, and who is logged in.
///
/// An account's file is named after its email (`EmailAddress.fileName`), so finding an account by email opens one file,
/// however many there are. Hashes are computed outside the store's lock; what was read before is compared under it.
package struct Registry {
    package let directory: AccountStore

    /// The account file's path below the directory; nil if the email allows no file name.
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
            // A caller who may see only some accounts learns nothing about the others.
            throw .noAccount(email)
        }
    }

    func account(
        of email: String, _ reader: DocumentReader, replacing replaced: Set<Field> = []
    ) throws -> AccountFile? {
        try Self.file(of: email).flatMap { file in try account(in: file, reader, replacing: replaced) }
    }

    /// Nil if there is no file, or it is not named after the account. Throws if that says nothing, since all are gone.
    func account(
        in file: String, _ reader: DocumentReader, replacing replaced: Set<Field> = []
    ) throws -> AccountFile? {
        guard let bytes = try reader.contents(of: file) else {
            try reader.requireAccounts()
            return nil
        }
        let account = try parse(bytes, file, replacing: replaced)
        return account.isNamed(file) ? account : nil
    }

    func parse(
        _ bytes: [UInt8], _ file: String, replacing replaced: Set<Field> = []
    ) throws(AccountsError) -> AccountFile {
        try AccountFile(
            parsing: bytes, path: directory.store.path(of: file), policy: directory.policy,
            now: directory.now,
            replacing: replaced)
    }

    /// The logged-in account; nil if there is none, or it is gone, locked or expired.
    func current(_ reader: DocumentReader) throws -> AccountFile? {
        guard let session = try SessionFile(reader) else { return nil }
        guard let account = try account(of: session.account, reader), account.isActive else { return nil }
        return account
    }
}

extension AccountFile {
    /// Every registered account has one.
    package var email: String { values[.email] ?? "" }

    /// Whether a file, with or without its folder, is named after this account's email.
    func isNamed(_ file: String) -> Bool {
        guard let name = EmailAddress.fileName(of: email) else { return false }
        // By bytes: making the file's name of each email would slow down a list of 100,000 accounts.
        let bytes = file.utf8.span
        let ending = EmailAddress.ending
        let length = name.utf8.count + ending.utf8.count
        guard bytes.count >= length else { return false }
        let own = bytes.extracting(last: length)
        return name.hasBytes(own.extracting(first: name.utf8.count))
            && ending.hasBytes(own.extracting(last: ending.utf8.count))
            && (bytes.count == length || bytes[bytes.count - length - 1] == UInt8(ascii: "/"))
    }
}

package import RegappStore
internal import RegappValues

extension DocumentStore {
    /// The emails that begin with a text, by the names of the accounts' files; no file is opened.
    ///
    /// - Parameter limit: the most that are returned, the first by the bytes of their names.
    package func emails(beginningWith prefix: String, limit: Int) throws(AccountsError) -> [String] {
        let start = EmailAddress.encodedName(of: prefix)
        let names = try readingAccounts { reader in try AccountsFolder(reader).files }
        let beginning = names.lazy.filter { $0.utf8.starts(with: start.utf8) }
        return beginning.prefix(limit).compactMap(EmailAddress.ofFile)
    }

    /// The path of an email's account file, whatever it holds; nil if there is none.
    package func accountPath(of email: String) throws(AccountsError) -> String? {
        guard let file = Registry.file(of: email) else { return nil }
        let isThere = try readingAccounts { reader in try reader.exists(file) }
        return isThere ? path(of: file) : nil
    }

    /// Reads without a lock, where no rules are known.
    func readingAccounts<Result: Sendable>(
        _ work: @escaping @Sendable (DocumentReader) throws -> Result
    ) throws(AccountsError) -> Result {
        do { return try reading(work) } catch { throw AccountsError(error) }
    }

    /// Reads and writes under the lock, where no rules are known.
    func writingAccounts<Result: Sendable>(
        _ work: @escaping @Sendable (DocumentWriter) throws -> Result
    ) throws(AccountsError) -> Result {
        do { return try writing(work) } catch { throw AccountsError(error) }
    }
}

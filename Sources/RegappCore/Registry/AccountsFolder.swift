package import RegappStore

/// One listing of `accounts/`.
struct AccountsFolder: Sendable {
    /// Sorted by their bytes.
    let files: FileNames
    let foreign: [String]

    init(_ reader: DocumentReader) throws(StoreError) {
        var names = try reader.names(in: StoreLayout.accounts)
        var foreign: [String] = []
        names.removeAll { name in
            if EmailAddress.isFile(name) { return false }
            foreign.append(String(decoding: name, as: UTF8.self))
            return true
        }
        files = names
        self.foreign = foreign
    }

    func index(of name: String) -> Int? { files.index(ofSorted: name) }

    /// An account in a file whose name is not an account file's.
    struct Misnamed: Sendable {
        let name: String
        let email: String
        let expected: String

        func error(_ reader: DocumentReader) -> AccountsError {
            .notAnAccount(path: reader.store.path(of: "\(StoreLayout.accounts)/\(name)"), email: email)
        }
    }

    /// Accounts, or copies of them, in misnamed files: judged by the content, or, in case a file is being written, by a
    /// name that differs from an account file's in case and escapes only. Editors' files and backups are not read.
    func misnamed(_ reader: DocumentReader) -> [Misnamed] {
        foreign.compactMap { name in
            guard ForeignFile(name: name) == .other else { return nil }
            let contents = try? reader.foreignContents(of: "\(StoreLayout.accounts)/\(name)")
            let held = contents.flatMap { Self.account(in: $0) }
            let meant = EmailAddress.file(like: name).flatMap { file in
                EmailAddress.ofFile(file).map { ($0, file) }
            }
            guard let (email, expected) = held ?? meant else { return nil }
            return Misnamed(name: name, email: email, expected: expected)
        }
    }

    /// The email in a file's content and the expected file name; nil if the content is not an account.
    static func account(in contents: [UInt8]) -> (email: String, file: String)? {
        guard let email = AccountRecord(text: contents)?[.email], email.contains("@") else { return nil }
        return EmailAddress.file(of: email).map { (email, $0) }
    }

    /// The right name for a file's content, if the file has another one.
    static func misplaced(_ read: RegistryWalk.File) -> String? {
        guard let contents = try? read.contents.get(), let file = account(in: contents)?.file,
            !file.hasSameScalars(as: read.name)
        else { return nil }
        return file
    }

    /// Misnamed files of accounts without a correctly named file: nothing else shows that these accounts exist.
    func strays(_ reader: DocumentReader) -> [Misnamed] {
        misnamed(reader).filter { index(of: $0.expected) == nil }
    }

    /// Whether a misnamed file may hold an account: not hidden ones, editors' files and backups. Commands report such
    /// accounts, and while one cannot be read, no LDAP entry is deleted.
    static func mayHoldAccount(_ name: String) -> Bool {
        !name.hasPrefix(".") && name.lowercased().hasSuffix(EmailAddress.ending)
            && ForeignFile(name: name) == .other
    }
}

extension DocumentReader {
    /// Throws if the folder of the accounts is missing, although the changes of the history left some. One that was moved
    /// away or is not mounted would look like an empty registry: services would call every password wrong, and lists
    /// for servers would be empty.
    func requireAccounts() throws {
        guard try !exists(StoreLayout.accounts) else { return }
        /// Those of which a later change has been seen.
        var files: Set<String> = []
        var isLost = false
        try forEachRecord(
            { record, _ in
                while !isLost, let document = try record.next(orDamage: {}) {
                    let isNewest = People.isAccount(document.file) && files.insert(document.file).inserted
                    isLost = isNewest && !document.isRemoval
                }
                return !isLost
            }, damaged: { _, _ in })
        guard isLost else { return }
        throw StoreError.failed(.list, path: store.path(of: StoreLayout.accounts), .noEntry)
    }
}

extension DocumentStore {
    /// Emails that begin with a text, judging by file names, in the order of their bytes; no file is opened.
    package func emails(beginningWith prefix: String) throws(AccountsError) -> [String] {
        let start = EmailAddress.encodedName(of: prefix)
        let names = try readingAccounts { reader in try AccountsFolder(reader).files }
        return names.filter { $0.utf8.starts(with: start.utf8) }.compactMap(EmailAddress.ofFile)
    }

    /// The path of an email's existing account file, which need not be acceptable.
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

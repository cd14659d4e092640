internal import RegappStore

/// Reads the accounts of a registry, by their index in its listing, to compare them with entries.
struct LDAPAccounts: Sendable {
    typealias Pair = (index: Int, entry: LDIFEntry?)

    /// If this account's file holds another account, `misplaced` is the name that the other's file should have.
    typealias Compared = (comparison: LDAPComparison, misplaced: String?)

    let base: DistinguishedName
    /// The base as text.
    let parent: String
    let strays: [RegistryEntry]
    let protected: ProtectedEntries
    private let registry: Registry
    private let folder: AccountsFolder
    private let reader: DocumentReader

    init(of registry: Registry, below base: DistinguishedName) throws(AccountsError) {
        (self.registry, self.base, parent) = (registry, base, base.description)
        (folder, strays, protected, reader) = try registry.directory.reading { reader in
            let folder = try AccountsFolder(reader)
            let strays = folder.strays(reader).map { RegistryEntry($0, reader) }
            let protected = ProtectedEntries(folder, reader, now: registry.directory.now.timestamp)
            return (folder, strays, protected, reader.anywhere)
        }
    }

    var names: FileNames { folder.files }

    func index(of email: String) -> Int? {
        EmailAddress.file(of: email).flatMap(folder.index)
    }

    func compare(_ pairs: [Pair]) -> [Compared] {
        zip(pairs, reader.files(pairs.map { names[$0.index] })).map { pair, file in
            let account = registry.entry(file)
            // An accepted account is in its own file.
            if case .account? = account {
                return (LDAPComparison(account, pair.entry, blocked: nil, below: parent), nil)
            }
            let blocked = registry.emailOfBlocked(file)
            return (LDAPComparison(account, pair.entry, blocked: blocked, below: parent), file.misplaced)
        }
    }

    /// The entries that stay now: another process may have renamed files meanwhile.
    func renewed(_ protected: ProtectedEntries) throws(AccountsError) -> ProtectedEntries {
        try registry.directory.reading { [registry, folder] reader in
            let present = try AccountsFolder(reader)
            let new = reader.files(present.files.filter { folder.index(of: $0) == nil })
            return ProtectedEntries(
                present, reader, now: registry.directory.now.timestamp,
                misplaced: protected.misplaced.union(new.compactMap(\.misplaced)))
        }
    }

    /// The records that delete entries, except for emails registered meanwhile.
    func deletions(of emails: [String]) throws(AccountsError) -> [UInt8] {
        try registry.directory.reading { reader in
            var records: [UInt8] = []
            for email in emails {
                if let file = Registry.file(of: email), try reader.exists(file) { continue }
                let name = LDIFWriter.name(of: email, below: parent)
                records += LDIFText.record([name, ("changetype", "delete")])
            }
            return records
        }
    }
}

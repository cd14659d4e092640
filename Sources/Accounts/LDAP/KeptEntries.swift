internal import DocumentStore
internal import PlainValues

/// The emails without an account whose LDAP entries stay, since another file holds the account, or an editor seems to.
struct KeptEntries: Sendable {
    /// How long an editor's file or a backup without its account's file protects the entry: a saving editor removes
    /// the old file before it writes the new one, and a person who renames a file finishes soon, or did it on purpose.
    static let seconds = 600

    enum Reason: Sendable {
        /// A file with another name holds the account.
        case stray
        /// An editor's file or a backup at this path is recent.
        case edited(path: String)
    }

    /// By the name that the account's file should have.
    private var reasons: [String: Reason] = [:]
    /// The same names, of accounts in files that are named like other accounts'.
    private var misplaced: Set<String> = []

    init(_ folder: AccountsFolder, _ reader: DocumentReader, now: Timestamp) {
        look(folder, reader, now: now)
    }

    private mutating func look(_ folder: AccountsFolder, _ reader: DocumentReader, now: Timestamp) {
        reasons = [:]
        for name in folder.foreign {
            guard let subject = ForeignFile.subject(of: name), folder.index(of: subject) == nil else {
                continue
            }
            let file = "\(StoreLayout.accounts)/\(name)"
            guard let changed = try? reader.status(of: file)?.changed,
                Int64(now.secondsSince1970) - changed < Int64(Self.seconds)
            else { continue }
            reasons[subject] = .edited(path: reader.store.path(of: file))
        }
        for stray in folder.strays(reader) { reasons[stray.expected] = .stray }
    }

    /// The same for a folder that is listed once more, since another process may have renamed files meanwhile.
    func renewed(
        _ folder: AccountsFolder, since old: AccountsFolder, _ reader: DocumentReader, now: Timestamp
    ) -> KeptEntries {
        var kept = self
        kept.look(folder, reader, now: now)
        for file in reader.files(folder.files.filter { old.index(of: $0) == nil }) {
            if let name = file.misplaced { kept.keep(name) }
        }
        return kept
    }

    /// - Parameter name: the name that the file of a misplaced account should have.
    mutating func keep(_ name: String) { misplaced.insert(name) }

    /// Nil if the entry does not stay.
    func reason(for email: String) -> Reason? {
        guard let name = EmailAddress.fileName(of: email).map({ $0 + EmailAddress.ending }) else {
            return nil
        }
        return reasons[name] ?? (misplaced.contains(name) ? .stray : nil)
    }
}

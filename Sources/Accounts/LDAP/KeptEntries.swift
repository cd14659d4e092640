internal import DocumentStore
internal import PlainValues

/// The emails without an account whose LDAP entries stay, since another file holds the account, or an editor seems to.
struct KeptEntries: Sendable {
    /// How long an editor's file or a backup without its account's file protects the entry: a saving editor removes
    /// the old file before it writes the new one, and a person who renames a file finishes soon, or did it on purpose.
    static let seconds = 600

    /// By the name that the account's file should have.
    private var reasons: [String: Reason]

    enum Reason: Sendable {
        /// A file with another name holds the account.
        case stray
        /// An editor's file or a backup at this path is recent.
        case edited(path: String)
    }

    init(_ folder: AccountsFolder, _ reader: DocumentReader, now: Timestamp) {
        var reasons: [String: Reason] = [:]
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
        self.reasons = reasons
    }

    /// The same for a folder that was listed once more: another process may have renamed files meanwhile.
    init(_ folder: AccountsFolder, since old: AccountsFolder, _ reader: DocumentReader, now: Timestamp) {
        self.init(folder, reader, now: now)
        for file in reader.files(folder.files.filter { old.index(of: $0) == nil }) { add(file) }
    }

    /// Takes note of a file with an account's name that holds another account.
    mutating func add(_ file: RegistryWalk.File) { file.misplaced.map { add($0) } }

    /// - Parameter name: the name that the file of a misplaced account should have.
    mutating func add(_ name: String) { reasons[name] = .stray }

    /// Nil if the entry does not stay.
    func reason(for email: String) -> Reason? {
        EmailAddress.fileName(of: email).flatMap { reasons[$0 + EmailAddress.ending] }
    }
}

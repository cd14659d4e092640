internal import DocumentStore
internal import PlainValues

/// The emails without an account whose LDAP entries stay, since somebody seems to be working on the account.
struct KeptEntries: Sendable {
    /// How long an editor's file or a backup without its account's file protects the entry: a saving editor removes
    /// the old file before it writes the new one, and a person who renames a file finishes soon, or did it on purpose.
    static let seconds = 600

    private let reasons: [String: Reason]

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

    /// Nil if the entry does not stay.
    func reason(for email: String) -> Reason? {
        EmailAddress.fileName(of: email).flatMap { reasons[$0 + EmailAddress.ending] }
    }
}

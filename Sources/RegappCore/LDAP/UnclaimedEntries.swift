internal import RegappStore
internal import RegappJSON

/// The entries of emails without an account, some of which may be deleted.
struct UnclaimedEntries: Sendable {
    private let deletes: Bool
    var protected: ProtectedEntries
    private var lines: [String: Int] = [:]
    /// Entries with others below them, by email: LDAP deletes only leaves.
    private var parents: Set<String> = []
    /// How many could be deleted, but are kept.
    private(set) var undeleted = 0

    init(_ protected: ProtectedEntries, deletes: Bool) {
        self.protected = protected
        self.deletes = deletes
    }

    /// Files that block deletions because they cannot be read or parsed.
    var unread: [AccountsError] { deletes ? protected.unread : [] }

    var isEmpty: Bool { !deletes || lines.isEmpty }

    mutating func add(_ entry: LDIFEntry, of email: String) -> [LDAPChanges.Finding] {
        switch protected.reason(for: email) {
        case .stray: return []
        case .edited(let path): return [.edited(email: email, path: path)]
        case nil: break
        }
        if !deletes, lines.count == LDAPChanges.maximumDeletions {
            undeleted += 1
            return []
        }
        let line = lines.updateValue(entry.line, forKey: EmailAddress.folded(email))
        guard deletes else { return [] }
        return line.map { [.duplicate(of: $0, entry)] } ?? limit(lines.count, entry)
    }

    /// - Parameter entry: an entry below that of the email.
    mutating func addParent(of entry: LDIFEntry, _ email: String) -> [LDAPChanges.Finding] {
        guard deletes else { return [] }
        parents.insert(EmailAddress.folded(email))
        return limit(parents.count, entry)
    }

    private func limit(_ count: Int, _ entry: LDIFEntry) -> [LDAPChanges.Finding] {
        guard count > LDAPChanges.maximumDeletions else { return [] }
        let limit = LDAPChanges.maximumDeletions
        return [
            .problem("more than \(limit) entries have no account; that many are not deleted at once", entry)
        ]
    }

    /// Drops protected entries from those to delete, once all accounts have been compared.
    mutating func removeProtected() {
        lines = lines.filter { protected.reason(for: $0.key) == nil }
        if !deletes { undeleted += lines.count }
    }

    /// The next entries to delete, and findings about others; nil after the last.
    mutating func next(most: Int) -> (emails: [String], findings: [LDAPChanges.Finding])? {
        guard !isEmpty else { return nil }
        var emails: [String] = []
        var findings: [LDAPChanges.Finding] = []
        while emails.count + findings.count < most, let email = lines.popFirst()?.key {
            if parents.contains(email) {
                findings.append(.hasChildren(email: email))
            } else if case .edited(let path)? = protected.reason(for: email) {
                findings.append(.edited(email: email, path: path))
            } else if protected.reason(for: email) == nil {
                emails.append(email)
            }
        }
        return (emails.sorted(), findings)
    }
}

extension LDAPChanges.Finding {
    static func duplicate(of line: Int, _ entry: LDIFEntry) -> Self {
        .problem("the entry is already in line \(line)", entry)
    }

    fileprivate static func problem(_ message: String, _ entry: LDIFEntry) -> Self {
        .problem(ImportProblem(line: entry.line, reason: .plain(message)))
    }
}

/// Emails without an account whose entries stay: another file holds the account, or an editor is probably writing it.
struct ProtectedEntries: Sendable {
    /// How long an editor's file or a backup protects the entry when the account's file is missing. An editor that
    /// saves removes the old file before it writes the new one. A file that stays away longer was renamed on purpose.
    static let seconds = 600

    enum Reason: Sendable {
        case stray
        /// An editor's file or a backup at this path is recent.
        case edited(path: String)
    }

    /// By the expected name of the account's file.
    private var reasons: [String: Reason] = [:]
    /// Expected names of accounts that are in other accounts' files.
    var misplaced: Set<String>
    /// Files that may hold any account, since they cannot be read or parsed.
    private(set) var unread: [AccountsError] = []
    /// The texts of files that cannot be parsed, in lowercase.
    private var texts: [[UInt8]] = []
    /// Whether a file cannot be read at all.
    private var protectsAll = false

    init(
        _ folder: AccountsFolder, _ reader: DocumentReader, now: Timestamp, misplaced: Set<String> = []
    ) {
        self.misplaced = misplaced
        for name in folder.foreign {
            guard let subject = ForeignFile.subject(of: name), folder.index(of: subject) == nil else {
                continue
            }
            let file = "\(StoreLayout.accounts)/\(name)"
            guard let changed = try? reader.status(of: file)?.changed,
                Int64(now.secondsSince1970) - changed / 1_000_000_000 < Int64(Self.seconds)
            else { continue }
            reasons[subject] = .edited(path: reader.store.path(of: file))
        }
        let misnamed = folder.misnamed(reader)
        for file in misnamed where folder.index(of: file.expected) == nil { reasons[file.expected] = .stray }
        for name in folder.foreign
        where AccountsFolder.mayHoldAccount(name) && !misnamed.contains(where: { $0.name == name }) {
            lookInside("\(StoreLayout.accounts)/\(name)", reader)
        }
    }

    private mutating func lookInside(_ file: String, _ reader: DocumentReader) {
        let path = reader.store.path(of: file)
        do throws(StoreError) {
            guard let contents = try reader.foreignContents(of: file) else {
                throw .failed(.read, path: path, .noEntry)
            }
            do throws(AccountsError) { _ = try JSONDocument(parsing: contents, path: path) } catch {
                unread.append(error)
                texts.append(contents.map(\.lowercasedASCII))
            }
        } catch {
            if case .refused(_, .notRegular) = error { return }
            unread.append(.store(error))
            protectsAll = true
        }
    }

    /// Nil if the entry may be deleted.
    func reason(for email: String) -> Reason? {
        guard let name = EmailAddress.file(of: email) else { return nil }
        let bytes = email.utf8.map(\.lowercasedASCII)
        let isStray = misplaced.contains(name) || protectsAll || texts.contains { $0.holds(bytes) }
        return reasons[name] ?? (isStray ? .stray : nil)
    }
}

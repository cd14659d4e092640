/// The entries of emails without an account, and which of them may be deleted.
struct UnclaimedEntries: Sendable {
    private let deletes: Bool
    var protected: ProtectedEntries
    private var lines: [String: Int] = [:]
    /// The emails of entries that have others below them: an LDAP directory deletes only leaves.
    private var parents: Set<String> = []
    /// How many could be deleted, but are not.
    private(set) var undeleted = 0

    init(_ protected: ProtectedEntries, deletes: Bool) {
        (self.protected, self.deletes) = (protected, deletes)
    }

    /// Files that keep entries from being deleted because they cannot be read or parsed.
    var unread: [RegistryEntry] { deletes ? protected.unread : [] }

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
        return line.map { [.duplicate(entry, line: $0)] } ?? limit(lines.count, entry)
    }

    /// - Parameter entry: an entry below that of the email.
    mutating func addParent(of entry: LDIFEntry, _ email: String) -> [LDAPChanges.Finding] {
        guard deletes else { return [] }
        parents.insert(EmailAddress.folded(email))
        return limit(parents.count, entry)
    }

    private func limit(_ count: Int, _ entry: LDIFEntry) -> [LDAPChanges.Finding] {
        guard count > LDAPChanges.maximumDeletions else { return [] }
        return [
            .problem(
                ImportProblem(
                    line: entry.line,
                    reason: .format(
                        .plain(
                            "more than \(LDAPChanges.maximumDeletions) entries have no account; that many are not deleted at once"
                        ))))
        ]
    }

    /// Removes the entries that stay, once all accounts have been compared.
    mutating func removeProtected() {
        lines = lines.filter { protected.reason(for: $0.key) == nil }
        if !deletes { undeleted += lines.count }
    }

    /// The emails of the next few entries to delete, and findings about others; nil after the last.
    mutating func next(most: Int) -> (emails: [String], findings: [LDAPChanges.Finding])? {
        guard !isEmpty else { return nil }
        var (emails, findings): ([String], [LDAPChanges.Finding]) = ([], [])
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
    static func duplicate(_ entry: LDIFEntry, line: Int) -> LDAPChanges.Finding {
        .problem(
            ImportProblem(line: entry.line, reason: .format(.plain("the entry is already in line \(line)"))))
    }
}

internal import DocumentStore
internal import PlainValues

/// Compares accounts with the entries of an LDAP directory, and writes the records that make these match.
struct LDAPComparison: Sendable {
    enum Kind: Equatable {
        case unchanged, added
        /// These attributes get other values: a bit for each of `keys`.
        case modified(UInt8)
        /// The account's file cannot be accepted, but says that nobody can log in.
        case locked
    }

    /// An account's file and the directory's entry for it.
    struct Pair: Sendable {
        let index: Int
        let name: String
        let entry: LDIFEntry?
    }

    struct Verdict: Sendable {
        let index: Int
        var kind = Kind.unchanged
        /// The name that the file of an account should have which is in this file instead.
        var misplaced: String?
        var stale: [LDIFWriter.Stale] = []
        var findings: [LDAPChanges.Finding] = []
    }

    struct Change: Sendable {
        let name: String
        let kind: Kind
    }

    /// The attributes that are compared.
    private static let keys =
        [LDAPAttribute.commonName] + LDAPAttribute.fields.filter { $0.field != .email }.map(\.attribute.key)

    typealias Records = (bytes: [UInt8], findings: [LDAPChanges.Finding])

    let registry: Registry
    let reader: DocumentReader
    /// The parent of the accounts' entries.
    let base: DistinguishedName

    func verdicts(of pairs: [Pair]) -> [Verdict] {
        zip(pairs, reader.files(pairs.map(\.name))).map { verdict(of: $0, $1) }
    }

    private func verdict(of pair: Pair, _ file: RegistryWalk.File) -> Verdict {
        var verdict = Verdict(index: pair.index)
        switch registry.entry(file) {
        case nil: break
        case .account(let account, _): judge(account, pair.entry, &verdict)
        case .some(let other):
            verdict.findings = [.rejected(other)]
            verdict.misplaced = file.misplaced
            if let entry = pair.entry, entry.isOfPerson, !entry.isLocked,
                registry.emailOfBlocked(file) != nil
            {
                verdict.kind = .locked
            }
        }
        return verdict
    }

    private func judge(_ account: AccountFile, _ entry: LDIFEntry?, _ verdict: inout Verdict) {
        if let entry, !entry.texts(LDAPAttribute.objectClass).isEmpty, !entry.isOfPerson {
            verdict.findings = [.ofAnotherClass(email: account.email)]
            return
        }
        let isThere = entry != nil
        if isThere, account.hasPlainPassword {
            verdict.findings = [.plainPassword(email: account.email)]
        } else if (account.exported(as: .ldif).values[.passwordHash] ?? "").isEmpty {
            verdict.findings = [.withoutHash(email: account.email, isThere: isThere)]
            guard isThere else { return }
        }
        do throws(ExportError) {
            if let entry {
                let mask = try differences(account, entry)
                verdict.stale = try LDIFWriter.stale(in: entry, of: account.exported(as: .ldif), below: base)
                verdict.kind = mask == 0 ? .unchanged : .modified(mask)
            } else {
                _ = try LDIFWriter.entry(account.exported(as: .ldif))
                verdict.kind = .added
            }
        } catch { verdict.findings.append(.unrepresentable(error, email: account.email)) }
    }

    private func differences(_ account: AccountFile, _ entry: LDIFEntry) throws(ExportError) -> UInt8 {
        var mask: UInt8 = 0
        for (name, value) in try LDIFWriter.comparable(account.exported(as: .ldif).inDirectory) {
            let texts = entry.texts(name.lowercased())
            if texts.count != 1 || !texts[0].hasSameScalars(as: value) { mask |= Self.bit(of: name) }
        }
        return mask
    }

    private static func bit(of name: String) -> UInt8 {
        keys.firstIndex(of: name.lowercased()).map { 1 << UInt8($0) } ?? 0
    }

    // MARK: Change records

    /// The accounts are read again.
    func records(of changes: [Change]) -> Records {
        let records = zip(changes, reader.files(changes.map(\.name))).map { record(of: $0, $1) }
        return (records.flatMap(\.bytes), records.compactMap(\.finding))
    }

    private func record(
        of change: Change, _ file: RegistryWalk.File
    ) -> (bytes: [UInt8], finding: LDAPChanges.Finding?) {
        switch registry.entry(file) {
        case nil: return ([], nil)
        case .account(let account, _):
            do throws(ExportError) {
                return (try record(of: account.exported(as: .ldif), change.kind), nil)
            } catch {
                return ([], .unrepresentable(error, email: account.email))
            }
        case .some(let other):
            guard change.kind == .locked else { return ([], .rejected(other)) }
            // It has been reported. The hash behind the lock may be none, and is not needed.
            return (registry.emailOfBlocked(file).map(lock) ?? [], nil)
        }
    }

    private func lock(_ email: String) -> [UInt8] {
        let passwords = LDAPAttribute.fields.filter { $0.field == .passwordHash }
        return modification(
            of: [.email: email], passwords.map { ($0.attribute.name, LDAPAttribute.crypt + StoredHash.lock) })
    }

    private func record(of account: ExportRecord, _ kind: Kind) throws(ExportError) -> [UInt8] {
        let mask: UInt8
        switch kind {
        case .unchanged: return []
        case .added:
            let name = LDIFWriter.name(of: account.values, below: base)
            return LDIFText.record([name, ("changetype", "add")] + (try LDIFWriter.entry(account)))
        case .modified(let bits): mask = bits
        // Somebody has corrected the file meanwhile.
        case .locked: mask = Self.bit(of: LDAPAttribute.password)
        }
        let lines = try LDIFWriter.comparable(account.inDirectory).filter {
            mask & Self.bit(of: $0.name) != 0
        }
        return modification(of: account.values, lines)
    }

    private func modification(of account: AccountRecord, _ lines: [LDIFWriter.Line]) -> [UInt8] {
        guard !lines.isEmpty else { return [] }
        let changes = lines.flatMap { LDIFText.lines([("replace", $0.name), $0]) + "-\n".utf8 }
        let name = LDIFWriter.name(of: account, below: base)
        return LDIFText.lines([name, ("changetype", "modify")]) + changes + "\n".utf8
    }

    /// The entries that stay now, since the folder was listed.
    func keptEntries(since old: AccountsFolder) throws(AccountsError) -> KeptEntries {
        try registry.directory.reading { reader in
            KeptEntries(
                try AccountsFolder(reader), since: old, reader,
                now: registry.directory.now.timestamp)
        }
    }

    /// The records that delete entries, except for emails registered meanwhile.
    func deletions(of emails: [String]) throws(AccountsError) -> [UInt8] {
        try registry.directory.reading { reader in
            var records: [UInt8] = []
            for email in emails {
                if let file = Registry.file(of: email), try reader.exists(file) { continue }
                let name = LDIFWriter.name(base.child(LDAPAttribute.mail, email))
                records += LDIFText.record([name, ("changetype", "delete")])
            }
            return records
        }
    }
}

extension LDIFEntry {
    /// Whether nobody can match its password, because of a lock before the hash.
    fileprivate var isLocked: Bool {
        let passwords = texts(LDAPAttribute.password)
        let lock = LDAPAttribute.crypt + StoredHash.lock
        return !passwords.isEmpty && passwords.allSatisfy { $0.hasPrefix(lock) }
    }
}

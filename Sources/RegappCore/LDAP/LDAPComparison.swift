internal import RegappStore

/// What an account and its entry need: a pure function of its arguments.
struct LDAPComparison: Sendable {
    /// Empty if nothing changes.
    private(set) var record: [UInt8] = []
    private(set) var findings: [LDAPChanges.Finding] = []
    /// How many of the entry's attributes the account has no value for, and a change record that removes the first.
    private(set) var stale = 0
    private(set) var staleRemoval: [String] = []
    /// Why the directory lacks the password of an account that can log in here, if it does.
    private(set) var reasonToLackPassword: ExportError?
    /// The right file name, if this account's file holds another account.
    fileprivate(set) var misplaced: String?

    private let options: ExportOptions

    /// - Parameters:
    ///   - account: nil if its file has gone.
    ///   - entry: nil if there is none.
    ///   - blocked: the email of an account whose file cannot be accepted, but which is certainly locked or expired.
    ///   - parent: the name of the entries' parent.
    init(
        _ account: Result<AccountFile, AccountsError>?, _ entry: LDIFEntry?,
        blocked: String?, below parent: String,
        _ options: ExportOptions = ExportOptions()
    ) {
        self.options = options
        switch account {
        case nil: break
        case .success(let account):
            do throws(ExportError) { try compare(account, entry, below: parent) } catch {
                switch error {
                case .noHash, .otherHash, .plainPassword:
                    noteHash(error, of: account, isThere: false)
                case .locked, .noEmail, .noName, .nameIsEmail, .sameName, .notRepresentable:
                    findings.append(.unrepresentable(error, email: account.email))
                }
            }
        case .failure(let error):
            findings = [.rejected(error)]
            guard let entry, entry.isOfPerson, !entry.isLocked, let blocked else { return }
            let lock = LDIFWriter.Line(LDAPAttribute.passwordName, LDAPAttribute.lock)
            record = Self.replacement(of: [lock], in: blocked, below: parent)
        }
    }

    private mutating func noteHash(_ error: ExportError, of account: AccountFile, isThere: Bool) {
        findings.append(.withoutHash(error, email: account.email, isThere: isThere))
        guard error != .noHash, account.serverObstacles.isEmpty, !options.lacksRequiredName(account) else {
            return
        }
        reasonToLackPassword = error
    }

    private mutating func compare(
        _ account: AccountFile, _ entry: LDIFEntry?, below parent: String
    ) throws(ExportError) {
        let exported = ExportRecord(account, as: .ldif, options)
        guard let entry else {
            let name = LDIFWriter.name(of: exported.email, below: parent)
            record = LDIFText.record([name, .init("changetype", "add")] + (try LDIFWriter.entry(exported)))
            return
        }
        guard entry.isOfPerson || entry.texts(LDAPAttribute.objectClass).isEmpty else {
            findings = [.ofAnotherClass(email: account.email)]
            return
        }
        if exported.hasPlainPassword || exported.values[.passwordHash]?.isEmpty ?? true {
            noteHash(exported.whyNoHash, of: account, isThere: true)
        }
        let attributes = try exported.forExistingEntry.attributes
        let differing = attributes.filter { !$0.isSubstitute && !entry.has($0) }
        record = Self.replacement(of: differing.map(\.line), in: exported.email, below: parent)
        for (attribute, key) in Self.mayBeStale
        where !attributes.contains(where: { !$0.isSubstitute && $0.key == key }) {
            let texts = entry.texts(key)
            // A value that only fills a mandatory attribute stays.
            let substitute = attributes.first { $0.key == key }?.value
            if texts.isEmpty || texts.map({ $0.lowercased() }) == [substitute?.lowercased()] { continue }
            stale += 1
            guard staleRemoval.isEmpty else { continue }
            let name = LDIFWriter.name(of: exported.email, below: parent)
            let lines: [LDIFWriter.Line] =
                substitute.map { [.init("replace", attribute), .init(attribute, $0)] }
                ?? [.init("delete", attribute)]
            staleRemoval = ([name, .init("changetype", "modify")] + lines)
                .map { LDIFText.line($0.name, $0.value) }
        }
    }

    private static func replacement(
        of lines: [LDIFWriter.Line], in email: String, below parent: String
    ) -> [UInt8] {
        guard !lines.isEmpty else { return [] }
        var record = LDIFText.lines([
            LDIFWriter.name(of: email, below: parent), .init("changetype", "modify"),
        ])
        for line in lines { record += LDIFText.lines([.init("replace", line.name), line]) + "-\n".utf8 }
        return record + "\n".utf8
    }

    /// Attributes that may be stale: never the email; nor the password, which stays while the account has no hash.
    private static let mayBeStale =
        [(name: LDAPAttribute.commonName, key: LDAPAttribute.commonName)]
        + LDAPAttribute.fields.filter { ![.email, .passwordHash].contains($0.field) }
        .map { (name: $0.attribute.name, key: $0.attribute.key) }
}

extension LDIFEntry {
    fileprivate func has(_ attribute: LDAPValue) -> Bool {
        var count = 0
        // By index: taking a value out of the array would cost as much as comparing it.
        for index in values.indices where values[index].key == attribute.key {
            guard count == 0, values[index].text.hasSameScalars(as: attribute.value) else { return false }
            count += 1
        }
        return count == 1
    }

    /// Whether no password can match, because a lock precedes the hash.
    fileprivate var isLocked: Bool {
        let passwords = texts(LDAPAttribute.password)
        return !passwords.isEmpty && passwords.allSatisfy { $0.hasPrefix(LDAPAttribute.lock) }
    }
}

/// Reads a registry's accounts, by index in its listing, and compares them with entries.
struct LDAPAccounts: Sendable {
    struct Pair {
        let index: Int
        let entry: LDIFEntry?
    }

    let base: DistinguishedName
    let parent: String
    let strays: [AccountsError]
    let protected: ProtectedEntries
    private let registry: Registry
    private let options: ExportOptions
    let folder: AccountsFolder
    private let reader: DocumentReader

    init(
        of registry: Registry, below base: DistinguishedName, _ options: ExportOptions
    ) throws(AccountsError) {
        self.registry = registry
        self.base = base
        self.options = options
        parent = base.description
        (folder, strays, protected, reader) = try registry.directory.reading { reader in
            let folder = try AccountsFolder(reader)
            let strays = folder.strays(reader).map { $0.error(reader) }
            let protected = ProtectedEntries(folder, reader, now: registry.directory.now.timestamp)
            return (folder, strays, protected, reader.onAnyThread)
        }
    }

    func compare(_ pairs: [Pair]) -> [LDAPComparison] {
        zip(pairs, reader.files(pairs.map { folder.files[$0.index] })).map { pair, file in
            let account = registry.entry(file)
            // An accepted account is in its own file.
            let isInItsFile = if case .success? = account { true } else { false }
            var comparison = LDAPComparison(
                account, pair.entry, blocked: isInItsFile ? nil : registry.emailOfBlocked(file),
                below: parent,
                options)
            comparison.misplaced = isInItsFile ? nil : AccountsFolder.misplaced(file)
            return comparison
        }
    }

    /// Another process may have renamed files meanwhile.
    func renewed(_ protected: ProtectedEntries) throws(AccountsError) -> ProtectedEntries {
        try registry.directory.reading { [registry, folder] reader in
            let present = try AccountsFolder(reader)
            let new = reader.files(present.files.filter { folder.index(of: $0) == nil })
            return ProtectedEntries(
                present, reader, now: registry.directory.now.timestamp,
                misplaced: protected.misplaced.union(new.compactMap(AccountsFolder.misplaced)))
        }
    }

    /// Skips emails that were registered meanwhile.
    func deletions(of emails: [String]) throws(AccountsError) -> [UInt8] {
        try registry.directory.reading { reader in
            var records: [UInt8] = []
            for email in emails {
                if let file = Registry.file(of: email), try reader.exists(file) { continue }
                let name = LDIFWriter.name(of: email, below: parent)
                records += LDIFText.record([name, .init("changetype", "delete")])
            }
            return records
        }
    }
}

extension Registry {
    /// The email of an account that is certainly locked or expired, though its file cannot be accepted; nil otherwise.
    fileprivate func emailOfBlocked(_ read: RegistryWalk.File) -> String? {
        guard let bytes = try? read.contents.get(), let email = EmailAddress.ofFile(read.name) else {
            return nil
        }
        let account = try? parse(bytes, read.name, replacing: Set(Field.allCases))
        guard let account, !account.serverObstacles.isEmpty,
            account.isNamed(read.name) || !EmailRule.brokenInRegistry(by: account.email).isEmpty
        else { return nil }
        return email
    }
}

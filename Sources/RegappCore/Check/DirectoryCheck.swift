package import RegappStore

/// Checks everything in a directory and changes nothing, as `pwck` does for the system's accounts.
package struct DirectoryCheck {
    package struct Findings: Equatable, Sendable {
        package fileprivate(set) var problems: [DirectoryProblem] = []
        package fileprivate(set) var notes: [DirectoryNote] = []
        package fileprivate(set) var weakHashes: [HashScheme: Int] = [:]
    }

    /// Nil if the rules cannot be accepted.
    package let directory: AccountStore?
    private let store: DocumentStore
    private var found = Findings()
    private var folder: AccountsFolder?
    private var files: RegistryWalk.Parts<[CheckedFile]>?
    package private(set) var checked = 0
    /// The first account with each login name, by the hash of the name.
    private var loginNames: [Int: String] = [:]
    /// The first misnamed file of each email, by its expected name.
    private var misnamed: [String: String] = [:]
    /// Owners and permissions; nil until `surroundings` has been called.
    package private(set) var rights: DirectoryRights?

    /// - Throws: `store` if the directory itself cannot be read.
    package init(_ store: DocumentStore, now: Moment) throws(AccountsError) {
        self.store = store
        _ = try store.readingAccounts { reader in try reader.requireNames() }
        do throws(AccountsError) {
            directory = try AccountStore(store, now: now)
        } catch {
            directory = nil
            found.problems.append(.unusable(error))
            found.notes.append(.notHeldAgainstRules)
        }
        guard let directory, directory.policy.isRegistry else { return }
        do throws(AccountsError) {
            let (folder, misnamed, reader) = try directory.reading { reader in
                try reader.requireAccounts()
                let folder = try AccountsFolder(reader)
                return (folder, folder.misnamed(reader), reader.onAnyThread)
            }
            self.folder = folder
            let registry = try directory.registry()
            files = RegistryWalk(registry, of: folder, reader).fileParts { _, files in
                files.map { CheckedFile($0, registry) }
            }
            // A foreign file is a problem if it holds an account that has no file of the right name; else only noted.
            let held = Dictionary(misnamed.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            for name in folder.foreign {
                let path = store.path(of: "\(StoreLayout.accounts)/\(name)")
                if let account = held[name], folder.index(of: account.expected) == nil {
                    checkMisnamed(path, name, account.email)
                } else {
                    let kind = held[name] == nil ? ForeignFile(name: name) : .copy
                    found.notes.append(.foreign(path: path, kind))
                }
            }
        } catch { found.problems.append(.unusable(error)) }
    }

    /// Problems outside the accounts: rules, profile, session, history, modes, leftovers, foreign files.
    package mutating func surroundings() -> Findings {
        let reading: Findings
        // Another file may be an account under a wrong name.
        let listed = folder.flatMap { $0.foreign.isEmpty ? [StoreLayout.accounts: $0.files] : nil } ?? [:]
        (reading, rights) = store.reading { [directory] reader in
            // Every file's owner is looked at while the history is read.
            let rights = Workers.ahead().start { [reader = reader.onAnyThread] in
                reader.rights(listed: listed)
            }
            return (Findings(reader, directory), rights.result())
        }
        // The reader's warnings are already among the problems.
        _ = store.drainWarnings()
        found.problems += reading.problems.filter { !found.problems.contains($0) }
        found.problems.removeAll(where: isExplained)
        found.notes += reading.notes
        return exchange(&found, with: Findings())
    }

    /// The problems of the next few accounts; nil after the last.
    package mutating func nextBatch() -> Findings? {
        guard let part = files?.next() else { return nil }
        for file in part { add(file) }
        _ = store.drainWarnings()
        return exchange(&found, with: Findings())
    }

    /// Whether wrong permissions explain why something cannot be read, so that one report is enough.
    private func isExplained(_ problem: DirectoryProblem) -> Bool {
        switch problem {
        case .unusable(.store(.failed(_, let path, .accessDenied))),
            .unusable(.store(.refused(let path, .strayOwner))):
            rights?.unreadable.isDisjoint(with: [path, FileAccess.folder(of: path)]) == false
        default: false
        }
    }

    private mutating func add(_ file: CheckedFile) {
        checked += 1
        switch file.error {
        case .notAnAccount(let path, let email)?: checkMisnamed(path, file.name, email)
        case let error?:
            let problem = DirectoryProblem.unusable(error)
            if !isExplained(problem) { found.problems.append(problem) }
        case nil: break
        }
        found.problems += file.findings.problems
        found.notes += file.findings.notes
        found.weakHashes.merge(file.findings.weakHashes, uniquingKeysWith: +)
        guard let use = file.loginName else { return }
        if let other = loginNames[use.name] {
            found.problems.append(
                .sameLoginName(email: use.email, path: use.path, other: other, key: use.key))
        } else {
            loginNames[use.name] = use.email
        }
    }

    private mutating func checkMisnamed(_ path: String, _ name: String, _ email: String) {
        guard let expected = EmailAddress.file(of: email) else { return }
        let accounts = store.path(of: StoreLayout.accounts) + "/"
        if let first = folder?.index(of: expected) == nil ? misnamed[expected] : expected {
            found.problems.append(.duplicate(path: path, of: accounts + first))
        } else {
            misnamed[expected] = name
            found.problems.append(.misnamed(path: path, expected: expected))
        }
    }
}

/// What is to be said of one file by itself. It is made on any thread, and much smaller than the account.
private struct CheckedFile: Sendable {
    struct LoginNameUse: Sendable {
        let key: String
        /// The hash of the folded name.
        let name: Int
        let email: String
        let path: String
    }

    let name: String
    private(set) var findings = DirectoryCheck.Findings()
    /// Why it is no account, or cannot be accepted.
    private(set) var error: AccountsError?
    private(set) var loginName: LoginNameUse?

    init(_ file: RegistryWalk.File, _ registry: Registry) {
        name = file.name
        switch registry.entry(file) {
        case .success(let account)?:
            findings.report(account, in: registry)
            let policy = registry.directory.policy
            if let key = policy.loginKey.ownKey, let name = account.loginName(under: policy) {
                let hash = LoginNames.folded(name).hashValue
                loginName = LoginNameUse(key: key, name: hash, email: account.email, path: account.path)
            }
        case .failure(let error)?: self.error = error
        case nil: break
        }
    }
}

extension DirectoryCheck.Findings {
    fileprivate mutating func report(_ account: AccountFile, in registry: Registry) {
        let missing = account.missing.filter { $0 != .password }
        if !missing.isEmpty {
            problems.append(.missing(email: account.email, path: account.path, missing))
        }
        if account.values.hasPlainPassword {
            let besideHash = account.storedHash?.hash != nil
            notes.append(.plainPassword(email: account.email, besideHash: besideHash))
        }
        noteValues(of: account, under: registry.directory.policy)
        if account.link.map({ $0.secondsLeft(at: registry.directory.now) > LinkValidity.longest }) == true {
            notes.append(.longLink(email: account.email))
        }
        if let scheme = account.storedHash?.hash?.scheme, scheme.isWeak,
            !account.values.hasPlainPassword
        {
            weakHashes[scheme, default: 0] += 1
        }
        notes += account.statuses.filter {
            $0.isNoted && !($0 == .mustChange && account.has(.overdue))
        }.map { .status($0, email: account.email) }
        if account.hasNoPassword, account.isActive, !account.has(.claimable) {
            if registry.directory.policy.admitsNoPassword, !account.hasMisplacedPassword {
                notes.append(.status(.noPassword, email: account.email))
            } else {
                problems.append(.noPassword(email: account.email))
            }
        }
        if let key = account.missingLoginName(under: registry.directory.policy) {
            notes.append(.noLoginName(email: account.email, key: key))
        }
    }

    fileprivate init(_ reader: DocumentReader, _ directory: AccountStore?) {
        self.init()
        look { findings in
            guard let directory, !directory.policy.isRegistry,
                let profile = try directory.profile.current(reader)
            else { return }
            findings.noteValues(of: profile, under: directory.policy)
        }
        look { findings in
            guard let registry = try? directory?.registry(), let session = try SessionFile(reader) else {
                return
            }
            // An account whose file cannot be accepted is not gone: it is reported separately.
            do { if try registry.account(of: session.account, reader) != nil { return } } catch { return }
            findings.problems.append(.sessionGone(email: session.account))
        }
        look { findings in
            guard directory?.policy.isRegistry == false, try !reader.exists(StoreLayout.policy),
                case let count = try AccountsFolder(reader).files.count, count > 0
            else { return }
            let path = reader.store.path(of: StoreLayout.policy)
            findings.problems.append(.noRules(path: path, accounts: count))
        }
        look { findings in
            guard let path = try directory?.unusedProfile(reader) else { return }
            findings.problems.append(.unusedProfile(path: path))
        }
        look { findings in
            if try reader.filesToForget() != nil {
                let file = "\(StoreLayout.regapp.history)/\(StoreLayout.forgetting)"
                findings.problems.append(.unforgotten(path: reader.store.path(of: file)))
            }
            for number in try reader.changeNumbers() {
                findings.look { findings in
                    // Another process may have removed it since it was listed.
                    do {
                        try findings.noteRecord(number, directory, reader)
                    } catch StoreError.changedMeanwhile {}
                }
            }
        }
        let layout = StoreLayout.regapp
        let names = layout.documents + layout.folders + [layout.lock, layout.history]
        look { findings in
            for leftover in try reader.leftovers() {
                let path = leftover.path
                findings.problems.append(
                    leftover.isRemovedByNextWriter ? .leftover(path: path) : .likeLeftover(path: path))
            }
            for copy in try WorkingCopy.all(reader) {
                // Without its document, an edited text cannot be saved.
                let file = copy.origin?.file ?? ""
                let isGone = try !reader.exists(file)
                let subject = isGone && file != StoreLayout.policy ? nil : EditSubject(file: file)
                findings.notes.append(.editedText(path: copy.path, of: subject, isInUse: copy.isInUse))
            }
            let own = names + [layout.edits]
            let isRegistry = directory?.policy.isRegistry == true
            for name in try reader.names(in: ".") where !own.contains(name) {
                let path = reader.store.path(of: name)
                if isRegistry, ForeignFile.isOfProfile(name), try reader.status(of: name)?.kind == .regular {
                    findings.problems.append(.unusedProfile(path: path))
                } else {
                    findings.notes.append(.foreign(path: path, ForeignFile(name: name)))
                }
            }
        }
    }

    /// Records an error of the work as a problem, unless it is recorded already.
    private mutating func look(_ work: (inout Self) throws -> Void) {
        do { try work(&self) } catch {
            let problem = DirectoryProblem.unusable(AccountsError(error))
            if !problems.contains(problem) { problems.append(problem) }
        }
    }

    /// What may be wrong with the values of a profile or a registered account.
    fileprivate mutating func noteValues(of account: AccountFile, under policy: Policy) {
        if account.value(.password).flatMap(HashLikeness.init) != nil {
            notes.append(.likeHash(path: account.path, isRegistered: policy.isRegistry))
        }
        for key in account.misspeltKeys(under: policy) {
            // A key that certainly stands for a missing one must be corrected.
            if key.isMistake { problems.append(.misspelt(key)) } else { notes.append(.misspelt(key)) }
        }
        guard policy.phoneMask == .plain, let phone = account.value(.phone) else { return }
        if !PhoneRule.isPlain(phone) { notes.append(.oddPhone(path: account.path)) }
    }
}

extension DirectoryCheck.Findings {
    /// Reads a change's record once and to its end, so that damage anywhere is found.
    private mutating func noteRecord(
        _ number: Int, _ directory: AccountStore?, _ reader: DocumentReader
    ) throws {
        var record = try reader.record(number)
        let head = record.head
        var hasProfile = false
        // The record of a removal whose account is to be forgotten has lost its documents by the end.
        var hasRemoval = false
        /// By the former file, the file of an account that moved, where both are there.
        var moves: [String: String] = [:]
        while let document = try record.next() {
            if document.file == StoreLayout.profile { hasProfile = true }
            if document.isRemoval { hasRemoval = true }
            if let former = document.former, try reader.exists(former) && reader.exists(document.file) {
                moves[former] = document.file
            }
            moves[document.file] = nil
        }
        let path = reader.store.path(of: "\(StoreLayout.regapp.history)/\(StoreLayout.record(number))")
        if hasProfile, directory?.policy.isRegistry == true { notes.append(.formerProfile(path: path)) }
        let isUnforgotten = head.isForgetting && hasRemoval
        guard isUnforgotten || !moves.isEmpty, try reader.head(of: number).isInEffect else { return }
        // Somebody else may have the email by now.
        if isUnforgotten { problems.append(.unforgotten(path: path, email: head.account)) }
        guard !moves.isEmpty else { return }
        let people = try People(reader)
        for (former, file) in moves.sorted(by: { $0.key < $1.key }) where people.beginning(of: former) == nil
        {
            problems.append(
                .movedByHalf(
                    path: reader.store.path(of: former), email: EmailAddress.ofPath(file) ?? file))
        }
    }
}

extension AccountStore {
    /// The path of a profile that a registry has no use for, if there is one.
    package func unusedProfile(_ reader: DocumentReader) throws -> String? {
        guard policy.isRegistry, try reader.exists(StoreLayout.profile) else { return nil }
        return store.path(of: StoreLayout.profile)
    }
}

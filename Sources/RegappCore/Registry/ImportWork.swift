internal import RegappStore
internal import RegappJSON

/// The part of an import on the store's queue: compares accounts with existing ones and writes changes down.
struct ImportWork: Sendable {
    struct HandledCandidate: Sendable {
        let candidate: ImportCandidate
        /// Nil for a good account if the file has problems, so that nothing is written.
        let outcome: Outcome?
        /// Whether an existing account is locked and the file does not say so itself.
        var isStillLocked = false
        var pastExpiry: PastExpiry?
    }

    /// What an expiry date in the past does.
    enum PastExpiry {
        /// An account that can log in could no longer.
        case shutsOut
        /// A new account has expired from the start.
        case registered
    }

    /// How many accounts are compared and written down at once; bounds the memory.
    static let batchSize = 512
    /// How many passwords are hashed between two progress reports.
    static let mostHashedTogether = 8

    enum Outcome {
        case done(AccountImport.Effect)
        /// It is good, and is written down once its password is hashed.
        case unhashed
        case refused([ImportProblem.Reason])
        /// Its file cannot be accepted, so it stays as it is; the others are imported.
        case leftAlone(ImportProblem.Reason)
    }

    let registry: Registry
    let options: AccountImport.Options
    let changes: BulkChange
    /// For hashes of all its parts.
    private let workers = Workers(stay: true)
    /// The files of accounts whose session ends.
    private let ended = Locked<Set<String>>([])
    /// The new emails of accounts by their former files.
    private let moved = Locked<[String: String]>([:])
    /// What is to be printed with the generated passwords of accounts, by the names of their files.
    let letters = Locked<[String: [JSONText?]]>([:])

    init(_ registry: Registry, _ options: AccountImport.Options) {
        self.registry = registry
        self.options = options
        // Written down while the file is read.
        changes = BulkChange(of: StoreLayout.accounts, in: registry.store, inMemory: 0)
    }

    /// Compares a batch with existing accounts and, if it has no problems, writes down those whose passwords need no hash.
    func writeDown(
        _ batch: [ImportCandidate], _ reader: DocumentReader, hasProblems: Bool
    ) throws -> [HandledCandidate] {
        try handle(batch, read(batch, reader), nil, reader, hasProblems: hasProblems)
    }

    /// - Parameter hashes: those of the passwords, nil for accounts that have them already; nil if none is computed yet.
    private func handle(
        _ batch: [ImportCandidate], _ contents: [Result<[UInt8]?, StoreError>?], _ hashes: [PasswordHash?]?,
        _ reader: DocumentReader, hasProblems: Bool
    ) throws -> [HandledCandidate] {
        let compared = try zip(batch, contents).map { candidate, present in
            let isThere = if case .success(nil)? = present { false } else { present != nil }
            let keepsPassword = isThere && candidate.isGenerated && !lacksPassword(present)
            var judged = candidate.judged(isThere: isThere, keepsPassword: keepsPassword, options)
            judged.reasons += try obstacle(judged, present, reader).map { [.plain($0, field: .email)] } ?? []
            return (candidate: judged, present: present)
        }
        let isGood = !hasProblems && compared.allSatisfy(\.candidate.reasons.isEmpty)
        return try compared.enumerated().map { index, compared in
            let (candidate, present) = compared
            let reasons = candidate.reasons
            guard reasons.isEmpty else {
                return HandledCandidate(candidate: candidate, outcome: .refused(reasons))
            }
            // A dry run reports good accounts among bad ones, too.
            guard isGood || options.isDryRun, let name = candidate.name, let present else {
                return HandledCandidate(candidate: candidate, outcome: nil)
            }
            let outcome = try outcome(of: candidate, name, present, hashes.map { $0[index] }, reader)
            return HandledCandidate(
                candidate: candidate, outcome: outcome,
                isStillLocked: options.locksAbsent && isStillLocked(candidate, present),
                pastExpiry: pastExpiry(candidate, present))
        }
    }

    /// Why an account that is found by a key cannot have the email of its line.
    private func obstacle(
        _ candidate: ImportCandidate, _ present: Result<[UInt8]?, StoreError>?, _ reader: DocumentReader
    ) throws -> String? {
        guard let column = options.match, let name = candidate.name else { return nil }
        if candidate.source != nil {
            return try reader.exists("\(StoreLayout.accounts)/\(name)")
                ? "the email is another account's" : nil
        }
        guard case .success(let bytes?)? = present,
            let account = try? registry.parse(bytes, name, replacing: Field.allButEmail),
            let value = column.value(of: account)?.identity, value != candidate.values.identity(column)
        else { return nil }
        return "the account with this email has another '\(column.key)'"
    }

    private func pastExpiry(
        _ candidate: ImportCandidate, _ present: Result<[UInt8]?, StoreError>
    ) -> PastExpiry? {
        let now = registry.directory.now
        guard candidate.values.isExpired(now), case .success(let bytes) = present else { return nil }
        guard let bytes else { return candidate.values.isLocked ? nil : .registered }
        guard let account = AccountRecord(text: bytes), !account.isLocked, !account.isExpired(now) else {
            return nil
        }
        return .shutsOut
    }

    /// Whether an account that is updated has no password, not even under a misspelt key.
    private func lacksPassword(_ present: Result<[UInt8]?, StoreError>?) -> Bool {
        guard options.existing == .updated, case .success(let bytes?) = present,
            let account = try? registry.parse(bytes, "")
        else { return false }
        return !account.isPasswordSet && !account.hasMisplacedPassword
    }

    private func isStillLocked(
        _ candidate: ImportCandidate, _ present: Result<[UInt8]?, StoreError>
    ) -> Bool {
        guard !candidate.values.isLocked, case .success(let bytes?) = present else { return false }
        return AccountRecord(text: bytes)?.isLocked ?? false
    }

    /// The content of each candidate's file; nil for those without a name.
    private func read(
        _ batch: [ImportCandidate], _ reader: DocumentReader
    ) throws(StoreError) -> [Result<[UInt8]?, StoreError>?] {
        var contents: [Result<[UInt8]?, StoreError>] = []
        try reader.forEach(batch.compactMap { $0.source ?? $0.name }, in: StoreLayout.accounts) {
            contents.append($1)
        }
        var rest = contents[...]
        return batch.map { $0.name == nil ? nil : rest.popFirst() }
    }

    /// - Parameter hash: that of the password, or nil if the account has it already; nil if it is not computed yet. The same
    ///   below.
    private func outcome(
        of candidate: ImportCandidate, _ name: String, _ present: Result<[UInt8]?, StoreError>,
        _ hash: PasswordHash??, _ reader: DocumentReader
    ) throws -> Outcome {
        if case .success(nil) = present { return try create(candidate, name, hash) }
        if options.existing == .skipped { return .done(.skipped) }
        let source = candidate.source ?? name
        switch registry.entry((source, present), replacing: candidate.bringsPassword ? Field.secrets : []) {
        case .failure(let error) where error.isAboutOneFile: return .leftAlone(.notAccepted(error))
        case .failure(let error): throw error
        case .success(let account): return try update(account, candidate, name, hash, reader)
        case nil: return try create(candidate, name, hash)
        }
    }

    private func create(
        _ candidate: ImportCandidate, _ name: String, _ hash: PasswordHash??
    ) throws -> Outcome {
        if options.isOnlyForExisting { return .done(.passedOver) }
        var values = candidate.values
        if values[.registered] == nil { values[.registered] = registry.directory.now.timestamp.text }
        if case let hash?? = hash {
            values[.passwordHash] = StoredHash(hash, isLocked: values.isLocked).text
        }
        var after = values.json(withPassword: false, and: values.own).fileBytes
        if !values.ownChanges.isEmpty, let document = try? JSONDocument(parsing: after) {
            after = document.applying(document.edits(values.ownChanges))
        }
        let problems = try problems(of: after, name, candidate, isNew: true)
        guard problems.isEmpty else { return .refused(problems) }
        if awaitsHash(candidate, hash) { return .unhashed }
        return try put(name, before: nil, after: after, candidate)
    }

    /// Gives an existing account the values of the import; the spelling of its email stays. If the account expires by
    /// it, or has expired and no longer does, its session ends.
    private func update(
        _ account: AccountFile, _ candidate: ImportCandidate, _ name: String, _ hash: PasswordHash??,
        _ reader: DocumentReader
    ) throws -> Outcome {
        let values = candidate.values
        var draft = registry.directory.draft(values, over: account.values)
        for field in candidate.cleared { draft.set("", as: field) }
        let violations = draft.violations.filter { !options.mayLackFields || $0.rule != .required }
        guard violations.isEmpty else { return .refused(violations.map(ImportProblem.Reason.violation)) }
        var edits: [JSONEdit] = values.fields.compactMap { field in
            guard ![.email, .password, .passwordHash].contains(field) else { return nil }
            return values[field].map { .setting(field, $0) }
        }
        // A table has only texts: what reads the same stays a list or a number.
        let others = values.own.filter { !account.document.has($0) }
        let held = (others + candidate.clearedKeys).first(where: account.document.holdsMore)?.key
        if let held = held ?? account.document.barredKey(values.ownChanges) {
            return .refused([.keyHoldsMore(held)])
        }
        if candidate.source != nil, let email = values[.email] { edits.append(.setting(.email, email)) }
        edits += others.map { member in
            if case .string(let text) = member.value { return .set(key: member.key, text) }
            return account.document.copy(member.value, under: member.key)
        }
        edits += account.document.edits(values.ownChanges)
        edits += candidate.cleared.map { .remove(key: $0.rawValue) }
        edits += candidate.clearedKeys.map { .remove(key: $0.key) }
        if values[.passwordHash] == StoredHash.lock {
            // A lock alone says nothing of the password.
            edits += try registry.edits(of: account, for: .lock, isDryRun: options.isDryRun)
        } else if let text = values[.passwordHash], let stored = try? StoredHash(text) {
            // An existing lock stays, and one in the file is added.
            edits += account.passwordEdits(account.addingLock(to: stored))
        } else if options.isDryRun, let password = values[.password] {
            if try !isStored(password, in: account) {
                // Stands for the hash, which is not computed.
                edits += [.remove(key: Field.password.rawValue), .setting(.passwordHash, "*")]
            }
        }
        var after = account.document.applying(edits)
        if case let hash?? = hash {
            let file = try registry.parse(after, name, replacing: Field.secrets)
            after = file.document.applying(file.newPasswordEdits(hash, mark: values[.mustChange] ?? ""))
        }
        let problems = try problems(of: after, name, candidate, isNew: false)
        guard problems.isEmpty else { return .refused(problems) }
        if after != account.document.bytes || awaitsHash(candidate, hash) {
            let source = candidate.source ?? name
            do throws(StoreError) { try reader.requireWritable("\(StoreLayout.accounts)/\(source)") } catch {
                return .leftAlone(.notAccepted(.store(error)))
            }
        }
        if awaitsHash(candidate, hash) { return .unhashed }
        noteSession(account.change(to: after))
        let outcome = try put(name, before: account, after: after, candidate)
        guard options.isDryRun, case .done(let effect) = outcome,
            let document = try? JSONDocument(parsing: after)
        else { return outcome }
        let changes = FieldChange.all(from: account.document, to: document)
        return switch effect {
        case .changed: .done(.changed(changes))
        case .moved(let former, _): .done(.moved(from: former, changes.filter { $0.field != .email }))
        default: outcome
        }
    }

    private func awaitsHash(_ candidate: ImportCandidate, _ hash: PasswordHash??) -> Bool {
        hash == nil && candidate.values[.password] != nil && !options.isDryRun
    }

    private func noteSession(_ change: DocumentChange) {
        if change.endsSession(registry.directory.now) { ended.withLock { _ = $0.insert(change.file) } }
    }

    /// Ends the current session where it has to.
    func sessionEnd(_ reader: DocumentReader) throws -> DocumentChange? {
        if let end = try registry.sessionEnd(of: ended.withLock { $0 }, reader) { return end }
        guard let session = try SessionFile.valid(reader), let file = Registry.file(of: session.account)
        else {
            return nil
        }
        return try moved.withLock { $0[file] }.map { try SessionFile.change(to: $0, reader) }
    }

    /// Why an account's file would not be accepted, or lacks a field that the import does not allow to be missing.
    private func problems(
        of bytes: [UInt8], _ name: String, _ candidate: ImportCandidate, isNew: Bool
    ) throws(AccountsError) -> [ImportProblem.Reason] {
        let isComplete = isNew || options.mayLackFields
        if isComplete && candidate.values.own.isEmpty && candidate.values.ownChanges.isEmpty { return [] }
        do {
            let file = try registry.parse(
                bytes, "\(StoreLayout.accounts)/\(name)",
                replacing: candidate.bringsPassword ? Field.secrets : [])
            if isComplete { return [] }
            return file.missing.filter { $0 != .password || candidate.values[.password] == nil }
                .map { .violation(Violation(field: $0, rule: .required)) }
        } catch .invalidFile(let problems) {
            return [.unusable(problems)]
        }
    }

    private func put(
        _ name: String, before account: AccountFile?, after: [UInt8], _ candidate: ImportCandidate
    ) throws -> Outcome {
        let before = account?.document.bytes
        let columns = options.letterColumns
        if candidate.isGenerated, !columns.isEmpty, let file = candidate.name,
            let written = try? registry.parse(after, file)
        {
            letters.withLock { $0[file] = columns.map { $0.value(of: written) } }
        }
        let limit = DocumentStore.maximumDocumentSize
        guard after.count <= limit else { return .refused([.tooLong(maximumBytes: limit)]) }
        guard before != after else { return .done(.unchanged) }
        let file = "\(StoreLayout.accounts)/\(name)"
        guard let account, candidate.source != nil else {
            if !options.isDryRun { try changes.put(DocumentChange(file, before: before, after: after)) }
            return .done(before == nil ? .added : .changed([]))
        }
        if !options.isDryRun {
            let former = account.file(isRegistered: true)
            if let email = candidate.values[.email] { moved.withLock { $0[former] = email } }
            let undone = try registry.undone(account)
            for change in DocumentChange.move(former, to: file, before: before, after: after, undone: undone)
            {
                try changes.put(change)
            }
        }
        return .done(.moved(from: account.email, []))
    }

    func lock(_ accounts: [AccountFile]) throws(AccountsError) {
        let edited = try registry.onAllProcessors(accounts, by: workers) { account in
            try registry.text(of: account, after: .lock)
        }
        try registry.directory.reading { _ in
            for (account, text) in zip(accounts, edited) {
                try changes.put(account.change(to: text))
                noteSession(account.change(to: text))
            }
        }
    }

    // MARK: Passwords

    /// Hashes the passwords of accounts on all processors, and writes the accounts down.
    func hash(_ candidates: [ImportCandidate]) throws(AccountsError) -> [HandledCandidate] {
        let contents = try registry.directory.reading { reader in try read(candidates, reader) }
        let hashes = try registry.onAllProcessors(Array(zip(candidates, contents)), by: workers) {
            candidate, present -> PasswordHash? in
            guard let password = candidate.values[.password] else { return nil }
            if case .success(let bytes?)? = present,
                let account = try? registry.parse(bytes, "", replacing: Field.secrets),
                try isStored(password, in: account)
            {
                return nil
            }
            return try registry.hash(password)
        }
        return try registry.directory.reading { reader in
            try handle(candidates, contents, hashes, reader, hasProblems: false)
        }
    }

    /// Whether an account already has this password, with a hash that is strong enough.
    private func isStored(_ password: String, in account: AccountFile) throws(HashingError) -> Bool {
        guard let hash = account.storedHash?.hash, !account.hasPlainPassword,
            !hash.isWeaker(than: registry.policy)
        else { return false }
        return try hash.matches(password)
    }
}

extension JSONDocument {
    /// Whether it has this value, or one that reads like this text.
    fileprivate func has(_ member: JSONText.Member) -> Bool {
        guard let value = root[member.key] else { return false }
        let text = JSONText(value, in: self, hidesSecrets: true)
        if case .string(let cell) = member.value { return text.cell.hasSameScalars(as: cell) }
        return text.bytes == member.value.bytes
    }

    /// Whether a text would replace a list or an object.
    fileprivate func holdsMore(than member: JSONText.Member) -> Bool {
        guard case .string = member.value else { return false }
        return switch root[member.key]?.content {
        case .array, .object: true
        case .null, .boolean, .number, .string, nil: false
        }
    }
}

extension AccountsError {
    /// Whether a file cannot be accepted or read for a reason of its own, so that others can.
    var isAboutOneFile: Bool {
        switch self {
        case .invalidFile, .notAnAccount, .store(.refused): true
        case .store(.failed(_, _, let errno)):
            [.accessDenied, .notPermitted, .inputOutput, .isDirectory, .loop].contains(errno)
        default: false
        }
    }
}

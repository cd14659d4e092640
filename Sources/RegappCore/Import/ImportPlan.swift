internal import RegappStore
internal import RegappJSON

/// The part of an import that runs on the store's queue: matches rows with accounts, makes a step of each, and writes
/// down the changes. Rows and steps never change; a row that waits for its hash is matched again afterwards.
struct ImportPlan: Sendable {
    /// How many rows are matched and written at once; bounds the memory.
    static let batchSize = 512
    /// How many passwords are hashed between two progress reports.
    static let mostHashedTogether = 8

    /// What is known of a row's plain password.
    private enum Password: Sendable {
        case awaited
        /// The account has it already, with a hash that is strong enough.
        case stored
        case new(PasswordHash, isSame: Bool)
        /// Only compared: the account keeps its own.
        case compared(isSame: Bool)
    }

    private struct Matched: Sendable {
        let row: JudgedRow
        let match: ImportMatch
        var password = Password.awaited
    }

    let registry: Registry
    let options: AccountImport.Options
    let changes: BulkChange

    /// - Parameter isStopped: whether the file has problems already, so that nothing is written.
    func steps(
        for batch: [JudgedRow], _ reader: DocumentReader, isStopped: Bool
    ) throws -> [ImportStep] {
        try steps(for: try match(batch, reader), reader, isStopped: isStopped)
    }

    /// Hashes the passwords of rows that waited for it.
    func stepsAfterHashing(_ batch: [JudgedRow]) throws(AccountsError) -> [ImportStep] {
        let matched = try registry.directory.reading { reader in try match(batch, reader) }
        let hashed = try registry.onAllProcessors(matched) { matched -> Matched in
            guard let password = matched.row.values[.password] else { return matched }
            var hashed = matched
            hashed.password = try self.password(password, matched.match.account)
            return hashed
        }
        return try registry.directory.reading { reader in
            try steps(for: hashed, reader, isStopped: false)
        }
    }

    private func password(_ text: String, _ account: AccountFile?) throws -> Password {
        var isSame = false
        if let account {
            isSame = try account.hasPassword(text)
            if options.fillsMissing, account.keepsPassword { return .compared(isSame: isSame) }
            // The first login replaces a weak hash.
            if isSame, !account.values.hasPlainPassword { return .stored }
        }
        return .new(try registry.hash(text), isSame: isSame)
    }

    func lock(_ accounts: [AccountFile]) throws(AccountsError) {
        let edited = try registry.onAllProcessors(accounts) { account in
            try registry.text(of: account, after: .lock)
        }
        try registry.directory.reading { _ in
            for (account, text) in zip(accounts, edited) { try changes.put(account.change(to: text)) }
        }
    }

    // MARK: Row to match

    private func match(_ batch: [JudgedRow], _ reader: DocumentReader) throws(StoreError) -> [Matched] {
        var files: [RegistryWalk.File] = []
        try reader.forEach(batch.compactMap(\.file), in: StoreLayout.accounts) {
            files.append(.init(name: $0, contents: $1))
        }
        var rest = files[...]
        return batch.map { row in
            guard row.name != nil, let file = rest.popFirst() else {
                return Matched(row: row, match: .new)
            }
            return Matched(row: row, match: match(row, file))
        }
    }

    private func match(_ row: JudgedRow, _ file: RegistryWalk.File) -> ImportMatch {
        if case .success(nil) = file.contents { return .new }
        guard options.existing == .updated else { return .present }
        // A generated password does not replace a present one, so mistakes in that count.
        let replaced = row.bringsPassword && row.firstSecret == nil ? Field.secrets : []
        switch registry.entry(file, replacing: replaced) {
        case .success(let account)?: return .account(account)
        case .failure(let error)?: return .unreadable(error)
        case nil: return .present
        }
    }

    // MARK: Match to step

    private func steps(
        for batch: [Matched], _ reader: DocumentReader, isStopped: Bool
    ) throws -> [ImportStep] {
        let settled = try batch.map { matched in
            Matched(row: try settle(matched, reader), match: matched.match, password: matched.password)
        }
        let isGood = !isStopped && settled.allSatisfy(\.row.problems.isEmpty)
        return try settled.map { matched in
            guard matched.row.problems.isEmpty else {
                return idle(matched, .refuse(matched.row.problems))
            }
            // A dry run reports good rows among bad ones, too.
            guard isGood || options.isDryRun, let name = matched.row.name else {
                return idle(matched, .none)
            }
            return try step(for: matched, name, reader)
        }
    }

    /// The step of a row that is not carried out. It has the login name that the row gives, so that one that is taken is
    /// named together with the file's other mistakes.
    private func idle(_ matched: Matched, _ action: ImportStep.Action) -> ImportStep {
        var step = ImportStep(row: matched.row, action: action)
        let account = matched.match.account
        let row = account.map { options.fillsMissing ? matched.row.filling($0) : matched.row }
        let values = (row ?? matched.row).values
        let isMeant =
            matched.match.isThere ? options.existing != .skipped : !options.isOnlyForExisting
        if isMeant, let key = registry.directory.policy.loginKey.ownKey, let name = matched.row.name,
            values.own.contains(where: { $0.key.hasSameScalars(as: key) })
        {
            step.texts = .init(
                file: name, before: account?.document.bytes,
                after: values.json(withPassword: false, and: values.own).fileBytes)
        }
        return step
    }

    /// The row with the problems that count, now that it is known whether the account exists.
    private func settle(_ matched: Matched, _ reader: DocumentReader) throws -> JudgedRow {
        let isThere = matched.match.isThere
        var row = matched.row
        if let secret = row.firstSecret,
            matched.match.account.map({ $0.keeps(secret, registry.directory.now) }) ?? isThere
        {
            row = row.withoutFirstSecret
        }
        if isThere ? options.existing == .skipped : options.isOnlyForExisting && row.name != nil {
            row = row.unjudged
        } else {
            // If the row's account is unknown, it may still have what the row lacks.
            let isLost = options.match != nil && row.problems.contains(where: \.isOfFormat)
            if options.mayLackFields || isLost || (isThere && options.existing != .refused) {
                row = row.mayLackFields
            }
            if isThere, options.existing == .refused, let email = row.values[.email] {
                row = row.adding([.accountExists(email: email)])
            }
        }
        if let obstacle = try obstacle(matched, reader) {
            row = row.adding([.plain(obstacle, field: .email)])
        }
        return row
    }

    /// Why an account that was found by a key cannot get the email of its row.
    private func obstacle(_ matched: Matched, _ reader: DocumentReader) throws -> String? {
        guard let column = options.match, let name = matched.row.name else { return nil }
        if matched.row.source != nil {
            // A target that exists is refused even if its holder moves.
            return try reader.exists("\(StoreLayout.accounts)/\(name)")
                ? "the email is another account's" : nil
        }
        let policy = registry.directory.policy
        guard let account = matched.match.account,
            let value = LoginNames.identity(of: column.value(of: account), column, under: policy),
            value != LoginNames.identity(of: matched.row.values.value(column), column, under: policy)
        else { return nil }
        return "the account with this email has another '\(column.key)'"
    }

    private func step(for matched: Matched, _ name: String, _ reader: DocumentReader) throws -> ImportStep {
        switch matched.match {
        case .present:
            let values = matched.row.values
            let isKeptOut = values.isLocked || values.isExpired(registry.directory.now)
            return ImportStep(row: matched.row, action: .skip, notes: isKeptOut ? [.skippedLock] : [])
        case .new where options.isOnlyForExisting:
            return ImportStep(row: matched.row, action: .passOver)
        case .new: return try register(matched, name, reader)
        case .account(let account): return try update(account, matched, name, reader)
        case .unreadable(let error) where error.isAboutOneFile:
            return ImportStep(row: matched.row, action: .leaveAlone(error))
        case .unreadable(let error): throw error
        }
    }

    private func register(_ matched: Matched, _ name: String, _ reader: DocumentReader) throws -> ImportStep {
        var values = matched.row.values.fillingStars(from: nil)
        let hasExpired = values.isExpired(registry.directory.now) && !values.isLocked
        if values[.registered] == nil { values[.registered] = registry.directory.timeOfChange }
        if case .new(let hash, _) = matched.password {
            values[.passwordHash] = StoredHash(hash: hash, isLocked: values.isLocked).text
        }
        var after = values.json(withPassword: false, and: values.own).fileBytes
        if !values.ownChanges.isEmpty, let document = try? JSONDocument(parsing: after) {
            after = document.applying(document.edits(values.ownChanges))
        }
        var notes: Set<ImportStep.Note> = hasExpired ? [.expired] : []
        if let key = registry.directory.policy.loginKey.requiredKey,
            LoginNames.folded(in: after, under: key) == nil
        {
            notes.insert(.noLoginName)
        }
        return try write(
            Writing(
                row: matched.row, name: name, account: nil, after: after,
                awaitsHash: awaitsHash(matched)),
            notes: notes, reader)
    }

    /// The spelling of the account's email stays.
    private func update(
        _ account: AccountFile, _ matched: Matched, _ name: String, _ reader: DocumentReader
    ) throws -> ImportStep {
        let taken = options.fillsMissing ? matched.row.filling(account) : matched.row
        let row = taken.keepingLock(of: account).keepingEnd(of: account, registry.directory.now)
        var draft = registry.directory.draft(row.values, over: account.values)
        for field in row.cleared where account.value(field) != nil { draft.set("", as: field) }
        let violations = draft.violations.filter { !options.mayLackFields || $0.rule != .required }
        guard violations.isEmpty else {
            return ImportStep(
                row: matched.row, action: .refuse(violations.map(ImportProblem.Reason.violation)))
        }
        // A table has only texts: a list or number that reads the same stays.
        // An empty value removes nothing by itself.
        // The key by which the account was found keeps its spelling.
        let others = row.values.fillingStars(from: account.document).own.filter { member in
            member.value != .string("") && !account.document.has(member)
                && !(options.match == .own(member.key) && account.ownValue(of: member.key)?.identity != nil)
        }
        let texts = (others + row.clearedKeys).compactMap { member in
            if case .string(let text) = member.value { OwnValue(member.key, text) } else { nil }
        }
        if let held = account.document.barredKey(texts + row.values.ownChanges) {
            return ImportStep(row: matched.row, action: .refuse([.keyHoldsMore(held)]))
        }
        var after = account.document.applying(
            edits(of: account, by: row, others, moves: matched.row.source != nil)
                + (try passwordEdits(of: account, by: row.values)))
        var keepsPassword = false
        if case .new(let hash, let isSame) = matched.password, row.values[.password] != nil {
            let file = try registry.parse(after, name, replacing: Field.secrets)
            let edits =
                file.passwordEdits(hash) + file.markEdits(row.values[.mustChange])
            after = file.document.applying(edits)
            // Whoever wrote a plain password by hand gave the account another one.
            keepsPassword = isSame && !account.values.hasPlainPassword
        }
        if account.values[.passwordLink] != nil {
            after = registry.endingLink(
                in: after, of: account.document.bytes, keepsPassword: keepsPassword)
        }
        var notes = try notes(on: account, matched, row)
        if let key = registry.directory.policy.loginKey.requiredKey,
            LoginNames.folded(in: after, under: key) == nil,
            LoginNames.folded(in: account.document.bytes, under: key) != nil
        {
            notes.insert(.noLoginName)
        }
        let writing = Writing(
            row: row, name: name, account: account, after: after, awaitsHash: awaitsHash(matched))
        let step = try write(writing, notes: notes, reader)
        guard case .awaitHash = step.action else { return step }
        // It is matched again with all that the file has, to compare the password.
        return ImportStep(row: matched.row, action: .awaitHash, notes: notes, texts: step.texts)
    }

    private func notes(
        on account: AccountFile, _ matched: Matched, _ row: JudgedRow
    ) throws -> Set<ImportStep.Note> {
        var notes: Set<ImportStep.Note> = []
        let now = registry.directory.now
        let endsLogin = row.values.isExpired(now) && account.isActive
        let endsAtServers = row.values.isOver(.mustChange, now) && account.serverObstacles.isEmpty
        if endsLogin || endsAtServers { notes.insert(.shutsOut) }
        if options.locksAbsent, account.has(.locked), !row.values.isLocked { notes.insert(.stillLocked) }
        let given = matched.row
        let isLockAlone = given.values[.password] == nil && given.values[.passwordHash] == StoredHash.lock
        guard given.bringsPassword, given.firstSecret == nil, !isLockAlone else { return notes }
        guard account.keepsPassword else { return notes.union([.missingPassword]) }
        let isSame: Bool?
        switch matched.password {
        case .stored: isSame = true
        case .new(_, let same), .compared(let same): isSame = same
        case .awaited:
            if let text = given.values[.password] {
                isSame = options.isDryRun ? try account.hasPassword(text) : nil
            } else {
                let hash = given.values[.passwordHash].flatMap { try? StoredHash($0) }?.hash
                isSame = try hash.map { try account.hasPassword(of: $0) }
            }
        }
        if let isSame { notes.insert(isSame ? .samePassword : .otherPassword) }
        return notes
    }

    private func edits(
        of account: AccountFile, by row: JudgedRow, _ others: [JSONText.Member], moves: Bool
    ) -> [JSONEdit] {
        let values = row.values
        var edits: [JSONEdit] = values.fields.compactMap { field in
            guard ![.email, .password, .passwordHash].contains(field) else { return nil }
            return values[field].map { .setting(field, $0) }
        }
        if moves, let email = values[.email] { edits.append(.setting(.email, email)) }
        edits += others.map { member in
            if case .string(let text) = member.value { return .set(key: member.key, text) }
            return account.document.copy(member.value, under: member.key)
        }
        edits += account.document.edits(values.ownChanges)
        let cleared = row.cleared.map(\.rawValue) + row.clearedKeys.map(\.key)
        return edits + cleared.map { .remove(key: $0) }
    }

    private func passwordEdits(
        of account: AccountFile, by values: AccountRecord
    ) throws -> [JSONEdit] {
        if values[.passwordHash] == StoredHash.lock {
            // A lock alone does not replace the password.
            return try registry.edits(of: account, for: .lock, isDryRun: options.isDryRun)
        }
        if let text = values[.passwordHash], let stored = try? StoredHash(text) {
            // An existing lock stays, and one in the file is added.
            return account.passwordEdits(stored.hash, locking: stored.isLocked)
        }
        // A dry run says nothing of a password that the account has, whatever its hash.
        guard options.isDryRun, let password = values[.password], try !account.hasPassword(password)
        else { return [] }
        // Stands for the hash, which is not computed. A lock stays.
        let hash = (account.values.isLocked ? StoredHash.lock : "") + "$*$"
        return [.remove(key: Field.password.rawValue), .setting(.passwordHash, hash)]
    }

    /// Whether the row's password has still to be hashed, or compared.
    private func awaitsHash(_ matched: Matched) -> Bool {
        guard case .awaited = matched.password else { return false }
        return matched.row.values[.password] != nil && !options.isDryRun
    }

    // MARK: Writing

    private struct Writing {
        let row: JudgedRow
        let name: String
        /// Nil for a new account.
        let account: AccountFile?
        let after: [UInt8]
        let awaitsHash: Bool

        var path: String { "\(StoreLayout.accounts)/\(name)" }
    }

    /// Writes nothing until the password is hashed.
    private func write(
        _ writing: Writing, notes: Set<ImportStep.Note>, _ reader: DocumentReader
    ) throws -> ImportStep {
        let before = writing.account?.document.bytes
        let hasLoginNames = registry.directory.policy.loginKey.ownKey != nil
        let texts =
            hasLoginNames ? ImportStep.Texts(file: writing.name, before: before, after: writing.after) : nil
        func step(_ action: ImportStep.Action) -> ImportStep {
            ImportStep(row: writing.row, action: action, notes: notes, texts: texts)
        }
        let problems = try problems(of: writing)
        guard problems.isEmpty else { return step(.refuse(problems)) }
        if let account = writing.account, writing.after != before || writing.awaitsHash {
            do throws(StoreError) { try reader.requireWritable(account.file(isRegistered: true)) } catch {
                return step(.leaveAlone(.store(error)))
            }
        }
        if writing.awaitsHash { return step(.awaitHash) }
        let limit = DocumentStore.maximumDocumentSize
        guard writing.after.count <= limit else { return step(.refuse([.tooLong(maximumBytes: limit)])) }
        if before == writing.after { return step(.same) }
        try put(writing)
        let endsSession =
            writing.account?.change(to: writing.after).endsSession(registry.directory.now) ?? false
        return ImportStep(
            row: writing.row, action: try action(of: writing),
            notes: endsSession ? notes.union([.endsSession]) : notes, texts: texts,
            letters: letters(of: writing))
    }

    private func put(_ writing: Writing) throws {
        guard !options.isDryRun else { return }
        let before = writing.account?.document.bytes
        var changes = [
            DocumentChange(writing.path, before: before, after: writing.after, undone: undone(writing))
        ]
        if let account = writing.account, writing.row.source != nil {
            changes = DocumentChange.move(
                account.file(isRegistered: true), to: writing.path, before: before, after: writing.after,
                undone: try registry.undone(account) ?? undone(writing))
        }
        for change in changes { try self.changes.put(change) }
    }

    /// What undoing restores, if not the former text: a link that was replaced does not come back.
    private func undone(_ writing: Writing) -> [UInt8]? {
        guard let account = writing.account, let link = account.value(.passwordLink),
            link != AccountRecord(text: writing.after)?[.passwordLink]
        else { return nil }
        return account.withoutLink(account.document.bytes)
    }

    private func action(of writing: Writing) throws -> ImportStep.Action {
        guard let account = writing.account else { return .register }
        let document = options.isDryRun ? try? JSONDocument(parsing: writing.after) : nil
        let values = document.map { FieldChange.all(from: account.document, to: $0) } ?? []
        guard writing.row.source != nil else { return .change(values) }
        return .move(from: account.email, values.filter { $0.field != .email })
    }

    private func letters(of writing: Writing) -> [JSONText?] {
        guard writing.row.firstSecret != nil, !options.letterColumns.isEmpty,
            let written = try? registry.parse(writing.after, writing.name)
        else { return [] }
        return options.letterColumns.map { $0.value(of: written) }
    }

    /// Why an account's file would be unacceptable, or lacks a field that the import requires.
    private func problems(of writing: Writing) throws(AccountsError) -> [ImportProblem.Reason] {
        let row = writing.row
        let isComplete = writing.account == nil || options.mayLackFields
        if isComplete && row.values.own.isEmpty && row.values.ownChanges.isEmpty { return [] }
        do {
            let file = try registry.parse(
                writing.after, writing.path, replacing: row.bringsPassword ? Field.secrets : [])
            if isComplete { return [] }
            // What the account lacks already is no fault of the file.
            let lacked = writing.account?.missing ?? []
            return file.missing.filter { !lacked.contains($0) }
                .filter { $0 != .password || row.values[.password] == nil }
                .map { .violation(Violation(field: $0, rule: .required)) }
        } catch .invalidFile(let problems) {
            return [.unusable(problems)]
        }
    }
}

extension ImportProblem.Reason {
    var isOfDuplicate: Bool { if case .duplicate = self { true } else { false } }
    fileprivate var isOfFormat: Bool { if case .format = self { true } else { false } }
}

extension AccountFile {
    /// Whether it has a password that a generated one must not replace; a misspelt key may hold one, too.
    var keepsPassword: Bool { isPasswordSet || hasMisplacedPassword }

    /// Whether it gets no generated password or link.
    fileprivate func keeps(_ secret: JudgedRow.FirstSecret, _ now: Moment) -> Bool {
        switch secret {
        case .password: keepsPassword
        case .link: keepsPassword || has(.locked) || link.map { $0.secondsLeft(at: now) > 0 } ?? false
        }
    }

    func hasPassword(_ text: String) throws(HashingError) -> Bool {
        if values.hasPlainPassword { return values[.password]?.hasSameScalars(as: text) ?? false }
        guard let hash = storedHash?.hash else { return false }
        return try hash.matches(text)
    }

    fileprivate func hasPassword(of hash: PasswordHash) throws(HashingError) -> Bool {
        if values.hasPlainPassword, let password = values[.password] { return try hash.matches(password) }
        return storedHash?.hash?.text == hash.text
    }
}

extension JSONDocument {
    /// Whether it has this value, or one that reads the same.
    fileprivate func has(_ member: JSONText.Member) -> Bool {
        guard let value = root[member.key] else { return false }
        let text = JSONText(value)
        if case .string(let cell) = member.value { return text.cell.hasSameScalars(as: cell) }
        return text.bytes == member.value.bytes
    }
}

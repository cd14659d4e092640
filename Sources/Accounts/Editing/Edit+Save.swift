internal import DocumentStore
internal import StrictJSON

// How a text comes to the disk.

extension Edit {
    /// A text that was saved.
    package enum Saved: Sendable {
        case account(EditedAccount, Policy)
        case policy

        /// Whether anything in the file is different.
        package var isChanged: Bool {
            if case .account(let account, _) = self { account.isChanged } else { true }
        }
    }

    /// What became of a try to save.
    package enum Step: Sendable {
        case saved(Saved)
        /// Others were faster: what they made of the document is taken over, and nothing is saved yet.
        case merged
        /// Somebody has to decide first.
        case conflict(Conflict)
        case refused(Obstacle)
    }

    /// Why a text was not saved.
    package enum Obstacle: Error, Sendable {
        /// The document was removed or renamed.
        case gone
        /// What stands in its place is the document of another account.
        case anothers(AccountsError)
        /// What others made of the document cannot be accepted.
        case theirsInvalid(AccountsError)
        /// Others changed the document again and again.
        case keepsChanging
        case error(AccountsError)
    }

    /// How often others may be faster before that counts as a fight.
    package static let mostMerges = 20

    // MARK: Saving

    /// An obstacle as the error of whoever has no text to keep.
    package func error(of obstacle: Obstacle, in directory: AccountsDirectory) -> AccountsError {
        switch obstacle {
        case .gone: if case .account(let email) = subject { .noAccount(email) } else { .nobodyLoggedIn }
        case .anothers, .keepsChanging: .store(.changedMeanwhile(path: directory.store.path(of: file)))
        case .theirsInvalid(let error), .error(let error): error
        }
    }

    /// Tries to save my text; where others changed the document, takes over what they made of it instead.
    package mutating func advance(in directory: AccountsDirectory) -> Step {
        if let conflict = conflicts.first { return .conflict(conflict) }
        do throws(AccountsError) {
            guard isCurrent else { throw .store(.changedMeanwhile(path: directory.store.path(of: file))) }
            return .saved(try save(in: directory))
        } catch {
            guard case .store(.changedMeanwhile) = error else { return .refused(.error(error)) }
            merges += 1
            guard merges <= Self.mostMerges else { return .refused(.keepsChanging) }
            do throws(Obstacle) { try takePresent(in: directory, after: error) } catch {
                return .refused(error)
            }
            return conflicts.first.map(Step.conflict) ?? .merged
        }
    }

    /// Takes over what the document is now.
    ///
    /// - Parameter error: why it could not be saved, which holds where the document is as it was.
    private mutating func takePresent(
        in directory: AccountsDirectory, after error: AccountsError
    ) throws(Obstacle) {
        let present: Found
        do throws(AccountsError) {
            present = try followsEmail ? Self.find(subject, in: directory) : try foundAgain(in: directory)
        } catch .nobodyLoggedIn, .noAccount { throw .gone } catch { throw .error(error) }
        guard let bytes = present.bytes else { throw .gone }
        guard present.file != file || !isCurrent || bytes != seen else { throw .error(error) }
        let path = directory.store.path(of: present.file)
        do throws(AccountsError) {
            if subject == .policy {
                try check(bytes, at: path, in: directory)
                return take(try JSONDocument(parsing: bytes, path: path))
            }
            let account = try account(bytes, at: path, in: directory)
            guard isSame(account) else {
                throw present.file == file ? .noAccount(account.email) : error
            }
            take(account)
        } catch {
            switch error {
            case .invalidFile: throw .theirsInvalid(error)
            case .noAccount: throw .anothers(error)
            default: throw .error(error)
            }
        }
    }

    private func foundAgain(in directory: AccountsDirectory) throws(AccountsError) -> Found {
        let (file, email) = (file, email)
        return try directory.reading { reader in
            Found(file: file, email: email, bytes: try reader.contents(of: file), offered: [])
        }
    }

    /// Saves my text as one change, byte for byte but for a plain password of a registered account, which becomes its
    /// hash, over what was last seen of the document.
    ///
    /// - Throws: `invalidFile` with the problems of the text; `store(.changedMeanwhile)` where the document holds something
    ///   else by now, or another account is logged in; `nobodyLoggedIn`, `emailTaken`, `hashing`, `rulesChanged`.
    package func save(in directory: AccountsDirectory) throws(AccountsError) -> Saved {
        if subject == .policy {
            try check(in: directory)
            let change = DocumentChange(file, before: seen, after: text)
            try directory.writingUnderAnyRules { writer in
                try requireSeen(writer.reader)
                try writer.commit([change], undo: .clear)
            }
            return .policy
        }
        let saved = isRegistered ? try saveAccount(in: directory) : try saveProfile(in: directory)
        return .account(saved, directory.policy)
    }

    private func saveProfile(in directory: AccountsDirectory) throws(AccountsError) -> EditedAccount {
        guard let seen else { throw .nobodyLoggedIn }
        return try directory.writing { writer in
            try requireSeen(writer.reader)
            let account = try account(text, at: writer.reader.path(of: file), in: directory)
            try writer.commit([DocumentChange(file, before: seen, after: text)], undo: .record(account: nil))
            return EditedAccount(account, before: seen, self.account?.values)
        }
    }

    /// Makes sure that the document is what was seen, where a commit has nothing to compare: it changes nothing.
    private func requireSeen(_ reader: DirectoryReader) throws(AccountsError) {
        guard text == seen else { return }
        guard try reader.contents(of: file) == seen else {
            throw .store(.changedMeanwhile(path: reader.path(of: file)))
        }
    }

    private func saveAccount(in directory: AccountsDirectory) throws(AccountsError) -> EditedAccount {
        guard let seen else { throw .noAccount(email) }
        let registry = Registry(directory)
        let mine = try account(text, at: copy ?? directory.store.path(of: file), in: directory)
        let after = mine.document.applying(try hashEdits(of: mine, replacing: seen, in: registry))
        do throws(AccountsError) { return try replace(seen, with: after, of: mine.email, in: registry) } catch
        {
            guard error == .emailTaken, let copy, let value = mine.document.root[Field.email.rawValue]
            else { throw error }
            throw .invalidFile([mine.document.problem(copy, at: value.range.lowerBound, .emailTaken)])
        }
    }

    /// - Parameter owner: the email that the account has from then on.
    private func replace(
        _ seen: [UInt8], with after: [UInt8], of owner: String, in registry: Registry
    ) throws(AccountsError) -> EditedAccount {
        try registry.directory.writing { writer in
            try requireSeen(writer.reader)
            let session = try registry.session(of: email, for: subject, writer.reader)
            let steps = try registry.steps(
                from: (file, seen), to: (owner, after), movesSession: session != nil, writer.reader)
            let account = try registry.parse(after, steps[0].file)
            let owner = steps.count > 1 ? owner : session?.account
            try writer.commit(
                steps, undo: subject == .own ? .record(account: owner) : .clear, allOrNone: true)
            return EditedAccount(account, before: seen, self.account?.values)
        }
    }

    /// The edits that put a hash in the place of a new plain password; the lock before the hash that it replaces stays.
    private func hashEdits(
        of mine: AccountFile, replacing seen: [UInt8], in registry: Registry
    ) throws(AccountsError) -> [JSONEdit] {
        guard let password = mine.value(.password), values.map({ $0[.password] != nil }) ?? true else {
            return []
        }
        let old = AccountRecord(text: seen)?[.passwordHash].flatMap { try? StoredHash($0) }
        let isLocked = mine.values[.passwordHash] == nil ? old?.isLocked ?? false : mine.isLocked
        return mine.passwordEdits(StoredHash(try registry.hash(password), isLocked: isLocked))
    }
}

extension Registry {
    /// The session, if it is that of an account, as it must be for whoever edits his own.
    fileprivate func session(
        of email: String, for subject: Edit.Subject, _ reader: DirectoryReader
    ) throws(AccountsError) -> SessionFile? {
        guard subject == .own else { return try validSession(reader).flatMap { $0.isOf(email) ? $0 : nil } }
        guard let session = try SessionFile(reader) else { throw .nobodyLoggedIn }
        guard session.isOf(email) else {
            throw .store(.changedMeanwhile(path: store.path(of: StoreLayout.session)))
        }
        return session
    }

    /// One change in place; or three, where the email's file has another name. The new file comes first, so that
    /// at no moment the account is nowhere; the session next, so that it never names an account that is gone.
    fileprivate func steps(
        from old: (file: String, bytes: [UInt8]), to new: (email: String, bytes: [UInt8]), movesSession: Bool,
        _ reader: DirectoryReader
    ) throws(AccountsError) -> [DocumentChange] {
        let file = Self.file(of: new.email) ?? old.file
        guard file != old.file else { return [DocumentChange(file, before: old.bytes, after: new.bytes)] }
        guard try !reader.exists(file) else { throw .emailTaken }
        let session = movesSession ? [try SessionFile.change(to: new.email, reader)] : []
        return [DocumentChange(file, before: nil, after: new.bytes)] + session
            + [DocumentChange(old.file, before: old.bytes, after: nil)]
    }
}

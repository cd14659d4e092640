internal import DocumentStore
internal import StrictJSON

extension Edit {
    package struct Saved: Sendable {
        /// The edited account; nil for rules.
        package let account: EditedAccount?
        /// The rules that it was checked against, or the edited rules.
        package let policy: Policy
        /// Whether anything in the file changed.
        package let isChanged: Bool
    }

    package enum End: Sendable {
        case saved(Saved)
        /// Nobody has decided a conflict, or new rules are not accepted.
        case undecided
        /// My text was not saved. `invalidFile` is about the copy, or about what others made of the document.
        case refused(AccountsError)
    }

    /// How many times others may be faster before the edit gives up.
    package static let mostMerges = 20

    /// Saves my text. If others were faster, their changes are merged and saving is tried again.
    ///
    /// - Parameters:
    ///   - directory: gives the directory under its present rules, before each try.
    ///   - accept: gets new rules before each try to save them; nothing is saved if it returns false.
    ///   - choose: decides a conflict; nil if nobody does.
    package mutating func finish<Failure: Error>(
        in directory: () throws(Failure) -> AccountsDirectory,
        accepting accept: (PolicyChange) throws(Failure) -> Bool = { _ in true },
        choosing choose: (Conflict) throws(Failure) -> Choice?
    ) throws(Failure) -> End {
        var merges = 0
        while true {
            if let conflict = conflicts.first {
                guard let choice = try choose(conflict) else { return .undecided }
                settle(conflict, as: choice)
                continue
            }
            let directory = try directory()
            let judged: Judged
            do throws(AccountsError) { judged = try self.judged(in: directory) } catch {
                return .refused(error)
            }
            if isCurrent, case .rules(let rules) = judged {
                guard try accept(PolicyChange(from: seen, to: rules)) else { return .undecided }
            }
            do throws(AccountsError) { return .saved(try save(judged, in: directory)) } catch {
                guard case .store(.changedMeanwhile) = error, merges < Self.mostMerges else {
                    return .refused(error)
                }
                merges += 1
                do throws(AccountsError) { try takePresent(in: directory, after: error) } catch {
                    return .refused(error)
                }
            }
        }
    }

    /// Saves my text without asking anybody.
    ///
    /// - Parameter choice: decides all conflicts; nil to leave them undecided.
    package mutating func finish(in directory: AccountsDirectory, choosing choice: Choice? = nil) -> End {
        finish(in: { directory }, accepting: { _ in true }, choosing: { _ in choice })
    }

    /// Merges the document as it is now.
    ///
    /// - Parameter error: why saving failed; thrown if the document has not changed.
    private mutating func takePresent(
        in directory: AccountsDirectory, after error: AccountsError
    ) throws(AccountsError) {
        let present = try followsEmail ? Self.find(subject, in: directory) : try foundAgain(in: directory)
        guard let bytes = present.bytes else { throw gone(from: directory) }
        guard present.file != file || !isCurrent || bytes != seen else { throw error }
        let path = directory.store.path(of: present.file)
        switch try judged(bytes, at: path, in: directory) {
        case .account(let account):
            guard isSame(account) else { throw changedMeanwhile(in: directory) }
            take(account)
        case .rules: take(try JSONDocument(parsing: present.text, path: path), of: bytes)
        }
    }

    private func foundAgain(in directory: AccountsDirectory) throws(AccountsError) -> Found {
        let (file, email) = (file, email)
        return try directory.reading { reader in
            Found(file: file, email: email, bytes: try reader.contents(of: file))
        }
    }

    private func gone(from directory: AccountsDirectory) -> AccountsError {
        switch subject {
        case .account(let email): .noAccount(email)
        // The file is the login.
        case .own where !isRegistered: .nobodyLoggedIn
        // An administrator may have given the account another email.
        case .own, .policy: changedMeanwhile(in: directory)
        }
    }

    private func changedMeanwhile(in directory: AccountsDirectory) -> AccountsError {
        .store(.changedMeanwhile(path: directory.store.path(of: file)))
    }

    // MARK: One try

    /// Saves a checked text as one change over the document as it was last seen: byte for byte, except that the plain
    /// password of a registered account becomes its hash. The rules are the same under the lock.
    ///
    /// - Throws: `store(.changedMeanwhile)` if the document was changed since, or another account is logged in;
    ///   `nobodyLoggedIn`, `hashing`, `rulesChanged`, `emailTaken` (a problem of the text for a copy).
    func save(_ judged: Judged, in directory: AccountsDirectory) throws(AccountsError) -> Saved {
        guard isCurrent else { throw changedMeanwhile(in: directory) }
        switch judged {
        case .account(let mine):
            do throws(AccountsError) {
                let saved = try save(mine, in: directory)
                return Saved(account: saved, policy: directory.policy, isChanged: saved.isChanged)
            } catch {
                guard error == .emailTaken, let copy, let value = mine.document.root[Field.email.rawValue]
                else { throw error }
                throw .invalidFile([mine.document.problem(copy, at: value.range.lowerBound, .emailTaken)])
            }
        case .rules(let rules):
            // Keys that were only shown are no change.
            let after = isUnchanged(text) ? seen : text
            let change = DocumentChange(file, before: seen, after: after)
            try directory.writingUnderAnyRules { writer in
                try requireSeen(writer.reader, for: after)
                try writer.commit([change])
            }
            return Saved(account: nil, policy: rules.policy, isChanged: after != seen)
        }
    }

    private func save(
        _ mine: AccountFile, in directory: AccountsDirectory
    ) throws(AccountsError) -> EditedAccount {
        guard let seen else { throw gone(from: directory) }
        let registry = Registry(directory)
        let account = isRegistered ? try withHash(mine, replacing: seen, in: registry) : mine
        return try directory.writing { writer in
            try requireSeen(writer.reader, for: text)
            var changes = [DocumentChange(file, before: seen, after: account.document.bytes)]
            if isRegistered {
                let session = try registry.session(of: email, for: subject, writer.reader)
                changes = try registry.changes(
                    changes[0], of: account, movesSession: session != nil, writer.reader)
            }
            try writer.commit(changes)
            return EditedAccount(
                account.moved(to: writer.store.path(of: changes[0].file)), before: seen, self.account?.values
            )
        }
    }

    /// Makes sure that an unchanged document is still as it was seen; a commit would not compare it.
    private func requireSeen(_ reader: DocumentReader, for after: [UInt8]?) throws {
        guard after == seen else { return }
        guard try reader.contents(of: file) == seen else {
            throw AccountsError.store(.changedMeanwhile(path: reader.store.path(of: file)))
        }
    }

    /// The account with a hash in place of a new plain password; a lock before the old hash stays.
    private func withHash(
        _ mine: AccountFile, replacing seen: [UInt8], in registry: Registry
    ) throws(AccountsError) -> AccountFile {
        guard let password = mine.value(.password), values.map({ $0[.password] != nil }) ?? true else {
            return mine
        }
        let old = AccountRecord(text: seen)?[.passwordHash].flatMap { try? StoredHash($0) }
        let isLocked = mine.values[.passwordHash] == nil ? old?.isLocked ?? false : mine.isLocked
        let edits = mine.passwordEdits(StoredHash(try registry.hash(password), isLocked: isLocked))
        return try registry.parse(mine.document.applying(edits), file)
    }
}

extension Registry {
    /// The session, which must be the account's if users edit their own.
    fileprivate func session(
        of email: String, for subject: Edit.Subject, _ reader: DocumentReader
    ) throws -> SessionFile? {
        guard subject == .own else {
            return try SessionFile.valid(reader).flatMap { $0.isOf(email) ? $0 : nil }
        }
        guard let session = try SessionFile(reader) else { throw AccountsError.nobodyLoggedIn }
        guard session.isOf(email) else {
            throw AccountsError.store(.changedMeanwhile(path: store.path(of: StoreLayout.session)))
        }
        return session
    }

    /// One change in place, or three if a new email needs another file: the new file first, so that the account always
    /// exists, then the session, so that it never names a missing account.
    fileprivate func changes(
        _ change: DocumentChange, of account: AccountFile, movesSession: Bool, _ reader: DocumentReader
    ) throws -> [DocumentChange] {
        guard !account.isNamed(change.file), let file = Self.file(of: account.email) else { return [change] }
        try requireFree(file, reader, isForNew: false)
        let session = movesSession ? [try SessionFile.change(to: account.email, reader)] : []
        return [DocumentChange(file, before: nil, after: change.after)] + session
            + [DocumentChange(change.file, before: change.before, after: nil)]
    }
}

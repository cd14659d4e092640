internal import DocumentStore
internal import StrictJSON

// How a text comes to the disk.

extension Edit {
    /// A text that was saved.
    package struct Saved: Sendable {
        /// The account that it is; nil of rules.
        package let account: EditedAccount?
        /// The rules that it was held against, or that it is.
        package let policy: Policy
        /// Whether anything in the file is different.
        package let isChanged: Bool
    }

    /// How an edit ended.
    package enum End: Sendable {
        case saved(Saved)
        /// Nobody has decided what both changed.
        case undecided
        /// My text was not saved. `invalidFile` is about the copy, or else about what others made of the document.
        case refused(AccountsError)
    }

    /// How often others may be faster before that counts as a fight.
    package static let mostMerges = 20

    /// Saves my text; where others were faster, what they made of the document is taken over, and it is tried again.
    ///
    /// - Parameters:
    ///   - directory: gives the directory under the rules that hold now, before each try.
    ///   - announce: gets what rules would change, before each try to save them; nothing is saved where it throws.
    ///   - choose: decides what both changed; nil where nobody does.
    package mutating func finish<Failure: Error>(
        in directory: () throws(Failure) -> AccountsDirectory,
        announcing announce: (PolicyChange) throws(Failure) -> Void = { _ in },
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
                try announce(PolicyChange(from: seen, to: rules))
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

    /// Saves my text where nobody can be asked.
    ///
    /// - Parameter choice: what holds of what both changed; nil where that stays undecided.
    package mutating func finish(in directory: AccountsDirectory, choosing choice: Choice? = nil) -> End {
        finish(in: { directory }, announcing: { _ in }, choosing: { _ in choice })
    }

    /// Takes over what the document is now.
    ///
    /// - Parameter error: why it could not be saved, which holds where the document is as it was.
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

    /// Why there is no document any more.
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

    /// Saves what was judged as one change over what was last seen of the document: byte for byte, but for a plain
    /// password of a registered account, which becomes its hash. The rules that it was held against hold under the lock.
    ///
    /// - Throws: `store(.changedMeanwhile)` where the document holds something else by now, or another account is logged
    ///   in; `nobodyLoggedIn`, `hashing`, `rulesChanged`, `emailTaken`, which is a problem of a text in a copy.
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
                account.moved(to: writer.reader.path(of: changes[0].file)), before: seen, self.account?.values
            )
        }
    }

    /// Makes sure that the document is what was seen, where a commit has nothing to compare: it changes nothing.
    private func requireSeen(_ reader: DirectoryReader, for after: [UInt8]?) throws(AccountsError) {
        guard after == seen else { return }
        guard try reader.contents(of: file) == seen else {
            throw .store(.changedMeanwhile(path: reader.path(of: file)))
        }
    }

    /// The account with a hash in the place of a new plain password; the lock before the hash that it replaces stays.
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
    /// The session, if it is that of an account, as it must be where users edit their own.
    fileprivate func session(
        of email: String, for subject: Edit.Subject, _ reader: DirectoryReader
    ) throws(AccountsError) -> SessionFile? {
        guard subject == .own else {
            return try SessionFile.valid(reader).flatMap { $0.isOf(email) ? $0 : nil }
        }
        guard let session = try SessionFile(reader) else { throw .nobodyLoggedIn }
        guard session.isOf(email) else {
            throw .store(.changedMeanwhile(path: store.path(of: StoreLayout.session)))
        }
        return session
    }

    /// One change in place; or three, where the email's file has another name. The new file comes first, so that
    /// at no moment the account is nowhere; the session next, so that it never names an account that is gone.
    fileprivate func changes(
        _ change: DocumentChange, of account: AccountFile, movesSession: Bool, _ reader: DirectoryReader
    ) throws(AccountsError) -> [DocumentChange] {
        guard !account.isNamed(change.file), let file = Self.file(of: account.email) else { return [change] }
        try requireFree(file, reader, isForNew: false)
        let session = movesSession ? [try SessionFile.change(to: account.email, reader)] : []
        return [DocumentChange(file, before: nil, after: change.after)] + session
            + [DocumentChange(change.file, before: change.before, after: nil)]
    }
}

package import DocumentStore
package import PlainValues
internal import StrictJSON

// What an edit is of, and whether its text is right.

extension Edit {
    // MARK: Finding

    /// A document that somebody may edit, whatever it holds.
    package struct Found: Sendable {
        /// The document, as a path below the directory.
        package let file: String
        let email: String
        /// What it holds; nil where it does not exist.
        package let bytes: [UInt8]?
        /// What to begin with where it does not exist: the rules that hold without it.
        package let offered: [UInt8]

        /// What a copy of it is made of.
        package var origin: WorkingCopy.Origin {
            WorkingCopy.Origin(of: file, holding: bytes, orElse: offered)
        }
    }

    /// The directory that a document is edited in, under the rules that hold now; for the rules themselves, which need
    /// not be acceptable, whatever they are.
    package static func directory(
        of subject: Subject, in store: DocumentStore, today: CalendarDate, now: Timestamp
    ) throws(AccountsError) -> AccountsDirectory {
        guard subject == .policy else { return try AccountsDirectory(store, today: today, now: now) }
        return AccountsDirectory(store, .profile, today: today, now: now)
    }

    /// Finds a document, whatever it holds.
    ///
    /// - Throws: `nobodyLoggedIn`, `noAccount`, `noRegistry`, `invalidFile` of the session.
    package static func find(
        _ subject: Subject, in directory: AccountsDirectory
    ) throws(AccountsError) -> Found {
        try directory.reading { reader in
            func found(_ file: String, _ email: String = "", offered: [UInt8] = []) throws(AccountsError)
                -> Found
            {
                Found(file: file, email: email, bytes: try reader.contents(of: file), offered: offered)
            }
            switch subject {
            case .policy: return try found(StoreLayout.policy, offered: Policy.profile.fileText)
            case .account(let email):
                let account = try directory.registry().removable(email, reader)
                return Found(file: account.file, email: account.email, bytes: account.bytes, offered: [])
            case .own where !directory.policy.isRegistry:
                let profile = try found(StoreLayout.profile)
                guard profile.bytes != nil else { throw AccountsError.nobodyLoggedIn }
                return profile
            case .own:
                guard let session = try SessionFile(reader), let file = Registry.file(of: session.account),
                    let bytes = try reader.contents(of: file)
                else { throw AccountsError.nobodyLoggedIn }
                // Whom nobody can accept is still logged in, to correct it.
                let account = try? Registry(directory).parse(bytes, file)
                guard account.map({ $0.isNamed(file) && !$0.isLocked }) ?? true else {
                    throw AccountsError.nobodyLoggedIn
                }
                return Found(file: file, email: session.account, bytes: bytes, offered: [])
            }
        }
    }

    // MARK: Judging

    /// Holds my text against the rules.
    ///
    /// - Parameter path: where it stands, if not where it is written.
    /// - Throws: `invalidFile` with every problem; `rulesChanged` where the rules are those of the other system by now.
    package func check(in directory: AccountsDirectory, at path: String? = nil) throws(AccountsError) {
        try check(text, at: path ?? copy ?? directory.store.path(of: file), in: directory)
    }

    /// Holds the values that were given against the rules, as a draft.
    ///
    /// - Throws: `violations`.
    package func checkValues(in directory: AccountsDirectory) throws(AccountsError) {
        try directory.draft(values ?? [:], over: account?.values ?? [:]).requireChanges()
    }

    /// Holds a text of the document against the rules.
    func check(_ text: [UInt8], at path: String, in directory: AccountsDirectory)
        throws(AccountsError)
    {
        if subject == .policy {
            _ = try PolicyFile(parsing: text, path: path)
        } else {
            _ = try account(text, at: path, in: directory)
        }
    }

    func account(
        _ text: [UInt8], at path: String, in directory: AccountsDirectory
    ) throws(AccountsError) -> AccountFile {
        guard directory.policy.isRegistry == isRegistered else {
            throw .rulesChanged(path: directory.store.path(of: StoreLayout.policy))
        }
        return try AccountFile(parsing: text, path: path, policy: directory.policy, today: directory.today)
    }

    /// The directory as it would be under the rules that my text is.
    package func rules(in directory: AccountsDirectory) throws(AccountsError) -> AccountsDirectory {
        let policy = try PolicyFile(parsing: text, path: copy ?? directory.store.path(of: file)).policy
        return AccountsDirectory(directory.store, policy, today: directory.today, now: directory.now)
    }
}

extension Policy {
    /// The rules as a `policy.json` that says each of them.
    fileprivate var fileText: [UInt8] {
        var scratch = self
        let members = PolicyKey.allCases.compactMap { key -> JSONText.Member? in
            let value = value(of: key)
            guard isRegistry || !key.row.isForRegistries, scratch.set(key, to: value).isEmpty else {
                return nil
            }
            return .init(key.rawValue, value.json)
        }
        return JSONText.object(members).fileBytes
    }
}

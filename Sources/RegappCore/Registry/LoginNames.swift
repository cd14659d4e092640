internal import RegappJSON
internal import RegappStore

// Login names: the values of the custom key by which the rules let people log in (``Policy/LoginKey/own(_:orEmail:)``).
// They are unique without case. None has an `@`, so none is anybody's email, and a name that was typed says by itself
// whether one file or all have to be read.

extension Policy.LoginKey {
    /// - Parameter text: as in `policy.json`: `email`, `firstName`, a custom key, or `email` and one with a comma between.
    init?(_ text: String) {
        switch text {
        case Field.email.rawValue: self = .email
        case Field.firstName.rawValue: self = .firstName
        default:
            let words = text.split(separator: ",", omittingEmptySubsequences: false).map {
                String($0).trimmed
            }
            let orEmail = words.count == 2 && words[0] == Field.email.rawValue
            guard let key = words.last, words.count == 1 || orEmail, Self.isPossible(key) else { return nil }
            self = .own(key, orEmail: orEmail)
        }
    }

    /// A key that resembles one of a field was probably mistyped.
    private static func isPossible(_ key: String) -> Bool {
        OwnValue(key, "x").refusalAsTyped == nil && AccountColumn.own(key).meant.isEmpty
            && !key.contains { $0.isWhitespace || $0 == "\"" }
    }

    /// What is wrong with an account's member as a login name, in a sentence; nil if it is none, or an acceptable one.
    func mistake(in member: JSONMember) -> String? {
        guard let ownKey, member.key.hasSameScalars(as: ownKey) else { return nil }
        return LoginNames.mistake(in: JSONText(member.value)).map { "'\(ownKey)' \($0)" }
    }

    /// Whether a key or the name of a column is that of the login names, whatever its case and spaces.
    func isMeant(by key: String) -> Bool {
        ownKey.map { ColumnMap.folded($0) == ColumnMap.folded(key) } ?? false
    }

    /// The key under which everybody needs a login name; nil where the email does, or names are fields.
    package var requiredKey: String? { if case .own(let key, orEmail: false) = self { key } else { nil } }

    /// As in `policy.json`.
    var text: String {
        switch self {
        case .email, .firstName: field.rawValue
        case .own(let key, let orEmail): (orEmail ? Field.email.rawValue + "," : "") + key
        }
    }
}

enum LoginNames {
    /// In characters: as long as the longest name of a user in common systems.
    static let maximumLength = 256

    /// What is wrong with a value under the key of login names, as part of a sentence; nil for an acceptable name.
    static func mistake(in value: JSONText) -> String? {
        switch value {
        case .number: return nil
        case .string(let text):
            if text.isBlank { return "must not be empty: leave the key out" }
            if text.utf8.contains(UInt8(ascii: "@")) { return "must not have an @, as only emails do" }
            if text.count > maximumLength { return "must have at most \(maximumLength) characters" }
            let isPlain = text.unicodeScalars.allSatisfy {
                !$0.isSpace && !$0.isUnprintable && !$0.isInvisible && $0 != ":" && $0 != ","
            }
            return isPlain ? nil : "must have no spaces, colons, commas or invisible characters"
        case .null, .boolean, .array, .object: return "must be one text"
        }
    }

    /// A value as one of the key of login names, or of another key: equal ones are of the same person.
    static func identity(of value: JSONText?, _ column: AccountColumn, under policy: Policy) -> String? {
        let isName = column.ownKey.map { $0.hasSameScalars(as: policy.loginKey.ownKey ?? "") } ?? false
        return value?.foreignIdentity.map { isName ? folded($0) : $0 }
    }

    /// In a form in which equal names are equal: `STRASSE`, `straße` and `STRAẞE`, which is no capital of itself, `ΝΊΚΟΣ`
    /// and `νίκος`.
    static func folded(_ name: String) -> String { name.lowercased().uppercased().lowercased() }

    /// The name in the text of an account, folded; nil if there is none.
    static func folded(in text: [UInt8]?, under key: String) -> String? {
        text.flatMap { JSONDocument(object: $0) }?.root[key].flatMap { JSONText($0).identity }.map(folded)
    }
}

extension AccountFile {
    /// The name by which the rules let the account log in; nil if they know no such names, or the account has none.
    package func loginName(under policy: Policy) -> String? {
        policy.loginKey.ownKey.flatMap { ownValue(of: $0)?.identity }
    }

    /// The key under which the rules want a login name and the account has none; nil if it can log in otherwise.
    package func missingLoginName(under policy: Policy) -> String? {
        loginName(under: policy) == nil ? policy.loginKey.requiredKey : nil
    }
}

extension Policy {
    /// Throws `noLoginName` if typed values would give an account a login name that is none.
    func requireLoginName(_ values: [OwnValue], over account: AccountFile? = nil) throws(AccountsError) {
        guard let key = loginKey.ownKey, isRegistry else { return }
        let other = values.first { change in
            !change.key.hasSameScalars(as: key) && loginKey.isMeant(by: change.key)
                && change.applied(to: nil) != nil
        }
        if let other { throw .noLoginName("'\(other.key)' is not '\(key)', by which people log in") }
        var value = account?.document.root[key].map { JSONText($0) }
        for change in values where change.key.hasSameScalars(as: key) { value = change.applied(to: value) }
        // One text that was added, or that is left of two, is no list.
        if case .array(let elements)? = value, elements.count < 2, values.contains(where: \.changesList) {
            value = elements.first
        }
        guard let value, let mistake = LoginNames.mistake(in: value) else { return }
        throw .noLoginName("'\(key)' \(mistake)")
    }
}

extension Registry {
    /// The email of the account that a person means who typed a name to log in.
    ///
    /// Where the rules know login names, a name without an `@` is one, and every account is read for it; whether anybody
    /// has it does not show in the time that takes. If nobody has it, or the email to which it is completed is an account's,
    /// it stands for that email, where one may be typed.
    ///
    /// - Parameter domain: completes a name without an `@` to an email.
    /// - Returns: nil if the name is nobody's, or that of several accounts.
    package func email(
        loggingInAs name: String, domain: String? = nil
    ) throws(AccountsError) -> String? {
        let hasAt = name.utf8.contains(UInt8(ascii: "@"))
        let completed = hasAt ? name : domain.map { "\(name)@\($0)" }
        guard case .own(let key, let orEmail) = directory.policy.loginKey else { return completed ?? name }
        if hasAt { return orEmail ? name : nil }
        let holders = try holders(of: [LoginNames.folded(name).hashValue: 0], under: key)
        guard orEmail, let completed else { return holders.count == 1 ? holders[0].email : nil }
        if holders.isEmpty { return completed }
        // To a server with a domain, the name is the beginning of that email, whoever else has it as a login name.
        if try account(of: completed) != nil { return completed }
        return holders.count == 1 ? holders[0].email : nil
    }

    /// Hashes of the folded names under a key that several accounts have, whether these can log in or not.
    package func sharedNames(under key: String) throws(AccountsError) -> Set<Int> {
        let walk = try directory.reading { reader in try self.walk(reader) }
        var seen: Set<Int> = []
        var shared: Set<Int> = []
        for names in walk.nameHashes(under: key) {
            for name in names where !seen.insert(name).inserted { shared.insert(name) }
        }
        return shared
    }

    /// An account with all that is said of it where it is shown by itself.
    ///
    /// - Parameter filter: what it must have, as in ``existingAccount(of:where:)``.
    package func shownAccount(
        of email: String, where filter: AccountFilter = AccountFilter()
    ) throws(AccountsError) -> AccountFile {
        var account = try existingAccount(of: email, where: filter)
        if let key = directory.policy.loginKey.requiredKey,
            let name = account.loginName(under: directory.policy)
        {
            account.sharesLoginName = try sharedNames(under: key).contains(LoginNames.folded(name).hashValue)
        }
        return account
    }

    /// The accounts that have one of these names. One that moves to another email meanwhile may be met under neither, or
    /// under both, so all are read again if other files are listed then. That depends on no name, and tells of none.
    ///
    /// - Parameter names: hashes of folded names, each with a place.
    fileprivate func holders(of names: [Int: Int], under key: String) throws(AccountsError)
        -> [LoginNameHolder]
    {
        try directory.reading { reader in
            try reader.requireAccounts()
            var walk = try self.walk(reader)
            var holders = walk.holders(of: names, under: key)
            for _ in 1..<Self.mostWalks {
                let next = try self.walk(reader)
                // Looked at last, since the caller reads the account next.
                let areThere = try holders.allSatisfy { holder in
                    try Registry.file(of: holder.email).map { try reader.exists($0) } ?? false
                }
                if areThere, next.hasSameFiles(as: walk) { break }
                walk = next
                holders = walk.holders(of: names, under: key)
            }
            return holders
        }
    }

    private static let mostWalks = 8

    /// All accounts but those in misnamed files.
    func walk(_ reader: DocumentReader) throws -> RegistryWalk {
        RegistryWalk(self, of: try AccountsFolder(reader), reader.onAnyThread)
    }
}

extension AccountStore {
    /// The emails of the accounts that a command's arguments name: a text without an `@` may be the login name of one
    /// account alone. What is not stays as it is. Every account is read, once, if there is such a text.
    ///
    /// - Parameter filter: accounts that it does not select have no login names, since the caller may learn nothing of them.
    package func emails(
        meantBy names: [String], where filter: AccountFilter = AccountFilter()
    ) throws(AccountsError) -> [String] {
        let typed = names.filter { !$0.utf8.contains(UInt8(ascii: "@")) }.map(LoginNames.folded)
        guard policy.isRegistry, let key = policy.loginKey.ownKey, !typed.isEmpty else { return names }
        let places = Dictionary(zip(typed.map(\.hashValue), typed.indices)) { first, _ in first }
        let registry = try registry()
        let holders = try registry.holders(of: places, under: key)
        return try names.map { name throws(AccountsError) in
            let place = places[LoginNames.folded(name).hashValue]
            let found = holders.filter { holder in
                holder.place == place
                    && (filter.isEmpty
                        || (try? registry.existingAccount(of: holder.email, where: filter)) != nil)
            }
            guard found.count > 1 else { return found.first?.email ?? name }
            let emails = found.map(\.email).sorted().prefix(2).joined(separator: " and ")
            throw AccountsError.noLoginName("several accounts have this '\(key)': \(emails)")
        }
    }
}

extension AccountStore {
    /// - Throws: `loginNameTaken` if changes give an account a login name that another one has, or two the same.
    func requireFreeLoginNames(after changes: [DocumentChange], _ reader: DocumentReader) throws {
        guard policy.isRegistry, var names = NewLoginNames(under: policy) else { return }
        for change in changes { try names.add(change) }
        try names.requireFree(in: Registry(directory: self), reader)
    }
}

extension RegistryWalk {
    /// Hashes of the folded names of all accounts.
    fileprivate func nameHashes(under key: String) -> Parts<[Int]> {
        fileParts { _, read in read.compactMap { $0.holder(of: key)?.name.hashValue } }
    }

    /// The accounts that have one of these names.
    ///
    /// - Parameters:
    ///   - names: hashes of folded names, each with a place.
    ///   - files: hashes of the names of files to leave out.
    fileprivate func holders(
        of names: [Int: Int], under key: String, besides files: Set<Int> = []
    ) -> [LoginNameHolder] {
        fileParts { _, read in
            read.compactMap { file -> LoginNameHolder? in
                guard !files.contains(file.name.hashValue), let holder = file.holder(of: key),
                    let place = names[holder.name.hashValue]
                else { return nil }
                return LoginNameHolder(email: holder.email, place: place)
            }
        }.flatMap(\.self)
    }
}

extension RegistryWalk.File {
    fileprivate struct Holder {
        let email: String
        /// Folded.
        let name: String
    }

    /// Who has a name under the key; nil if nobody has. A copy in a file with another name is no account.
    fileprivate func holder(of key: String) -> Holder? {
        guard let text = try? contents.get(), let name = LoginNames.folded(in: text, under: key),
            let account = AccountsFolder.account(in: text), account.file.hasSameScalars(as: self.name)
        else { return nil }
        return Holder(email: account.email, name: name)
    }
}

/// An account that has a login name already that another one is to get.
struct LoginNameHolder: Sendable {
    let email: String
    /// What is to get the name.
    let place: Int
}

/// The login names that a change gives to accounts. Nobody else may have them; names that stay are not looked at.
struct NewLoginNames: Sendable {
    let key: String
    /// By the hash of a folded name, which account gets it. A hash takes less memory than the name.
    private var places: [Int: Int] = [:]
    /// Hashes of the names of files whose account gets another name, or none.
    private var files: Set<Int> = []

    /// Nil if the rules know no login names.
    init?(under policy: Policy) {
        guard let key = policy.loginKey.ownKey else { return nil }
        self.key = key
    }

    /// Notes what an account's text becomes.
    ///
    /// - Parameters:
    ///   - file: its file's name, without the folder.
    ///   - place: such as the number of the change, or of a line.
    /// - Returns: the place of an account noted before that gets the same name.
    mutating func note(_ file: String, from before: [UInt8]?, to after: [UInt8]?, at place: Int) -> Int? {
        let name = LoginNames.folded(in: after, under: key)
        guard name != LoginNames.folded(in: before, under: key) else { return nil }
        files.insert(file.hashValue)
        guard let name else { return nil }
        if let other = places[name.hashValue] { return other }
        places[name.hashValue] = place
        return nil
    }

    /// The accounts that have a new name already, besides those of the change.
    func holders(in registry: Registry, _ reader: DocumentReader) throws -> [LoginNameHolder] {
        places.isEmpty ? [] : try registry.walk(reader).holders(of: places, under: key, besides: files)
    }

    func requireFree(in registry: Registry, _ reader: DocumentReader) throws {
        guard let holder = try holders(in: registry, reader).first else { return }
        throw AccountsError.loginNameTaken(key, by: holder.email)
    }

    /// - Throws: `loginNameTaken` if an account noted before gets the same name.
    mutating func add(_ change: DocumentChange) throws(AccountsError) {
        guard let email = EmailAddress.ofPath(change.file) else { return }
        let other = note(FileAccess.name(of: change.file), from: change.before, to: change.after, at: 0)
        if other != nil { throw .loginNameTaken(key, by: email) }
    }
}

package import RegappJSON

/// An account as it may leave its directory: all that a format's writer gets. The rules for every format:
/// - A plain password is never exported, nor is any hash that it overrides; only a lock is.
/// - Formats for servers get only hashes that each of the servers verifies.
/// - If the format has no dates, an account that has expired, whose first password has ended, or that is locked until a
///   day is locked.
/// - Formats for servers get emails in lowercase, since some servers compare names exactly.
package struct ExportRecord: Sendable {
    private(set) var values: AccountRecord
    /// The status that locks the account because the format cannot express it.
    package let lockedBy: AccountStatus?
    let hasPlainPassword: Bool
    /// Custom keys, if they are exported.
    package let own: [JSONText.Member]
    /// The hash's scheme, if not all servers that read the format verify it.
    let unknownScheme: HashScheme?

    /// The account's fields that the format lacks.
    package let lostFields: [Field]
    /// The key whose value is written in place of the email, if any.
    package private(set) var nameKey: String?
    /// That value, if it looks like an email and is not the account's: to a server it may be somebody else.
    package private(set) var foreignEmail: String?
    /// As in ``Registry/sharedNames(under:)``; nil for an email.
    package private(set) var nameHash: Int?
    /// Whether custom keys are not exported.
    package let losesOwnKeys: Bool

    /// Takes the whole file, so that no caller forgets an expiry.
    package init(
        _ file: AccountFile, as format: ExchangeFormat, _ options: ExportOptions = ExportOptions()
    ) {
        let account = file.values
        let definition = format.definition
        let held = definition.fields
        own = options.hasOwnKeys ? file.ownMembers(besides: Field.keys) : []
        losesOwnKeys = !options.hasOwnKeys && !file.others.isEmpty
        lostFields = Field.allCases.filter { !held.contains($0) && account[$0] != nil }
        lockedBy =
            account.isLocked
            ? nil
            : file.serverObstacles.first { !held.contains($0 == .locked ? .lockedUntil : .expires) }
        hasPlainPassword = account.hasPlainPassword
        values = lockedBy == nil ? account : account.locked
        values[.password] = nil
        unknownScheme =
            hasPlainPassword || options.keepsAnyHash
            ? nil : HashScheme.unknown(to: format, in: values[.passwordHash])
        if hasPlainPassword || unknownScheme != nil || options.leavesHashesOut {
            values[.passwordHash] = values.isLocked ? StoredHash.lock : nil
        }
        if case .logins = definition.use {
            values[.email] = values[.email]?.lowercased()
            // Whoever cannot log in here, for lack of a name of his own, may not log in there by the email.
            if options.lacksRequiredName(file) { values = values.locked }
        }
        if let column = options.nameColumn {
            nameKey = column.key
            let name = column.value(of: file)?.identity
            values[.email] = name?.lowercased()
            foreignEmail = name.flatMap { name in
                name.contains("@") && name.lowercased() != account[.email]?.lowercased() ? name : nil
            }
            nameHash = name.map { LoginNames.folded($0).hashValue }
        }
        if options.leavesHashesOut { values[.lockReason] = nil }
        // Names stay distinct: only emails of this domain lose the @.
        if let domain = options.strippedDomain, email.hasSuffix("@" + domain) {
            values[.email] = String(email.dropLast(domain.count + 1))
        }
    }

    /// The email, or what is written in its place.
    package var email: String { values[.email] ?? "" }

    /// For an existing LDAP entry, whose password may be old: a plain password becomes one that never matches.
    var forExistingEntry: ExportRecord {
        var record = self
        if hasPlainPassword { record.values[.passwordHash] = StoredHash.lock }
        return record
    }

    /// Why servers get no hash, if they get none.
    var whyNoHash: ExportError {
        hasPlainPassword ? .plainPassword : unknownScheme.map(ExportError.otherHash) ?? .noHash
    }

    struct Credentials {
        let email: String
        let hash: String
    }

    var credentials: Credentials {
        get throws(ExportError) {
            guard let email = values[.email], !email.isEmpty else {
                throw nameKey.map(ExportError.noName) ?? .noEmail
            }
            guard let hash = values[.passwordHash], !hash.isEmpty else {
                throw whyNoHash
            }
            return Credentials(email: email, hash: hash)
        }
    }
}

package struct ExportOptions: Sendable {
    package var hasOwnKeys = false
    /// Whether to export only locks instead of hashes.
    package var leavesHashesOut = false
    /// Whether to export hashes that not all servers verify.
    package var keepsAnyHash = false
    /// The domain, in lowercase, to strip from emails.
    package var strippedDomain: String?
    /// The key under which everybody needs a value to log in (``Policy/LoginKey/requiredKey``).
    package var requiredKey: String?
    /// The values under that key by which nobody can log in, as in ``Registry/sharedNames(under:)``.
    package var sharedNames: Set<Int> = []
    /// The column with the names of people in formats for servers, instead of their emails.
    package var nameColumn: AccountColumn?

    package init() {}

    /// Sets by which names people log in, as the rules say. Where the format names people by the same key, shared names are
    /// refused instead of locked.
    package mutating func take(loginNamesOf registry: Registry, as format: ExchangeFormat)
        throws(AccountsError)
    {
        requiredKey = registry.directory.policy.loginKey.requiredKey
        guard let requiredKey, requiredKey != nameColumn?.key, case .logins = format.definition.use else {
            return
        }
        sharedNames = try registry.sharedNames(under: requiredKey)
    }

    /// Whether the account cannot log in, as it has no value under the key that everybody needs, or shares it.
    package func lacksRequiredName(_ account: AccountFile) -> Bool {
        guard let requiredKey else { return false }
        guard let name = account.ownValue(of: requiredKey)?.identity else { return true }
        return sharedNames.contains(LoginNames.folded(name).hashValue)
    }
}

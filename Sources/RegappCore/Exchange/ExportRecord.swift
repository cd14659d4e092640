package import RegappJSON

/// An account as it may leave its directory: all that a writer of a format gets.
///
/// What must not be forgotten is decided here, for every format:
/// - A plain password never leaves. While an account has one, the hash beside it does not count and stays too; only a
///   lock leaves.
/// - In formats for servers there are only hashes that each of the servers verifies.
/// - If the format has no dates, an expired account is locked, and one whose first password has ended.
/// - In formats for servers the email is in lower case, since some servers compare names exactly.
package struct ExportRecord: Sendable {
    private(set) var values: AccountRecord
    /// What the format cannot say, so that the account is locked by it: that it has expired, or its first password.
    package let lockedBy: AccountStatus?
    let hasPlainPassword: Bool
    /// The members under keys of the owner's own, if they are to leave too.
    package let own: [JSONText.Member]
    /// The scheme of the account's hash, if not all servers that read the format verify it.
    let unknownScheme: HashScheme?

    /// The fields of the account that the format does not hold.
    package let lostFields: [Field]
    /// Whether the file has keys of the owner's own that do not leave.
    package let losesOwnKeys: Bool

    /// From a file alone, so that no caller forgets an expiry.
    package init(
        _ file: AccountFile, as format: ExchangeFormat, _ options: ExportOptions = ExportOptions()
    ) {
        let (account, held) = (file.values, format.fields)
        own = options.hasOwnKeys ? file.ownMembers(besides: Field.keys) : []
        losesOwnKeys = !options.hasOwnKeys && !file.others.isEmpty
        lostFields = account.fields.filter { !held.contains($0) }
        lockedBy = account.isLocked || held.contains(.expires) ? nil : file.serverObstacles.first
        hasPlainPassword = account.hasPlainPassword
        values = lockedBy == nil ? account : account.locked
        values[.password] = nil
        unknownScheme =
            hasPlainPassword ? nil : HashScheme.unknown(to: format, in: values[.passwordHash])
        if hasPlainPassword || unknownScheme != nil || options.leavesHashesOut {
            values[.passwordHash] = values.isLocked ? StoredHash.lock : nil
        }
        if case .logins = format.use { values[.email] = values[.email]?.lowercased() }
        // No two names become equal: an email has one @, and none other than those of the domain lose theirs.
        if let domain = options.strippedDomain, email.hasSuffix("@" + domain) {
            values[.email] = String(email.dropLast(domain.count + 1))
        }
    }

    var email: String { values[.email] ?? "" }
    var isLocked: Bool { values.isLocked }

    /// The account for an entry that an LDAP directory already has. A plain password is replaced by one that cannot be
    /// matched, since the entry may still have the old one.
    var forExistingEntry: ExportRecord {
        var record = self
        if hasPlainPassword { record.values[.passwordHash] = StoredHash.lock }
        return record
    }

    /// The email and hash that every format for a server needs.
    var credentials: (email: String, hash: String) {
        get throws(ExportError) {
            guard let email = values[.email], !email.isEmpty else { throw .noEmail }
            guard let hash = values[.passwordHash], !hash.isEmpty else {
                throw unknownScheme.map(ExportError.otherHash) ?? .noHash
            }
            return (email, hash)
        }
    }
}

/// What an export is to hold of each account, beside what its format says.
package struct ExportOptions: Sendable {
    /// Whether the keys of its owner's own leave too.
    package var hasOwnKeys = false
    /// Whether only a lock is left of hashes.
    package var leavesHashesOut = false
    /// In lower case: what follows the `@` of emails that are written as names without it.
    package var strippedDomain: String?

    package init() {}
}

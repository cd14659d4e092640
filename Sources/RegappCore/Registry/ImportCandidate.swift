internal import RegappJSON

/// What comes first in a numeric date; the raw value is what `--dates` takes.
package enum DateOrder: String, CaseIterable, Hashable, Sendable {
    /// Day first, as in 31/12/1990.
    case dmy
    /// Month first, as in 12/31/1990.
    case mdy
}

/// A record of an imported file, checked against the rules, and its outcome.
struct ImportCandidate: Sendable {
    enum Hash {
        case awaited
        /// The account has this password already.
        case stored
        case new(PasswordHash)
    }

    enum Outcome {
        case done(AccountImport.Effect)
        /// Good, but not written before its password is hashed.
        case unhashed
        case refused([ImportProblem.Reason])
        /// The account's file cannot be accepted, so it is left alone; the others are imported.
        case leftAlone(AccountsError)
    }

    let line: Int
    /// As the account's file will hold them.
    private(set) var values: AccountRecord
    /// Fields of the existing account to clear.
    private(set) var cleared: [Field] = []
    /// Own keys to clear, and how.
    private(set) var clearedKeys: [JSONText.Member] = []
    /// Emails, dates and phones that break a rule, as the file has them.
    private var shown = AccountRecord()
    /// Whether the phone got its country code.
    private(set) var hasNationalPhone = false
    /// Whether the password is generated, as the file has none.
    private(set) var isGenerated = false
    /// Problems so far; an existing account may have what the record lacks.
    var reasons: [ImportProblem.Reason]
    /// The account's file name; nil if the email allows none.
    let name: String?
    /// The former file name, if the account gets another email.
    var source: String?
    /// The scheme of a hash that is left out because regapp cannot verify it.
    private(set) var leftOutHash: String?
    /// Whether its password is certainly no hash.
    private(set) var hasOtherPassword = false
    /// Whether its password is taken for a hash if all passwords of the file look like hashes.
    private(set) var mayBeHash = false
    var hash = Hash.awaited
    /// Nil for a good account if the file has problems, so that nothing is written.
    var outcome: Outcome?
    /// Whether an existing account is locked, though the file does not say so.
    var isStillLocked = false
    var hasExpired = false
    /// Whether its expiry date shuts out an account that can log in.
    var shutsOut = false
    var endsSession = false
    /// What to print with its generated password.
    var letters: [JSONText?] = []

    init(_ problem: ImportProblem) {
        line = problem.line
        values = [:]
        reasons = [problem.reason]
        name = nil
    }

    init(_ line: Int, _ record: AccountRecord, under registry: Registry, _ options: AccountImport.Options) {
        if options.clearsEmpty {
            let kept: Set<Field> = Field.secrets.union([.email, .registered])
            cleared = record.fields.filter { record[$0]?.isEmpty == true && !kept.contains($0) }
            clearedKeys = record.own.filter(\.value.isBlank)
        }
        var record = record.filter { !$1.isEmpty }
        if options.clearsEmpty { record.own.removeAll(where: \.value.isBlank) }
        if let domain = options.domain, let user = record[.email], !user.utf8.contains(UInt8(ascii: "@")) {
            record[.email] = "\(user)@\(domain)"
        }
        let given = record
        if let order = options.dates {
            for field in record.fields where field.entryStyle == .date {
                // The day need not exist.
                guard case .day(let iso)? = TypedDate(record[field] ?? "", dayFirst: order == .dmy) else {
                    continue
                }
                record[field] = iso
            }
        }
        if let country = options.country, registry.policy.phoneMask == .international,
            let phone = record[.phone], let stored = country.stored(phone)
        {
            (record[.phone], hasNationalPhone) = (stored, true)
        }
        if let hash = record[.passwordHash] { record[.passwordHash] = StoredHash.read(hash) }
        record = record.filter { !$1.isEmpty }
        if options.mayLackFields, let hash = record[.passwordHash],
            case .unsupported(let scheme)? = HashRule.broken(by: hash)
        {
            leftOutHash = scheme
            // A lock stays.
            record[.passwordHash] = StoredHash(nil, isLocked: StoredHash.isLocked(hash)).text
        }
        self.line = line
        isGenerated =
            options.generatesPasswords && record[.password] == nil
            && record[.passwordHash] ?? StoredHash.lock == StoredHash.lock
        var draft = registry.directory.draft(record)
        if isGenerated { draft.set(registry.policy.generatedPassword(), as: .password) }
        // `never` leaves the expiry date out.
        cleared += draft.changes.fields.filter { draft.changes[$0]?.isEmpty == true }
        values = draft.record.filter { !$1.isEmpty }
        (values.own, values.ownChanges) = (record.own, record.ownChanges)
        if isGenerated {
            // A lock stays.
            values[.passwordHash] = record[.passwordHash]
            values[.mustChange] = options.mark ?? values[.mustChange]
        }
        let violations = draft.policy.violations(in: draft)
        for field in violations.map(\.field)
        where field == .email || [.phone, .date].contains(field.entryStyle) {
            // As given, so that people find it in a spreadsheet. Names and secrets are not shown.
            shown[field] = given[field]
        }
        reasons = violations.map(ImportProblem.Reason.violation)
        // A lock may accompany a password.
        if record[.password] != nil, let hash = record[.passwordHash], hash != StoredHash.lock {
            reasons.append(.passwordAndHash)
        }
        if let password = record[.password], !options.takesPlainPasswords {
            // Lists of users show stars instead of passwords.
            if password.allSatisfy({ $0 == "*" || $0 == "•" }) {
                let hidden = "password is only stars, which hide the real one: leave the column out"
                reasons.append(.plain(hidden, field: .password))
            }
            switch HashLikeness(of: password) {
            case .certain, .digest: reasons.append(.likeHash)
            case .possible: mayBeHash = true
            case nil: hasOtherPassword = true
            }
        }
        name = record[.email].flatMap { EmailAddress.file(of: $0) }
    }

    /// Drops false problems, now that it is known whether the account exists.
    ///
    /// - Parameter keepsPassword: whether the account has a password that must not be replaced by a generated one.
    mutating func judge(isThere: Bool, keepsPassword: Bool, _ options: AccountImport.Options) {
        if isGenerated, keepsPassword {
            (values[.password], values[.mustChange], isGenerated) = (nil, nil, false)
        }
        // Skipped accounts are not validated, only checked for duplicates.
        if isThere ? options.existing == .skipped : options.isOnlyForExisting && name != nil {
            mayBeHash = false
            reasons = reasons.filter { if case .duplicate = $0 { true } else { false } }
            return
        }
        // If the line's account is unknown, it may still have what the line lacks.
        let isLost = options.match != nil && reasons.contains { if case .format = $0 { true } else { false } }
        if options.mayLackFields || isLost || (isThere && options.existing != .refused) {
            reasons.removeAll { reason in
                guard case .violation(let violation) = reason else { return false }
                return violation.rule == .required && violation.field != .email
            }
        }
        if isThere, options.existing == .refused, let email = values[.email] {
            reasons.append(.accountExists(email: email))
        }
    }

    func problem(_ reason: ImportProblem.Reason) -> ImportProblem {
        var value: String?
        if case .violation(let violation) = reason, violation.rule != .required {
            value = shown[violation.field].flatMap { StoredHash.isHash($0) ? nil : $0 }
        }
        return ImportProblem(line: line, reason: reason, value: value)
    }

    var email: String { values.text(of: .email) }

    /// Whether the record has a password or a hash, which replaces that of an existing account.
    var bringsPassword: Bool { values[.password] != nil || values[.passwordHash] != nil }
}

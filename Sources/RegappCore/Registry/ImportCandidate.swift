internal import RegappJSON
internal import RegappValues

/// What comes first in a date of digits: the day or the month; the raw value is what `--dates` takes.
public enum DateOrder: String, CaseIterable, Hashable, Sendable {
    /// The day, as in 31/12/1990.
    case dmy
    /// The month, as in 12/31/1990.
    case mdy
}

extension DateOrder {
    /// A date as this order reads it, whether or not it exists; any other value as it is.
    fileprivate func reading(_ value: String, of field: Field) -> String {
        guard field.entryStyle == .date, case .day(let iso)? = TypedDate(value, dayFirst: self == .dmy)
        else { return value }
        return iso
    }
}

/// A record of an imported file, checked against the rules.
struct ImportCandidate: Sendable {
    let line: Int
    /// The values as the account's file will hold them.
    private(set) var values: AccountRecord
    /// The fields of an existing account that it clears.
    private(set) var cleared: [Field] = []
    /// The keys of its own that it clears, with what clears them.
    private(set) var clearedKeys: [JSONText.Member] = []
    /// The emails, dates and phones that break a rule, as the file has them.
    private var shown = AccountRecord()
    /// Whether the country's code was put before its phone.
    private(set) var hasNationalPhone = false
    /// Whether it has no password; an account without one then gets a generated one.
    private(set) var isGenerated = false
    /// Its problems; the file of an existing account may hold what it lacks.
    var reasons: [ImportProblem.Reason]
    /// The name of the account's file; nil if the email gives none.
    let name: String?
    /// The name of the file of an account that gets another email.
    var source: String?
    /// The scheme of a hash that is left out because regapp does not verify it.
    private(set) var leftOutHash: String?
    /// Whether its password is certainly no hash.
    private(set) var hasOtherPassword = false
    /// Whether its password is a hash if all others of the file look like hashes too.
    private(set) var mayBeHash = false

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
        if let order = options.dates { record = record.mapValues { order.reading($1, of: $0) } }
        if let country = options.country, registry.policy.phoneMask == .international,
            let phone = record[.phone], let stored = country.stored(phone)
        {
            (record[.phone], hasNationalPhone) = (stored, true)
        }
        if let hash = record[.passwordHash] { record[.passwordHash] = StoredHash.read(hash) }
        record = record.filter { !$1.isEmpty }
        if options.mayLackFields, let hash = record[.passwordHash] {
            do throws(HashRule) { _ = try StoredHash(hash) } catch {
                if case .unsupported(let scheme) = error {
                    leftOutHash = scheme
                    // A lock stays.
                    record[.passwordHash] = StoredHash(nil, isLocked: StoredHash.isLocked(hash)).text
                }
            }
        }
        self.line = line
        if options.generatesPasswords, record[.password] == nil,
            record[.passwordHash] ?? StoredHash.lock == StoredHash.lock
        {
            isGenerated = true
        }
        var draft = registry.directory.draft(record)
        if isGenerated { draft.set(registry.policy.generatedPassword(), as: .password) }
        // An expiry date that is never is none.
        cleared += draft.changes.fields.filter { draft.changes[$0]?.isEmpty == true }
        values = draft.record.filter { !$1.isEmpty }
        (values.own, values.ownChanges) = (record.own, record.ownChanges)
        // A lock stays.
        if isGenerated { values[.passwordHash] = record[.passwordHash] }
        if isGenerated, let mark = options.mark { values[.mustChange] = mark }
        let violations = draft.policy.violations(in: draft)
        for violation in violations where violation.field.isShownInErrors {
            shown[violation.field] = given[violation.field]
        }
        reasons = violations.map(ImportProblem.Reason.violation)
        // A lock may stand beside a password.
        if record[.password] != nil, let hash = record[.passwordHash], hash != StoredHash.lock {
            reasons.append(.passwordAndHash)
        }
        if let password = record[.password], !options.takesPlainPasswords {
            if password.allSatisfy({ $0 == "*" || $0 == "•" }) { reasons.append(.hiddenPassword) }
            switch HashLikeness(of: password) {
            case .certain, .digest: reasons.append(.likeHash)
            case .possible: mayBeHash = true
            case nil: hasOtherPassword = true
            }
        }
        name = record[.email].flatMap { EmailAddress.file(of: $0) }
    }

    /// The same with the problems that it has, now that it is known whether its account exists.
    ///
    /// - Parameter keepsPassword: whether the account has a password that a generated one must not replace.
    func judged(isThere: Bool, keepsPassword: Bool, _ options: AccountImport.Options) -> ImportCandidate {
        var candidate = self
        if isGenerated, keepsPassword {
            (candidate.values[.password], candidate.isGenerated) = (nil, false)
            candidate.values[.mustChange] = nil
        }
        // Skipped accounts are not validated, only checked for duplicates.
        if isThere ? options.existing == .skipped : options.isOnlyForExisting && name != nil {
            candidate.mayBeHash = false
            candidate.reasons = reasons.filter { if case .duplicate = $0 { true } else { false } }
            return candidate
        }
        if options.mayLackFields || (isThere && options.existing != .refused) {
            candidate.reasons.removeAll { reason in
                guard case .violation(let violation) = reason else { return false }
                return violation.rule == .required && violation.field != .email
            }
        }
        if isThere, options.existing == .refused, let email = values[.email] {
            candidate.reasons.append(.accountExists(email: email))
        }
        return candidate
    }

    /// A problem with the account.
    func problem(_ reason: ImportProblem.Reason) -> ImportProblem {
        guard case .violation(let violation) = reason, violation.rule != .required,
            let value = shown[violation.field], !StoredHash.isHash(value)
        else { return ImportProblem(line: line, reason: reason) }
        return ImportProblem(line: line, reason: reason, value: value)
    }

    /// Whether there is a password or a hash, which replaces that of an existing account.
    var bringsPassword: Bool { values[.password] != nil || values[.passwordHash] != nil }
}

extension Field {
    /// Whether an error of an import may show a value: a person has to find it in a spreadsheet. Names and secrets are
    /// not shown.
    fileprivate var isShownInErrors: Bool {
        self == .email || entryStyle == .phone || entryStyle == .date
    }
}

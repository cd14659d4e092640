internal import RegappJSON

/// What comes first in a numeric date; the raw value is what `--dates` takes.
package enum DateOrder: String, CaseIterable, Hashable, Sendable {
    /// Day first, as in 31/12/1990.
    case dmy
    /// Month first, as in 12/31/1990.
    case mdy
}

/// A record of an imported file, judged by the rules before it is known whose it is: it carries every problem that may
/// count, since an existing account may have what the record lacks.
package struct JudgedRow: Sendable {
    /// How much a plain password looks like a hash that stands in the wrong place.
    enum Likeness: Sendable {
        /// There is no plain password, or any is accepted.
        case none
        case certain
        /// A hash only if all passwords of the file look like one.
        case possible
        case otherPassword

        init(_ password: String) {
            switch HashLikeness(of: password) {
            case .certain, .digest: self = .certain
            case .possible: self = .possible
            case nil: self = .otherPassword
            }
        }
    }

    /// What regapp made for an owner without a password.
    enum FirstSecret: Sendable {
        case password
        case link(PageAddress, token: String)
    }

    package let line: Int
    /// As the account's file will hold them.
    private(set) var values: AccountRecord
    /// Fields of an existing account to clear.
    private(set) var cleared: [Field]
    /// Whether the row says that the account never ends.
    let isEndless: Bool
    /// Custom keys to clear, and how.
    private(set) var clearedKeys: [JSONText.Member]
    private(set) var problems: [ImportProblem.Reason]
    /// Emails, dates and phones that break a rule, as the file has them.
    let shown: AccountRecord
    /// The account's file name; nil if the email allows none.
    private(set) var name: String?
    /// The name of the account file that the row moves to a new email, once it is known that it does.
    private(set) var source: String?
    /// Whether the file has a user name instead of an email, which moves nobody.
    let hasUserName: Bool
    let hasNationalPhone: Bool
    /// Nil if the file has a password, or nothing is made in its place.
    private(set) var firstSecret: FirstSecret?
    /// The scheme of a hash that is left out because regapp cannot verify it.
    let leftOutHash: String?
    private(set) var likeness: Likeness

    /// The account's present file name; nil if the email allows none.
    var file: String? { source ?? name }

    package var email: String { values.text(of: .email) }

    /// Whether the record has a password or a hash, which replaces that of an existing account.
    var bringsPassword: Bool { values[.password] != nil || values[.passwordHash] != nil }

    /// What to print for the account's owner, once.
    var secret: String? {
        switch firstSecret {
        case .password: values[.password]
        case .link(let page, let token): page.link(for: email, token: token)
        case nil: nil
        }
    }

    func problem(_ reason: ImportProblem.Reason) -> ImportProblem {
        var value: String?
        if case .violation(let violation) = reason, violation.rule != .required {
            value = shown[violation.field].flatMap { StoredHash.isHash($0) ? nil : $0 }
        }
        return ImportProblem(line: line, reason: reason, value: value)
    }
}

// MARK: From a record

extension JudgedRow {
    /// A record that cannot be read.
    init(_ problem: ImportProblem) {
        self.init(
            line: problem.line, values: [:], cleared: [], isEndless: false, clearedKeys: [],
            problems: [problem.reason],
            shown: [:],
            name: nil, source: nil, hasUserName: false, hasNationalPhone: false, firstSecret: nil,
            leftOutHash: nil,
            likeness: .none)
    }

    init(_ line: Int, _ record: AccountRecord, under registry: Registry, _ options: AccountImport.Options) {
        let given = record.withEmail(at: options.domain)
        var values = given.normalized(options.dates, at: registry.directory.now)
        let national = options.country.flatMap { values.completedPhone($0, under: registry.directory.policy) }
        if let national { values[.phone] = national }
        if let hash = values[.passwordHash] { values[.passwordHash] = StoredHash.read(hash) }
        values = values.filter { !$1.isEmpty }
        let unverifiable = options.mayLackFields ? values.unverifiableScheme : nil
        if unverifiable != nil { values[.passwordHash] = values.isLocked ? StoredHash.lock : nil }
        if options.clearsEmpty { values.own.removeAll(where: \.value.isBlank) }
        var firstSecret: FirstSecret?
        var draft = registry.directory.draft(values)
        if values[.password] == nil, values[.passwordHash] ?? StoredHash.lock == StoredHash.lock {
            switch options.generated {
            case .passwords:
                draft.set(registry.directory.policy.generatedPassword(), as: .password)
                firstSecret = .password
            case .links(let page, let validity):
                if !values.isLocked, let (link, token) = try? registry.newLink(validFor: validity) {
                    values[.passwordLink] = link.text
                    firstSecret = .link(page, token: token)
                }
            case nil: break
            }
        }
        let hasLink = values[.passwordLink] != nil
        let violations = draft.policy.violations(in: draft).map { $0.aboutDate(values) }
            .filter { !hasLink || $0 != Violation(field: .password, rule: .required) }
        var stored = draft.record.filter { !$1.isEmpty }
        stored.own = values.own
        stored.ownChanges = values.ownChanges
        stored[.passwordLink] = values[.passwordLink]
        if case .password = firstSecret {
            // A lock stays.
            stored[.passwordHash] = values[.passwordHash]
            stored[.mustChange] = options.mark ?? stored[.mustChange]
        }
        let typed = options.takesPlainPasswords ? nil : values[.password]
        let likeness: Likeness = typed.map { Likeness($0) } ?? Likeness.none
        var problems = violations.map(ImportProblem.Reason.violation)
        // A lock may accompany a password.
        if values[.password] != nil, let hash = values[.passwordHash], hash != StoredHash.lock {
            problems.append(.passwordAndHash)
        }
        // Lists of users show stars instead of passwords.
        if let typed, typed.allSatisfy({ $0 == "*" || $0 == "•" }) {
            let hidden = "password is only stars, which hide the real one: leave the column out"
            problems.append(.plain(hidden, field: .password))
        }
        if likeness == .certain { problems.append(.likeHash) }
        self.init(
            line: line, values: stored,
            // `never` leaves the expiry date out.
            cleared: record.emptyFields(if: options.clearsEmpty)
                + draft.changes.fields.filter { draft.changes[$0]?.isEmpty == true },
            isEndless: draft.changes[.expires]?.isEmpty == true,
            clearedKeys: options.clearsEmpty ? record.own.filter(\.value.isBlank) : [],
            problems: problems, shown: given.shown(for: violations),
            name: values[.email].flatMap { EmailAddress.file(of: $0) }, source: nil,
            hasUserName: record[.email]?.utf8.contains(UInt8(ascii: "@")) == false,
            hasNationalPhone: national != nil, firstSecret: firstSecret, leftOutHash: unverifiable,
            likeness: likeness)
    }
}

extension AccountRecord {
    /// Without empty values, and with an email made of a user name.
    fileprivate func withEmail(at domain: String?) -> AccountRecord {
        var record = filter { !$1.isEmpty }
        if let domain, let user = record[.email], !user.utf8.contains(UInt8(ascii: "@")) {
            record[.email] = "\(user)@\(domain)"
        }
        return record
    }

    /// With the dates of all fields in the form of files. An account whose end has come today already is over.
    fileprivate func normalized(_ order: DateOrder?, at now: Moment) -> AccountRecord {
        var record = self
        let hasEnded = record[.expires].flatMap(Timestamp.imported).map { end in
            end.secondsSince1970 <= now.timestamp.secondsSince1970
        }
        let dayFirst = order.map { $0 == .dmy }
        for field in record.fields {
            record[field] = field.imported(record[field] ?? "", dayFirst: dayFirst)
        }
        let yesterday = now.systemDate.adding(days: -1).isoString
        if hasEnded == true, let last = record[.expires], last > yesterday { record[.expires] = yesterday }
        // Without the option, nothing says that a text under a custom key is a date.
        if let dayFirst { record.own = record.own.map { $0.withDay(dayFirst: dayFirst) } }
        return record
    }

    /// The phone with a country code, if it had none.
    fileprivate func completedPhone(_ country: CallingCode, under policy: Policy) -> String? {
        guard policy.phoneMask == .international else { return nil }
        return self[.phone].flatMap(country.stored)
    }

    fileprivate var unverifiableScheme: String? {
        guard let hash = self[.passwordHash], case .unsupported(let scheme)? = HashRule.broken(by: hash)
        else {
            return nil
        }
        return scheme
    }

    fileprivate func emptyFields(if clearsEmpty: Bool) -> [Field] {
        // An empty cell ends no lock.
        let kept: Set<Field> = Field.secrets.union([.email, .registered, .lockedUntil, .lockReason])
        return clearsEmpty ? fields.filter { self[$0]?.isEmpty == true && !kept.contains($0) } : []
    }

    /// The wrong values as given, so that people find them in a spreadsheet. Names and secrets are not shown.
    fileprivate func shown(for violations: [Violation]) -> AccountRecord {
        var shown = AccountRecord()
        for field in violations.map(\.field)
        where field == .email || [.phone, .date].contains(field.entryStyle) {
            shown[field] = self[field]
        }
        return shown
    }
}

extension Violation {
    /// A time of registration that can be read in two ways is as unclear as any other date.
    fileprivate func aboutDate(_ values: AccountRecord) -> Violation {
        guard field == .registered, let rule = DateRule.ambiguous(values[field] ?? "") else { return self }
        return Violation(field: field, rule: .date(rule))
    }
}

// MARK: Other rows made of one

extension JudgedRow {
    func adding(_ problems: [ImportProblem.Reason]) -> JudgedRow {
        var row = self
        row.problems += problems
        return row
    }

    /// The row that gives the account in a file a new email.
    func moving(_ file: String) -> JudgedRow {
        var row = self
        row.source = file
        return row
    }

    /// The row under the email of the account to which its user name belongs.
    func named(_ name: String) -> JudgedRow {
        var row = self
        row.name = name
        row.values[.email] = EmailAddress.ofFile(name) ?? values[.email]
        row.problems = problems.filter { reason in
            if case .violation(let violation) = reason { return violation.field != .email }
            return true
        }
        return row
    }

    /// Without a generated password or link, as the account has what it would replace.
    var withoutFirstSecret: JudgedRow {
        var row = self
        row.firstSecret = nil
        switch firstSecret {
        case .password:
            row.values[.password] = nil
            row.values[.mustChange] = nil
        case .link: row.values[.passwordLink] = nil
        case nil: break
        }
        return row
    }

    /// Whether an earlier row is of the same account.
    var isDuplicate: Bool { problems.contains(where: \.isOfDuplicate) }

    /// A row that is only checked for duplicates, since nothing becomes of it.
    var unjudged: JudgedRow {
        var row = self
        row.problems = problems.filter(\.isOfDuplicate)
        row.likeness = .none
        return row
    }

    /// Without the problem that required fields are missing.
    var mayLackFields: JudgedRow {
        var row = self
        row.problems = problems.filter { reason in
            guard case .violation(let violation) = reason else { return true }
            return violation.rule != .required || violation.field == .email
        }
        return row
    }

    /// Without the end and another reason of a lock if the account has one that lasts, or ends later: an older table ends
    /// none. A lock of the row that lasts takes the place of one that would end.
    func keepingLock(of account: AccountFile) -> JudgedRow {
        if values.isLocked {
            guard account.value(.lockedUntil) != nil, values[.lockedUntil] == nil else { return self }
            var row = self
            row.cleared.append(.lockedUntil)
            return row
        }
        let endsEarlier =
            values[.lockedUntil].flatMap { end in account.value(.lockedUntil).map { end < $0 } } ?? false
        guard account.values.isLocked || endsEarlier else { return self }
        var row = self
        row.values[.lockedUntil] = nil
        if account.value(.lockReason) != nil { row.values[.lockReason] = nil }
        return row
    }

    /// With the end of an account that is over, unless the row says that it never ends: an empty cell lets nobody in.
    func keepingEnd(of account: AccountFile, _ now: Moment) -> JudgedRow {
        guard account.values.isExpired(now), !isEndless else { return self }
        var row = self
        row.cleared.removeAll { $0 == .expires }
        return row
    }

    /// Only what an account lacks: empty fields, keys without a value, and a password if it has none. A lock stays, and
    /// so does an earlier end, or a later end of a lock: nobody gets in whom the file keeps out.
    func filling(_ account: AccountFile) -> JudgedRow {
        var filled = values.filter { field, _ in field == .email || account.value(field) == nil }
        if let end = values[.expires], let present = account.value(.expires), end < present {
            filled[.expires] = end
        }
        if let end = values[.lockedUntil], let present = account.value(.lockedUntil), end > present {
            filled[.lockedUntil] = end
        }
        let keepsPassword = account.keepsPassword
        if keepsPassword {
            filled[.password] = nil
            // It is about the password that is not taken.
            filled[.mustChange] = nil
        } else {
            filled[.password] = values[.password]
        }
        filled[.passwordHash] =
            keepsPassword ? (values.isLocked ? StoredHash.lock : nil) : values[.passwordHash]
        filled[.passwordLink] = values[.passwordLink]
        filled.own = values.own.filter { account.ownValue(of: $0.key)?.isBlank ?? true }
        filled.ownChanges = values.ownChanges.filter { account.ownValue(of: $0.key)?.isBlank ?? true }
        var row = self
        row.values = filled
        row.cleared = []
        row.clearedKeys = []
        return row
    }
}

extension AccountRecord {
    /// With what an account has in place of the stars that an export puts in place of a password inside a value.
    ///
    /// - Parameter document: nil for a new account, which gets nothing there.
    func fillingStars(from document: JSONDocument?) -> AccountRecord {
        var filled = self
        filled.own = own.compactMap { member in
            let present = document?.root[member.key].map { JSONText($0) }
            return member.value.fillingStars(from: present).map { JSONText.Member(member.key, $0) }
        }
        return filled
    }
}

extension JSONText {
    fileprivate func fillingStars(from present: JSONText?) -> JSONText? {
        switch self {
        case .string(let text): return text == .stars ? present : self
        case .array(let elements):
            let others: [JSONText] = if case .array(let others)? = present { others } else { [] }
            let isAlike = others.count == elements.count
            return .array(
                elements.enumerated().compactMap { $1.fillingStars(from: isAlike ? others[$0] : nil) })
        case .object(let members):
            let others: [Member] = if case .object(let others)? = present { others } else { [] }
            return .object(
                members.compactMap { member in
                    let other = others.first { $0.key.hasSameScalars(as: member.key) }
                    return member.value.fillingStars(from: other?.value).map { Member(member.key, $0) }
                })
        case .null, .boolean, .number: return self
        }
    }
}

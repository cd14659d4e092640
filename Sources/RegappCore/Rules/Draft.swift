/// A proposed record: the present one overlaid with new values. Every change of an account builds one, so that rules
/// see the whole account, whichever values are new. Changes check the new values (``violations``), files and new
/// accounts all of them (``Policy/violations(in:)``).
package struct Draft: Sendable {
    package let policy: Policy
    /// For birthdays.
    package let today: CalendarDate
    /// For spans in an expiry date.
    let systemDate: CalendarDate
    /// Must not be empty, whatever the policy says.
    package let needed: [Field]
    package private(set) var record: AccountRecord
    /// Only the new values, as files hold them; an empty one clears its field. Also those under custom keys.
    package private(set) var changes = AccountRecord()

    /// - Parameter record: the present account; empty to create one.
    package init(
        _ policy: Policy, today: CalendarDate, systemDate: CalendarDate? = nil,
        over record: AccountRecord = [:], needing needed: [Field] = []
    ) {
        self.policy = policy
        self.today = today
        self.record = record
        self.needed = needed
        self.systemDate = systemDate ?? today
    }

    /// Adds a typed value in the form of files; a new password replaces a hash. An expiry date may be `+6m` or `never`.
    package mutating func set(_ value: String, as field: Field) {
        let value = stored(value, field)
        if field == .password { record[.passwordHash] = nil }
        record[field] = value
        changes[field] = value
    }

    private func stored(_ typed: String, _ field: Field) -> String {
        if field == .expires {
            let text = typed.filter { !$0.isWhitespace }
            if let span = DateSpan(text) { return span.after(systemDate)?.isoString ?? text }
            if let day = CalendarDate(words: typed, from: systemDate) { return day.isoString }
            if text.lowercased() == "never" { return "" }
        }
        return policy.normalized(typed, for: field)
    }

    package mutating func set(_ values: AccountRecord) {
        changes.ownChanges += values.ownChanges
        for field in values.fields { set(values[field] ?? "", as: field) }
    }

    /// The same, but its texts may also take the place of lists and objects.
    package var replacingLists: Draft {
        var draft = self
        draft.changes.ownChanges = changes.ownChanges.map(\.replacing)
        return draft
    }

    /// Throws `violations` if a new value breaks a rule.
    func requireChanges() throws(AccountsError) { try Self.requireNone(violations) }

    /// Throws `violations` if the account as a whole breaks a rule or lacks a required field.
    func requireWhole() throws(AccountsError) { try Self.requireNone(policy.violations(in: self)) }

    private static func requireNone(_ violations: [Violation]) throws(AccountsError) {
        guard violations.isEmpty else { throw .violations(violations) }
    }
}

extension AccountStore {
    package func draft(
        _ values: AccountRecord = [:], over record: AccountRecord = [:], needing needed: [Field] = []
    ) -> Draft {
        var draft = Draft(
            policy, today: now.today, systemDate: now.systemDate, over: record, needing: needed)
        draft.set(values)
        return draft
    }
}

extension Policy {
    /// All rules that an account would break, in field order, including missing required fields. An empty value is
    /// `required` if the policy or the draft needs the field, and fine otherwise; a name with nothing to see counts as
    /// empty. A `passwordHash` satisfies a required password.
    package func violations(in draft: Draft) -> [Violation] {
        var violations: [Violation] = []
        for field in knownFields {
            for rule in brokenRules(of: field, in: draft) {
                violations.append(Violation(field: field, rule: rule))
            }
        }
        return violations
    }

    func brokenRules(of field: Field, in draft: Draft) -> [Rule] {
        let value = draft.record[field] ?? ""
        guard !value.isEmpty else {
            if field == .password, draft.record[.passwordHash]?.isEmpty == false { return [] }
            return isRequired(field, in: draft) ? [.required] : []
        }
        let sifted = SiftedValue(value, mayJoin: field.mayJoin)
        let rules = brokenRules(of: field, by: sifted.rest, in: draft)
        return sifted.broken.isEmpty ? rules : sifted.broken.map(Rule.characters) + rules
    }

    /// - Parameter value: without forbidden characters.
    private func brokenRules(of field: Field, by value: String, in draft: Draft) -> [Rule] {
        if value.isEmpty, field != .password { return [] }
        if field.entryStyle == .name, value.isBlank, isRequired(field, in: draft) { return [.required] }
        return field.brokenRules(by: value, in: draft)
    }

    private func isRequired(_ field: Field, in draft: Draft) -> Bool {
        required.contains(field) || draft.needed.contains(field)
    }
}

extension Field {
    /// The field's own rules that a value breaks; the rules for every field are checked before.
    ///
    /// - Parameters:
    ///   - value: not empty and without forbidden characters; only a password may be empty.
    ///   - draft: the account with the value.
    func brokenRules(by value: String, in draft: Draft) -> [Rule] {
        switch self {
        case .email: EmailRule.broken(by: value, in: draft).map(Rule.email)
        case .password: PasswordRule.broken(by: value, in: draft).map(Rule.password)
        case .firstName, .lastName: NameRule.broken(by: value, in: draft).map(Rule.name)
        case .birthday:
            DateRule.broken(by: value, in: draft).map(Rule.date)
                + BirthdayRule.broken(by: value, in: draft).map(Rule.birthday)
        case .expires, .lastSeen, .lockedUntil: DateRule.broken(by: value, in: draft).map(Rule.date)
        case .phone: PhoneRule.broken(by: value, in: draft)
        case .passwordHash: HashRule.broken(by: value).map { [.hash($0)] } ?? []
        case .registered: Timestamp(rfc3339: value) == nil ? [.timestamp] : []
        case .lockReason: []
        case .mustChange:
            value == Self.setFlag || CalendarDate(iso: value).map { $0 >= .earliest } == true
                ? [] : DateRule.ambiguous(value).map { [.date($0)] } ?? [.flag]
        case .passwordLink: PasswordLink(value) == nil ? [.link] : []
        }
    }

    /// What a checklist shows before anything is typed, in order.
    func listedRules(in draft: Draft) -> [Rule] {
        switch self {
        case .email: EmailRule.listed(in: draft).map(Rule.email)
        case .password: PasswordRule.listed(in: draft).map(Rule.password)
        case .firstName, .lastName: NameRule.listed(in: draft).map(Rule.name)
        case .birthday: BirthdayRule.listed(in: draft).map(Rule.birthday)
        case .phone: PhoneRule.listed(in: draft)
        case .passwordHash, .registered, .expires, .mustChange, .lastSeen, .lockedUntil, .lockReason,
            .passwordLink:
            []
        }
    }
}

/// Which rules an account breaks, found once: its violations and the checklists of forms are made of that.
package struct Judgement: Sendable {
    fileprivate let draft: Draft
    fileprivate let broken: [(field: Field, rules: [Rule])]

    /// Those that are about one of these fields, or depend on one.
    package func violations(about fields: [Field]) -> [Violation] {
        broken.flatMap { field, rules in
            rules.filter { fields.contains(field) || $0.reads.contains(where: fields.contains) }
                .map { Violation(field: field, rule: $0) }
        }
    }

    /// A field's rules in the order of a form's list, and whether the draft meets them; an empty value meets none.
    ///
    /// - Parameter takenAsEmpty: whether nothing is typed, whatever the account has.
    package func checklist(of field: Field, takenAsEmpty: Bool = false) -> [RuleCheck] {
        let value = takenAsEmpty ? "" : draft.record[field] ?? ""
        let broken = broken.first { $0.field == field && !takenAsEmpty }?.rules ?? []
        let listed = field.listedRules(in: draft).map { rule in
            RuleCheck(rule, isSatisfied: !value.isEmpty && Self.isMet(rule, by: value, broken))
        }
        return listed
            + broken.filter { $0.facts.listing == .whileBroken }.map {
                RuleCheck($0, isSatisfied: false)
            }
    }

    private static func isMet(_ rule: Rule, by value: String, _ broken: [Rule]) -> Bool {
        switch rule {
        case .email(let email):
            !broken.contains(rule) && !broken.contains(.email(.atSign)) && email.concerns(value)
        // Only a day that exists can be early enough.
        case .birthday: broken.isEmpty
        // A number of another country may have as many digits.
        case .phone, .phonePlan: broken.isEmpty
        default: !broken.contains(rule)
        }
    }
}

extension Draft {
    package var judgement: Judgement {
        Judgement(draft: self, broken: Field.allCases.map { ($0, policy.brokenRules(of: $0, in: self)) })
    }

    /// What a field's checklist shows before anything is typed.
    package func requirements(of field: Field) -> [String] {
        field.listedRules(in: self).map(\.facts.requirement)
    }

    /// The rules that one field breaks by itself; the others are not judged.
    package func violations(of field: Field) -> [Violation] {
        policy.brokenRules(of: field, in: self).map { Violation(field: field, rule: $0) }
    }

    /// The rules that new values break, perhaps together with present ones.
    package var violations: [Violation] { judgement.violations(about: changes.fields) }
}

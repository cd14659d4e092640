/// The rules of a directory: what it is for, and what its values must satisfy.
public struct Rules: Hashable, Sendable {
    /// What a directory is for; the raw value is its name in `policy.json`.
    public enum PolicyName: String, CaseIterable, Hashable, Codable, Sendable {
        /// One local profile.
        case profile
        /// A registry for web and mail servers.
        case service
        /// A registry of adults, who may search albums.
        case albums
        /// A registry in which people log in by first name.
        case authorisation
    }

    let policy: Policy
    let today: CalendarDate
}

extension Rules {
    /// The default rules of a policy.
    ///
    /// - Parameters:
    ///   - name: the name of the policy.
    ///   - now: the moment for the age of birthdays.
    public init(_ name: PolicyName, now: Moment? = .current) {
        // Without a clock, no birthday counts as early enough.
        self.init(policy: .builtIn(name), today: now?.today ?? .newYearsDay(of: 0))
    }

    /// The name of the policy, as in `policy.json`.
    public var policyName: PolicyName { policy.name }

    /// The field that people log in by: the email or the first name. Under ``loginKey`` it is the email, which may be
    /// no way to log in.
    public var loginField: Field { policy.loginKey.field }

    /// The custom key whose value people log in by, if the rules have one.
    public var loginKey: String? { policy.loginKey.ownKey }

    /// The required fields, in the order of forms.
    public var required: [Field] { policy.required }

    /// Every rule that an account with these values would break, missing ones included, in field order.
    public func violations(in values: PersonalValues) -> [Violation] {
        policy.violations(in: draft(values))
    }

    /// The rules that one value breaks; some depend on other values of the account. An empty value breaks none if its
    /// field may be empty; a password may not.
    ///
    /// - Parameters:
    ///   - value: the value as typed.
    ///   - field: its field.
    ///   - others: other values of the same account, if known.
    public func violations(
        of value: String, as field: Field, beside others: PersonalValues = PersonalValues()
    ) -> [Violation] {
        var draft = draft(others, needing: field == .password ? [.password] : [])
        draft.set(value, as: field)
        return draft.judgement.violations(about: [field]).filter { $0.field == field }
    }

    /// The rules that a form lists under a field, in order, and whether the values meet them.
    public func checklist(for field: Field, in values: PersonalValues) -> [RuleCheck] {
        draft(values).judgement.checklist(of: field)
    }

    private func draft(_ values: PersonalValues, needing needed: [Field] = []) -> Draft {
        var draft = Draft(policy, today: today, needing: needed)
        draft.set(values.record)
        return draft
    }
}

import Accounts
import PlainValues
import TerminalUI

// Fields of accounts as fields of forms.

extension FormField {
    /// The field in which an account's field is typed.
    ///
    /// - Parameters:
    ///   - draft: the account that is there, under its rules.
    ///   - fields: those of the form.
    ///   - label: what stands before it; the field's name where nil.
    ///   - text: what it begins with, as files hold it.
    ///   - isNew: whether the value is to be stored, so that its rules are listed.
    init(
        _ field: Field, of draft: Draft, beside fields: [Field], label: String? = nil, text: String = "",
        isNew: Bool = true
    ) {
        let policy = draft.policy
        let hasMask = field.entryStyle == .phone && policy.phoneMask == .russian
        let input = TextField(
            policy.displayed(text, for: field), isSecret: field.entryStyle == .secret,
            mask: hasMask ? .phone(policy.phoneMask) : nil)
        self.init(field.rawValue, label: label ?? field.label, icon: field.icon, input: input)
        switch field.entryStyle {
        case .date:
            days = draft.birthdays
            self.input.placeholder = CalendarDate.format
        case .phone where hasMask: break
        case .text, .phone: self.input.placeholder = "e.g. \(field.example)"
        case .secret: isAskedTwice = isNew
        }
        guard isNew else { return }
        list { texts in
            var draft = draft.laying(texts, of: fields)
            draft.lay(texts[field.rawValue] ?? "", as: field)
            return policy.checklist(of: field, in: draft).map { Rule($0.requirement, isMet: $0.isSatisfied) }
        }
        format = questionFormat(of: field)
    }

    /// How a question says that the field is written.
    private func questionFormat(of field: Field) -> String {
        let requirements = rulesOfNothing.map(\.text)
        let parts: [String] =
            switch field.entryStyle {
            case .date: [CalendarDate.typedFormats] + requirements
            case .phone: [field.example]
            case .secret: requirements
            // The answer is told what is wrong with it.
            case .text: []
            }
        return parts.joined(separator: ", ")
    }
}

extension InputMask {
    /// The mask under which a phone is typed.
    fileprivate static func phone(_ mask: Policy.PhoneMask) -> InputMask {
        InputMask(mask.rawValue) { text in
            PhoneNumber.Beginning(text).map { (text: $0.text, digits: $0.nationalDigits) }
        }
    }
}

extension Draft {
    /// The account with what is typed in a form laid over it; an empty field for a password changes none.
    fileprivate func laying(_ texts: [String: String], of fields: [Field]) -> Draft {
        var draft = self
        for field in fields {
            let text = texts[field.rawValue] ?? ""
            if field != .password || !text.isEmpty { draft.lay(text, as: field) }
        }
        return draft
    }

    /// The days that may be a birthday, and why the others may not.
    fileprivate var birthdays: TerminalUI.Calendar.Range {
        let earliest = CalendarDate.earliestBirthday
        let latest = BirthdayRule.latest(minimumAge: policy.minimumAge, today: today).day
        func message(_ day: CalendarDate) -> String {
            var draft = self
            draft.lay(day.isoString, as: .birthday)
            return draft.violations.first { $0.field == .birthday }?.shortMessage ?? ""
        }
        return TerminalUI.Calendar.Range(
            earliest: earliest, latest: latest, tooEarly: message(earliest.adding(days: -1)),
            tooLate: message(latest.adding(days: 1)))
    }

    /// A check of what is typed in a form against the rules. What a field that the form lacks breaks is told at one that
    /// the rule reads.
    func check(_ fields: [Field]) -> Form.Check {
        { texts in
            var problems: [String: [String]] = [:]
            for violation in policy.violations(in: laying(texts, of: fields), about: fields) {
                let place = ([violation.field] + violation.rule.reads).first(where: fields.contains)
                problems[(place ?? violation.field).rawValue, default: []].append(violation.shortMessage)
            }
            return problems
        }
    }
}

extension Form {
    /// The form in which the values of an account are given that are to be stored.
    ///
    /// - Parameters:
    ///   - draft: the account as far as it is known.
    ///   - needed: fields that must be filled in whatever the rules say.
    init(
        of fields: [Field], in draft: Draft, needing needed: [Field] = [], buttons: [FormButton] = []
    ) {
        let (obeysRules, isFilledIn) = (draft.check(fields), Self.presence(of: needed))
        self.init(
            fields: fields.map { FormField($0, of: draft, beside: fields) }, buttons: buttons,
            check: { texts in isFilledIn(texts).merging(obeysRules(texts), uniquingKeysWith: +) })
    }

    /// The form in which somebody says who they are: it asks for nothing but that something is typed.
    init(loggingIn fields: [Field], _ draft: Draft, buttons: [FormButton] = []) {
        self.init(
            fields: fields.map { FormField($0, of: draft, beside: fields, isNew: false) }, buttons: buttons,
            check: Self.presence(of: fields))
    }

    /// The form in which the first password of an account is typed once more.
    init(repeating dialogue: LoginDialogue, buttons: [FormButton] = []) {
        let id = Field.password.rawValue
        self.init(
            fields: [
                FormField(
                    id, label: "Password again", icon: Field.password.icon, input: TextField(isSecret: true))
            ],
            buttons: buttons,
            check: { dialogue.isRepetition($0[id] ?? "") ? [:] : [id: ["the two passwords differ"]] })
    }

    private static func presence(of fields: [Field]) -> Check {
        { texts in
            var problems: [String: [String]] = [:]
            for field in fields where texts[field.rawValue]?.isEmpty ?? true {
                problems[field.rawValue] = [Violation(field: field, rule: .required).message]
            }
            return problems
        }
    }

    /// What is typed in the fields of an account.
    func values(of fields: [Field]) -> AccountRecord {
        fields.reduce(into: [:]) { values, field in values[field] = text(of: field.rawValue) }
    }

    /// Whether another form has a place for everything that is typed.
    func fits(into other: Form) -> Bool {
        texts.allSatisfy { id, text in text.isEmpty || other.fields.contains { $0.id == id } }
    }
}

extension Conversation {
    /// Asks for a field of an account's form until the answer has no problems.
    func ask(
        _ field: Field, in form: inout Form, isStored: (Form) -> Bool = { _ in false }
    ) throws {
        try ask(field.rawValue, in: &form, isStored: isStored)
    }

    /// Asks for what somebody logs in with, to which no rule is applied.
    func askKnown(_ field: Field, _ draft: Draft) throws -> String {
        var form = Form(loggingIn: [field], draft)
        try ask(field, in: &form)
        return form.text(of: field.rawValue)
    }
}

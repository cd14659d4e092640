import Accounts
import PlainValues
import TerminalUI

// Fields of accounts as fields of forms.

extension FormField {
    /// The field in which an account's field is typed.
    ///
    /// - Parameters:
    ///   - label: what stands before it; the field's name where nil.
    ///   - text: what it begins with, as files hold it.
    ///   - isNew: whether a password is made here, so that its rules are listed.
    init(
        _ field: Field, _ policy: Policy, today: CalendarDate, label: String? = nil,
        text: String = "", isNew: Bool = true
    ) {
        let hasMask = field.entryStyle == .phone && policy.phoneMask == .russian
        let input = TextField(
            policy.displayed(text, for: field), isSecret: field.entryStyle == .secret,
            mask: hasMask ? InputMask(policy.phoneMask.rawValue, digits: PhoneNumber.nationalDigits) : nil)
        self.init(field.rawValue, label: label ?? field.label, icon: field.icon, input: input)
        switch field.entryStyle {
        case .date:
            days = policy.birthdays(today: today)
            self.input.placeholder = CalendarDate.format
        case .secret where isNew && policy.passwordRules.count > 1:
            rules = { text in
                policy.passwordChecklist(for: text).map { Rule($0.requirement, isMet: $0.isSatisfied) }
            }
        case .text, .secret, .phone: break
        }
    }
}

extension Policy {
    /// The days that may be a birthday, and why the others may not.
    fileprivate func birthdays(today: CalendarDate) -> TerminalUI.Calendar.Range? {
        let youngest = minimumAge > 0 ? today.latestBirthday(forAge: minimumAge) : today
        let tooLate = Violation(
            field: .birthday, rule: .birthday(minimumAge > 0 ? .minimumAge(minimumAge) : .future))
        let earliest = CalendarDate.earliestBirthday
        guard let youngest else { return nil }
        return TerminalUI.Calendar.Range(
            earliest: earliest, latest: youngest,
            tooEarly: Violation(field: .birthday, rule: .birthday(.earliest(earliest))).message,
            tooLate: tooLate.message
        )
    }

    /// A check of what is typed in a form against the rules.
    ///
    /// - Parameter mayBeEmpty: fields that may stay empty although the rules require them, such as a password that
    ///   the file keeps as a hash.
    func check(
        _ fields: [Field], today: CalendarDate, mayBeEmpty: Set<Field> = []
    ) -> Form.Check {
        { texts in
            var problems: [String: [String]] = [:]
            for field in fields {
                let text = texts[field.rawValue] ?? ""
                if text.isEmpty && mayBeEmpty.contains(field) { continue }
                problems[field.rawValue] = violations(of: text, for: field, today: today).map(\.message)
            }
            return problems
        }
    }

    /// A check that asks for nothing but that something is typed.
    static func checkPresence(of fields: [Field]) -> Form.Check {
        { texts in
            var problems: [String: [String]] = [:]
            for field in fields where texts[field.rawValue]?.isEmpty ?? true {
                problems[field.rawValue] = [Violation(field: field, rule: .required).message]
            }
            return problems
        }
    }
}

extension Form {
    /// What is typed in the fields of an account.
    func values(of fields: [Field]) -> AccountRecord {
        fields.reduce(into: [:]) { values, field in values[field] = text(of: field.rawValue) }
    }

    /// Whether anything is typed.
    var isTouched: Bool { fields.contains { !$0.input.text.isEmpty } }

    /// Takes over what is typed in another form, and its focus.
    mutating func takeOver(_ other: Form) {
        for (id, text) in other.texts { setText(text, of: id) }
        if let id = other.focusedID { setFocus(id) }
    }
}

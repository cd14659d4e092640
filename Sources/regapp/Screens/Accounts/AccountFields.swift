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
    ///   - isNew: whether the value is to be stored, so that its rules are listed.
    init(
        _ field: Field, _ policy: Policy, today: CalendarDate, label: String? = nil,
        text: String = "", isNew: Bool = true
    ) {
        let hasMask = field.entryStyle == .phone && policy.phoneMask == .russian
        let input = TextField(
            policy.displayed(text, for: field), isSecret: field.entryStyle == .secret,
            mask: hasMask ? .phone(policy.phoneMask) : nil)
        self.init(field.rawValue, label: label ?? field.label, icon: field.icon, input: input)
        switch field.entryStyle {
        case .date:
            days = policy.birthdays(today: today)
            self.input.placeholder = CalendarDate.format
        case .phone where hasMask: break
        case .text, .phone: self.input.placeholder = "e.g. \(field.example)"
        case .secret: isAskedTwice = isNew
        }
        guard isNew else { return }
        list { text in
            policy.checklist(of: text, for: field, today: today).map {
                Rule($0.requirement, isMet: $0.isSatisfied)
            }
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

extension Policy {
    /// The days that may be a birthday, and why the others may not.
    fileprivate func birthdays(today: CalendarDate) -> TerminalUI.Calendar.Range {
        let earliest = CalendarDate.earliestBirthday
        let latest = BirthdayRule.latest(minimumAge: minimumAge, today: today)
        func message(_ rule: BirthdayRule) -> String {
            Violation(field: .birthday, rule: .birthday(rule)).shortMessage
        }
        return TerminalUI.Calendar.Range(
            earliest: earliest, latest: latest.day,
            tooEarly: message(.earliest(earliest)), tooLate: message(latest.rule))
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
                problems[field.rawValue] = violations(
                    of: normalized(text, for: field), for: field, today: today
                ).map(\.shortMessage)
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

    /// Whether another form has a place for everything that is typed.
    func fits(into other: Form) -> Bool {
        texts.allSatisfy { id, text in text.isEmpty || other.fields.contains { $0.id == id } }
    }
}

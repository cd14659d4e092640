public import PlainValues

extension Policy {
    /// Every rule that the value breaks as this field, in the order of the rules.
    ///
    /// An empty value is `required` where the policy requires the field and fine elsewhere; a name of nothing
    /// but spaces is as good as empty. `today` is the local date.
    public func violations(of value: String, for field: Field, today: CalendarDate) -> [Violation] {
        brokenRules(of: value, for: field, today: today).map { Violation(field: field, rule: $0) }
    }

    /// Every rule that the values break, in field order, missing required fields included.
    ///
    /// A `passwordHash` stands in for a required password.
    public func violations(in values: [Field: String], today: CalendarDate) -> [Violation] {
        knownFields.flatMap { field -> [Violation] in
            if let value = values[field], !value.isEmpty {
                return violations(of: value, for: field, today: today)
            }
            let hasHash = values[.passwordHash].map { !$0.isEmpty } ?? false
            return field == .password && hasHash ? [] : violations(of: "", for: field, today: today)
        }
    }

    /// The rules of a password, in the order in which a form lists them.
    public var passwordRules: [Rule] {
        var rules: [Rule] = []
        if passwordLength > 0 { rules.append(.minimumLength(passwordLength)) }
        if passwordLetters > 0 { rules.append(.letters(passwordLetters)) }
        if passwordDigits > 0 { rules.append(.digits(passwordDigits)) }
        rules += CharacterKind.allCases.filter(passwordRequires.contains).map(Rule.kind)
        if passwordAlphabet == .alphanumeric { rules.append(.alphanumeric) }
        // Only a hash has a bound: the profile's password is kept as it is.
        if isRegistry { rules.append(.maximumBytes(hash.maximumPasswordBytes)) }
        return rules
    }

    /// How many characters, each of a byte, a password has at least that passes the rules about letters, digits and
    /// kinds. A letter that is asked for by its case counts among the letters.
    var fewestPasswordCharacters: Int {
        let digits = max(passwordDigits, passwordRequires.contains(.digit) ? 1 : 0)
        let letters = max(passwordLetters, passwordRequires.count { $0 != .digit })
        return letters + digits
    }

    private func brokenRules(of value: String, for field: Field, today: CalendarDate) -> [Rule] {
        let isRequired = required.contains(field)
        guard !value.isEmpty else { return isRequired ? [.required] : [] }
        let visible = value.withoutForbiddenControls
        let control: [Rule] = value.hasForbiddenControl ? [.control] : []
        switch field {
        case .password: return control + passwordRules.filter { !$0.isSatisfied(byPassword: value) }
        case _ where visible.isEmpty: return control
        case .email: return control + emailFaults(of: visible)
        case .firstName, .lastName: return control + nameFaults(of: visible, isRequired: isRequired)
        case .birthday: return control + birthdayFaults(of: visible, today: today)
        case .phone: return control + (phoneMask == .none || PhoneNumber(visible) != nil ? [] : [.phone])
        case .registered: return control + (Timestamp(rfc3339: visible) == nil ? [.timestamp] : [])
        case .passwordHash: return control + hashFaults(of: visible)
        }
    }

    private func emailFaults(of value: String) -> [Rule] {
        switch emailForm {
        case .short: EmailAddress.profileFaults(of: value)
        case .registry: EmailAddress.registryFaults(of: value)
        }
    }

    private func nameFaults(of value: String, isRequired: Bool) -> [Rule] {
        if isRequired, value.unicodeScalars.allSatisfy({ $0.isSpace }) { return [.required] }
        return namesAreEnglish && !EnglishName.matches(value) ? [.english] : []
    }

    private func hashFaults(of value: String) -> [Rule] {
        do {
            _ = try PasswordHash(value)
            return []
        } catch {
            return [.hash(error)]
        }
    }

    private func birthdayFaults(of value: String, today: CalendarDate) -> [Rule] {
        guard CalendarDate.components(ofISO: value) != nil else { return [.dateShape] }
        guard let birthday = CalendarDate(iso: value) else { return [.realDate] }
        if birthday < .earliestBirthday { return [.earliest(.earliestBirthday)] }
        if minimumAge > 0, birthday.age(on: today) < minimumAge { return [.minimumAge(minimumAge)] }
        return birthday > today ? [.future] : []
    }
}

extension CalendarDate {
    /// The earliest birthday that any policy takes.
    public static let earliestBirthday = CalendarDate.newYearsDay(of: 1900)
}

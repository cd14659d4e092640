public import PlainValues

extension Policy {
    /// Every rule that the value breaks as this field, in the order of the rules.
    ///
    /// An empty value is `required` where the policy requires the field and fine elsewhere; a name in which there
    /// is nothing to see is as good as empty. `today` is the local date.
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
        let value = SiftedValue(value, isRegistryEmail: field == .email && emailForm == .registry)
        let rest = value.rest
        guard field == .password || !rest.isEmpty else { return value.broken }
        let faults: [Rule] =
            switch field {
            case .password: passwordRules.filter { !$0.isSatisfied(byPassword: rest) }
            case .email: emailFaults(of: rest)
            case .firstName, .lastName: nameFaults(of: rest, isRequired: isRequired)
            case .birthday: birthdayFaults(of: rest, today: today)
            case .phone: phoneMask == .none || PhoneNumber(rest) != nil ? [] : [.phone]
            case .registered: Timestamp(rfc3339: rest) == nil ? [.timestamp] : []
            case .passwordHash: hashFaults(of: rest)
            }
        return value.broken + faults
    }

    private func emailFaults(of value: String) -> [Rule] {
        switch emailForm {
        case .short: EmailAddress.profileFaults(of: value)
        case .registry: EmailAddress.registryFaults(of: value)
        }
    }

    private func nameFaults(of value: String, isRequired: Bool) -> [Rule] {
        if isRequired, value.isBlank { return [.required] }
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

package import RegappCore
internal import RegappCommandLine
internal import RegappValues
package import RegappTerminal

extension Field: FormID {}

extension FormField {
    package init(_ field: Field, label: String? = nil, input: TextField) {
        self.init(field.id, label: label ?? field.label, icon: field.icon, input: input)
    }

    /// `draft` is the present account, under its rules, and `text` the initial value, as files hold it. With `isNew`,
    /// the value is to be stored, and its rules are listed.
    package init(
        _ field: Field, of draft: Draft, text: String = "", isNew: Bool = true
    ) {
        let policy = draft.policy
        let input = TextField(of: field, holding: text, under: policy)
        self.init(field, input: input)
        switch field.entryStyle {
        case .date:
            if field == .birthday { days = draft.birthdays }
            self.input.placeholder = "e.g. \(field.example) or 31 May 1990"
        // A mask is its own example.
        case .phone:
            if input.mask == nil { self.input.placeholder = "e.g. \(policy.phoneMask.example)" }
        case .text, .name: self.input.placeholder = "e.g. \(field.example)"
        case .secret: isAskedTwice = isNew
        }
        guard isNew else { return }
        isOptional = !policy.required.contains(field) && !draft.needed.contains(field)
        if isOptional, input.mask == nil {
            // A date field has no room for more.
            self.input.placeholder =
                field.entryStyle == .date || self.input.placeholder.isEmpty
                ? "optional" : "optional, " + self.input.placeholder
        }
        let requirements = draft.requirements(of: field)
        // The notation that a question shows for the field.
        let parts: [String] =
            switch field.entryStyle {
            case .date: [field.dateFormats] + requirements
            case .phone: [policy.phoneMask.example]
            case .secret: requirements
            // Nothing: only a wrong answer is explained.
            case .text, .name: []
            }
        format = parts.joined(separator: ", ")
    }
}

extension TextField {
    package init(of field: Field, holding value: String, under policy: Policy) {
        var mask: InputMask?
        if field.entryStyle == .phone, case .mask(let pattern) = policy.phoneMask {
            mask = InputMask(pattern.text) { pattern.digits(ofTyped: $0) }
        }
        self.init(
            policy.displayed(value, for: field), isSecret: field.entryStyle == .secret, mask: mask)
    }
}

extension Draft {
    /// The days that may be a birthday, and why the others may not.
    fileprivate var birthdays: RegappTerminal.Calendar.Range {
        RegappTerminal.Calendar.Range(latest: BirthdayRule.latest(in: self).day) { day in
            var draft = self
            draft.set(day.isoString, as: .birthday)
            return draft.violations(of: .birthday).first?.shortMessage
        }
    }

    /// A check of a form against the rules. A violation for a field that the form lacks is reported at a field that
    /// the rule reads. With `isPresenceEnough`, required fields accept anything. Rules of `listed` ones show; nil: all.
    /// Those of `lacking`, which the account does not have, may stay empty.
    package func check(
        _ fields: [Field], isPresenceEnough: Bool = false, listing listed: [Field]? = nil,
        lacking: [Field] = []
    ) -> Form.Check {
        { texts in
            var draft = self
            for field in fields {
                let text = texts[field.id] ?? ""
                // An empty password changes nothing unless one is needed.
                guard field != .password || !text.isEmpty || needed.contains(field) else { continue }
                draft.set(text, as: field)
            }
            let judgement = draft.judgement
            var problems: [ControlID: [String]] = [:]
            for violation in judgement.violations(about: fields)
            where violation.rule == .required || !isPresenceEnough {
                let isLacking =
                    violation.rule == .required && lacking.contains(violation.field)
                    && texts[violation.field.id]?.isEmpty != false
                if isLacking { continue }
                let field = ([violation.field] + (violation.rule?.reads ?? [])).first(where: fields.contains)
                problems[(field ?? violation.field).id, default: []].append(violation.shortMessage)
            }
            return Form.Judgement(problems) { id in
                guard let field = id.name as? Field, listed?.contains(field) != false else { return [] }
                return judgement.checklist(of: field, takenAsEmpty: texts[id]?.isEmpty != false)
                    .map { FormField.Rule($0.requirement, advice: $0.advice, isMet: $0.isSatisfied) }
            }
        }
    }
}

extension Form {
    package static let passwordsDiffer = "the two passwords differ"

    /// The form for values to be stored.
    package init(of fields: [Field], in draft: Draft) {
        self.init(fields: fields.map { FormField($0, of: draft) }, check: draft.check(fields))
    }

    /// The form for a password that takes the place of another one.
    package init(replacingPassword old: String, in draft: Draft) {
        let check = draft.check([.password])
        self.init(fields: [FormField(.password, of: draft)]) { texts in
            let judgement = check(texts)
            guard texts[Field.password.id] == old else { return judgement }
            return Judgement([Field.password.id: [.passwordIsOld]], rules: judgement.rules)
        }
    }

    /// The form for credentials: no rule applies but that the fields are filled in.
    package init(loggingIn fields: [Field], _ draft: Draft) {
        let draft = Draft(draft.policy, today: draft.today, needing: fields)
        self.init(
            fields: fields.map { field in
                guard field == .email, draft.policy.loginKey.ownKey != nil else {
                    return FormField(field, of: draft, isNew: false)
                }
                let label = draft.policy.loginKey.noun.sentenceCased
                return FormField(
                    field, label: label, input: TextField(of: field, holding: "", under: draft.policy))
            },
            // The password may become the first one of the account.
            check: draft.check(
                fields, isPresenceEnough: true,
                listing: draft.policy.allowsFirstPassword ? [.password] : []))
    }

    package init(editing fields: [Field], of account: AccountFile, _ draft: Draft) {
        self.init(
            fields: fields.map { field in
                var result = FormField(field, of: draft, text: account.formText(of: field))
                if field == .password, !account.hasNoPassword { result.input.placeholder = "unchanged" }
                return result
            },
            // As for options of the command, what an account lacks already prevents no other change.
            check: draft.check(fields, lacking: account.missing.filter { $0 != .email }))
    }

    /// The values that differ from the account's in bytes: another Unicode form of é does, a respaced phone does not.
    package func changes(of account: AccountFile, under policy: Policy) -> AccountRecord {
        var changes = values(of: accountFields)
        for field in changes.fields {
            let given = TextField(of: field, holding: account.formText(of: field), under: policy).text
            let new = policy.normalized(changes[field] ?? "", for: field)
            let isSame = new.utf8.elementsEqual(policy.normalized(given, for: field).utf8)
            changes[field] = isSame ? nil : new
        }
        return changes
    }

    package init(repeating password: String) {
        let field = FormField(.password, label: "Repeat the password", input: TextField(isSecret: true))
        self.init(
            repeating: password, in: field, problem: Self.passwordsDiffer,
            ifEmpty: "type the password once more")
    }

    package func values(of fields: [Field]) -> AccountRecord {
        fields.reduce(into: [:]) { values, field in values[field] = text(of: field.id) }
    }

    package var accountFields: [Field] { fields.compactMap { $0.id.name as? Field } }
}

package import RegappCore
internal import RegappCommandLine
package import RegappJSON
package import RegappTerminal

extension Field: FormID {}

extension FormField {
    package init(_ field: Field, label: String? = nil, input: TextField) {
        self.init(field.id, label: label ?? field.label, icon: field.icon, input: input)
    }

    /// `draft` is the present account, under its rules, and `text` the initial value, as files hold it. With `isNew`,
    /// the value is to be stored, and its rules are listed.
    package init(
        _ field: Field, of draft: Draft, beside fields: [Field], text: String = "", isNew: Bool = true
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
        if field == .password { fewestCharacters = policy.passwordLength }
        isOptional = !policy.required.contains(field) && !draft.needed.contains(field)
        if isOptional, input.mask == nil {
            // A date field has no room for more.
            self.input.placeholder =
                field.entryStyle == .date || self.input.placeholder.isEmpty
                ? "optional" : "optional, " + self.input.placeholder
        }
        rules = { texts in
            var draft = draft.laying(texts, of: fields)
            draft.set(texts[field.id] ?? "", as: field)
            return policy.checklist(of: field, in: draft).map { Rule($0.requirement, isMet: $0.isSatisfied) }
        }
        let requirements = rules([:]).map(\.text)
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
    /// The account with a form's values laid over it; an empty password changes nothing unless one is needed.
    fileprivate func laying(_ texts: [ControlID: String], of fields: [Field]) -> Draft {
        var draft = self
        for field in fields {
            let text = texts[field.id] ?? ""
            if field != .password || !text.isEmpty || needed.contains(field) { draft.set(text, as: field) }
        }
        return draft
    }

    /// The days that may be a birthday, and why the others may not.
    fileprivate var birthdays: RegappTerminal.Calendar.Range {
        RegappTerminal.Calendar.Range(latest: BirthdayRule.latest(in: self).day) { day in
            var draft = self
            draft.set(day.isoString, as: .birthday)
            return draft.violations.first { $0.field == .birthday }?.shortMessage
        }
    }

    /// A check of a form against the rules. A violation for a field that the form lacks is reported at a field that
    /// the rule reads. With `isPresenceEnough`, required fields accept anything.
    package func check(_ fields: [Field], isPresenceEnough: Bool = false) -> Form.Check {
        { texts in
            var problems: [ControlID: [String]] = [:]
            for violation in policy.violations(in: laying(texts, of: fields), about: fields)
            where violation.rule == .required || !isPresenceEnough {
                let field = ([violation.field] + violation.rule.reads).first(where: fields.contains)
                problems[(field ?? violation.field).id, default: []].append(violation.shortMessage)
            }
            return problems
        }
    }
}

extension Form {
    package static let passwordsDiffer = "the two passwords differ"

    /// The form for values to be stored.
    package init(of fields: [Field], in draft: Draft) {
        self.init(
            fields: fields.map { FormField($0, of: draft, beside: fields) }, check: draft.check(fields))
    }

    /// The form for credentials: no rule applies but that the fields are filled in.
    package init(loggingIn fields: [Field], _ draft: Draft) {
        let draft = Draft(draft.policy, today: draft.today, needing: fields)
        self.init(
            fields: fields.map { field in
                var known = FormField(field, of: draft, beside: fields, isNew: false)
                // What is typed may become the first password of the account.
                if field == .password, draft.policy.allowsFirstPassword {
                    known.rules = FormField(field, of: draft, beside: fields).rules
                }
                return known
            },
            check: draft.check(fields, isPresenceEnough: true))
    }

    package init(editing fields: [Field], of account: AccountFile, _ draft: Draft) {
        self.init(
            fields: fields.map { field in
                var result = FormField(
                    field, of: draft, beside: fields, text: account.formText(of: field))
                if field == .password, !account.hasNoPassword { result.input.placeholder = "unchanged" }
                return result
            },
            check: draft.check(fields))
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
        self.init(repeating: password, in: field, problem: Self.passwordsDiffer)
    }

    package func values(of fields: [Field]) -> AccountRecord {
        fields.reduce(into: [:]) { values, field in values[field] = text(of: field.id) }
    }

    package var accountFields: [Field] { fields.compactMap { $0.id.name as? Field } }
}

// What a person is asked besides the fields of a form.

extension Message {
    /// - Parameter forgets: whether the history is to forget the accounts.
    package static func removal(of email: String?, count: Int, forgets: Bool = false) -> Message {
        let accounts = email.map { "remove the account of \($0)" } ?? "remove \(count) accounts"
        return .question(
            forgets
                ? "\(accounts), and forget what the history tells of \(count == 1 ? "it" : "them")? "
                    + "This cannot be undone" : accounts + "?")
    }

    package static let saveRules = question("save these rules?")

    /// The message as a question, or as the title of a dialog.
    package var asked: String { facts.map(\.text.sentence).joined(separator: " ") }

    package static let demoIsReady = Message.done(
        "log in as Alex, Anton or Jane with a new password, such as password1",
        next: "try \(.regapp("login", "--first-name", "Alex"))")
}

extension Menu.Choice {
    package static let editAgain = "Edit again"
}

extension Edit.Choice {
    package var title: String { self == .mine ? "Keep mine" : "Take theirs" }
}

extension Edit.Conflict {
    package var sentence: String {
        // A password and its hash have the same noun; name it once.
        var nouns: [String] = []
        for noun in members.map({ $0.field?.noun ?? $0.key.noun }) where !nouns.contains(noun) {
            nouns.append(noun)
        }
        return "another program changed the \(nouns.joined(separator: " and the ")) meanwhile"
    }

    /// A value to display: a field by the rules of `policy`, or as it is written if that is nil.
    package func displayText(_ value: KeyPath<JSONMerge.Member, JSONMerge.Value?>, _ policy: Policy?)
        -> String
    {
        let texts = members.map { $0[keyPath: value].displayText(for: $0.key, under: policy) }
        return texts.first { $0 != String.notSet } ?? .notSet
    }
}

/// What a beginner can choose by a policy, in a few words each.
package enum PolicyOffer {
    package static let albums = "register and search albums"
    package static let profile = "go back to a profile for one person"
    package static let service = "keep accounts for a web or mail server"
    package static let demo = "try logging in as Alex, Anton or Jane"
}

extension PolicyImpact {
    /// How many accounts could no longer log in, with the first of them, and how many only by another field.
    package var consequences: String {
        var parts = shutOut > 0 ? [firstShutOut.couldNoLongerLogIn(of: shutOut)] : []
        if let key = newKey {
            let old = key == .email ? Field.firstName : .email
            parts.append(
                "\(rekeyed.counted("account")) would have to log in by \(key.field.noun), not by \(old.noun)")
        }
        return parts.joined(separator: "; ")
    }
}

extension [String] {
    /// Says that `count` accounts could no longer log in; these are the first of their emails.
    package func couldNoLongerLogIn(of count: Int) -> String {
        let rest = count - self.count
        let names = joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        return "\(count.counted("account")) could no longer log in: \(names)"
    }
}

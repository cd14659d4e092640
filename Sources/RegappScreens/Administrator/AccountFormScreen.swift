import RegappValues
import RegappCore
import RegappJSON
import RegappStore
import RegappTerminal
import RegappWording

/// A form over the list of accounts: for an expiry, a password, a custom key or a new account. To edit an account, the
/// administrator gets the page that its owner has, ``UserEditScreen``.
struct AccountFormScreen: FormScreen {
    enum Action: FormID {
        case perform, cancel
        /// In place of a typed password.
        case generate, link
    }

    /// The fields beside a password: until when servers take it, and where links lead.
    private enum PasswordField: FormID {
        case changeBy, address
    }

    /// The fields of the form for a key of one's own: the key, and what happens to its values.
    private enum OwnField: FormID {
        case key, add, remove
    }

    enum Purpose: Sendable {
        case expiry(AccountTargets)
        case password(AccountFile)
        case own(AccountTargets)
        case register
    }

    var page: FormPage<Action>
    private var purpose: Purpose
    /// Has the rules with which the form was made.
    private var directory: AccountStore
    /// The custom keys in use, with their texts, which the form offers.
    private let inUse: [String: [String]]

    init(
        _ purpose: Purpose, _ directory: AccountStore, inUse: [(key: String, texts: [String])] = []
    ) {
        self.inUse = Dictionary(inUse.map { ($0.key, $0.texts) }) { first, _ in first }
        let title: String
        let button: String
        let guidance: Guidance
        switch purpose {
        case .expiry(let targets):
            title = "Expiry"
            button = "Save"
            guidance = .of(targets)
        case .password(let account):
            title = "New password"
            button = "Set password"
            guidance = Guidance("for \(account.email)")
        case .own(let targets):
            title = "Custom key"
            button = "Save"
            guidance = .of(targets)
        case .register:
            let path = directory.store.path(of: "\(StoreLayout.accounts)/EMAIL.json")
            guidance = Guidance("creates an account in this registry", path: path)
            title = "Registration"
            button = "Register"
        }
        self.purpose = purpose
        self.directory = directory
        var buttons = [FormButton<Action>(.perform, title: button, needsValidFields: true)]
        if case .password = purpose {
            let changeBy = PasswordField.changeBy.id
            buttons = [
                FormButton(
                    .perform, title: button, needsValidFields: true, asked: [Field.password.id, changeBy]),
                FormButton(.generate, title: "Generate", asked: [changeBy]),
                FormButton(.link, title: "Make a link", asked: [PasswordField.address.id, changeBy]),
            ]
        }
        page = FormPage(
            title, Self.form(purpose, directory, self.inUse), buttons + [.cancel(.cancel)],
            leaving: .button, guidance: guidance)
    }

    private static func form(
        _ purpose: Purpose, _ directory: AccountStore, _ inUse: [String: [String]]
    ) -> Form {
        switch purpose {
        case .expiry(let targets): form(expiryOf: targets, directory)
        case .password(let account): form(passwordOf: account, directory)
        case .own: ownForm(inUse)
        case .register: Form(of: RegistrationScreen.fields(directory.policy), in: directory.draft())
        }
    }

    private static let mostOffers = 8

    /// What is in use already, so that one team does not get two names. What goes on as the typed text does comes first.
    private static func offer(_ texts: [String], after typed: String?) -> [FormField.Rule] {
        let typed = typed ?? ""
        let fitting = texts.filter { $0.hasPrefix(typed) } + texts.filter { !$0.hasPrefix(typed) }
        let shown = fitting.prefix(mostOffers).joined(separator: ", ")
        return texts.isEmpty ? [] : [.init("in use: " + shown, isMet: texts.contains(typed))]
    }

    private static func ownForm(_ inUse: [String: [String]]) -> Form {
        let keyRule = "type a custom key, such as team"
        let fields = [
            FormField(OwnField.key.id, label: "Key", icon: "#"),
            FormField(OwnField.add.id, label: "Add", icon: "+"),
            FormField(OwnField.remove.id, label: "Remove", icon: "-", isOptional: true),
        ]
        return Form(fields: fields) { texts in
            let values = ownValues(texts)
            let isOwn =
                values.allSatisfy { $0.refusalAsTyped == nil }
                && texts[OwnField.key.id]?.trimmed.isEmpty == false
                // No option could name a key with these.
                && texts[OwnField.key.id]?.contains { "=<>".contains($0) } != true
            var problems: [ControlID: [String]] = [:]
            if !isOwn { problems[OwnField.key.id] = [keyRule] }
            if values.isEmpty {
                problems[OwnField.add.id] = ["type what to add, or below what to remove"]
            }
            let keys = inUse.keys.sorted()
            let present = inUse[texts[OwnField.key.id] ?? ""] ?? []
            return Form.Judgement(
                problems,
                suggestions: [
                    OwnField.key.id: keys, OwnField.add.id: present, OwnField.remove.id: present,
                ]
            ) { id in
                id == OwnField.key.id
                    ? [.init(keyRule, isMet: isOwn)] + offer(keys, after: texts[id])
                    : offer(present, after: texts[id])
            }
        }
    }

    private static func ownValues(_ texts: [ControlID: String]) -> [OwnValue] {
        let actions: KeyValuePairs<OwnField, OwnValue.Action> = [.add: .add, .remove: .remove]
        return actions.compactMap { field, action in
            guard let text = texts[field.id]?.trimmed, !text.isEmpty else { return nil }
            return OwnValue((texts[OwnField.key.id] ?? "").trimmed, text, action)
        }
    }

    private static func form(passwordOf account: AccountFile, _ directory: AccountStore) -> Form {
        let draft = directory.draft(over: account.values, needing: [.password])
        let changeByID = PasswordField.changeBy.id
        let addressID = PasswordField.address.id
        let check = draft.check([.password])
        var changeBy = FormField(
            changeByID, label: "Change by", icon: Field.mustChange.icon, isOptional: true)
        changeBy.days = Calendar.Range(
            latest: directory.now.systemDate, day: { lastDay($0, directory).flatMap(CalendarDate.init(iso:)) }
        )
        let address = FormField(
            addressID, label: "Page", icon: Field.passwordLink.icon, isOptional: true)
        return Form(fields: [FormField(.password, of: draft), changeBy, address]) { texts in
            let password = check(texts)
            let day = texts[changeByID] ?? ""
            let page = texts[addressID] ?? ""
            let isDay = day.isEmpty || lastDay(day, directory) != nil
            let isPage = page.isEmpty || PageAddress(page) != nil
            return Form.Judgement([
                Field.password.id: password.problems(Field.password.id),
                changeByID: isDay ? [] : ["type a day, or how long, such as +14d"],
                addressID: isPage ? [] : ["begin with https://"],
            ]) { id in
                switch id {
                case changeByID:
                    [.init("the owner has to change it by then, such as +14d", isMet: isDay && !day.isEmpty)]
                case addressID:
                    [
                        .init(
                            "the address of the page for passwords, for a link",
                            isMet: isPage && !page.isEmpty)
                    ]
                default: password.rules(id)
                }
            }
        }
    }

    /// The day by which a password has to be changed; nil if there is none in the text.
    private static func lastDay(_ text: String, _ directory: AccountStore) -> String? {
        let draft = directory.draft([.expires: text])
        guard draft.judgement.violations(about: [.expires]).isEmpty else { return nil }
        return draft.changes[.expires].flatMap { CalendarDate(iso: $0)?.isoString }
    }

    private static func form(expiryOf targets: AccountTargets, _ directory: AccountStore) -> Form {
        let present = targets.one?[.expires] ?? ""
        var field = FormField(.expires, input: TextField(present))
        field.given = present
        field.input.placeholder = "e.g. +1y, never"
        field.days = Calendar.Range(
            latest: directory.now.systemDate,
            day: { CalendarDate(iso: directory.draft([.expires: $0]).changes[.expires] ?? "") })
        field.shortcuts = ["+1m", "+1y", "never"]
        field.openCalendar()
        let check = directory.draft().check([.expires], listing: [])
        guard targets.one == nil else { return Form(fields: [field], check: check) }
        // For several accounts the field starts empty, so an empty field removes no date.
        return Form(fields: [field]) { texts in
            let isEmpty = texts[Field.expires.id]?.allSatisfy(\.isWhitespace) != false
            return isEmpty ? Form.Judgement([Field.expires.id: ["type a date, or never"]]) : check(texts)
        }
    }

    var traits: ScreenTraits {
        let subject: EditSubject =
            switch purpose {
            case .expiry(let targets), .own(let targets):
                targets.one.map { .account(email: $0[.email]) } ?? .policy
            case .password(let account): .account(email: account.email)
            case .register: .policy
            }
        return ScreenTraits(subject: subject, policy: directory.policy, isTyping: form.isTyping)
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        let texts = page.form.texts
        let effect = answer(event)
        // A click on a button changes no text, but may complete a date.
        if case .chosen = event { return effect }
        // What was said of the former texts may not be true of these.
        if page.form.texts != texts {
            page.withdrawNews()
            for id in [PasswordField.address.id, PasswordField.changeBy.id] {
                page.form.remark(nil, about: id)
            }
        }
        return effect
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch (action, purpose) {
        case (.cancel, _): return escape()
        case (_, .password) where isLate:
            return refuse(
                "servers would refuse it at once: type today or a day to come", PasswordField.changeBy.id)
        case (.perform, .expiry(let targets)):
            let date = directory.draft(page.form.values(of: [.expires])).changes[.expires] ?? ""
            return .work(
                AccountTask("saving", to: "saved") { files in
                    let registry = try files.registry()
                    try registry.requireSame(targets)
                    if let seen = targets.one, let present = try registry.account(of: seen[.email]),
                        present.value(.expires) ?? "" != seen[.expires]
                    {
                        // The field says what it is now; saving again replaces that.
                        return .then { (screen: inout AccountFormScreen) in
                            _ = screen.follow(present)
                            return nil
                        }
                    }
                    let result = try registry.commit(
                        [.values([.expires: date])], of: targets.emails())
                    return .done(.bulk(result, .edit))
                })
        case (.perform, .own(let targets)):
            let values = Self.ownValues(page.form.texts)
            let key = page.form.text(of: OwnField.key.id).trimmed
            return .work(
                AccountTask("saving", to: "saved") { files in
                    let registry = try files.registry()
                    try registry.requireSame(targets)
                    let result = try registry.commit(
                        [.values(AccountRecord(ownChanges: values))], of: targets.emails())
                    let news = Message.custom(values, result) ?? .bulk(result, .edit)
                    // The list shows the key in a column.
                    return .several([
                        .done(news),
                        .then { (screen: inout AccountsScreen) in
                            screen.changedKey = key
                            return nil
                        },
                    ])
                })
        case (.perform, .password(let account)):
            let password = page.form.text(of: Field.password.id)
            return .work(
                .changing("setting the password", to: "set", .setPassword) { [mark] registry in
                    try registry.requireSame(.one(AccountSummary(account)))
                    return try registry.setPassword(of: account.email, to: password, mark: mark)
                })
        case (.generate, .password(let account)):
            return make("generating a password", for: account) {
                try $0.generatePasswords(for: [account.email], mark: $1)
            }
        case (.link, .password(let account)):
            guard let address = PageAddress(page.form.text(of: PasswordField.address.id)) else {
                return refuse("type the address of the page for passwords", PasswordField.address.id)
            }
            return make("making a link", for: account) {
                try $0.generateLinks(for: [account.email], to: address, validFor: .usual, mark: $1)
            }
        case (.generate, _), (.link, _): return nil
        case (.perform, .register):
            let values = page.form.values(of: page.form.accountFields)
            return .work(
                .changing("registering", to: "registered", .register) { registry in
                    let account = try registry.register(registry.directory.draft(values), logsIn: false)
                    return BulkResult(changed: [.init(account.email)])
                })
        }
    }

    /// The `mustChange` of the new password; nil keeps it.
    private var mark: String? { Self.lastDay(page.form.text(of: PasswordField.changeBy.id), directory) }

    private var isLate: Bool {
        mark.flatMap { CalendarDate(iso: $0) }.map { $0 < directory.now.systemDate } ?? false
    }

    /// Says at a field what has to be typed there.
    private mutating func refuse(_ reason: String, _ field: ControlID) -> ScreenEffect? {
        page.form.remark(.init(reason, isProblem: true), about: field)
        page.form.setFocus(field)
        return nil
    }

    /// Shows what was generated in place of this page; it is not set yet.
    private mutating func make(
        _ doing: String, for account: AccountFile,
        _ generate: @escaping @Sendable (Registry, _ mark: String?) throws -> GeneratedSecrets
    ) -> ScreenEffect? {
        guard mark != nil || page.form.text(of: PasswordField.changeBy.id).isEmpty else {
            return refuse("correct the day, or leave it empty", PasswordField.changeBy.id)
        }
        return .work(
            AccountTask(doing, to: "generated") { [mark] files in
                let registry = try files.registry()
                try registry.requireSame(.one(AccountSummary(account)))
                let screen = NewPasswordsScreen(try generate(registry, mark), registry.directory.policy)
                return .several([.leave(), .push(screen)])
            })
    }

    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? {
        guard case .success(let state) = files else { return nil }
        // Rules that are being replaced are gone for a moment.
        if case .register = purpose, !state.policy.isRegistry, isTouched {
            page.setNotice(.warning("the folder has no registry now; what you typed is kept here"))
            return nil
        }
        page.setNotice(files.error.map { .lost($0, keeping: true) })
        if let error = files.error { return isTouched ? nil : .leave(.lost(error)) }
        let hasOtherRules = directory.policy != state.policy
        directory = state.directory
        let hasOtherForm = state.account.map { follow($0) } ?? false
        if hasOtherRules || hasOtherForm {
            page.replaceForm(Self.form(purpose, directory, inUse), mayMoveFocus: !page.form.isTyping)
        }
        return nil
    }

    /// Shows the account as it is now; true if that needs another form.
    private mutating func follow(_ account: AccountFile) -> Bool {
        switch purpose {
        case .expiry(let targets):
            let old = targets.one?[.expires]
            let new = account.value(.expires) ?? ""
            // Somebody else's account does not take the place of this one: saving says that it is gone.
            guard old != new, targets.one?.isSame(account) == true else { return false }
            purpose = .expiry(.one(AccountSummary(account)))
            if page.form.isTouched {
                page.form.remark(
                    .init("changed meanwhile: it is \(new.isEmpty ? "not set" : new) now", isProblem: true),
                    about: Field.expires.id)
            } else {
                page.form.give(new, to: Field.expires.id)
            }
        case .password(let old):
            guard AccountSummary(old).isSame(account) else { return false }
            purpose = .password(account)
            return old.document.bytes != account.document.bytes
        case .own, .register: break
        }
        return false
    }

    /// When the list is read again, keeps only the accounts that are still marked.
    mutating func receive(_ message: ScreenMessage) -> ScreenEffect? {
        guard case .accounts(.read(let new)) = message else { return nil }
        switch purpose {
        case .expiry(.several(let old, let marks)), .own(.several(let old, let marks)):
            let targets = AccountTargets.several(new, new.indices(of: marks, in: old))
            purpose = if case .own = purpose { .own(targets) } else { .expiry(targets) }
            page.guidance = .of(targets)
            return targets.count > 0 ? nil : .leave(.warning("the marked accounts were removed elsewhere"))
        default: return nil
        }
    }
}

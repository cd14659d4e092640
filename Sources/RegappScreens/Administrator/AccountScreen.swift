import RegappValues
import RegappCore
import RegappJSON
import RegappStore
import RegappTerminal
import RegappWording

/// An account by itself over the list of accounts, with the list's keys as buttons.
struct AccountScreen: FormScreen {
    var page: FormPage<AccountAction>
    private let detail: Result<AccountFile, AccountsError>
    private let summary: AccountSummary
    private let directory: AccountStore
    /// Whether what is said is about a change that the page has not read yet.
    private var isNewsUnread = false

    /// - Parameter summary: what the list shows of a file that cannot be accepted.
    init(
        _ summary: AccountSummary, _ detail: Result<AccountFile, AccountsError>, _ directory: AccountStore
    ) {
        self.detail = detail
        self.directory = directory
        let account = try? detail.get()
        self.summary = account.map(AccountSummary.init) ?? summary
        let isLocked = self.summary.has(.locked)
        let buttons = AccountAction.buttons(isBroken: account == nil, isLocked: isLocked)
        let fields = Self.fields(detail, directory.policy)
        let problem: Message? =
            if case .failure(let error) = detail { .problem(error, advice: .correct) } else { nil }
        page = FormPage(
            "Account", Form(fields: fields, isReadOnly: true), buttons, leaving: .back,
            guidance: account.map { Guidance("an account of this registry", path: $0.path) }, notice: problem)
        page.others = [AccountsKeys.undo]
        let actions: [AccountAction] =
            account == nil ? [.editor, .lock, .remove, .history] : [.edit, .lock, .password, .expiry]
        page.footer =
            actions.map { $0.key(isLocked: isLocked, isBroken: account == nil) }
            + [AccountsKeys.undo, PageKeys.back]
    }

    var traits: ScreenTraits {
        ScreenTraits(subject: .account(email: summary[.email]), policy: directory.policy)
    }
    var copyable: String? { summary[.email] }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        AccountsKeys.undo.matches(event) ? .work(.offerUndo(.newest)) : answer(event)
    }

    func press(_ action: AccountAction) -> ScreenEffect? {
        action.effect(on: .one(summary), directory, isOnItsPage: true)
    }

    mutating func announce(_ news: Message) -> ScreenEffect? {
        page.announce(news)
        isNewsUnread = true
        return nil
    }

    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? {
        guard case .success(let state) = files else { return nil }
        let detail: Result<AccountFile, AccountsError>
        let isSame: Bool
        switch files.account {
        case .success(nil): return nil
        case .failure(.noAccount(let email)): return .leave(.lost(.noAccount(email)))
        case .success(let account?):
            let old = try? self.detail.get()
            isSame = old?.document.bytes == account.document.bytes && old?.statuses == account.statuses
            // All accounts are read for who shares its login name, so not at every look.
            let keepsDetail = isSame && state.policy == directory.policy
            detail = keepsDetail ? self.detail : state.directory.judged(account.email)
        case .failure(let error):
            detail = .failure(error)
            isSame = if case .failure(error) = self.detail { true } else { false }
        }
        let old = self
        isNewsUnread = false
        guard !isSame || state.policy != directory.policy else { return nil }
        self = AccountScreen(summary, detail, state.directory)
        page.form.adoptPlace(of: old.page.form)
        // What was said of an earlier change may not be true any more.
        if page.notice == nil, old.isNewsUnread { page.notice = old.page.notice }
        return nil
    }
}

extension AccountScreen {
    private enum Row: FormID {
        case canLogIn, own(String)
    }

    /// Whether the account can log in, and if not, why.
    private static func canLogIn(_ account: AccountFile, _ policy: Policy) -> String {
        if let obstacle = account.obstacle(under: policy) { return obstacle }
        if account.has(.overdue) { return "only to choose another password" }
        return account.isPasswordSet ? "yes" : "yes, which sets the password"
    }

    static func fields(_ detail: Result<AccountFile, AccountsError>, _ policy: Policy) -> [FormField] {
        guard case .success(let account) = detail else { return [] }
        func row(_ row: Row, _ label: String, _ text: String) -> FormField {
            FormField(row.id, label: label, input: TextField(text, limit: .max))
        }
        let fields = Field.allCases.filter {
            !Field.secrets.contains($0) && (policy.fields.contains($0) || account.value($0) != nil)
        }
        var rows = fields.map { field in
            let value = policy.displayed(account.value(field) ?? "", for: field)
            return FormField(field, input: TextField(value.dateInWords, limit: .max))
        }
        let password = account.isPasswordSet ? FormField.hidden : .notSet
        rows.insert(FormField(.password, input: TextField(password, limit: .max)), at: 1)
        let known = AccountColumn.known.map(\.key) + Field.secrets.map(\.rawValue)
        rows += account.ownMembers(besides: known).hidingHashes.map {
            row(.own($0.key), $0.key, $0.value.cell)
        }
        // Second, so that it shows even in the lowest window.
        rows.insert(row(.canLogIn, AccountFile.canLogInLabel, canLogIn(account, policy)), at: 1)
        return rows.filter { !$0.input.text.isEmpty }
    }
}

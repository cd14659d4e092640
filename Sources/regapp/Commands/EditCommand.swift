import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording
import RegappTerminal

struct EditCommand: RegappCommand {
    static let words = ["edit"]
    static let page = #"""
        # edit | YOUR OWN ACCOUNT
        Change the account that is logged in

        Values given as options are saved at once. Without any, on a terminal, regapp asks for each field, then whether to
        save. An empty value clears a field that is not required.

        --editor opens the whole text in $VISUAL or $EDITOR, else, on a terminal, in 'editor' or 'vi'. A correct text is
        saved as you wrote it. If there are mistakes, regapp lists them with their places. You can edit again, keep the text
        for the next 'regapp edit --editor', or discard it: regapp then exits with 65 or 1. Changes that others made
        meanwhile are merged key by key.

        - Change one value | regapp edit --first-name Ann
        - Clear a value | regapp edit --last-name ""
        - Enter a new password | regapp edit --password

            set, update, change, modify, rename, chfn
            passwd = --password, password = --password, setpassword = --password, editor = --editor, open = --editor
        """#
    static let isWriter = true

    private let options: Options

    init(_ line: inout CommandLineReader) { options = Options(&line) }

    func run(_ context: inout CommandContext) throws {
        ProcessHardening.shareMemory()
        try Self.run(options, .currentUser, &context)
    }

    struct Options {
        let fields: FieldOptions
        let own: [OwnValue]
        let editor: Bool

        init(
            _ line: inout CommandLineReader, of fields: [Field] = Field.typedByPeople,
            setsOwnKeys: Bool = false
        ) {
            self.fields = FieldOptions(&line, fields.filter { $0 != .password }, asksForPassword: false) {
                $0.optionHelp(isNew: true)
            }
            own = setsOwnKeys ? line.ownValues() : []
            editor = line.flag("editor", "open the whole text in your editor")
        }

        var isEmpty: Bool { fields.isEmpty && own.isEmpty }
    }

    /// - Parameter named: the administrator's options for the outcome; nil for the current user.
    static func run(
        _ options: Options, _ subject: EditSubject, _ context: inout CommandContext,
        _ named: AccountSelection? = nil
    ) throws {
        if options.editor {
            if let named, named.isDryRun || named.isJSON {
                throw UsageError.conflictingOptions("--editor", named.isDryRun ? "--dry-run" : "--json")
            }
            guard options.isEmpty else {
                throw Message(
                    .usage, "--editor opens the whole text, so it takes no values",
                    hint: "leave out --editor, or the values")
            }
            return try finish(try EditorSession.run(subject, &context), subject, &context)
        }
        let directory = try context.directory()
        // Read before standard input, which may take a while, so that the edit is of the user who is current now.
        // Errors come later, so that a password on the command line draws its warning in any case.
        let account = Result<_, AccountsError>(catching: try subject.account(in: directory))
        let own = try options.own.judged()
        let asksForAll = options.isEmpty
        let conversation = asksForAll || options.fields.areAsked ? context.conversation() : nil
        let values = try FieldValues(options.fields, context, directory, conversation)
        guard let file = try account.get() else { throw try context.nobodyLoggedIn() }
        if asksForAll, conversation == nil { throw Message.nothingToEdit(subject) }
        var draft = try values.values(asking: asksForAll ? Field.typedByPeople : [], of: file)
        draft.set(AccountRecord(ownChanges: own))
        if asksForAll, let conversation,
            try conversation.choose(
                .question("save the changes?"),
                among: [.init("Save", "y", "yes"), .init("Cancel", "n", "no")]) != 0
        {
            return try finish(nil, subject, &context)
        }
        var edit = ValuesEdit(subject, of: file, under: directory.policy, followsEmail: asksForAll)
        if let named, named.isDryRun {
            edit.write(draft.replacingLists)
            let changes = try edit.dryRun(in: directory)
            let result = BulkResult(of: file.email, changes, isChanged: edit.isChanged)
            return try named.report(result, .edit, &context)
        }
        let saved =
            try context.replacingLists(draft, named) { draft in
                try values.saving(draft, of: file) { draft in
                    edit.write(draft)
                    // If the rules have changed since the answers were given, nothing is written.
                    return try edit.save(in: { directory }) { conflict in
                        // The options win, or the person chooses.
                        guard let conversation else { return .mine }
                        let sides = Menu.Choice.sides(of: conflict, directory.policy)
                        return try conversation.choose(.question(conflict.sentence), among: sides) == 0
                            ? .mine : .theirs
                    }
                }
            } ?? nil
        if !edit.merged.isEmpty { Diagnostics.report(.merged(edit.merged, subject)) }
        if let named, named.isJSON {
            let result = BulkResult(
                of: file.email, saved?.changes ?? [], isChanged: saved?.isChanged ?? false)
            return try named.report(result, .edit, &context)
        }
        try finish(saved, subject, &context)
        if named != nil, saved?.hasMoved == true { Diagnostics.report(.hint(.formerEmails)) }
    }

    /// - Parameter saved: nil if nothing is to be saved.
    private static func finish(
        _ saved: SavedEdit?, _ subject: EditSubject, _ context: inout CommandContext
    ) throws {
        guard let saved, let account = saved.account else {
            return Diagnostics.report(.saved(false))
        }
        try context.printOutcome(account, saved.policy, isOwn: subject == .currentUser) {
            if saved.changes.contains(where: { $0.field == .password && $0.new.isEmpty }) {
                account.warnIfPasswordless(saved.policy)
            }
            if saved.changes.contains(where: { $0.key == saved.policy.loginKey.changed }) {
                account.warnIfNameless(saved.policy)
            }
            for line in saved.changes.lines(saved.policy) { Diagnostics.report(.done(Sentence(prose: line))) }
            Diagnostics.report(.saved(saved.isChanged))
        }
    }
}

extension BulkResult {
    fileprivate init(of email: String, _ changes: [FieldChange], isChanged: Bool) {
        self = isChanged ? BulkResult(changed: [.init(email, changes)]) : BulkResult(unchanged: [email])
    }
}

extension EditSubject {
    /// The account; nil if no account is logged in.
    fileprivate func account(in directory: AccountStore) throws(AccountsError) -> AccountFile? {
        guard case .account(let email) = self else { return try directory.current() }
        return try directory.registry().accountToFix(of: email)
    }
}

extension CommandContext {
    /// Makes a change, but replaces lists and objects by texts only if the person wants that; nil if not. `named` is
    /// nil for the current user, who changes no keys.
    func replacingLists<Result>(
        _ draft: Draft, _ named: AccountSelection?, _ change: (Draft) throws -> Result
    ) throws -> Result? {
        if named?.asks == false { return try change(draft.replacingLists) }
        do { return try change(draft) } catch let error as AccountsError where error.isAboutLists {
            let said = error.explanation.messages.map { Message.warning($0) }
            guard try confirm(.question("replace this by a text?"), after: said, orElse: Message(of: error))
            else {
                return nil
            }
        }
        return try change(draft.replacingLists)
    }
}

struct AccountsEditCommand: RegappCommand {
    static let words = ["accounts", "edit"]
    static let page = #"""
        # accounts edit
        Change accounts

        Works like 'regapp edit', but for any account. A new email renames the file and moves the session. Several accounts
        get the same values; --email and --password are for one account only.

        The expiry date is the last day on which an account can log in, and can be in the past. From the next day on, every
        service treats the account as locked. DATE can also be today, yesterday, tomorrow, 'in 3 days', '2 weeks ago' or a
        weekday, which means the next one. +14d, +6m and +1y count from today; a month that is too short ends them on its
        last day. 'never' and --expires= remove the date. If the account expires or becomes valid, its session ends.

        --set team=board stores a text under a custom key, and --set team= removes the key. --add team=choir adds a value
        and --remove team=board removes one: a text becomes a list, and a list with one value a text again. --set asks
        before it replaces a list or an object; without a terminal, add --yes. --set-json sets any JSON.

        - Change a name | regapp accounts edit ann@example.com --last-name Roe
        - Set an expiry date | regapp accounts edit ann@example.com --expires 2026-12-31
        - Put an account into a team | regapp accounts edit ann@example.com --set team=board
        - Extend a whole team by half a year | regapp accounts list --where team=board --fields email | regapp accounts edit
          --from - --expires +6m

            usermod, chfn, set, update, change, modify, accounts set, accounts change, accounts update, accounts modify
            usermod e = EMAIL --expires DATE, chage E = EMAIL --expires DATE, usermod l = --email NEW
            gpasswd d = EMAIL --remove KEY=VALUE, deluser group = EMAIL --remove KEY=VALUE
            usermod ag = EMAIL --add KEY=VALUE, usermod g = EMAIL --add KEY=VALUE
            groupadd = EMAIL --add KEY=VALUE, addgroup = EMAIL --add KEY=VALUE, gpasswd = EMAIL --add KEY=VALUE
            vipw = EMAIL --editor, vi = EMAIL --editor, vim = EMAIL --editor, nano = EMAIL --editor, emacs = EMAIL --editor
            email = EMAIL --email NEW, move = EMAIL --email NEW
            rename = EMAIL --email NEW, mv = EMAIL --email NEW, accounts rename = EMAIL --email NEW
            accounts move = EMAIL --email NEW, chage = EMAIL --expires DATE, expire = EMAIL --expires DATE
            expires = EMAIL --expires DATE, expiry = EMAIL --expires DATE, extend = EMAIL --expires DATE
            prolong = EMAIL --expires DATE, renew = EMAIL --expires DATE, tag = EMAIL --add KEY=VALUE
            untag = EMAIL --remove KEY=VALUE, label = EMAIL --set KEY=VALUE, annotate = EMAIL --set KEY=VALUE
            group = EMAIL --add KEY=VALUE, group add = EMAIL --add KEY=VALUE
            team = EMAIL --add KEY=VALUE
            role = EMAIL --add KEY=VALUE, group remove = EMAIL --remove KEY=VALUE, team remove = EMAIL --remove KEY=VALUE
            role remove = EMAIL --remove KEY=VALUE, delgroup = EMAIL --remove KEY=VALUE, --unset = --set KEY=
            group rm = EMAIL --remove KEY=VALUE, group del = EMAIL --remove KEY=VALUE, group delete = EMAIL --remove KEY=VALUE
            group removemembers = EMAIL --remove KEY=VALUE, team rm = EMAIL --remove KEY=VALUE
            team delete = EMAIL --remove KEY=VALUE, gpasswd r = EMAIL --remove KEY=VALUE
            member remove = EMAIL --remove KEY=VALUE, usermod d = EMAIL --set KEY=VALUE
            --delete = --set KEY=, --clear = --set KEY=
            --append = --add, --rename = --email, --new-email = --email, --expiry-date = --expires
            --enabled = help accounts lock, --active = help accounts lock
            --disabled = help accounts lock, --blocked = help accounts lock, --suspended = help accounts lock
            --status = help accounts lock, --state = help accounts lock
            --lock = accounts lock EMAIL, --locked = accounts lock EMAIL, --unlock = accounts unlock EMAIL
            --disable = accounts lock EMAIL, --enable = accounts unlock EMAIL, -L = accounts lock EMAIL
            -U = accounts unlock EMAIL
        """#
    static let isWriter = true

    private let accounts: AccountSelection
    private let options: EditCommand.Options

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, asks: true)
        options = EditCommand.Options(&line, of: Field.typedByAdministrators, setsOwnKeys: true)
    }

    func run(_ context: inout CommandContext) throws {
        if accounts.typed.count == 1 {
            let email = try accounts.emails(&context)[0]
            return try EditCommand.run(options, .account(email: email), &context, accounts)
        }
        if options.isEmpty, !options.editor {
            throw Message.nothingToEdit(.account(email: "EMAIL"), accounts.typed)
        }
        let email = Field.email
        for (option, isGiven) in [
            ("--" + email.optionName, options.fields.values[email] != nil),
            ("--" + Field.password.optionName, options.fields.password.isGiven), ("--editor", options.editor),
        ] where isGiven {
            throw Message.onlyForOneAccount(option)
        }
        let directory = try context.directory()
        let registry = try context.registry()
        let own = try options.own.judged()
        let emails = try accounts.emails(&context)
        let conversation = options.fields.areAsked ? context.conversation() : nil
        let values = try FieldValues(options.fields, context, directory, conversation)
        var draft = try values.values(asking: [])
        draft.set(AccountRecord(ownChanges: own))
        let result = try context.replacingLists(draft, accounts) {
            try registry.commit([.values($0.changes)], of: emails, isDryRun: accounts.isDryRun)
        }
        guard let result else { return Diagnostics.report(.saved(false)) }
        try accounts.report(result, .edit, &context)
        guard !accounts.isDryRun, !accounts.isJSON else { return }
        for account in result.changed
        where account.values.contains(where: { $0.key == directory.policy.loginKey.changed }) {
            try registry.account(of: account.email)?.warnIfNameless(directory.policy)
        }
    }
}

extension Policy.LoginKey {
    /// What a change names that gives or takes away a login name.
    fileprivate var changed: FieldChange.Key? { ownKey.map(FieldChange.Key.own) }
}

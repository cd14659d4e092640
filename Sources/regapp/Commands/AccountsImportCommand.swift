import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording

struct AccountsImportCommand: RegappCommand {
    static let words = ["accounts", "import"]
    static let page = #"""
        # accounts import
        Register the accounts in a file

        A file is imported as a whole or not at all. regapp lists each bad line with its number and what is wrong, at most
        ten of a kind. It skips and lists account files that are invalid or cannot be written, and then exits with 65.
        Without --format, the file name extension decides: {endings}.

        {forms}

        Files are UTF-8, UTF-16 with a byte order mark, or in the encoding that --encoding names. Dates and phones can be
        written as for 'regapp edit'.

        --map Abteilung=team stores a column under the key team, and --map 'Notes=' drops one. --map Name=firstName+lastName
        splits a name at its last space, lastName+firstName at its first; if there is a comma, the last name comes first.
        team[] makes a list of a cell with ; between its values, of an array, or of an LDAP attribute with several values.
        team+ adds them to what an account has, and team- removes them. --keep-unknown keeps all other columns under their
        names, --ignore-unknown drops them.

        A column, key or attribute such as suspended, Allow Login or Termination Date may say who must not log in, and so
        may a column with active for some people and another word for others. If it keeps anyone out, regapp refuses the
        file until you say what it means: --locked-if suspended=true, active!=true or deleted_at!= locks accounts, --map
        'Termination Date=expires' makes it an expiry date (of several, the earliest counts), and --map suspended= drops it.
        true and false also stand for yes, no, 1, 0 and an empty cell; active==false means only that
        word. NULL, \N, N/A, - and dates of zeros are no value.

        --fill-missing takes only what an account lacks, but a lock or an earlier end in the file always counts. The report
        says how many accounts have the same password, another one, or none.

        If a csv or json file has the key registered or mustChange, regapp takes it for its own export and wants exact names.
        Custom keys from --own-keys come back unchanged; from json, add --keep-unknown. Computed columns of a list, such as
        passwordSet, are left out.

        A hash belongs under the key or column passwordHash. Under password it would become the password itself, so regapp
        refuses a text there that looks like a hash.

        Hashes of crypt(3), bcrypt, apr1 (htpasswd), {SHA} and {SSHA} (LDAP) are imported unchanged and keep working.
        Others, such as PBKDF2, argon2 and {SSHA512}, are counted and refused. --allow-missing imports their accounts
        without a password.

        In passwd files, --map user=KEY, uid=KEY, home=KEY or, of master.passwd, class=KEY stores a field under a key. With
        --match, the first field of htpasswd, passwd and shadow finds the account.

        --match id finds accounts by the key id instead of the email. If the line has another email, the account moves to
        it, with its file, session and history, and keeps its password, its lock and all keys that the file does not have.
        regapp refuses a line if its key is empty, if another line or several accounts have that key, or if another account
        has its email. Without --match, regapp asks before it registers a person who, by a unique phone or key, seems to
        have an account already; without a terminal, add --yes.

        With --update and --lock-absent the file decides who may log in: regapp says how many accounts are not in it, asks,
        and locks them. Without a terminal you have to set a limit, --at-most N. If more would be locked, or the file has no
        accounts, nothing changes, and regapp exits with 65. --where limits which accounts are locked. Accounts that
        reappear in the file are listed and stay locked.

        If dates in the past under expires or mustChange would shut out accounts that can log in, regapp asks; without a terminal, add --yes.

        --generate prints only the generated passwords on standard output, as 'regapp accounts password --generate' does;
        --generate-links prints links, as --link does there. With --update an account keeps its password, or a link that
        still works. Locked accounts get no links.

        - Follow people to new emails | regapp accounts import people.csv --update --match id
        - See what an import would do | regapp accounts import people.csv --dry-run
        - Let new people choose their first passwords | regapp accounts import people.csv --csv --fields
          firstName,email,link --generate-links https://accounts.example.org/password
        - Import what regapp knows from an address book | regapp accounts import contacts.csv --ignore-unknown
          --allow-missing --skip-existing
        - Import the users of a web server | regapp accounts import users --format htpasswd --domain example.org
          --allow-missing

            load, accounts read, accounts load, accounts sync, sync, csv, excel, spreadsheet
            --file = FILE, --from = FILE, --input = FILE, -f = FILE, --delimiter =, --header =, --columns = --map
            --rename = --map, --overwrite = --update, --replace = --update, --merge = --update, -n = --dry-run
            --prune = --lock-absent
            --delete = --lock-absent, --lock-missing = --lock-absent, --send-mail = --generate-links
            --generate-link = --generate-links, --links = --generate-links, --force = --update, --locked = --locked-if
            --password = --generate, import nginx = --format htpasswd, import apache = --format htpasswd
            --passwords = --generate, import dovecot = --format passwd-file, import ldap = --format ldif
            --name =, import openldap = --format ldif, newusers, ldapadd
        """#
    static let isWriter = true

    /// The most accounts that warnings name.
    static let mostNamed = 20
    /// The most files that are named as changed meanwhile.
    static let mostLeft = 100

    let path: String
    let format: ExchangeFormat?
    /// Whether the format was told from the file's name.
    let isFormatInferred: Bool
    let mapped: [ColumnMapping]
    let locks: [LockCondition]
    let unknown: ImportColumns.Others
    let encoding: TextEncoding?
    let listSeparator: Unicode.Scalar?
    let takesNamesFromGECOS: Bool
    var options = AccountImport.Options()
    let isJSON: Bool
    private let isConfirmed: Bool
    let listsAll: Bool
    private let mostLocked: Int?
    private let conditions: ConditionOptions
    private let mark: FirstPasswordMark?
    private let letters: LetterOptions

    init(_ line: inout CommandLineReader) {
        path = line.argument("FILE", .file, "the file to read, or '-'")
        line.group("What is read")
        format = line.option(
            "format", .choice(of: ExchangeFormat.allCases), "FORMAT",
            orElse: { $0.arguments.first.flatMap(ExchangeFormat.init(fileName:))?.rawValue },
            "the format of the file: \(ExchangeFormat.allCases.map(\.rawValue).listed(last: "or"))")
        isFormatInferred = !line.isGiven("format")
        mapped = line.options(
            "map", .columnMapping, "COLUMN=KEY",
            "read COLUMN as KEY, a field or a custom key; COLUMN= drops it")
        let ignoresUnknown = line.flag(
            "ignore-unknown", oneOf: "unknown",
            "leave out all other columns and keys, instead of refusing them")
        let keepsUnknown = line.flag(
            "keep-unknown", oneOf: "unknown", "keep all other columns and keys as custom keys")
        unknown = ignoresUnknown ? .ignored : keepsUnknown ? .kept : .refused
        locks = line.options(
            "locked-if", .condition(isCompared: false), "KEY=VALUE",
            with: .format(where: { $0.readsConditions }),
            "lock accounts with this value in a column, key or attribute of the file; KEY!=VALUE too"
        ).map { LockCondition($0.key, isNegated: $0.relation == .unequal, $0.text) }
        takesNamesFromGECOS = line.flag(
            "names-from-gecos", with: .format(where: { $0.hasGECOS }),
            "take first and last name from the fifth field of a line")
        options.dates = line.option(
            "dates", .choice, "ORDER", "how to read a date such as 05/06/1990: dmy or mdy")
        options.country = line.option(
            "country",
            ValueType(expected: "the code of a country such as +49", sample: .german) { CallingCode($0) },
            "CC", "the country code for phones without one, such as +49")
        encoding = line.option(
            "encoding", .choice, "NAME",
            "the encoding of a file that is not UTF-8: \(TextEncoding.allCases.map(\.rawValue).listed(last: "or"))"
        )
        listSeparator = line.option(
            "list-separator",
            ValueType<Unicode.Scalar>(expected: "one sign such as ,", sample: ",") { text in
                let scalars = text.unicodeScalars
                guard scalars.count == 1, let sign = scalars.first, !sign.properties.isAlphabetic else {
                    return nil
                }
                return sign
            }, "SIGN", with: .format(.csv),
            "what stands between the values of a list, in a column such as team[]; default: ;")
        options.domain = line.option(
            "domain", .domain, "DOMAIN", "treat user names as NAME@DOMAIN")
        options.mayLackFields = line.flag(
            "allow-missing",
            "import accounts that lack required fields; leave out hashes that regapp cannot verify")
        line.group("Accounts that exist already")
        let mayUpdate = line.flag(
            "update", oneOf: "existing", "replace the values of accounts that exist already")
        let skips = line.flag(
            "skip-existing", oneOf: "existing", "skip accounts that exist already")
        options.existing = mayUpdate ? .updated : skips ? .skipped : .refused
        options.match = line.option(
            "match", .accountColumn, "KEY", with: ["update"],
            "find accounts by KEY, such as phone or a custom key; another email moves the account")
        options.isOnlyForExisting = line.flag(
            "only-existing", with: ["update"], "register no new accounts, but list them")
        options.fillsMissing = line.flag(
            "fill-missing", oneOf: "values", with: ["update"],
            "take only what an account lacks: a password if it has none, and empty fields; a lock or an earlier end always counts"
        )
        options.clearsEmpty = line.flag(
            "clear-empty", oneOf: "values", with: ["update"],
            "an empty cell, \"\" or null clears a field, but never a password, a lock or an expiry date in the past"
        )
        options.locksAbsent = line.flag(
            "lock-absent", with: ["update"], "lock accounts that are not in the file")
        mostLocked = line.option(
            "at-most", .number(0...Int.max), "N", with: ["lock-absent"], "lock N at most, and do not ask")
        conditions = ConditionOptions(
            &line, with: ["lock-absent"],
            "lock only accounts with this value under KEY")
        isConfirmed = line.flag(
            "yes",
            "do not ask about dates in the past, or people who seem to have an account"
        )
        line.group("Passwords")
        let generatesPasswords = line.flag(
            "generate", oneOf: "first password",
            "give each account without a password a generated one, and print it with the email")
        mark = line.firstPasswordMark("have owners", with: ["generate"])
        let page = line.option(
            "generate-links", .pageAddress, "URL", oneOf: "first password",
            "give each account without a password a link to the page at URL, by which its owner chooses one once"
        )
        let validity = line.option(
            "valid", .linkValidity, "TIME", with: ["generate-links"],
            "how long a link works, such as 12h or 3d; default: 3d")
        options.generated =
            page.map { .links(to: $0, validFor: validity ?? .usual) }
            ?? (generatesPasswords ? .passwords : nil)
        letters = LetterOptions(&line, orWith: "generate-links")
        options.letterColumns = letters.columns ?? []
        options.takesPlainPasswords = line.flag(
            "plain-passwords", "accept passwords that look like hashes")
        line.group("Preview and report")
        options.isDryRun = line.preview("dry-run")
        listsAll = line.flag(
            "all", with: ["dry-run"], "list each account, also those that would not change")
        isJSON = line.changesAsJSON()
        options.namesAll = isJSON
    }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        if options.country != nil, registry.directory.policy.phoneMask != .international {
            throw Message(
                .usage,
                "--country is for phones of any country, and the policy's phoneMask is '\(registry.directory.policy.phoneMask.text)'",
                hint: "leave it out")
        }
        if case .own(let key)? = options.match {
            try registry.requireKeys([key], .data, ", so nobody would be found; nothing was imported")
        }
        try letters.requireTable(isJSON)
        let format = try chosenFormat(context.environment)
        var options = options
        options.mark = try mark?.text(from: context.environment.now.systemDate)
        var accounts = AccountImport(into: registry, options)
        defer { accounts.discard() }
        var findings = ImportFindings(
            advice: ImportAdvice(path: name, format: format, options: options, mapped: mapped),
            policy: registry.directory.policy, collects: isJSON && options.isDryRun)
        let progress = findings.progress
        defer { progress.clear() }
        try read(format, into: &accounts, &findings, &context)
        if accounts.isStopped, !findings.collected.isEmpty {
            try context.output.json(accounts.result.summary(options, problems: findings.collected))
        }
        try context.output.flush()
        try findings.requireNotStopped(accounts)
        guard try acceptTwins(accounts.registeredAgain(), context),
            try acceptReturning(accounts.returning, registry.directory.now.today, context),
            try accounts.result.shutOut == 0
                || accept(
                    "dates in the past: "
                        + accounts.result.firstShutOut.couldNoLongerLogIn(of: accounts.result.shutOut),
                    .question("import these dates?"),
                    orElse: ["add --yes to import these dates without being asked"], context),
            try lockAbsent(&accounts, &context)
        else {
            return Diagnostics.report(.done("nothing was imported"))
        }
        let passwords = accounts.passwords
        findings.report(try accounts.hashPasswords { progress.tick(.hashing, $0, of: passwords) })
        try findings.requireNotStopped(accounts)
        let result = accounts.result
        // An account that moves has two documents.
        let changed = result.created + result.updated + 2 * result.moved + result.locked
        progress.clear()
        let generated = accounts.generated
        try letters.requireKeys(of: generated)
        let summary = accounts.result.summary(
            options, letters: options.generated == nil ? nil : letters.json(generated),
            problems: findings.collected)
        try generated.printThenSet(as: isJSON ? summary : nil, in: options.isDryRun ? nil : letters) {
            () throws(AccountsError) in
            try accounts.commit { step in
                switch step {
                case .synchronizing: progress.tick(.waiting)
                case .comparing(let count): progress.tick(.comparing, count, of: changed)
                case .installing(let count): progress.tick(.writing, count, of: changed)
                }
            }
            progress.clear()
        }
        if !isJSON { try printSummary(of: accounts.result, &context) }
        if let country = options.country, accounts.result.nationalPhones > 0 {
            let phones = accounts.result.nationalPhones.counted("phone")
            Diagnostics.report(
                .done("\(prose: phones) without a country code: \(prose: country.text) was put before"))
        }
        report(accounts.result.passwords)
        report(accounts.result, under: registry.directory.policy)
        findings.reportCounts()
        try requireNothingLeft(accounts.result)
    }

    // MARK: Reading

    private func chosenFormat(_ environment: ProcessEnvironment) throws -> ExchangeFormat {
        if path != "-", DocumentsDirectory.isDirectory(path, environment) {
            throw Message(
                .inputOutput, "'\(name)' is a folder",
                hint: "name a file in it; \(.regapp("help", "backup")) says how to copy a registry")
        }
        // Export-only formats have a reader too, which reports that.
        guard let format else {
            if name.isSpreadsheetName { throw Message.isSpreadsheet(name, .usage) }
            throw Message.unknownFormat(
                of: path == "-" ? "standard input" : "'\(name)' from its name")
        }
        if !format.definition.readsConditions,
            let other = mapped.first(where: { $0.target != .dropped && $0.column != ColumnMap.user })
        {
            throw Message(
                .usage, "of a file in \(format.rawValue), --map cannot take '\(other.column)'",
                hint: "it takes \(prose: ColumnMap.user)")
        }
        if let column = options.match,
            [.field(.email), .field(.registered)].contains(column) || column.isStatus
        {
            throw Message(.usage, "--match finds accounts by another key than '\(column.key)'")
        }
        return format
    }

    private func read(
        _ format: ExchangeFormat, into accounts: inout AccountImport, _ findings: inout ImportFindings,
        _ context: inout CommandContext
    ) throws {
        var targets = mapped.map { (name: $0.column, target: $0.target) }
        if takesNamesFromGECOS { targets.append((ColumnMap.gecos, .names(lastFirst: false))) }
        // The key of --match is read even if other custom keys are not, unless --map reads it from another column.
        if case .own(let key)? = options.match, unknown != .kept, let target = ColumnMap.Target(key),
            !mapped.contains(where: { $0.target == target })
        {
            // Lines without names have the user's name, by which older files tell people apart.
            targets.append((format.definition.namesUsers ? ColumnMap.user : key, target))
        }
        let present = unknown == .kept ? try context.registry().ownKeys() : []
        var reading = ReadingOptions(
            ColumnMap(
                targets, others: unknown, locks: locks, present: present, listSeparator: listSeparator,
                loginKey: try context.directory().policy.loginKey, dayFirst: options.dates.map { $0 == .dmy },
                now: context.environment.now),
            encoding: encoding)
        reading.keepsEmpty = options.clearsEmpty
        reading.hasDomain = options.domain != nil
        var reader = format.reader(reading)
        var pieces = try ExternalFiles().argumentPieces(
            path, limit: AccountImport.maximumFileBytes,
            orElse: isFormatInferred ? "- --format \(format.rawValue)" : "-")
        var isAtEnd = false
        var isFirst = true
        while !isAtEnd {
            let piece = try pieces.next()
            if isFirst { try requireContent(piece) }
            isFirst = false
            isAtEnd = piece.isEmpty || reader.hasStopped
            let read = isAtEnd ? reader.finish() : reader.read(piece)
            findings.report(try accounts.add(read) + (isAtEnd ? accounts.finish() : []))
            let steps = accounts.drainSteps()
            if !isJSON { try findings.report(steps, all: listsAll, &context.output) }
            findings.progress.tick(.reading, accounts.count)
            try requireLimits(accounts, findings)
        }
        findings.progress.clear()
        try findings.finishPreviews(&context.output)
        reader.remarks.report(in: name)
        if unknown == .kept, format.hasColumns, accounts.count > 0, !reader.remarks.hasNames {
            Diagnostics.report(
                .hint(
                    "no account got a name: add \(.words("--map", "COLUMN=firstName")) if a column has names")
            )
        }
        guard accounts.count == 0, reader.remarks.passedOver > 0 else { return }
        let advice: Sentence =
            format == .json
            ? "people of a Django dump are objects with email, and password or last_login"
            : options.domain != nil
                ? "people are entries of person, organizationalPerson, inetOrgPerson or posixAccount"
                : "if some are people, add \(.words("--domain", "example.org")): their user names become emails"
        Diagnostics.report(.hint(advice))
    }

    /// - Parameter start: the first bytes of the file; none if it is empty.
    private func requireContent(_ start: some Collection<UInt8>) throws {
        if start.isEmpty {
            throw Message(
                .data, "\(name) is empty; nothing was imported",
                hint: "see what it can hold with \(.regapp("help", "accounts", "import"))")
        }
        // The start of a zip archive, which a spreadsheet of Excel or LibreOffice is.
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) { throw Message.isSpreadsheet(name, .data) }
    }

    private func requireLimits(_ accounts: AccountImport, _ findings: ImportFindings) throws {
        let accountLimit = AccountImport.maximumAccounts
        let passwordLimit = AccountImport.maximumPasswords
        guard accounts.count > accountLimit || accounts.passwords > passwordLimit else { return }
        findings.reportCounts()
        let limit =
            accounts.count > accountLimit
            ? "\(accountLimit) accounts" : "\(passwordLimit) plain passwords to hash"
        throw Message(
            .data, "\(name) has more than \(limit)",
            hint: options.locksAbsent ? nil : "import it in parts")
    }

    // MARK: What is asked

    /// Whether people who seem to have an account may be registered: there are none, or the administrator accepts it.
    private func acceptTwins(
        _ twins: [ImportIndex.Twin], _ context: borrowing CommandContext
    ) throws -> Bool {
        guard let twin = twins.first else { return true }
        let more = Set(twins.map(\.line)).count - 1
        let words =
            "line \(twin.line) registers \(twin.email), with the same '\(twin.key)' as \(twin.other)"
            + (more == 0 ? "" : "; \(more.counted("more line is like it", "more lines are like it"))")
        return try accept(
            words,
            .question(more == 0 ? "register another account?" : "register \(more + 1) other accounts?"),
            orElse: [
                "add \(.words("--update", "--match", twin.key)) to move accounts to new emails",
                "add --yes to register another account without being asked",
            ], context)
    }

    private func acceptReturning(
        _ persons: [AccountImport.Returning], _ today: CalendarDate, _ context: borrowing CommandContext
    ) throws -> Bool {
        guard let first = persons.first else { return true }
        let more = persons.count - 1
        let day = first.removal.author.shortDay(today) ?? first.removal.author.time
        let words =
            "line \(first.line) registers \(first.email), who was removed on \(day), change \(first.removal.number)"
            + (more == 0 ? "" : "; \(more.counted("more line is like it", "more lines are like it"))")
        return try accept(
            words,
            .question(more == 0 ? "register this person again?" : "register \(persons.count) persons again?"),
            orElse: [
                "take them out of the file, or add --yes to register them without being asked",
                "\(.regapp("undo", "\(first.removal.number)")) brings the account back as it was",
            ], context)
    }

    /// Whether the import goes on in spite of this warning.
    private func accept(
        _ words: String, _ question: Message, orElse hints: [Sentence], _ context: borrowing CommandContext
    ) throws -> Bool {
        guard !isConfirmed, !options.isDryRun else {
            Diagnostics.report(.warning(words))
            return true
        }
        return try context.confirm(
            question, after: [.warning(words)],
            orElse: Message(.data, ["nothing was imported: \(words)"], hints: hints))
    }

    /// Locks the accounts that the file does not have, if asked for and allowed; false if the person declines.
    private func lockAbsent(
        _ accounts: inout AccountImport, _ context: inout CommandContext
    ) throws -> Bool {
        guard options.locksAbsent else { return true }
        guard accounts.count > 0 else {
            throw Message(
                .data, "\(name) has no accounts, so every account would be locked; nothing was changed")
        }
        let registry = try context.registry()
        conditions.reportSlips()
        let filter = AccountFilter(conditions: try conditions.conditions(under: registry.directory.policy))
        try registry.requireKeys(
            filter.ownKeys, .data, ", so none would be locked; nothing was changed")
        let (absent, notAccepted) = try accounts.lockAbsent(where: filter)
        for error in notAccepted.prefix(Self.mostNamed) {
            let failure = Message(of: error)
            Diagnostics.report(Message(failure.exit, failure.errors.map { "\($0); it cannot be locked" }))
        }
        if case let more = notAccepted.count - Self.mostNamed, more > 0 {
            Diagnostics.report(Message(.data, "\(more) more account files that cannot be locked"))
        }
        if options.isDryRun, !isJSON { try preview(locksOf: absent, &context.output) }
        if let mostLocked, absent.count > mostLocked {
            throw Message(
                .data,
                "\(absent.count.counted("account")) would be locked, more than \(mostLocked); nothing was changed",
                hint: options.isDryRun ? nil : "see which with --dry-run")
        }
        if options.isDryRun { return true }
        guard mostLocked == nil, !absent.isEmpty else { return true }
        let all = absent.count.counted("account")
        return try context.confirm(
            .question("lock \(all) that \(name) does not have, and import the others?"),
            orElse: Message(
                .data, "cannot ask for confirmation to lock \(all); nothing was changed",
                hint: "add --at-most N to lock up to N accounts without being asked"))
    }

    var name: String { path.nameOfArgument }
}

import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording

struct AccountsImportCommand: RegappCommand {
    static let words = ["accounts", "import"]
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
            with: .format(.csv, .json, .ldif, .passwdFile),
            "lock accounts with this value in a column, key or attribute of the file; KEY!=VALUE too"
        ).map { LockCondition($0.key, isNegated: $0.relation == .unequal, $0.text) }
        takesNamesFromGECOS = line.flag(
            "names-from-gecos", with: .format(.passwdFile),
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
            "an empty cell, \"\" or null clears a field, but never a password")
        options.locksAbsent = line.flag(
            "lock-absent", with: ["update"], "lock accounts that are not in the file")
        mostLocked = line.option(
            "at-most", .number(0...Int.max), "N", with: ["lock-absent"], "lock N at most, and do not ask")
        conditions = ConditionOptions(
            &line, with: ["lock-absent"],
            "lock only accounts with this value under KEY")
        isConfirmed = line.flag(
            "yes",
            "do not ask about expiry dates in the past, or people who seem to have an account"
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
            throw Report(
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
        if findings.stopImport, !findings.collected.isEmpty {
            try context.output.json(accounts.result.summary(options, problems: findings.collected))
        }
        try context.output.flush()
        try findings.finish()
        guard try acceptTwins(accounts.registeredAgain(), context),
            try acceptReturning(accounts.returning, registry.directory.today, context),
            try accounts.result.shutOut == 0
                || accept(
                    "expiry dates in the past: "
                        + accounts.result.firstShutOut.couldNoLongerLogIn(of: accounts.result.shutOut),
                    .question("import these dates?"),
                    orElse: ["add --yes to import these dates without being asked"], context),
            try lockAbsent(&accounts, &context)
        else {
            return Diagnostics.report(.done("nothing was imported"))
        }
        let passwords = accounts.passwords
        findings.report(try accounts.hashPasswords { progress.tick(.hashing, $0, of: passwords) })
        try findings.finish()
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

    private func report(_ result: AccountImport.Result, under policy: Policy) {
        report(first: result.stillLocked, "is locked, and stays locked", "are locked, and stay locked")
        if !result.stillLocked.isEmpty {
            Diagnostics.report(.hint("unlock one with \(.regapp("accounts", "unlock", "EMAIL"))"))
        }
        if result.skippedLocks > 0 {
            let them = result.skippedLocks.counted("account that exists", "accounts that exist")
            Diagnostics.report(
                .warning(
                    "the file keeps out \(them), which \(result.skippedLocks == 1 ? "stays as it is" : "stay as they are")",
                    hint: "add --update instead of --skip-existing to lock or end them, too"))
        }
        // A dry run has printed a line for each of these already.
        if !options.isDryRun {
            for move in result.moves.prefix(Self.mostNamed) {
                Diagnostics.report(.done("moved \(prose: move.former) to \(prose: move.email)"))
            }
            let more = result.moved - min(result.moves.count, Self.mostNamed)
            if more > 0 { Diagnostics.report(.done("and \(more) more")) }
            if result.moved > 0 { Diagnostics.report(.hint(.formerEmails)) }
            report(
                first: result.notAdded, "is not registered, and not added",
                "are not registered, and not added")
        }
        if result.expired > 0 {
            Diagnostics.report(
                .warning(
                    result.expired.counted(
                        "new account has expired already", "new accounts have expired already")))
        }
        if let key = policy.loginKey.ownKey, result.withoutLoginName > 0 {
            let them = result.withoutLoginName.counted("new account has", "new accounts have")
            Diagnostics.report(.warning("\(them) no '\(key)', by which people log in"))
        }
        reportWhatIsLeftOut(result, under: policy)
        let new = result.firstCreated
        // A dry run has named them already, and so has each generated password.
        guard !options.isDryRun, options.generated == nil, !new.isEmpty, new.count == result.created else {
            return
        }
        Diagnostics.report(.done("registered \(prose: new.joined(separator: ", "))"))
    }

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
            orElse: Report(.data, ["nothing was imported: \(words)"], hints: hints))
    }

    /// - Throws: a report that some files are as they were; everything else was imported, or would be.
    private func requireNothingLeft(_ result: AccountImport.Result) throws {
        if result.notAccepted > 0 {
            let files = result.notAccepted.counted(
                "account file cannot be accepted and stays as it is",
                "account files cannot be accepted and stay as they are")
            let report = Report(.data, files, hint: "see \(.regapp("check"))")
            if result.left.isEmpty { throw report }
            Diagnostics.report(report.message)
        }
        if result.left.isEmpty { return }
        var errors = result.left.prefix(Self.mostLeft).flatMap {
            StoreError.changedMeanwhile(path: $0).explanation.messages
        }
        let more = result.left.count - errors.count
        if more > 0 { errors.append("\(more) more were changed meanwhile; they were left as they are") }
        throw Report(
            .busy, errors + ["the other accounts were imported"],
            hints: [
                options.existing == .refused
                    ? "import the file again with --update to change them too, or with --skip-existing"
                    : "import the file again"
            ])
    }

    /// Locks the accounts that the file does not have, if asked for and allowed; false if the person declines.
    private func lockAbsent(
        _ accounts: inout AccountImport, _ context: inout CommandContext
    ) throws -> Bool {
        guard options.locksAbsent else { return true }
        guard accounts.count > 0 else {
            throw Report(
                .data, "\(name) has no accounts, so every account would be locked; nothing was changed")
        }
        let registry = try context.registry()
        let filter = AccountFilter(conditions: try conditions.conditions(under: registry.directory.policy))
        try registry.requireKeys(
            filter.ownKeys, .data, ", so none would be locked; nothing was changed")
        let (absent, notAccepted) = try accounts.lockAbsent(where: filter)
        for error in notAccepted.prefix(Self.mostNamed) {
            Diagnostics.report(
                Message(Report(error).errors.map { .error("\($0); it cannot be locked") }))
        }
        if case let more = notAccepted.count - Self.mostNamed, more > 0 {
            Diagnostics.report(.error("\(more) more account files that cannot be locked"))
        }
        if options.isDryRun, !isJSON { try preview(locksOf: absent, &context.output) }
        if let mostLocked, absent.count > mostLocked {
            throw Report(
                .data,
                "\(absent.count.counted("account")) would be locked, more than \(mostLocked); nothing was changed",
                hint: options.isDryRun ? nil : "see which with --dry-run")
        }
        if options.isDryRun { return true }
        guard mostLocked == nil, !absent.isEmpty else { return true }
        let all = absent.count.counted("account")
        return try context.confirm(
            .question("lock \(all) that \(name) does not have, and import the others?"),
            orElse: Report(
                .data, "cannot ask for confirmation to lock \(all); nothing was changed",
                hint: "add --at-most N to lock up to N accounts without being asked"))
    }

    /// Lists the accounts that would be locked or, if they are more than a screen shows, counts them.
    private func preview(locksOf absent: [String], _ output: inout Output) throws {
        guard !listsAll, absent.count > Self.mostNamed else {
            for email in absent { try output.line("lock \(email), which is not in the file") }
            return
        }
        var groups = PreviewGroups()
        for email in absent { groups.add(email, to: "lock, not in the file") }
        try groups.print(&output)
    }

    var name: String { path.nameOfArgument }
}

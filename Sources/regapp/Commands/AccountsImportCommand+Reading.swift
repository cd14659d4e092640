import RegappCommandLine
import RegappCore
import RegappValues
import RegappStore
import RegappWording

// How an import reads its file, and reports what it leaves out.

extension AccountsImportCommand {
    func printSummary(of result: AccountImport.Result, _ context: inout CommandContext) throws {
        let would = options.isDryRun ? "would be " : ""
        var parts = ["\(result.created.counted("account")) \(would)registered"]
        func add(_ count: Int, _ outcome: String, _ noun: String = "account") {
            if count > 0 { parts.append("\(count.counted(noun)) \(outcome)") }
        }
        add(result.updated, "\(would)updated")
        add(result.moved, "\(would)moved to a new email")
        if options.isDryRun, result.unchanged > 0 {
            parts.append(result.unchanged.accountsThatWouldStay)
        } else {
            add(result.unchanged, "unchanged")
        }
        add(result.locked, "\(would)locked")
        if !result.notAdded.isEmpty { parts.append("\(result.notAdded.count) not added") }
        add(result.notAccepted, "not accepted", "account file")
        let summary = parts.joined(separator: ", ")
        // Standard output is only for the passwords or links.
        if options.generated != nil, !options.isDryRun {
            return Diagnostics.report(.done(Sentence(prose: summary)))
        }
        try options.isDryRun ? context.output.line(summary) : context.output.outcome(summary)
        try context.output.flush()
    }

    /// Says how the file's passwords compare with those of the accounts.
    func report(_ passwords: AccountImport.Passwords) {
        guard options.fillsMissing || options.isDryRun, !passwords.isEmpty else { return }
        let kept = options.fillsMissing ? ", which they keep" : ""
        Diagnostics.report(
            .done(
                "passwords: \(prose: passwords.same.counted("account has", "accounts have")) the same, \(prose: String(passwords.different)) another\(prose: kept), \(prose: String(passwords.missing)) none"
            ))
    }

    /// A warning about each of the first accounts, and the number of the others.
    func report(first emails: [String], _ one: String, _ more: String) {
        for email in emails.prefix(Self.mostNamed) { Diagnostics.report(.warning("\(email) \(one)")) }
        let rest = emails.count - Self.mostNamed
        if rest > 0 { Diagnostics.report(.warning("\(rest) more \(more)")) }
    }

    func reportWhatIsLeftOut(_ result: AccountImport.Result, under policy: Policy) {
        guard !result.leftOutHashes.isEmpty else { return }
        for hash in result.withoutTheirHash {
            let noun = Sentence.noun(of: hash.scheme)
            Diagnostics.report(.warning("\(name):\(hash.line): the \(noun) of \(hash.email) is left out"))
        }
        // These accounts get a generated password or a link instead.
        guard options.generated == nil else { return }
        let schemes = result.leftOutHashes.sorted { $0.key < $1.key }.map {
            (scheme: $0.key, count: $0.value)
        }
        let them = schemes.map(\.count) == [1] ? "it" : "them"
        Diagnostics.report(
            .warning(
                "\(Sentence.counted(schemes)) left out: regapp cannot verify \(them)", hint: .setPassword()))
        if policy.allowsFirstPassword { Diagnostics.report(.mayTakeFirstPassword(by: policy.loginKey)) }
    }

    func chosenFormat(_ environment: ProcessEnvironment) throws -> ExchangeFormat {
        if path != "-", DocumentsDirectory.isDirectory(path, environment) {
            throw Report(
                .inputOutput, "'\(name)' is a folder",
                hint: "name a file in it; \(.regapp("help", "backup")) says how to copy a registry")
        }
        // Export-only formats have a reader too, which reports that.
        guard let format else {
            if name.isSpreadsheetName { throw Report.isSpreadsheet(name, .usage) }
            throw Report.unknownFormat(
                of: path == "-" ? "standard input" : "'\(name)' from its name")
        }
        if format == .htpasswd,
            let other = mapped.first(where: { $0.target != .dropped && $0.column != ColumnMap.user })
        {
            throw Report(
                .usage, "of a file in \(format.rawValue), --map cannot take '\(other.column)'",
                hint: "it takes \(prose: ColumnMap.user)")
        }
        if let column = options.match,
            [.field(.email), .field(.registered)].contains(column) || column.isStatus
        {
            throw Report(.usage, "--match finds accounts by another key than '\(column.key)'")
        }
        return format
    }

    func read(
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
            targets.append((format.hasColumns || format == .ldif ? key : ColumnMap.user, target))
        }
        let present = unknown == .kept ? try context.registry().ownKeys() : []
        let today = context.environment.now.systemDate
        var reading = ReadingOptions(
            ColumnMap(
                targets, others: unknown, locks: locks, present: present, listSeparator: listSeparator,
                today: today),
            encoding: encoding)
        reading.keepsEmpty = options.clearsEmpty
        reading.hasDomain = options.domain != nil
        reading.today = today
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
            throw Report(
                .data, "\(name) is empty; nothing was imported",
                hint: "see what it can hold with \(.regapp("help", "accounts", "import"))")
        }
        // The start of a zip archive, which a spreadsheet of Excel or LibreOffice is.
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) { throw Report.isSpreadsheet(name, .data) }
    }

    private func requireLimits(_ accounts: AccountImport, _ findings: ImportFindings) throws {
        let accountLimit = AccountImport.maximumAccounts
        let passwordLimit = AccountImport.maximumPasswords
        guard accounts.count > accountLimit || accounts.passwords > passwordLimit else { return }
        findings.reportCounts()
        let limit =
            accounts.count > accountLimit
            ? "\(accountLimit) accounts" : "\(passwordLimit) plain passwords to hash"
        throw Report(
            .data, "\(name) has more than \(limit)",
            hint: options.locksAbsent ? nil : "import it in parts")
    }
}

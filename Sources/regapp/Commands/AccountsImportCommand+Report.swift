import RegappCommandLine
import RegappCore
import RegappValues
import RegappStore
import RegappWording

// What an import says: its summary, what it left out, and why.

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

    func report(_ result: AccountImport.Result, under policy: Policy) {
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
            let them = result.withoutLoginName.counted("account has", "accounts have")
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

    /// - Throws: a message that some files are as they were; everything else was imported, or would be.
    func requireNothingLeft(_ result: AccountImport.Result) throws {
        if result.notAccepted > 0 {
            let files = result.notAccepted.counted(
                "account file cannot be accepted and stays as it is",
                "account files cannot be accepted and stay as they are")
            let failure = Message(.data, files, hint: "see \(.regapp("check"))")
            if result.left.isEmpty { throw failure }
            Diagnostics.report(failure)
        }
        if result.left.isEmpty { return }
        var errors = result.left.prefix(Self.mostLeft).flatMap {
            StoreError.changedMeanwhile(path: $0).explanation.messages
        }
        let more = result.left.count - errors.count
        if more > 0 { errors.append("\(more) more were changed meanwhile; they were left as they are") }
        throw Message(
            .busy, errors + ["the other accounts were imported"],
            hints: [
                options.existing == .refused
                    ? "import the file again with --update to change them too, or with --skip-existing"
                    : "import the file again"
            ])
    }

    /// Lists the accounts that would be locked or, if they are more than a screen shows, counts them.
    func preview(locksOf absent: [String], _ output: inout Output) throws {
        guard !listsAll, absent.count > Self.mostNamed else {
            for email in absent { try output.line("lock \(email), which is not in the file") }
            return
        }
        var groups = PreviewGroups()
        for email in absent { groups.add(email, to: "lock, not in the file") }
        try groups.print(&output)
    }
}

import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappWording

struct CheckCommand: RegappCommand {
    static let words = ["check"]
    static let page = #"""
        # check | ACCOUNTS FOR SERVERS
        Check every file

        Reads the rules, the profile or every account, the session and the history, and changes nothing. It lists each
        problem with its remedy: syntax, broken rules, wrong file names, duplicates, owners and modes of files, and what
        interrupted commands left behind. It lists ten problems of a kind, then counts the rest. If anything is wrong, it
        exits with 65.

        If a group can read the registry ('chmod 750'), such as a service's group, it must be able to read the accounts and
        the rules too, and the registry's owner must own them. Run by the owner or by root, the check prints one line that
        corrects all owners, groups and modes.

        Notes do not change the exit code. They name files that are not regapp's, such as an editor's backups, accounts
        whose password the first login sets, accounts without a password under 'service', and weak hashes from other
        programs.

        - Check all files after editing them by hand | regapp check

            accounts check, doctor, fsck, lint, validate, test, audit, pwck, fix, repair, --fix =, --repair =, --all =
        """#

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws {
        let store = try context.store()
        // A timer has to notice a disk that is not mounted; the default folder need not exist.
        if context.environment.variable(DocumentsDirectory.variable) != nil,
            DocumentsDirectory.isMissing(store)
        {
            throw StoreError.failed(.read, path: store.directory, .noEntry)
        }
        var check = try DirectoryCheck(store, now: context.environment.now)
        if let directory = check.directory, !directory.policy.isRegistry,
            !directory.mayHave(StoreLayout.profile), !directory.mayHave(StoreLayout.accounts)
        {
            if context.hintOfRegistry(around: store) != nil { throw context.noRegistry(directory) }
            Diagnostics.report(.done("there is no registry and no profile in \(prose: store.directory)"))
        }
        let progress = ProgressLine()
        var findings = CheckFindings(hasNotes: !context.options.isQuiet)
        var found: DirectoryCheck.Findings? = check.surroundings()
        while let batch = found {
            let lines = findings.lines(batch)
            if !lines.isEmpty { progress.clear() }
            for line in lines { try context.output.line(line) }
            progress.tick(.checking, check.checked)
            found = check.nextBatch()
        }
        progress.clear()
        let wrong = findings.problems + (check.rights?.count ?? 0)
        let rights = check.rights.flatMap { $0.line(in: store) }
        for line in findings.rest + (rights.map { [$0] } ?? []) { try context.output.line(line) }
        let isRegistry = check.directory?.policy.isRegistry == true
        let isLogged = isRegistry && check.directory?.policy.isLogged == true
        if isLogged, !context.options.isQuiet, !LogSocket.isPresent, !context.environment.isInContainer {
            try context.output.line("note: " + LogSocket.absence)
        }
        let accounts = isRegistry ? check.checked : nil
        let checked = accounts.map { "\($0.counted("account")), " } ?? ""
        guard wrong > 0 else {
            return try context.output.outcome("\(checked)nothing is wrong")
        }
        try context.output.flush()
        throw Message(.data, checked + wrong.counted("thing is", "things are") + " wrong")
    }
}

/// Prints the findings of a check line by line: the first few of similar ones, and how many more there are.
struct CheckFindings {
    let hasNotes: Bool
    private(set) var problems = 0
    private(set) var kinds = Tally<String, PrintedFinding>()
    private(set) var weakHashes: [HashScheme: Int] = [:]

    mutating func lines(_ batch: DirectoryCheck.Findings) -> [String] {
        var printed: [String] = []
        for problem in batch.problems.map(\.printed) {
            problems += problem.lines.count
            if kinds.isReported(problem.kind, problem) { printed += problem.lines }
        }
        guard hasNotes else { return printed }
        weakHashes.merge(batch.weakHashes, uniquingKeysWith: +)
        for note in batch.notes.map(\.printed) where kinds.isReported(note.kind, note) {
            printed += note.lines
        }
        return printed
    }

    /// How many were not printed, a line for each kind; and how many hashes are weak.
    var rest: [String] {
        let more = kinds.rest.map { first, more in
            (first.isNote ? "note: \(more) more" : more.counted("more problem"))
                + " like \(first.likeness)"
        }
        if weakHashes.isEmpty { return more }
        let schemes = weakHashes.sorted { $0.key < $1.key }.map { (scheme: $0.key.rawValue, count: $0.value) }
        let accounts = weakHashes.values.reduce(0, +).counted(
            "account has a weak hash", "accounts have weak hashes")
        let advice: Sentence =
            "a login by \(.regapp("login")) replaces a weak hash, and so does \(.regapp("accounts", "password", "EMAIL"))"
        return more + [
            "note: \(accounts) of another program (\(Sentence.counted(schemes))); \(advice.text)"
        ]
    }
}

struct PrintedFinding {
    /// What is wrong, and what to do about it.
    let lines: [String]
    /// What similar findings have in common.
    let kind: String
    /// What further findings of its kind are like: `the one in PATH`.
    let likeness: String
    var isNote = false
}

extension DirectoryProblem {
    var printed: PrintedFinding {
        func finding(
            _ subject: String, _ kind: String, _ problem: String, _ advice: Sentence
        ) -> PrintedFinding {
            PrintedFinding(
                lines: ["\(problem); \(advice.text)"], kind: kind, likeness: "the one in \(subject)")
        }
        switch self {
        case .unusable(let error): return Self.unusable(error)
        case .misnamed(let path, let expected):
            return finding(
                path, "misnamed", "\(path): the name does not match its email", "rename it to \(expected)")
        case .duplicate(let path, let other):
            return finding(
                path, "duplicate", "\(path): the same email as \(other)",
                "give this one another email, or move it out of the folder")
        case .missing(let email, let path, let fields):
            let missing = fields.map(\.noun).joined(separator: ", ")
            return finding(email, "missing \(fields)", "\(email): missing \(missing)", "add it in \(path)")
        case .noPassword(let email):
            return finding(
                email, "no password", "\(email): no password, so it cannot log in",
                "type \(.regapp("accounts", "password", argument: email))")
        case .misspelt(let problem):
            return PrintedFinding(
                lines: [problem.sentence], kind: "misspelt \(problem.message)",
                likeness: "the one in \(problem.path)")
        case .leftover(let path):
            let next = "the next change \(path.hasSuffix(".tmp") ? "" : "completes or ")removes it"
            return finding(
                path, "leftover", "\(path): left over from a regapp that was interrupted", "\(prose: next)")
        case .unforgotten(let path, let email):
            return finding(
                path, "unforgotten", "\(path): regapp was interrupted while it deleted a person's history",
                email.map { "finish that with \(.regapp("history", "--forget", argument: $0))" }
                    ?? "repeat it with \(.regapp("history", "--forget", "EMAIL"))")
        case .movedByHalf(let path, let email):
            return finding(
                path, "moved by half", "\(path): this person also has the account of \(email)",
                "remove one of them with \(.regapp("accounts", "remove", "EMAIL"))")
        case .likeLeftover(let path):
            return finding(
                path, "like leftover", "\(path): named like a temporary file of regapp, but not one",
                "remove it")
        case .noRules(let path, let accounts):
            let held = accounts == 1 ? "the account" : "the \(accounts) accounts"
            return finding(
                path, "no rules", "\(path): missing, so nobody can log in to \(held) beside it",
                "put it back, or type \(.regapp("policy", "use", "POLICY"))")
        case .unusedProfile(let path):
            return finding(
                path, "unused profile", "\(path): may hold a plain password, and no registry uses it",
                "move it to another folder, or remove it")
        case .sameLoginName(let email, let path, let other, let key):
            return finding(
                email, "same login name", "\(path): \(email) has the same '\(key)' as \(other)",
                "type \(.regapp("accounts", "edit", "--set", "\(key)=NAME", argument: email))")
        case .sessionGone(let email):
            return finding(
                email, "session gone", "session.json: \(email) is logged in but has no account",
                "type \(.regapp("logout"))")
        }
    }

    private static func unusable(_ error: AccountsError) -> PrintedFinding {
        let failure = Message(of: error)
        var advice = failure.hints.map(\.text)
        if advice.isEmpty, case .store(.refused) = error { advice = ["move it away"] }
        let lines = failure.errors.map { ([$0] + advice).joined(separator: "; ") }
        if case .invalidFile(let problems) = error {
            return PrintedFinding(
                lines: lines, kind: problems.map(\.message).joined(separator: "\n"),
                likeness: "the one in \(problems.first?.path ?? "")")
        }
        let kind =
            switch error {
            case .store(.failed(let operation, _, let errno)): "\(operation) \(errno)"
            case .store(.refused(_, let refusal)): "\(refusal)"
            default: lines.joined(separator: "\n")
            }
        return PrintedFinding(lines: lines, kind: kind, likeness: "this: \(lines.first ?? "")")
    }
}

extension DirectoryNote {
    var printed: PrintedFinding {
        func note(_ likeness: String, _ kind: String, _ text: String) -> PrintedFinding {
            PrintedFinding(lines: ["note: \(text)"], kind: kind, likeness: likeness, isNote: true)
        }
        switch self {
        case .foreign(let path, let file):
            let words =
                switch file {
                case .backup: "a backup; regapp ignores it"
                case .swapFile: "the swap file of an editor that has a file open"
                case .copy: "a copy of an account; regapp ignores it"
                case .other: "not one of regapp's files; regapp ignores it"
                }
            return note(path, "foreign \(file)", "\(path): \(words)")
        case .plainPassword(let email, let besideHash):
            let hash = besideHash ? "it overrides the hash in the file; " : ""
            let text: Sentence =
                "the password is in plain text, and not exported, until the next \(.regapp("login")); \(prose: hash)\(.regapp("accounts", "password", argument: email)) stores a hash"
            return note(email, "plain password \(besideHash)", "\(email): \(text.text)")
        case .likeHash(let path, let isRegistered):
            let advice = isRegistered ? "name the key \"passwordHash\"" : "write the password instead"
            return note(
                path, "like hash",
                "\(path): the password looks like a hash, but counts as the password itself; if it is a hash, "
                    + advice)
        case .oddPhone(let path):
            return note(
                path, "odd phone",
                "\(path): the phone holds more than digits, spaces and + - ( ) . /, so it may be no phone")
        case .longLink(let email):
            let text: Sentence =
                "has a link for a new password that works for more than 30 days; \(.regapp("accounts", "password", argument: email)) ends it"
            return note(email, "long link", "\(email) \(text.text)")
        case .status(let status, let email):
            return note(email, status.words, "\(email): \(status.note(email).text)")
        case .noLoginName(let email, let key):
            return note(email, "no login name", "\(email): has no '\(key)', by which people log in")
        case .misspelt(let problem):
            return note("the one in \(problem.path)", "misspelt \(problem.message)", problem.sentence)
        case .editedText(let path, let subject, let isInUse):
            let words: Sentence =
                if isInUse {
                    "open in an editor"
                } else if let subject {
                    "a text that was kept; continue with \(subject.editing)"
                } else {
                    "a kept text of a file that is gone, perhaps with a password; delete it yourself"
                }
            return note(path, path, "\(path): \(words.text)")
        case .formerProfile(let path):
            let text: Sentence =
                "has the plain password of a former profile, for \(.regapp("undo")); \(.regapp("logout", "--forget")) deletes it"
            return note(path, "former profile", "\(path): \(text.text)")
        case .notHeldAgainstRules:
            return note("", "rules", "the accounts are not checked until policy.json can be accepted")
        }
    }
}

extension DirectoryRights {
    /// What is wrong in the directory at a path, and what corrects all of it, in one line; nil if nothing is wrong.
    func line(in store: DocumentStore) -> String? {
        guard !findings.isEmpty else { return nil }
        let stranger = findings.first { finding in
            if case .strayOwner(_, isStranger: true) = finding.kind { true } else { false }
        }
        // chown would apply to the whole folder, and must not turn a stranger's file into an account.
        let advice = stranger.map { "see what \($0.path) holds, and who put it there" as Sentence }
        let wrong = findings.map { words($0, in: store) }
        return (wrong + [(advice ?? repair(in: store)).text]).joined(separator: "; ")
    }

    private func words(_ finding: Finding, in store: DocumentStore) -> String {
        let path = finding.path
        let more = finding.count > 1 ? " \(finding.count - 1) more" : nil
        switch finding.kind {
        case .strayOwner:
            let wanted = owner.map { ", not to \($0.words)" } ?? ""
            return "\(path) belongs to \(finding.owner.words)\(wanted)\(more.map { ", like" + $0 } ?? "")"
        case .loose: return finding.mode.reach(path) + (more.map { " and" + $0 } ?? "")
        case .closed:
            let service =
                arrangement.group.map { "a service of the group \(store.groupName($0)) cannot" }
                ?? "no service can"
            let group = finding.group.map { ", group \(store.groupName($0))" } ?? ""
            let rights = "mode \(finding.mode.octal)" + group
            return "\(service) read \(path) (\(rights))\(more.map { " and" + $0 } ?? "")"
        }
    }

    private func repair(in store: DocumentStore) -> Sentence {
        let directory = store.directory
        let user = owner.map { $0.name ?? String($0.id) } ?? "USER"
        let group: String? =
            switch arrangement {
            case .ownerAlone: nil
            case .shared(let group): ":" + store.groupName(group)
            case .sharedWithUnknownGroup: ":GROUP"
            }
        /// Never recursive for the directory itself, which may hold other files.
        func commands(_ words: [String], _ arguments: [String], _ places: [String]) -> [[String]] {
            let others = places.filter { $0 != directory }
            return (places == others ? [] : [words + arguments + [directory]])
                + (others.isEmpty ? [] : [words + ["-R"] + arguments + others])
        }
        let chown =
            hasWrongOwner
            ? commands(["chown"], ["--no-dereference", user + (group ?? "")], shared + unshared) : []
        let mode = (hasProgram ? "a-x," : "") + "u=rwX,"
        let others =
            (hasWrongList ? commands(["setfacl"], ["-b"], shared) : [])
            + (hasWrongMode
                ? commands(["chmod"], [mode + "g=rX,o="], shared)
                    + commands(["chmod"], [mode + "go="], unshared) : [])
        // The mode is set as the owner: where the owner puts a link, root would follow it.
        let isForRoot = owner?.isRoot != true && (!chown.isEmpty || Invocation.live.isOfSuperuser)
        let prefix = isForRoot ? owner?.prefix ?? ["runuser", "-u", user, "--"] : []
        let line = (chown + others.map { prefix + $0 }).map { ("\(bare: .words($0))" as Sentence).text }
        let isKnown = owner != nil && arrangement != .sharedWithUnknownGroup
        let names = owner == nil ? "USER and GROUP" : "GROUP"
        var advice = isKnown ? "" : "with the right \(names) "
        advice += isForRoot ? "let root type " : "type "
        return Sentence(prose: advice + line.joined(separator: " && "))
    }
}

import RegappCore
import RegappCommandLine
import RegappStore
import RegappWording

struct CheckCommand: RegappCommand {
    static let words = ["check"]

    static let page = CommandPage(
        "Check every file", section: .registry,
        discussion: [
            "Reads the rules, the profile or every account, the session and the history, and "
                + "changes nothing. It prints each problem with its remedy: syntax, broken rules, wrong "
                + "file names, duplicates, owners and modes of files, and what interrupted commands left behind. It "
                + "prints ten findings of a kind, then counts the rest. The exit code is 65 if anything is wrong.",
            "If the directory was given to a group ('chmod 750'), so that a service can read it, the "
                + "accounts and the rules have to be readable by that group, and belong to the owner of the "
                + "directory. Run as the owner or as root, the check prints one line that corrects all "
                + "owners, groups and modes.",
            "Notes are for your information and leave the exit code at 0: files that are not regapp's, "
                + "such as an editor's backups, accounts whose password the first login sets, and the number of "
                + "weak hashes that other programs wrote.",
        ],
        examples: ["Check all files after editing them by hand": "regapp check"],
        nicknames: ["accounts check", "doctor", "fsck", "lint", "validate", "test", "audit", "pwck"])

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws {
        let store = try context.store()
        var check = try DirectoryCheck(store, now: context.environment.now)
        let progress = ProgressLine()
        var findings = CheckFindings(withNotes: !context.options.isQuiet)
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
        let rights = check.rights.flatMap { $0.line(in: store.directory) }
        for line in findings.rest + (rights.map { [$0] } ?? []) { try context.output.line(line) }
        let isRegistry = check.directory?.policy.isRegistry == true
        let isLogged = isRegistry && check.directory?.policy.isLogged == true
        if isLogged, !context.options.isQuiet, !LogSocket.isPresent {
            try context.output.line("note: " + LogSocket.absence)
        }
        let accounts = isRegistry ? check.checked : nil
        let checked = accounts.map { "\($0.counted("account")), " } ?? ""
        guard wrong > 0 else {
            return try context.output.outcome(.done("\(prose: checked)nothing is wrong"))
        }
        try context.output.flush()
        throw Report(.data, checked + wrong.counted("thing is", "things are") + " wrong")
    }
}

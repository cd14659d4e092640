import Accounts
import CommandParser
import DocumentStore
import RegappProcess

/// `regapp accounts check`: names everything that is wrong in the registry, one line each.
struct AccountsCheckCommand: RegappCommand {
    static let words = ["accounts", "check"]

    static var page: CommandPage {
        CommandPage(
            "Check every file of the registry",
            discussion: [
                "Reads all files and changes none. Each thing that is wrong is named with what to do about it: "
                    + "broken rules, names that do not fit, twins, loose file modes, missing passwords, "
                    + "leftovers. The exit code is 65 if anything is wrong."
            ],
            examples: [Example("Check the registry", "regapp accounts check")])
    }

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws(Report) {
        let registry = try context.registry()
        let store = try context.store()
        // Of a linked policy.json the target's mode counts, which only the reader that followed it has seen.
        var findings: [RegistryProblem]? = store.takeWarnings().compactMap(RegistryProblem.init(looseMode:))
            .filter { !$0.isAbout(store.directory) }
        var found = 0
        var check = try reporting { () throws(AccountsError) in try RegistryCheck(registry) }
        findings?.append(contentsOf: check.surroundings())
        let progress = ProgressLine()
        while let batch = findings {
            let lines = batch.flatMap(\.lines)
            found += lines.count
            if !lines.isEmpty { progress.clear() }
            for line in lines { try context.output.line(line) }
            progress.tick(.checking, check.checked)
            findings = check.nextBatch()
        }
        progress.clear()
        // What the reader noticed is among the findings.
        _ = store.takeWarnings()
        guard found > 0 else {
            return try context.output.line(ResultLine.nothingIsWrong(accounts: check.checked))
        }
        try context.output.flush()
        throw Report(.registryProblems(found, accounts: check.checked))
    }
}

extension RegistryProblem {
    fileprivate func isAbout(_ path: String) -> Bool {
        if case .looseMode(path, _, _) = self { true } else { false }
    }
}

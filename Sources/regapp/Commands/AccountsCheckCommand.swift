import Accounts
import CommandParser
import DocumentStore
import RegappProcess

/// `regapp accounts check`: names everything that is wrong in the registry, one line each.
enum AccountsCheckCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        let registry = try context.registry(policy)
        let store = try context.store()
        // Of a linked policy.json the target's mode counts, which only the reader that followed it has seen.
        var findings: [CheckFinding]? = store.takeWarnings().compactMap(CheckFinding.init(looseMode:))
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
            progress.tick("checking accounts: \(check.checked)")
            findings = check.nextBatch()
        }
        progress.clear()
        // What the reader noticed is among the findings.
        _ = store.takeWarnings()
        let accounts = check.checked == 1 ? "1 account" : "\(check.checked) accounts"
        guard found > 0 else { return try context.output.line("\(accounts), nothing is wrong") }
        try context.output.flush()
        throw Report(.data, "\(accounts), \(found == 1 ? "1 thing is" : "\(found) things are") wrong")
    }
}

extension CheckFinding {
    fileprivate func isAbout(_ path: String) -> Bool {
        if case .looseMode(path, _, _) = self { true } else { false }
    }
}

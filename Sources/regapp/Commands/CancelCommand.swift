import CommandParser
import Accounts

/// `regapp cancel`: undoes the last change.
struct CancelCommand: RegappCommand {
    static let words = ["cancel"]
    static let otherWords = [["undo"]]

    static var page: CommandPage {
        CommandPage(
            "Undo the last edit, logout or replacing login", section: .account,
            discussion: [
                "Another name of the command is 'regapp undo'.",
                "The files come back byte for byte, and each field that changes is printed. It is one step, and it "
                    + "refuses if the file was changed since. A login counts if it changed or replaced a profile. In "
                    + "a registry only the last edit of the account that is logged in can be undone.",
                "A first login, 'register', 'policy use', 'policy edit', the commands of 'accounts' and an import "
                    + "cannot be undone. They end what could be undone, and so do 'logout --forget', the next login "
                    + "after a logout, and in a registry every login and logout.",
            ],
            examples: [
                Example("Undo an edit", "regapp cancel"),
                Example("See what it would undo", "regapp cancel --show"),
            ],
            nicknames: ["revert", "rollback", "restore", "back", "reset"])
    }

    private let isDryRun: Bool

    init(_ line: inout CommandLineReader) {
        isDryRun = line.flag("show", "say what would be undone, and change nothing")
    }

    func run(_ context: inout CommandContext) throws {
        // Not `signIn`: an account file that is broken now may be the very thing to undo.
        let directory = try context.directory()
        let difference = try directory.backend.cancel(isDryRun: isDryRun)
        guard let difference else { return Diagnostics.tell(.nothingToUndo) }
        // Told also where the output below fails: it is done.
        defer { Diagnostics.tell(.undone(isDryRun: isDryRun)) }
        for line in difference.lines(directory.policy, isDryRun: isDryRun) {
            try context.output.line(line)
        }
        try context.output.flush()
    }
}

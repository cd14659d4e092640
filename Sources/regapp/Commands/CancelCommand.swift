import RegappCore
import RegappCommandLine
import RegappWording

struct CancelCommand: RegappCommand {
    static let words = ["cancel"]
    static let otherWords = [["undo"]]

    static var page: CommandPage {
        CommandPage(
            "Undo the last change, whatever it was", section: .account,
            discussion: [
                "Another name of the command is 'regapp undo'.",
                "The files of the last change come back byte for byte, and what changes in each account, or "
                    + "in the rules, is printed. A change of several accounts is undone as one. There is "
                    + "only one step, and nothing is undone if a file was changed since.",
                "A change of more than 256 accounts, such as an import, lets others go on meanwhile. Undoing "
                    + "it leaves the files that were changed since, and names them.",
                "Only the next change or 'logout --forget' ends what can be undone. A first login, and in a "
                    + "registry a login or a logout, cannot be undone, and what could be undone before still can. A "
                    + "first password that a login sets is a change like any other.",
                "After a logout from a profile, a login with its email and password brings it back as it "
                    + "was. Any other login makes a new profile, and undoing that brings the old one back.",
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
        let differences = try isDryRun ? directory.lastChange()?.differences : directory.cancel()
        guard let differences else { return Diagnostics.tell(.nothingToUndo) }
        // Printed even if the output below fails: it is done.
        defer { Diagnostics.tell(.undone(differences, isDryRun: isDryRun)) }
        for line in differences.flatMap({ $0.lines(directory.policy, isDryRun: isDryRun) }) {
            try isDryRun ? context.output.line(line) : context.output.outcome(line)
        }
        try context.output.flush()
    }
}

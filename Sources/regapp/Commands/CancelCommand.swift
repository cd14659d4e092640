import RegappCore
import RegappCommandLine
import RegappWording

struct CancelCommand: RegappCommand {
    static let words = ["cancel"]
    static let otherWords = [["undo"]]

    static let page = CommandPage(
        "Undo the last change, whatever it was", section: .account,
        discussion: [
            "Another name of the command is 'regapp undo'.",
            "It restores the files of the last change byte for byte, and prints what that changes in "
                + "each account or in the rules. A change of several accounts is undone as a whole. "
                + "The next 'regapp undo' goes one change further back. It stops where a file was changed "
                + "since.",
            "While a change of more than 256 accounts is made, such as an import, others can go on "
                + "working. Undoing such a change names the files that were changed since, and leaves "
                + "them as they are.",
            "The last 500 changes are kept, in at most 256 MiB. A first login cannot be undone; nor can a "
                + "login or logout in a registry. After them you can still undo the change before. A first "
                + "password that a login sets is a change like any other.",
            "After a logout from a profile, a login with its email and password brings it back as it "
                + "was. Any other login makes a new profile, and undoing that brings the old one back.",
        ],
        examples: [
            "Undo an edit": "regapp cancel",
            "See what it would undo": "regapp cancel --show",
        ],
        nicknames: ["revert", "rollback", "restore", "back", "reset"])

    private let isDryRun: Bool

    init(_ line: inout CommandLineReader) {
        isDryRun = line.flag("show", "say what would be undone, and change nothing")
    }

    func run(_ context: inout CommandContext) throws {
        // Not `signIn`: an account file that is broken now may be the very thing to undo.
        let directory = try context.directory()
        let differences = try isDryRun ? directory.lastChange()?.differences : directory.cancel()
        guard let differences else { return Diagnostics.report(.nothingToUndo) }
        // Printed even if the output below fails: it is done.
        defer { Diagnostics.report(.undone(differences, isDryRun: isDryRun)) }
        for line in differences.flatMap({ $0.lines(directory.policy, isDryRun: isDryRun) }) {
            try isDryRun ? context.output.line(line) : context.output.outcome(line)
        }
        try context.output.flush()
    }
}

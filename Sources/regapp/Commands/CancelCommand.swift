import CommandParser
import Accounts
import RegappProcess

/// `regapp cancel`: takes back the last change.
struct CancelCommand: RegappCommand {
    static let words = ["cancel"]

    static var page: CommandPage {
        CommandPage(
            "Take back the last edit, logout or replacing login", section: .account,
            discussion: [
                "The files come back byte for byte. It is one step, and it refuses if the file was changed "
                    + "since. In a registry it takes back only the last edit of the account that is logged in."
            ],
            examples: [Example("Undo an edit", "regapp cancel")])
    }

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws(Report) {
        // Not `signIn`: an account file that is broken now may be the very thing to take back.
        let system = try context.directory().system
        guard try reporting({ () throws(AccountsError) in try system.cancel() }) else {
            return Diagnostics.tell(Outcome.nothingToTakeBack)
        }
        Diagnostics.tell(Outcome.takenBack)
    }
}

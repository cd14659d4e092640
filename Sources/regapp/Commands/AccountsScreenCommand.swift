import RegappCommandLine
import RegappScreens
import RegappWording
import RegappTerminal

/// `regapp accounts` alone: the administrator's screen, over the first page.
struct AccountsScreenCommand: RegappCommand {
    static let words = ["accounts"]

    static let page = CommandPage(
        "Open the list of accounts, on a terminal",
        discussion: [
            "The list is searched as you type; its keys lock, unlock, edit and remove accounts, set "
                + "passwords and expiry dates, and undo. Marked accounts are changed together. Changes "
                + "by others appear at once."
        ],
        examples: ["Open the list of accounts": "regapp accounts"])

    init(_ line: inout CommandLineReader) {}

    /// - Throws: a report with exit code 64 if there is no registry, or no terminal for screens.
    func run(_ context: inout CommandContext) throws {
        _ = try context.registry()
        let store = try context.store()
        if let obstacle = context.environment.screenObstacle(noInput: context.options.noInput) {
            throw Report.accountsScreen(obstacle)
        }
        ProcessHardening.prepareForAlbums(context.environment)
        guard let mailbox = Mailbox<ScreenMessage>() else { throw Report.tooManyOpenFiles }
        let host = LiveScreenHost(store, context.options, context.environment, mailbox)
        guard let end = try host.run(section: host.open(.accounts)) else {
            throw Report.accountsScreen(.noTerminal)
        }
        try end.requireQuit()
    }
}

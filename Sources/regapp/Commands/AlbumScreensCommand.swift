import RegappCommandLine
import RegappScreens
import RegappWording
import RegappTerminal

/// `regapp albums` alone: the album screens, over the account screen.
struct AlbumScreensCommand: RegappCommand {
    static let words = ["albums"]

    static let page = CommandPage(
        "Open the album screens, on a terminal",
        examples: ["Open the album screens": "regapp albums"])

    let covers: CoversChoice

    init(_ line: inout CommandLineReader) { covers = line.covers() }

    /// - Throws: a report with exit code 64 if there is no terminal for screens, 77 if no account is logged in.
    func run(_ command: inout CommandContext) throws {
        let environment = command.environment
        let context = try AlbumsContext(&command)
        if let obstacle = environment.screenObstacle(noInput: command.options.noInput) {
            throw Report(obstacle)
        }
        guard let mailbox = Mailbox<ScreenMessage>() else { throw Report.tooManyOpenFiles }
        let host = LiveScreenHost(context.store, command.options, environment, mailbox, covers: covers)
        let files = host.files
        try context.require(files.account.get())
        guard let end = host.run(files, section: host.openAlbums(context)) else {
            throw Report(ScreenObstacle.noTerminal)
        }
        try end.requireQuit()
    }
}

import RegappCore
import RegappCommandLine
import RegappTerminal
import RegappScreens
import RegappWording

/// `regapp` alone: screens or a conversation on a terminal, elsewhere what `show` prints or how to log in.
struct ScreensCommand: RegappCommand {
    static let words = [String]()

    static let page = CommandPage(
        "User accounts as JSON files that you can read, edit and trust",
        discussion: [
            "regapp keeps either a registry of accounts, against whose hashed passwords web, mail and login "
                + "servers check what people type, or one profile with a plain password.",
            "Without a terminal, 'regapp' alone prints what 'regapp show' prints.",
            "Without a command, regapp opens its full-screen interface on a terminal.",
        ],
        examples: ["Open the full-screen interface": "regapp"])

    private let version: Bool

    init(_ line: inout CommandLineReader) { version = line.flag("version", "print the version") }

    func run(_ context: inout CommandContext) throws {
        if version { return try context.output.line("\(Regapp.name) \(Regapp.version)") }
        let store = try context.store(mayCreate: true)
        // They can be opened from the other screens.
        ProcessHardening.prepareForAlbums(context.environment)
        guard context.environment.screenObstacle(noInput: context.options.noInput) == nil,
            let mailbox = Mailbox<ScreenMessage>(),
            let end = LiveScreenHost(store, context.options, context.environment, mailbox).run()
        else {
            try context.requirePresent(store)
            let signIn = try context.signIn()
            guard let account = signIn.account else {
                let report = try context.nobodyLoggedIn()
                if signIn.directory.hasChosenPolicy { throw report }
                throw Report(
                    report.exit, report.errors,
                    hints: [
                        "type \(.regapp("login")) to make a profile",
                        "type \(.regapp("policy", "use", "albums")) to \(prose: PolicyOffer.albums)",
                        "type \(.regapp("policy", "use", "authorisation", "--demo")) to \(prose: PolicyOffer.demo)",
                        "type \(.regapp("policy", "use", "service")) to \(prose: PolicyOffer.service)",
                    ])
            }
            return try context.print(AccountText(file: account, policy: signIn.policy))
        }
        try end.requireQuit()
    }
}

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

/// `regapp albums` alone: the album screens, over the account screen.
struct AlbumScreensCommand: RegappCommand {
    static let words = ["albums"]

    static let page = CommandPage(
        "Open the album screens, on a terminal",
        examples: ["Open the album screens": "regapp albums"])

    let covers: Wanted

    init(_ line: inout CommandLineReader) { covers = line.covers() }

    /// - Throws: a report with exit code 64 if there is no terminal for screens.
    func run(_ command: inout CommandContext) throws {
        let environment = command.environment
        let context = try AlbumsContext(&command)
        if let obstacle = environment.screenObstacle(noInput: command.options.noInput) {
            throw Report(obstacle)
        }
        guard let mailbox = Mailbox<ScreenMessage>() else { throw Report.tooManyOpenFiles }
        let host = LiveScreenHost(context.store, command.options, environment, mailbox, covers: covers)
        let files = host.files
        // Who is not logged in does that first, and then opens them by a key.
        let isLoggedIn = try files.account.get() != nil
        guard let end = host.run(files, section: isLoggedIn ? host.openAlbums(context) : nil) else {
            throw Report(ScreenObstacle.noTerminal)
        }
        try end.requireQuit()
    }
}

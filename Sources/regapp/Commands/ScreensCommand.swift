import RegappCore
import RegappCommandLine
import RegappStore
import RegappScreens
import RegappWording
import RegappTerminal

/// `regapp` alone: screens or a conversation on a terminal, elsewhere what `show` prints or how to log in.
struct ScreensCommand: RegappCommand {
    static let words = [String]()

    static var page: CommandPage {
        CommandPage(
            "Manage accounts on this machine, in files that you can read and edit",
            discussion: [
                "regapp keeps one profile with a plain password in profile.json, or a registry of accounts with hashed "
                    + "passwords that web, mail and login servers can check passwords against.",
                "Alone on a terminal, regapp opens its screens; elsewhere it prints what 'regapp show' prints.",
                "With ACCESSIBLE set, or with TERM=dumb, it converses line by line instead of showing "
                    + "screens.",
            ],
            examples: [
                Example("Create a profile, or log in", "regapp login"),
                Example("See who is logged in", "regapp show"),
                Example("Change a value, and undo it", "regapp edit --first-name Ann && regapp cancel"),
            ])
    }

    private let version: Bool

    init(_ line: inout CommandLineReader) { version = line.flag("version", "print the version") }

    func run(_ context: inout CommandContext) throws {
        if version { return try context.output.line("\(Regapp.name) \(Regapp.version)") }
        let store = try context.store(mayCreate: true)
        // They can be opened from the other screens.
        ProcessHardening.prepareForAlbums(context.environment)
        guard context.environment.screenObstacle(noInput: context.options.noInput) == nil,
            let mailbox = Mailbox<ScreenMessage>(),
            let end = try LiveScreenHost(store, context.options, context.environment, mailbox).run()
        else {
            try context.requirePresent(store)
            let signIn = try context.signIn()
            guard let account = signIn.account else {
                let report = try context.nobodyLoggedIn()
                throw signIn.directory.hasChosenPolicy ? report : report.withOffers
            }
            return try ShowCommand.print(AccountText(file: account, policy: signIn.policy), &context)
        }
        try end.tell()
    }
}

extension ScreenEnd {
    /// Throws what the program ends with.
    func tell() throws {
        switch self {
        case .quit: return
        case .interrupted: throw Report.interrupted
        // No message could be read.
        case .closed: throw Report.terminalClosed
        }
    }
}

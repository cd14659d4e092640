import RegappCore
import RegappCommandLine
import RegappScreens
import RegappWording
import RegappTerminal

/// `regapp` alone: screens or a conversation on a terminal, elsewhere what `show` prints or how to log in.
struct ScreensCommand: RegappCommand {
    static let words = [String]()

    static let page = CommandPage(
        "User accounts as JSON files that you can read, edit and trust",
        discussion: [
            "regapp keeps either a registry of accounts, against whose hashed passwords web, mail and login "
                + "servers check what people type, or one profile with a plain password.",
            "Without a command, regapp opens its screens on a terminal; elsewhere it prints what 'regapp "
                + "show' prints. With ACCESSIBLE set, or with TERM=dumb, it asks line by line instead.",
        ],
        examples: [
            "Open the screens, on a terminal; 'regapp policy use service' keeps accounts for a server":
                "regapp"
        ])

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
                throw signIn.directory.hasChosenPolicy ? report : report.withOffers
            }
            return try context.print(AccountText(file: account, policy: signIn.policy))
        }
        try end.requireQuit()
    }
}

import Accounts
import CommandParser
import DocumentStore
import TerminalUI

/// `regapp` alone: the screens on a terminal, or a conversation in their place, elsewhere what `show` prints, or how to log in.
struct ScreensCommand: RegappCommand {
    static let words = [String]()

    static var page: CommandPage {
        CommandPage(
            "Manage accounts on this machine, in files that you can read and edit",
            discussion: [
                "regapp keeps one profile with a plain password in profile.json, or a registry of accounts with hashed "
                    + "passwords that web, mail and login servers can check passwords against.",
                "Alone on a terminal, regapp opens its screens; elsewhere it prints what 'regapp show' prints.",
                "With ACCESSIBLE set, or with TERM=dumb, it asks and tells line by line what the screens show.",
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
        // Which may be opened from the other screens.
        ProcessHardening.prepareForAlbums(context.environment)
        guard context.environment.screenObstacle(noInput: context.options.noInput) == nil,
            let mailbox = Mailbox<AccountOutcome>(),
            let end = try Self.run(store, mailbox, context)
        else {
            try context.requirePresent(store)
            return try ShowCommand.print(ShowCommand.loggedIn(&context), &context)
        }
        switch end {
        case .quit: return
        case .interrupted: throw Report.interrupted
        // Nobody is there to be told anything.
        case .closed: throw Report.terminalClosed
        }
    }

    /// Runs the screens, or the conversation; nil where the terminal does not open.
    private static func run(
        _ store: DocumentStore, _ mailbox: Mailbox<AccountOutcome>, _ context: borrowing CommandContext
    ) throws -> ScreenEnd? {
        let (environment, options) = (context.environment, context.options)
        let queue = BackgroundQueue()
        let files = Self.files(store, environment)
        let openings = AccountScreens.Openings { number in
            let context = try AlbumsContext(options, present(environment), store) { _ in }
            return try AlbumScreens(context, .auto, goesBack: true) {
                mailbox.post(.ofAlbums($0, number: number))
            }
        } editor: { document in
            mailbox.post(.edited(ScreenEditor(store: store, environment: environment).edit(document)))
        }
        var screens = AccountScreens(
            files, home: environment.variable("HOME"),
            start: { task in queue.start { mailbox.post(perform(task, store, environment)) } },
            openings: openings)
        defer { screens.albums?.stop() }
        let palette = Palette.detect(hasColour: !options.noColor, environment: environment.variable)
        do throws(ScreenError) {
            if environment.converses { return try ConversationSession.run(&screens, mailbox: mailbox) }
            return try ScreenSession.run(&screens, palette: palette, mailbox: mailbox)
        } catch {
            switch error {
            case .noTerminal: return nil
            case .failed(let number): throw Report.terminal(number)
            }
        }
    }

    private static func files(_ store: DocumentStore, _ environment: ProcessEnvironment) -> Files {
        do throws(AccountsError) {
            return .success(try Snapshot(store, today: environment.today, now: environment.now))
        } catch { return .failure(error) }
    }

    /// The environment at the present moment: screens may stay open for days.
    private static func present(_ start: ProcessEnvironment) -> ProcessEnvironment {
        ProcessEnvironment.live() ?? start
    }

    private static func perform(
        _ task: AccountTask, _ store: DocumentStore, _ start: ProcessEnvironment
    ) -> AccountOutcome {
        let present = present(start)
        return task.perform(store, today: present.today, now: present.now)
    }
}

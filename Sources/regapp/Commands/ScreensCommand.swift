import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappTerminal
import RegappScreens
import RegappWording

/// `regapp` alone: screens or a conversation on a terminal, elsewhere what `show` prints or how to log in.
struct ScreensCommand: RegappCommand {
    static let words = [String]()
    static let page = #"""
        # regapp
        Email-and-password accounts for web and mail servers, as files you can edit

        A registry is a folder with one JSON file per person. Your web or mail server runs regapp to check a password.
        Without a registry, regapp keeps one profile, with a plain password, for tests.

        Without a terminal, 'regapp' alone prints what 'regapp show' prints.

        On a terminal, 'regapp' alone opens a full-screen interface.

        - Open the full-screen interface | regapp

            gui, tui, ui, screens, menu, home, --usage = help, -? = help
            -u = --email, --user = --email, --username = --email, --mail = --email, --login = --email, -e = --email
            -p = --password, --pw = --password, --pwd = --password, --pass = --password, --passwd = --password
            --stdin = --password-stdin, -i = --password-stdin, --random = --generate, --random-password = --generate
            --generate-password = --generate, --generate-passwords = --generate, --gen = --generate
            -y = --yes, -f = --yes, --force = --yes, --assume-yes = --yes, --preview = --dry-run, --simulate = --dry-run
            -n = --dry-run
            -C = --documents, -d = --documents, --dir = --documents, --directory = --documents, --folder = --documents
            --path = --documents, --home = --documents, --registry = --documents, --profile = --documents
            --verbose =, --debug =, --test = --dry-run, --noop = --dry-run
            -o = --output, --out = --output, --to = --output, --file = --output, --silent = --quiet
            --surname = --last-name, --lastname = --last-name, --family-name = --last-name, --given-name = --first-name
            --tel = --phone, --telephone = --phone, --mobile = --phone, --dob = --birthday, --birthdate = --birthday
            --valid-until = --expires, --until = --expires, --expire-date = --expires, --for = --until, -c = --first-name
            --fname = --first-name, --lname = --last-name, --date = --until, --date = --expires
            --where = help several, --all = help several, --delimiter = --separator, --delim = --separator, --sep = --separator
        """#

    private let version: Bool

    init(_ line: inout CommandLineReader) { version = line.flag("version", "print the version") }

    func run(_ context: inout CommandContext) throws {
        if version { return try context.output.line("\(Regapp.name) \(Regapp.version)") }
        // The screens can make a directory that is missing.
        _ = try context.store(mayCreate: true)
        let obstacle = try context.runScreens { host in
            let files = host.files
            // As logging in does: under the policy `albums`, people log in for the album screens.
            let state = try? files.get()
            let opensAlbums = state?.policy.name == .albums && state?.account != nil
            return (files, opensAlbums ? try? host.open(.albums) : nil)
        }
        guard obstacle != nil else { return }
        let state = try context.state()
        guard let account = state.account else {
            let failure = try context.nobodyLoggedIn()
            if state.directory.mayHave(StoreLayout.policy) { throw failure }
            throw failure.with(hints: [
                "type \(.regapp("policy", "use", "service")) to \(prose: PolicyOffer.service)",
                "type \(.regapp("login")) to make a profile",
                "type \(.regapp("policy", "use", "albums")) to \(prose: PolicyOffer.albums)",
                "type \(.regapp("policy", "use", "authorisation", "--demo")) to \(prose: PolicyOffer.demo)",
            ])
        }
        try context.print(AccountText(file: account, policy: state.policy))
    }
}

/// `regapp accounts` alone: the administrator's screen, over the first page.
struct AccountsScreenCommand: RegappCommand {
    static let words = ["accounts"]
    static let page = #"""
        # accounts | ACCOUNTS FOR SERVERS
        Manage the registry of accounts

        These commands are for administrators: users who may write to the registry. Every policy except 'profile' has a
        registry. Some commands change several accounts at once ('regapp help several').

        - Import the accounts of a file | regapp accounts import people.csv

            user, account, members, registry
        """#

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws {
        _ = try context.registry()
        let obstacle = try context.runScreens { host in
            let section = try host.open(.accounts)
            return (host.files, section)
        }
        try obstacle?.end("the screens", instead: .regapp("accounts", "list"))
    }
}

/// `regapp albums` alone: the album screens, over the account screen.
struct AlbumScreensCommand: RegappCommand {
    static let words = ["albums"]
    static let page = #"""
        # albums | MORE
        Search albums in the iTunes catalogue

        You must be logged in. On a terminal, 'regapp albums' alone opens the album screens. Words that are not a command are
        searched for.

        The program 'curl' on your PATH fetches the answers, with the proxies and certificates that the environment names, but
        without ~/.curlrc. Without curl you still see cached answers.

        - Search | regapp albums kind of blue
        """#

    let covers: Wanted

    init(_ line: inout CommandLineReader) { covers = line.covers() }

    func run(_ command: inout CommandContext) throws {
        let context = try AlbumsContext(&command)
        let obstacle = try command.runScreens(covers: covers) { host in
            let files = host.files
            // A user who is not logged in has to log in first, and then opens the albums with a key.
            let isLoggedIn = try files.account.get() != nil
            return (files, isLoggedIn ? host.openAlbums(context) : nil)
        }
        try obstacle?.end("the album screens", instead: .regapp("albums", "search", "TERM"))
    }
}

/// What prevents both screens and a conversation.
private enum ScreenObstacle: String {
    case noTerminal = "need a terminal"
    case noInput = "need input, which --no-input forbids"

    func end(_ screens: String, instead command: ShellCommand) throws {
        throw Message(.usage, "\(screens) \(rawValue)", hint: "type \(command)")
    }
}

extension CommandContext {
    /// Runs screens, or a conversation in their place, until they are left. `open` reads the files, and may open a
    /// section over the screen that they require. Returns why no screens were run; nil if the user left them. Throws a
    /// message if the screens ended in another way.
    fileprivate mutating func runScreens(
        covers: Wanted = .auto,
        _ open: (LiveScreenHost) throws -> (DirectoryState.Reading, OpenSection?)
    ) throws -> ScreenObstacle? {
        if options.noInput { return .noInput }
        guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardOutput) else {
            return .noTerminal
        }
        // The albums can be opened from the other screens.
        ProcessHardening.prepareForAlbums(environment)
        guard let mailbox = Mailbox<ScreenMessage>() else { throw Message.tooManyOpenFiles }
        let host = LiveScreenHost(try store(), environment, mailbox, covers: covers)
        let (files, section) = try open(host)
        switch host.run(files, section: section) {
        case nil: return .noTerminal
        case .quit?: return nil
        case .interrupted?: throw Message.interrupted
        // There is no terminal left for a message.
        case .closed?: throw Message(.inputOutput, [])
        case .failed(let number)?: throw Message.terminal(number)
        }
    }
}

import RegappCore
import RegappAlbums
import RegappStore
import RegappWording
import RegappTerminal

struct AlbumsContext {
    let options: CommonOptions
    let environment: ProcessEnvironment
    let store: DocumentStore
    let catalogue: Catalogue
    let reader: ReaderLocale
    let waiting: Waiting

    /// For a command, which asks for it before anything else.
    ///
    /// - Parameter tell: gets warnings about the access to the catalogue.
    init(_ command: inout CommandContext, tell: (Message) -> Void) throws {
        ProcessHardening.prepareForAlbums(command.environment)
        try self.init(command.options, command.environment, try command.store(), tell: tell)
    }

    init(
        _ options: CommonOptions, _ environment: ProcessEnvironment, _ store: DocumentStore,
        tell: (Message) -> Void
    ) throws {
        self.options = options
        self.environment = environment
        self.store = store
        catalogue = try Catalogue(environment, tell: tell)
        reader = ReaderLocale(
            allCategories: environment.variable("LC_ALL"), collation: environment.variable("LC_COLLATE"),
            language: environment.variable("LANG"))
        waiting = Waiting(Appearance.live.progress)
    }

    func requireCurrentUser() throws {
        try require(SignIn(store, now: environment.now).account)
    }

    /// Makes sure that there is an account, the current user's as it was read.
    func require(_ account: AccountFile?) throws {
        guard account == nil else { return }
        throw DocumentsDirectory.nobodyLoggedIn(store, environment)
    }

    /// The width of the terminal on standard output; nil if there is none.
    var columns: Int? {
        Terminal.isTerminal(.standardOutput) ? Terminal.columns(of: .standardOutput) : nil
    }

    /// Warns on standard error that an answer is outdated or incomplete.
    func tell(_ freshness: Freshness, droppedCount: Int) {
        if case .outdated(let age, let reason) = freshness {
            Diagnostics.tell(.outdated(age: age, reason))
        }
        if droppedCount > 0 { Diagnostics.tell(.unreadableItems(droppedCount)) }
    }
}

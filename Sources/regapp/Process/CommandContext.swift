import RegappCore
import RegappCommandLine
import RegappValues
import RegappStore
import RegappTerminal
import RegappWording

/// What a command runs with: its line, the environment, standard output, and the directory, which is opened
/// when the command first asks for it and then kept.
struct CommandContext: ~Copyable {
    let line: ParsedLine
    let options: CommonOptions
    let environment: ProcessEnvironment
    var output = Output()
    private var openedStore: DocumentStore?
    /// Whether the command may change documents; set before the directory is opened.
    var isWriter = false
    /// How an account's owner proves to be one, where a change is theirs and no administrator's; set before the
    /// directory is opened.
    var owner: OwnerProof?
    /// Whether the history is to forget what the command removes; set before the directory is opened.
    var forgets = false
    /// The address of the client whom this process answers, if it answers one.
    var client: String?
    var openedDirectory: AccountStore?

    init(_ line: ParsedLine) throws {
        guard let environment = ProcessEnvironment.live() else { throw AccountsError.noClock }
        self.line = line
        options = line.values.read(CommonOptions.self)
        self.environment = environment
        if options.isQuiet { Diagnostics.reportErrorsOnly() }
    }

    /// - Parameter mayCreate: whether the command may create the directory; only the first call decides.
    mutating func store(mayCreate: Bool = false) throws -> DocumentStore {
        if let openedStore { return openedStore }
        let directory = try DocumentsDirectory.resolve(option: options.documents, environment)
        let store = DocumentStore(
            directory: directory, layout: .regapp, isCancelled: { Interruption.hasCome },
            author: {
                [environment, words = line.description.command.words + (forgets ? ["--forget"] : []), owner]
                in
                ChangeAuthor(
                    time: environment.present.now.timestamp.text, command: words.spaced,
                    loginUser: Caller.loginUser, sudoUser: Caller.name, by: owner)
            },
            onChange: { [log = log(directory), owner, client] reader, change in
                log.record(change, reader, by: owner, client)
            })
        if !mayCreate { try requirePresent(store) }
        openedStore = store
        // So that the command reads, and asks about, what the change leaves.
        if isWriter { store.startCompletingInterrupted() }
        return store
    }

    /// Throws if the directory of `--documents` does not exist (74), for commands that do not create it: a typo in the
    /// path would otherwise look like a directory in which no account is logged in. `$REGAPP_DOCUMENTS` is a lasting
    /// setting, and the first login may create its directory: there the exit code stays 77, and ``nobodyLoggedIn()``
    /// adds that the directory is missing. The default directory need not exist.
    func requirePresent(_ store: DocumentStore) throws {
        guard options.documents != nil, DocumentsDirectory.isMissing(store) else { return }
        let isOfRegistry = ["accounts", "policy", "check", "history"].contains(
            line.description.command.words.first)
        let failure = Message(of: StoreError.failed(.read, path: store.directory, .noEntry))
        if let hint = hintOfRegistry(around: store) { throw failure.with(hints: [hint]) }
        // `login` would create a directory with a profile, not one with a registry.
        let maker = isOfRegistry ? ShellCommand.regapp("policy", "use", "service") : .regapp("login")
        throw failure.with(hints: ["check the path; \(maker) would create it"])
    }

    /// The failure that no account is logged in; if the directory of `$REGAPP_DOCUMENTS` is missing, names it too.
    mutating func nobodyLoggedIn() throws -> Message {
        let store = try store()
        let failure = Message(of: AccountsError.nobodyLoggedIn)
        guard environment.variable(DocumentsDirectory.variable) != nil, DocumentsDirectory.isMissing(store)
        else { return failure }
        let addition = ", and \(store.directory), which $REGAPP_DOCUMENTS names, does not exist"
        return Message(failure.exit, failure.errors.map { $0 + addition }, hints: failure.hints)
    }

    /// The directory and its current user, read in one go.
    mutating func state() throws -> DirectoryState {
        let store = try store(mayCreate: true)
        let state = try DirectoryState(store, now: environment.now)
        // A missing directory has no account, so only then it costs a second reading.
        if state.account == nil { try requirePresent(store) }
        return state
    }

    /// The directory under its rules, which are read once.
    mutating func directory(mayCreate: Bool = false) throws -> AccountStore {
        if let openedDirectory { return openedDirectory }
        let directory = try AccountStore(store(mayCreate: mayCreate), now: environment.now)
        openedDirectory = directory
        return directory
    }

    mutating func registry() throws -> Registry {
        let directory = try directory()
        guard directory.policy.isRegistry else { throw noRegistry(directory) }
        return try directory.registry()
    }

    /// - Parameter registers: whether an account is to be registered here, so that a new registry is proposed.
    func noRegistry(_ directory: AccountStore, registers: Bool = false) -> Message {
        let hasProfile = directory.mayHave(StoreLayout.profile)
        let failure = Message(
            of: AccountsError.noRegistry(directory: directory.store.directory, hasProfile: hasProfile))
        if let hint = hintOfRegistry(around: directory.store) { return failure.with(hints: [hint]) }
        // The registry is probably elsewhere unless the line names the directory; a script names it itself.
        let isNamed = Invocation.live.namesDirectory
        let isScript = Invocation.live.program != Regapp.name
        return failure.with(
            hints: (registers || isNamed || !hasProfile ? [.newRegistry] : [])
                + (isScript ? [] : [.otherDirectory]))
    }

    /// For a directory that is a folder of a registry, in which another one would do harm.
    func hintOfRegistry(around store: DocumentStore) -> Sentence? {
        DocumentsDirectory.registry(around: store.directory, typed: options.documents, now: environment.now)
            .map {
                "it is a folder of a registry: write \(.words("--documents", $0))"
            }
    }

    /// - Returns: nil if the person cannot be asked.
    func conversation() -> Conversation? {
        guard !options.noInput, Terminal.isTerminal(.standardInput) else { return nil }
        return Conversation.open(isPlain: Appearance.live.converses)
    }

    /// Says what is to be said first, then asks a question. Throws the failure if the person cannot be asked.
    func confirm(
        _ question: Message, after said: [Message] = [], orElse failure: @autoclosure () -> Message
    ) throws -> Bool {
        guard let conversation = conversation() else { throw failure() }
        for message in said { conversation.say(message) }
        return try conversation.confirm(question.asked)
    }

    func log(_ directory: String?) -> SystemLog {
        SystemLog(command: line.description.command.words, directory: directory)
    }

    /// Writes into the system's log that somebody may not choose a password; nil for an email that is not known yet.
    func logDenial(of email: String?, _ refusals: [String]) {
        logIfWanted { $0.recordDenial(of: email, refusals, client) }
    }

    /// Writes into the system's log, unless the rules forbid it or are a profile's. If the rules cannot be read, the log
    /// is written.
    func logIfWanted(_ write: (SystemLog) -> Void) {
        guard openedDirectory?.policy.isLogged ?? true else { return }
        let directory =
            try? openedStore?.directory ?? DocumentsDirectory.resolve(option: options.documents, environment)
        write(log(directory))
    }

    func reportWarnings() {
        for warning in openedStore?.drainWarnings() ?? [] { Diagnostics.report(warning.message) }
    }

    func dropWarnings() { _ = openedStore?.drainWarnings() }

    /// Prints an account, and warns of what its owner or, without `isOwn`, the administrator should know about it.
    mutating func print(
        _ text: AccountText, reveal: Bool = false, isOwn: Bool = true, obstacle: String? = nil
    ) throws {
        for line in text.lines(reveal: reveal, obstacle: obstacle, hasOwnKeys: !isOwn) {
            try output.labelled(line)
        }
        if reveal && text.hasOnlyHash { Diagnostics.report(.warning(.onlyHashIsKept)) }
        for key in text.file.misspeltKeys(under: text.policy) { Diagnostics.report(.warning(key.sentence)) }
        let missing = text.file.missing.filter { isOwn || $0 != .password }
        if !missing.isEmpty {
            let them = missing.count == 1 ? "it" : "them"
            let path = text.file.path
            let edit: Sentence = isOwn ? " with \(.regapp("edit")), or" : ""
            Diagnostics.report(.missing(missing))
            Diagnostics.report(.hint("add \(prose: them)\(edit) in \(path)"))
        }
        if missing != text.file.missing { Diagnostics.report(.hint(.setPassword(of: text.file.email))) }
    }

    /// Prints an account as a command left it, at once, unless the run is quiet. Then `report` says what was done, even
    /// if the output fails.
    mutating func printOutcome(
        _ account: AccountFile, _ policy: Policy, isOwn: Bool = true, report: () -> Void
    ) throws {
        defer { report() }
        if options.isQuiet { return }
        try print(AccountText(file: account, policy: policy), isOwn: isOwn)
        try output.flush()
    }
}

extension AccountFile {
    /// Warns if the first login sets the password.
    func warnIfPasswordless(_ policy: Policy) {
        guard hasNoPassword, policy.allowsFirstPassword else { return }
        Diagnostics.report(.mayTakeFirstPassword(by: policy.loginKey))
    }

    /// Warns if it cannot log in because the rules want a login name and it has none.
    func warnIfNameless(_ policy: Policy) {
        guard let key = missingLoginName(under: policy) else { return }
        Diagnostics.report(
            .warning(
                "\(email) has no '\(key)', by which people log in",
                hint:
                    "give it one with \(.regapp("accounts", "edit", "--set", "\(key)=NAME", argument: email))"
            ))
    }
}

extension Registry {
    /// Warns if the file of an account prevents logging in, locked or not.
    ///
    /// - Parameter hasLink: whether it got a link, which works only if the account can be logged in to.
    func warnIfBroken(_ email: String, hasLink: Bool = false) {
        do throws(AccountsError) {
            guard let account = try account(of: email) else { return }
            if hasLink, account.has(.locked) {
                Diagnostics.report(
                    .warning(
                        "\(email) is locked, so its link does not work yet",
                        hint: "unlock it with \(.regapp("accounts", "unlock", argument: email))"))
            }
            if account.has(.expired) {
                Diagnostics.report(
                    .warning(
                        "\(email) \(AccountStatus.expired.predicate), so it cannot log in",
                        hint: .endsExpiry(of: email)))
            }
            if account.has(.overdue) {
                Diagnostics.report(
                    .warning(.firstPasswordEnded(of: email), hint: .prolongsFirstPassword(of: email)))
            }
        } catch {
            if case .invalidFile = error {
                Diagnostics.report(
                    .warning(
                        "\(email) cannot log in until its file is corrected",
                        hint: "see what is wrong with \(.regapp("accounts", "show", argument: email))"))
            }
        }
    }
}

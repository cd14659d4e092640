internal import RegappJSON
package import RegappStore

/// A directory of regapp: its rules, its profile, its registry.
///
/// Making the value reads nothing, and nothing is cached: every call reads the files afresh and so sees changes by
/// hand, by the program and by other processes.
///
/// Reads, changes and hashes each have their share of the threads, so no read waits for a login. A call that waits for
/// a hash or for another process's lock holds no thread. Cancelling the task ends such a wait with `cancelled`; a
/// change that has begun is completed.
///
/// The program's promises apply: an edit changes the bytes of its values only, and a change is made completely or not
/// at all, and is on the disk before the call returns.
///
/// Every call can throw `notAbsolute`, `noDirectory`, `invalidFiles`, `file`, `busy` and `cancelled`.
///
/// ## Topics
///
/// - ``init(_:actor:waitingHashes:clock:)``
/// - ``inMemory(rules:waitingHashes:clock:)``
/// - ``registry``
/// - ``profile``
/// - ``rules()``
/// - ``history(limit:)``
/// - ``undo(change:)``
/// - ``Change``
public struct AccountDirectory: Sendable, CustomReflectable {
    /// The directory's path.
    public let path: String
    private let fileSystem: any FileSystem
    private let threads: LibraryThreads
    private let actor: String
    private let waitingHashes: Int
    private let clock: @Sendable () -> Moment?

    /// Refers to the directory at `path`; reads nothing.
    ///
    /// - Parameters:
    ///   - path: an absolute path.
    ///   - actor: what the history shows in place of a command, such as your program's name; at most 32 characters.
    ///   - waitingHashes: how many hashes may wait before calls throw `busy(.tooManyHashes)`; nil: 256 per processor.
    ///   - clock: returns the present moment; by default from the system's clock.
    public init(
        _ path: String, actor: String = "library", waitingHashes: Int? = nil,
        clock: @escaping @Sendable () -> Moment? = { Moment.current }
    ) {
        self.init(
            path, fileSystem: POSIXFileSystem(), actor: actor, waitingHashes: waitingHashes, clock: clock)
    }

    /// Makes a directory in memory for a test, without accounts and with the cheapest hashes.
    ///
    /// - Parameters:
    ///   - rules: its rules, except for the hash; by default those of ``Rules/PolicyName/service``.
    ///   - waitingHashes: how many hashes may wait, as for a directory on the disk.
    ///   - clock: returns the present moment.
    public static func inMemory(
        rules: Rules = Rules(.service), waitingHashes: Int? = nil,
        clock: @escaping @Sendable () -> Moment? = { Moment.current }
    ) -> AccountDirectory {
        var policy = rules.policy
        policy.hash = .sha512Crypt
        policy.hashCost = policy.hash.costRange.lowerBound
        let path = "/regapp"
        let files = ["\(path)/\(StoreLayout.policy)": JSONText.object(policy.members).fileBytes]
        return AccountDirectory(
            path, fileSystem: MemoryFileSystem(files), waitingHashes: waitingHashes, clock: clock)
    }

    package init(
        _ path: String, fileSystem: any FileSystem, threads: LibraryThreads = .shared,
        actor: String = "library", waitingHashes: Int? = nil, clock: @escaping @Sendable () -> Moment?
    ) {
        (self.path, self.fileSystem, self.threads, self.clock) = (path, fileSystem, threads, clock)
        self.actor = actor
        // A hash takes some tens of milliseconds, so with a full queue the last one waits some ten seconds.
        self.waitingHashes = waitingHashes ?? 256 * BackgroundThread.processors
    }

    /// The logged-in account: the local profile or, under the rules of a registry, the session's account.
    public var profile: Profile { Profile(directory: self) }

    /// The registered accounts; available under all rules but `profile`.
    public var registry: AccountRegistry { AccountRegistry(directory: self) }

    /// The rules in force.
    public func rules() async throws(DirectoryError) -> Rules {
        try await read { directory in Rules(directory.policy, today: directory.today) }
    }

    /// A change of the directory, by any program.
    public struct Change: Hashable, Sendable {
        /// Later changes have higher numbers; none is used twice.
        public let number: Int
        /// When the change was made: RFC 3339, in UTC.
        public let time: String
        /// The Unix user; `dana as keeper` if another person became it.
        public let person: String
        /// The program's command, such as `accounts lock`, or the actor of a library.
        public let command: String
        /// The emails of the changed accounts.
        public let accounts: [String]
        /// The number of the change that it undoes.
        public let undoes: Int?
        /// False if a later change in effect undoes it.
        public let isInEffect: Bool
    }

    /// The recorded changes of the directory, the newest first; damaged records are skipped.
    ///
    /// - Parameter limit: how many to return at most.
    public func history(limit: Int = 100) async throws(DirectoryError) -> [Change] {
        try await read { directory in
            let names = UserNames(directory.store)
            return try directory.history(limit: limit, isWhole: true).changes.map { change in
                Change(
                    number: change.head.number, time: change.head.author.time,
                    person: names.person(change.head), command: change.head.author.command,
                    accounts: change.emails, undoes: change.head.undoes, isInEffect: change.isInEffect)
            }
        }
    }

    /// Undoes a change of any kind by any program: byte for byte if a file is as the change left it, otherwise without
    /// touching later changes. Undoing an undo makes the change again.
    ///
    /// - Parameters:
    ///   - number: the change's number; nil for the newest one in effect that is not an undo. If that one was taken back
    ///     by hand, or its record is damaged, nothing is undone.
    ///   - isForced: whether to undo it even if accounts could no longer log in or be accepted.
    /// - Returns: false if there was nothing to undo: the history has no such change, or it is not in effect.
    /// - Throws: `changedSince`, `shutsOut`; `invalidFiles` for a damaged record, and if undoing would leave rules that
    ///   cannot be accepted.
    @discardableResult
    public func undo(change number: Int? = nil, force isForced: Bool = false) async throws(DirectoryError)
        -> Bool
    {
        try await run { directory in
            do {
                let found = try number.map { try directory.change($0) } ?? directory.lastChange()
                guard let found else { return try number == nil && directory.cancel() != nil }
                let impact = try directory.impact(of: found)
                guard isForced || impact.isHarmless else { throw AccountsError.shutsOut(impact) }
                return try !directory.cancel(found).isEmpty
            } catch AccountsError.noChange { return false }
        }
    }

    /// Shows only the path.
    public var customMirror: Mirror { Mirror(self, children: ["path": path]) }

    /// A part of a call: no hash is computed on a thread for files, and a call that waits holds no thread.
    enum Step<Value: Sendable>: Sendable {
        case done(Value)
        /// Computes hashes and reads no file.
        case hash(@Sendable () throws -> Step)
        case files(@Sendable () throws -> Step)
    }

    /// Works under the rules in force.
    ///
    /// A step that needs a lock held by another process is repeated after a pause, so it must not change anything
    /// before. If another process changed the rules or the account while a hash was computed, all steps are repeated.
    ///
    /// - Parameters:
    ///   - makesDirectory: whether to create a missing directory.
    ///   - workers: for the steps on files; nil for those of changes and logins.
    func runInSteps<Value: Sendable>(
        makingDirectory makesDirectory: Bool = false, on workers: Workers? = nil,
        _ first: @escaping @Sendable (AccountStore) throws -> Step<Value>
    ) async throws(DirectoryError) -> Value {
        let workers = workers ?? threads.files
        return try await result(lockPatience: 0) { store in
            let begin = Step<Value>.files { try first(open(store, makingDirectory: makesDirectory)) }
            var (step, waited, repeats, hasHashed) = (begin, 0, 0, false)
            while true {
                let next: Result<Step<Value>, AccountsError>
                switch step {
                case .done(let value): return .success(value)
                case .files(let work): next = await attempt(store, on: workers, work)
                case .hash(let compute):
                    next = await attemptHash(store, compute)
                    hasHashed = true
                }
                switch next {
                case .success(let following): step = following
                case .failure(.store(.locked)) where waited < DocumentStore.lockPatience:
                    // Short pauses at first: most writers finish within a few milliseconds.
                    let pause = min(2 + waited / 10, 25)
                    try? await Task.sleep(for: .milliseconds(pause))
                    waited += pause
                case .failure(let error) where hasHashed && repeats < 3 && error.isOfOtherProcess:
                    (step, hasHashed) = (begin, false)
                    repeats += 1
                case .failure(let error): return .failure(error)
                }
            }
        }
    }

    /// Like `runInSteps`, for work without hashes.
    func run<Result: Sendable>(
        on workers: Workers? = nil, _ work: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws(DirectoryError) -> Result {
        try await runInSteps(on: workers) { .done(try work($0)) }
    }

    /// Like `run`, for a change of an account: checks it and names the passwords that it has to hash, hashes them, and
    /// then makes the change.
    func run<Value: Sendable>(
        hashing passwords: @escaping @Sendable (AccountStore) throws -> [String],
        _ change: @escaping @Sendable (AccountStore) throws -> Value
    ) async throws(DirectoryError) -> Value {
        try await runInSteps { directory in
            let passwords = try passwords(directory).filter { !$0.isEmpty }
            guard !passwords.isEmpty else { return .done(try change(directory)) }
            return .hash {
                let directory = directory.hashing(passwords)
                return .files { .done(try change(directory)) }
            }
        }
    }

    /// Like `run`, for work that only reads; it never waits for a login.
    func read<Result: Sendable>(
        _ work: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws(DirectoryError) -> Result {
        try await run(on: threads.reads, work)
    }

    /// Like `run`, for long work that computes its own hashes, such as an import. It blocks a thread meanwhile.
    func runLong<Result: Sendable>(
        _ work: @escaping @Sendable (AccountStore) throws -> Result
    ) async throws(DirectoryError) -> Result {
        try await result { store in
            await attempt(store, on: threads.long) { try work(open(store, makingDirectory: false)) }
        }
    }

    /// Abandons work on the directory's files if the task is cancelled.
    private func result<Result: Sendable>(
        lockPatience: Int = DocumentStore.lockPatience,
        of work: (DocumentStore) async -> Swift.Result<Result, AccountsError>
    ) async throws(DirectoryError) -> Result {
        let isCancelled = Locked(false)
        let store = DocumentStore(
            directory: path, layout: .regapp, fileSystem: fileSystem, lockPatience: lockPatience,
            isCancelled: { isCancelled.withLock { $0 } },
            author: { [clock, actor] in ChangeAuthor(time: clock()?.timestamp.text ?? "", command: actor) })
        let outcome = await withTaskCancellationHandler {
            await work(store)
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        do { return try outcome.get() } catch { throw DirectoryError(error) }
    }

    private func open(_ store: DocumentStore, makingDirectory makesDirectory: Bool) throws -> AccountStore {
        guard path.hasPrefix("/") else { throw AccountsError.notAbsolute(path: path) }
        guard let now = clock() else { throw AccountsError.noClock }
        guard try store.hasDirectory(orOwnParent: makesDirectory) else {
            throw AccountsError.noDirectory(path: store.directory)
        }
        return try AccountStore(store, now: now)
    }

    private func attempt<Result: Sendable>(
        _ store: DocumentStore, on workers: Workers, _ work: @escaping @Sendable () throws -> Result
    ) async -> Swift.Result<Result, AccountsError> {
        await workers.run { store.isCancelled() ? .failure(.store(.cancelled)) : Self.outcome(of: work) }
    }

    private func attemptHash<Result: Sendable>(
        _ store: DocumentStore, _ compute: @escaping @Sendable () throws -> Result
    ) async -> Swift.Result<Result, AccountsError> {
        let hashed = await threads.hashes.runIfWanted(waitingAtMost: waitingHashes) { [threads] in
            threads.countHash()
            return Self.outcome(of: compute)
        }
        switch hashed {
        case .done(let outcome): return store.isCancelled() ? .failure(.store(.cancelled)) : outcome
        case .cancelled: return .failure(.store(.cancelled))
        case .tooMany: return .failure(.tooManyHashes)
        }
    }

    private static func outcome<Result>(of work: () throws -> Result) -> Swift.Result<Result, AccountsError> {
        do { return .success(try work()) } catch { return .failure(AccountsError(error)) }
    }
}

extension AccountsError {
    /// Whether a change by another process is the only reason, so that the same call may work now.
    fileprivate var isOfOtherProcess: Bool {
        switch self {
        case .rulesChanged, .store(.changedMeanwhile): true
        default: false
        }
    }
}

/// How much of each kind of work runs at once: reads, logins and changes, hashes, long work. None waits for another.
package struct LibraryThreads: Sendable {
    let reads = Workers()
    package let files: Workers
    package let hashes: Workers
    let long = Workers()
    let countHash: @Sendable () -> Void

    package init(
        files: Workers = Workers(), hashes: Workers = Workers(),
        countHash: @escaping @Sendable () -> Void = {}
    ) {
        (self.files, self.hashes, self.countHash) = (files, hashes, countHash)
    }

    package static let shared = LibraryThreads()
}

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
/// Every call can throw `noDirectory`, `invalidFiles`, `file`, `busy` and `cancelled`, and `unusableArgument` for a path that
/// is not absolute, an unusable actor, and a clock outside the years 0 to 9999.
///
/// ## Topics
///
/// - ``init(_:actor:waitingHashes:hashesAtOnce:clock:)``
/// - ``inMemory(rules:actor:waitingHashes:hashesAtOnce:clock:)``
/// - ``create(rules:)``
/// - ``by(_:)``
/// - ``registry``
/// - ``profile``
/// - ``rules()``
/// - ``history(of:limit:)``
/// - ``undo(change:force:)``
/// - ``Change``
public struct AccountDirectory: Sendable {
    /// The directory's path.
    public let path: String
    private var surroundings: Hidden<Surroundings>

    /// What a directory works with.
    private struct Surroundings: Sendable {
        let fileSystem: any FileSystem
        let threads: LibraryThreads
        var actor: String
        /// How the owner of the account proves to be one, in calls by which people change their own passwords.
        var proof: OwnerProof?
        let waitingHashes: Int
        let clock: @Sendable () -> Moment?
    }

    private var threads: LibraryThreads { surroundings.value.threads }

    /// Refers to the directory at `path`; reads nothing.
    ///
    /// - Parameters:
    ///   - path: an absolute path.
    ///   - actor: what the history shows in place of a command, such as your program's name: one line of 1 to 64
    ///     characters and at most 128 bytes. Calls of a directory with another one throw `unusableArgument`.
    ///   - waitingHashes: how many hashes may wait before calls throw `busy(.tooManyHashes)`; nil: 256 per processor.
    ///   - hashesAtOnce: how many hashes this directory computes at once, 1 at least, in a queue of its own; nil: all such directories
    ///     of the process share one queue, in which each processor computes one.
    ///   - clock: returns the present moment; by default from the system's clock.
    public init(
        _ path: String, actor: String = "library", waitingHashes: Int? = nil, hashesAtOnce: Int? = nil,
        clock: @escaping @Sendable () -> Moment? = { Moment.current }
    ) {
        self.init(
            path, fileSystem: POSIXFileSystem(), threads: .computing(hashesAtOnce: hashesAtOnce),
            actor: actor, waitingHashes: waitingHashes, clock: clock)
    }

    /// Makes a directory in memory for a test, without accounts and with the cheapest hashes.
    ///
    /// - Parameters:
    ///   - rules: its rules, except for the hash; by default those of ``Rules/PolicyName/service``.
    ///   - actor: what the history shows in place of a command, as for a directory on the disk.
    ///   - waitingHashes: how many hashes may wait.
    ///   - hashesAtOnce: how many hashes are computed at once.
    ///   - clock: returns the present moment.
    public static func inMemory(
        rules: Rules = Rules(.service), actor: String = "library", waitingHashes: Int? = nil,
        hashesAtOnce: Int? = nil, clock: @escaping @Sendable () -> Moment? = { Moment.current }
    ) -> AccountDirectory {
        var policy = rules.policy
        policy.hash = .sha512Crypt
        policy.hashCost = policy.hash.form.costRange.lowerBound
        let path = "/regapp"
        let files = ["\(path)/\(StoreLayout.policy)": JSONText.object(policy.members).fileBytes]
        return AccountDirectory(
            path, fileSystem: MemoryFileSystem(files), threads: .computing(hashesAtOnce: hashesAtOnce),
            actor: actor, waitingHashes: waitingHashes, clock: clock)
    }

    package init(
        _ path: String, fileSystem: any FileSystem, threads: LibraryThreads = .shared,
        actor: String = "library", waitingHashes: Int? = nil, clock: @escaping @Sendable () -> Moment?
    ) {
        self.path = path
        surroundings = Hidden(
            value: Surroundings(
                fileSystem: fileSystem, threads: threads, actor: actor,
                // A hash takes some tens of milliseconds, so with a full queue the last one waits some ten seconds.
                waitingHashes: waitingHashes ?? 256 * ThreadPool.processors, clock: clock))
    }

    /// The same directory for the changes of another actor, such as the administrator who is logged in to your server.
    ///
    /// - Parameter actor: what the history shows: one line of 1 to 64 characters and at most 128 bytes. Calls of a directory
    ///   with another one throw `unusableArgument`.
    public func by(_ actor: String) -> AccountDirectory {
        var directory = self
        directory.surroundings.value.actor = actor
        return directory
    }

    /// The same directory for a change that is an account's owner's, and no administrator's.
    func by(_ proof: OwnerProof) -> AccountDirectory {
        var directory = self
        directory.surroundings.value.proof = proof
        return directory
    }

    /// Makes the directory, if it is missing and its parent belongs to the caller, and chooses its rules.
    ///
    /// - Returns: the directory itself.
    /// - Throws: `directoryInUse` if it has rules, a profile or accounts already.
    @discardableResult
    public func create(rules name: Rules.PolicyName) async throws(DirectoryError) -> AccountDirectory {
        try await runInSteps(makingDirectory: true) { directory in
            let documents = [StoreLayout.policy, StoreLayout.profile, StoreLayout.accounts]
            let isInUse = try directory.reading { reader in
                try documents.contains { try reader.exists($0) }
            }
            if isInUse { throw AccountsError.directoryInUse(path: directory.store.directory) }
            try PolicySwitch(name, in: directory.store, now: directory.now).save()
            return .done(())
        }
        return self
    }

    /// The logged-in account: the local profile or, under the rules of a registry, the session's account.
    public var profile: Profile { Profile(directory: self) }

    /// The registered accounts; available under all rules but `profile`.
    public var registry: AccountRegistry { AccountRegistry(directory: self) }

    /// The rules in force.
    public func rules() async throws(DirectoryError) -> Rules {
        try await read { directory in Rules(policy: directory.policy, today: directory.now.today) }
    }

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
            var step = begin
            var waited = 0
            var repeats = 0
            var hasHashed = false
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
                    step = begin
                    hasHashed = false
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
            directory: path, layout: .regapp, fileSystem: surroundings.value.fileSystem,
            lockPatience: lockPatience, isCancelled: { isCancelled.withLock { $0 } },
            author: { [surroundings = surroundings.value] in
                ChangeAuthor(
                    time: surroundings.clock()?.timestamp.text ?? "", command: surroundings.actor,
                    by: surroundings.proof)
            })
        let outcome = await withTaskCancellationHandler {
            await work(store)
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        do { return try outcome.get() } catch { throw error.explanation }
    }

    private func open(_ store: DocumentStore, makingDirectory makesDirectory: Bool) throws -> AccountStore {
        guard path.hasPrefix("/") else {
            throw AccountsError.unusableArgument(
                "the directory's path must be absolute: '\(path)'",
                hint: "give the whole path, such as /srv/accounts")
        }
        guard ChangeAuthor.isUsable(surroundings.value.actor) else {
            throw AccountsError.unusableArgument(
                "the actor must be one line of 1 to \(ChangeAuthor.longest) characters",
                hint: "give a short name, such as web or jane")
        }
        guard let now = surroundings.value.clock() else { throw AccountsError.noClock }
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
        let hashed = await threads.hashes.runIfWanted(waitingAtMost: surroundings.value.waitingHashes) {
            [threads] in
            threads.countHash()
            return Self.outcome(of: compute)
        }
        if store.isCancelled() || Task.isCancelled { return .failure(.store(.cancelled)) }
        return hashed ?? .failure(.tooManyHashes)
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
    package var files = Workers()
    package var hashes = Workers()
    let long = Workers()
    var countHash: @Sendable () -> Void = {}

    package static let shared = LibraryThreads()

    /// - Parameter hashesAtOnce: how many hashes a queue of its own computes at once; nil for the shared threads.
    fileprivate static func computing(hashesAtOnce: Int?) -> LibraryThreads {
        guard let hashesAtOnce else { return .shared }
        return LibraryThreads(files: shared.files, hashes: Workers(most: max(1, hashesAtOnce)))
    }
}

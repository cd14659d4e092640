package import RegappStore

/// A documents directory of regapp: its rules, its profile, its registry.
///
/// Making the value reads nothing, and nothing is cached: every call reads the files afresh, so changes by hand, by
/// the program or by another process count from the next call on. Work on files and hashes runs on separate threads,
/// never more than there are processors; a caller waits without blocking a thread.
///
/// The program's promises hold here: an edit changes the values concerned and no other byte, and a change is made
/// whole or not at all and is on the disk before the call returns.
public struct DocumentsDirectory: Sendable {
    /// The directory's path; it need not exist.
    public let path: String
    let store: DocumentStore
    private let workers: Workers
    private let clock: @Sendable () -> Moment?

    /// Names a directory.
    ///
    /// - Parameters:
    ///   - path: an absolute path, or one relative to the working directory.
    ///   - clock: gives the present moment; by default the system's clock.
    public init(_ path: String, clock: @escaping @Sendable () -> Moment? = { Moment.current }) {
        self.init(path, fileSystem: POSIXFileSystem(), workers: .shared, clock: clock)
    }

    package init(
        _ path: String, fileSystem: any FileSystem, workers: Workers,
        clock: @escaping @Sendable () -> Moment?
    ) {
        (self.path, self.workers, self.clock) = (path, workers, clock)
        store = DocumentStore(directory: path, layout: .regapp, fileSystem: fileSystem)
    }

    /// The rules in force.
    ///
    /// - Throws: `invalidFiles` if `policy.json` cannot be accepted, `file`.
    public func rules() async throws(DirectoryError) -> Rules {
        try await run { directory in Rules(directory.policy, today: directory.today) }
    }

    /// The account that is logged in: the local profile or, under the rules of a registry, the session's account.
    public var profile: Profile { Profile(directory: self) }

    /// The registered accounts; available under all rules but `profile`.
    public var registry: AccountRegistry { AccountRegistry(directory: self) }

    /// Works under the rules in force, on a thread that may block.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable (AccountsDirectory) throws -> Result
    ) async throws(DirectoryError) -> Result {
        guard let now = clock() else { throw .noClock }
        do {
            return try await workers.run { [store] in
                try work(AccountsDirectory(store, now: now))
            }
        } catch { throw DirectoryError(AccountsError(error)) }
    }
}

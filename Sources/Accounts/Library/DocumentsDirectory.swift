package import DocumentStore

/// A documents directory of regapp: its rules, its profile, its registry.
///
/// Nothing is read when the value is made, and nothing is kept: every call reads the files afresh, so a change by hand,
/// by the program or by another process counts from the next call on. Work on files and hashes runs on threads of its
/// own, never more than there are processors; a caller waits without blocking a thread.
///
/// What the program promises holds here: an edit changes the values concerned and no other byte, a change is made
/// whole or not at all, and is on the disk before the call returns.
public struct DocumentsDirectory: Sendable {
    /// Where the directory is; it need not exist.
    public let path: String
    let store: DocumentStore
    private let workers: Workers
    private let clock: @Sendable () -> Moment?

    /// Names a directory.
    ///
    /// - Parameters:
    ///   - path: the directory, from the root on or from the working directory.
    ///   - clock: gives the present moment; the system's clock where nothing is said.
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
    /// - Throws: `invalidFiles` where `policy.json` cannot be accepted, `file`.
    public func rules() async throws(DirectoryError) -> Rules {
        try await run { directory in Rules(directory.policy, today: directory.today) }
    }

    /// The account that is logged in: the local profile or, under the rules of a registry, the session's account.
    public var profile: Profile { Profile(directory: self) }

    /// The registered accounts, which all rules but `profile` are about.
    public var registry: AccountRegistry { AccountRegistry(directory: self) }

    /// Does some work under the rules in force, on a thread that may block.
    func run<Result: Sendable>(
        _ work: @escaping @Sendable (AccountsDirectory) throws -> Result
    ) async throws(DirectoryError) -> Result {
        guard let now = clock() else { throw .noClock }
        do throws(AccountsError) {
            return try await workers.run { [store] () throws(AccountsError) in
                try translated {
                    try work(AccountsDirectory(store, today: now.today, now: now.timestamp))
                }
            }
        } catch { throw DirectoryError(error) }
    }
}

@testable import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// A simulated disk with one regapp directory that keeps a registry, its hashes as cheap as they can be.
struct RegistryDisk: Sendable {
    static let directory = "/home/ann/Documents/regapp"
    static let today = CalendarDate(iso: "2026-07-15") ?? .earliest
    static let now = Moment(year: 2026, month: 7, day: 15, secondsSince1970: 1_784_116_800)

    /// sha512-crypt of `password1` with 1,000 rounds: weaker than the policy's hash.
    static let weakHash =
        "$6$rounds=1000$saltsalt$"
        + "feZmm8z/E1fjlBx97.mIeOr/Xez9yKySeh0vuHIoC654nLqV9O6yRnqDuoNShKmXbRy4ZkJxnMfr2GAyYXsZT."

    let files: SimulatedFileSystem

    init(_ files: SimulatedFileSystem = SimulatedFileSystem()) {
        self.files = files
        if !files.exists(Self.directory) {
            files.putDirectory(Self.directory)
            files.put(Self.path("policy.json"), Self.policyText)
        }
    }

    /// The group of a service that may read the accounts of a shared disk.
    private static let service: UInt32 = 33

    /// A disk whose directory is shared with the group of a service, which the user is in too.
    static func shared() -> RegistryDisk {
        let files = SimulatedFileSystem(user: 1000, groups: [1000, service])
        files.putDirectory(directory, mode: 0o750, group: service)
        files.put(path("policy.json"), Array(policyText.utf8), mode: 0o640, group: service)
        return RegistryDisk(files)
    }

    /// The mode and group of what is in a directory like this.
    private func rights(ofFolder: Bool) -> Rights {
        files.mode(Self.directory) == 0o750
            ? Rights(mode: ofFolder ? 0o750 : 0o640, group: Self.service)
            : Rights(mode: ofFolder ? 0o700 : 0o600, group: 1000)
    }

    private struct Rights: Equatable {
        let mode: UInt32
        let group: UInt32
    }

    /// Of `accounts` and the documents in it those with another mode or group than new ones have.
    ///
    /// - Parameter mayBePrivate: whether their owner's alone will do, as where the group could not be given.
    func wronglyShared(mayBePrivate: Bool = false) -> [String] {
        let folder = Self.path("accounts")
        return files.paths().filter { path in
            guard path == folder || (path.hasPrefix(folder + "/") && path.hasSuffix(".json")),
                !path.contains("/.regapp-"), let mode = files.mode(path), let group = files.group(path)
            else { return false }
            if mayBePrivate && mode & 0o077 == 0 { return false }
            return Rights(mode: mode, group: group) != rights(ofFolder: path == folder)
        }
    }

    private static let policyText =
        "{\n  \"policy\": \"authorisation\",\n  \"hash\": \"bcrypt\",\n  \"hashCost\": 4\n}\n"

    static func path(_ file: String) -> String { directory + "/" + file }

    /// The text of an account's file.
    static func account(_ email: String, _ firstName: String, hash: String? = nil) -> String {
        let hashLine = hash.map { "  \"passwordHash\": \"\($0)\",\n" } ?? ""
        return "{\n  \"email\": \"\(email)\",\n  \"firstName\": \"\(firstName)\",\n  \"lastName\": \"Doe\",\n"
            + hashLine + "  \"registered\": \"2026-01-01T00:00:00Z\"\n}\n"
    }

    /// Puts an account there by hand.
    func put(_ email: String, _ firstName: String, hash: String? = nil) {
        put(email, text: Self.account(email, firstName, hash: hash))
    }

    /// Puts an account's file there by hand, with the mode and group of a new one.
    func put(_ email: String, text: String) {
        let (folder, file) = (rights(ofFolder: true), rights(ofFolder: false))
        files.putDirectory(Self.path("accounts"), mode: folder.mode, group: folder.group)
        files.put(Self.path("accounts/\(email).json"), Array(text.utf8), mode: file.mode, group: file.group)
    }

    /// The store over this disk, which stands for one process.
    func store(
        _ wrapping: (any FileSystem) -> any FileSystem = { $0 },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> DocumentStore {
        DocumentStore(
            directory: Self.directory, layout: .regapp, fileSystem: wrapping(files), isCancelled: isCancelled)
    }

    /// The registry in that store.
    func registry(
        _ wrapping: (any FileSystem) -> any FileSystem = { $0 },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> Registry {
        let now = try #require(Self.now)
        let policy = try AccountStore(self.store(), now: now).policy
        let store = store(wrapping, isCancelled: isCancelled)
        return try AccountStore(store, policy, now: now).registry()
    }

    /// The documents by their path, fresh hashes as `#`, since their salt is another each time.
    func documents() -> [String: String] {
        var documents: [String: String] = [:]
        let names = files.tree().filter { $0.key.hasPrefix(Self.directory + "/") }
        for (path, bytes) in names {
            let file = String(path.dropFirst(Self.directory.count + 1))
            guard file.hasSuffix(".json"), !file.hasPrefix("history/"), !"/\(file)".contains("/.") else {
                continue
            }
            let parts = String(decoding: bytes, as: UTF8.self)
                .split(separator: "$2b$04$", omittingEmptySubsequences: false)
            documents[file] = parts.dropFirst().reduce(String(parts[0])) { $0 + "#" + $1.dropFirst(53) }
        }
        return documents
    }

    /// The texts of all records of the history.
    var records: String {
        files.tree().filter { $0.key.contains("/history/") }.values
            .map { String(decoding: $0, as: UTF8.self) }.joined()
    }

    /// Temporary files and folders anywhere.
    var leftovers: [String] {
        files.paths().filter { $0.contains("/.regapp-") || $0.contains("/doing-") || $0.hasSuffix(".doing") }
    }

    /// The same disk after a clean shutdown.
    func restarted() -> RegistryDisk {
        RegistryDisk(files.crashStates().first { _ in true } ?? files)
    }
}

extension Registry {
    func register(_ values: AccountRecord) throws(AccountsError) -> AccountFile {
        try register(directory.draft(values))
    }

    func edit(
        _ changes: AccountRecord, of email: String
    ) throws(AccountsError) -> SavedEdit {
        guard let account = try account(of: email) else { throw .noAccount(email) }
        return try directory.edit(account, changes)
    }

    func adminEdit(
        _ changes: AccountRecord, of email: String
    ) throws(AccountsError) -> SavedEdit {
        guard let account = try account(of: email) else { throw .noAccount(email) }
        return try directory.edit(account, changes, as: .account(email: email))
    }

    func lock(_ email: String) throws(AccountsError) -> Bool {
        try !commit([.lock], of: [email]).changed.isEmpty
    }

    func unlock(_ email: String) throws(AccountsError) -> Bool {
        try !commit([.unlock], of: [email]).changed.isEmpty
    }
}

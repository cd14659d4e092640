import Accounts
import DocumentStore
import PlainValues
import TestSupport
import Testing

/// A simulated disk with one regapp directory that keeps a registry, its hashes as cheap as they can be.
struct RegistryDisk: Sendable {
    static let directory = "/home/ann/Documents/regapp"
    static let today = CalendarDate(iso: "2026-07-15") ?? .earliestBirthday
    static let now = Timestamp(rfc3339: "2026-07-15T12:00:00Z")

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
        files.put(Self.path("accounts/\(email).json"), Self.account(email, firstName, hash: hash))
    }

    /// The store over this disk, which stands for one process.
    func store(_ wrapping: (any FileSystem) -> any FileSystem = { $0 }) -> DocumentStore {
        DocumentStore(directory: Self.directory, layout: .regapp, fileSystem: wrapping(files))
    }

    /// The registry in that store.
    func registry(_ wrapping: (any FileSystem) -> any FileSystem = { $0 }) throws -> Registry {
        let store = store(wrapping)
        let policy = try PolicyFile(of: self.store()).policy
        let now = try #require(Self.now)
        return Registry(store: store, policy: policy, today: Self.today, now: now)
    }

    /// The documents by their path, fresh hashes as `#`, since their salt is another each time.
    func documents() -> [String: String] {
        var documents: [String: String] = [:]
        let names = files.tree().filter { $0.key.hasPrefix(Self.directory + "/") }
        for (path, bytes) in names {
            let file = String(path.dropFirst(Self.directory.count + 1))
            guard file.hasSuffix(".json"), file != "undo.json", !file.hasPrefix(".") else { continue }
            documents[file] = Self.withoutFreshHashes(String(decoding: bytes, as: UTF8.self))
        }
        return documents
    }

    private static func withoutFreshHashes(_ text: String) -> String {
        let parts = text.split(separator: "$2b$04$", omittingEmptySubsequences: false)
        return parts.dropFirst().reduce(String(parts[0])) { $0 + "#" + $1.dropFirst(53) }
    }

    /// Temporary files and folders anywhere.
    var leftovers: [String] { files.paths().filter { $0.contains("/.regapp-") } }

    /// The same disk after a clean shutdown.
    func restarted() -> RegistryDisk {
        RegistryDisk(files.crashStates().first { _ in true } ?? files)
    }
}

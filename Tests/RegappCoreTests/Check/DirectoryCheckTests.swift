import RegappStore
@testable import RegappCore
import RegappTestSupport
import Testing

@Suite struct DirectoryCheckTests {
    private let disk = RegistryDisk()

    private static func findings(_ disk: RegistryDisk) throws -> (
        problems: [DirectoryProblem], notes: [DirectoryNote]
    ) {
        var check = try DirectoryCheck(disk.store(), now: try #require(RegistryDisk.now))
        var found = check.surroundings()
        var (problems, notes) = (found.problems, found.notes)
        while let batch = check.nextBatch() {
            found = batch
            problems += found.problems
            notes += found.notes
        }
        return (problems, notes)
    }

    /// What was done to a directory, and what the check says of it.
    struct Wrong: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let finding: DirectoryProblem
        let arrange: @Sendable (RegistryDisk) -> Void

        init(
            _ name: String, _ finding: DirectoryProblem, _ arrange: @escaping @Sendable (RegistryDisk) -> Void
        ) {
            (testDescription, self.finding, self.arrange) = (name, finding, arrange)
        }
    }

    private static let ann = RegistryDisk.account("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
    private static func path(_ file: String) -> String { RegistryDisk.path(file) }

    @Test(arguments: [
        Wrong("another name", .misnamed(path: path("accounts/x.json"), expected: "ann@x.example.json")) {
            $0.files.put(path("accounts/x.json"), ann)
        },
        Wrong(
            "two files of one email",
            .duplicate(path: path("accounts/bob@x.example.json"), of: path("accounts/ann@x.example.json"))
        ) {
            $0.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
            $0.files.put(path("accounts/bob@x.example.json"), ann)
        },
        Wrong(
            "an upper-case duplicate",
            .misnamed(path: path("accounts/ANN@x.example.json"), expected: "ann@x.example.json")
        ) { $0.files.put(path("accounts/ANN@x.example.json"), ann) },
        Wrong("a profile beside the accounts", .unusedProfile(path: path("profile.json"))) {
            $0.files.put(path("profile.json"), #"{"email":"abc@def.gh","password":"five5"}"#)
        },
        Wrong("accounts without rules", .noRules(path: path("policy.json"), accounts: 1)) {
            $0.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
            $0.files.remove(path("policy.json"))
        },
        Wrong("a session whose account is gone", .sessionGone(email: "bob@x.example")) {
            $0.files.put(path("session.json"), #"{"account":"bob@x.example"}"#)
        },
        Wrong("a temporary file", .leftover(path: path("accounts/.regapp-1.tmp"))) {
            $0.files.put(path("accounts/.regapp-1.tmp"), "")
        },
        Wrong("a file that only looks temporary", .likeLeftover(path: path("accounts/.regapp-4.tmp"))) {
            $0.files.put(path("accounts/.regapp-4.tmp"), "")
        },
        Wrong("a folder draft", .leftover(path: path(".regapp-folder.tmp"))) {
            $0.files.putDirectory(path(".regapp-folder.tmp"))
        },
        Wrong(
            "a directory among the accounts",
            .unusable(.store(.refused(path: path("accounts/d@x.example.json"), .notRegular)))
        ) { $0.files.putDirectory(path("accounts/d@x.example.json")) },
    ])
    func `each thing that is wrong is found, and nothing is changed`(wrong: Wrong) throws {
        wrong.arrange(disk)
        let tree = disk.files.tree()
        let found = try Self.findings(disk)
        #expect(found.problems == [wrong.finding] && found.notes.isEmpty)
        #expect(disk.files.tree() == tree)
    }

    /// Names that no account's file has, and what the check calls them.
    static let foreign: [(name: String, kind: ForeignFile)] = [
        ("accounts/ann@x.example.json~", .backup), ("accounts/ann@x.example.json.bak", .backup),
        ("accounts/.ann@x.example.json.swp", .swapFile), ("accounts/.#ann@x.example.json", .swapFile),
        ("accounts/#ann@x.example.json#", .swapFile), ("accounts/README", .copy), ("accounts/.git", .copy),
        ("accounts/._ann@x.example.json", .copy), ("accounts/copy.json", .copy),
        ("accounts/ANN%40x.example.json", .copy), ("policy.json~", .backup), ("profiles.csv", .other),
    ]

    @Test(arguments: ["profile.json~", ".profile.json.swp", "profile.old.json", "#profile.json#"])
    func `an editor's backup of a profile may hold its password`(name: String) throws {
        disk.files.put(Self.path(name), Self.ann)
        let found = try Self.findings(disk)
        #expect(found.problems == [.unusedProfile(path: Self.path(name))] && found.notes.isEmpty)
    }

    @Test(arguments: foreign)
    func `check notes a foreign file, and other commands ignore it`(name: String, kind: ForeignFile) throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.files.put(Self.path(name), Self.ann)
        let found = try Self.findings(disk)
        #expect(found.problems.isEmpty)
        #expect(found.notes == [.foreign(path: Self.path(name), kind)])
        let files = try disk.registry().directory.reading { reader in try AccountsFolder(reader).files }
        #expect(files == ["ann@x.example.json"])
    }

    @Test func `an account without a password is a note where the first login may set it`() throws {
        disk.put("ann@x.example", "Ann")
        #expect(try Self.findings(disk).notes == [.status(.claimable, email: "ann@x.example")])
        disk.files.put(Self.path("policy.json"), #"{"policy":"authorisation","required":["password"]}"#)
        #expect(try Self.findings(disk).problems == [.noPassword(email: "ann@x.example")])
    }

    @Test func `a password as it is typed is noted`() throws {
        disk.files.put(
            Self.path("accounts/ann@x.example.json"),
            RegistryDisk.account("ann@x.example", "Ann")
                .replacing("\"Doe\"", with: "\"Doe\", \"password\": \"password1\""))
        let found = try Self.findings(disk)
        #expect(
            found.problems.isEmpty
                && found.notes == [.plainPassword(email: "ann@x.example", besideHash: false)])
        disk.put(
            "ann@x.example",
            text: RegistryDisk.account("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
                .replacing("\"Doe\"", with: "\"Doe\", \"password\": \"password1\""))
        #expect(try Self.findings(disk).notes == [.plainPassword(email: "ann@x.example", besideHash: true)])
    }

    @Test func `broken rules are reported, and what needs no rules is checked all the same`() throws {
        disk.files.put(Self.path("policy.json"), "{")
        disk.files.put(Self.path("history/00000001.json"), "{")
        let found = try Self.findings(disk)
        #expect(found.problems.count == 2 && found.notes == [.notHeldAgainstRules])
    }

    @Test func `a sound registry has no findings`() throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"Ann@x.example"}"#)
        let found = try Self.findings(disk)
        #expect(found.problems.isEmpty && found.notes.isEmpty)
    }

    @Test(arguments: ["history/00000001.json", "session.json"])
    func `a damaged file is found`(name: String) throws {
        disk.files.put(RegistryDisk.path(name), "{")
        let findings = try Self.findings(disk).problems
        guard case .unusable(.invalidFile(let problems))? = findings.first else {
            Issue.record("\(findings)")
            return
        }
        #expect(problems.map(\.path) == [RegistryDisk.path(name)])
    }
}

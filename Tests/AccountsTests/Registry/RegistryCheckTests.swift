import Accounts
import DocumentStore
import TestSupport
import Testing

@Suite struct RegistryCheckTests {
    private static func findings(_ disk: RegistryDisk) throws -> [RegistryProblem] {
        var check = try RegistryCheck(try disk.registry())
        var findings = check.surroundings()
        while let batch = check.nextBatch() { findings += batch }
        return findings
    }

    /// What somebody did to a directory, and what the check says of it.
    static let cases: [(name: String, arrange: @Sendable (RegistryDisk) -> Void, finding: RegistryProblem)] =
        [
            (
                "a file of another name", { $0.files.put(path("accounts/x.json"), ann) },
                .misnamed(path: path("accounts/x.json"), expected: "ann@x.example.json")
            ),
            (
                "two files of one e-mail",
                { disk in
                    disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
                    disk.files.put(path("accounts/x.json"), ann)
                }, .twin(path: path("accounts/x.json"), of: path("accounts/ann@x.example.json"))
            ),
            (
                "an upper-case twin", { $0.files.put(path("accounts/ANN@x.example.json"), ann) },
                .misnamed(path: path("accounts/ANN@x.example.json"), expected: "ann@x.example.json")
            ),
            (
                "an account without a password", { $0.put("ann@x.example", "Ann") },
                .noPassword(email: "ann@x.example", mayBeClaimed: true)
            ),
            (
                "a loose mode",
                { $0.files.put(path("accounts/ann@x.example.json"), Array(ann.utf8), mode: 0o644) },
                .looseMode(path: path("accounts/ann@x.example.json"), mode: 0o644, instead: 0o600)
            ),
            (
                "a session whose account is gone",
                { $0.files.put(path("session.json"), #"{"account":"bob@x.example"}"#) },
                .sessionGone(email: "bob@x.example")
            ),
            (
                "a temporary file", { $0.files.put(path("accounts/.regapp-1.tmp"), "") },
                .leftover(path: path("accounts/.regapp-1.tmp"))
            ),
            (
                "a file that only looks temporary", { $0.files.put(path("accounts/.regapp-4.tmp"), "") },
                .likeLeftover(path: path("accounts/.regapp-4.tmp"))
            ),
            (
                "a folder draft", { $0.files.putDirectory(path(".regapp-folder.tmp")) },
                .leftover(path: path(".regapp-folder.tmp"))
            ),
            (
                "a directory among the accounts", { $0.files.putDirectory(path("accounts/d.json")) },
                .unusable(.store(.refused(path: path("accounts/d.json"), .notRegular)))
            ),
        ]

    private static let ann = RegistryDisk.account("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
    private static func path(_ file: String) -> String { RegistryDisk.path(file) }

    @Test(arguments: cases.indices)
    func `each thing that is wrong is found, and nothing is changed`(index: Int) throws {
        let (name, arrange, finding) = Self.cases[index]
        let disk = RegistryDisk()
        arrange(disk)
        let tree = disk.files.tree()
        let findings = try Self.findings(disk)
        #expect(findings == [finding], Comment(rawValue: name))
        #expect(disk.files.tree() == tree)
    }

    @Test func `a sound registry has no findings`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"Ann@x.example"}"#)
        #expect(try Self.findings(disk).isEmpty)
    }

    @Test(arguments: ["undo.json", "session.json"])
    func `a damaged file is found`(name: String) throws {
        let disk = RegistryDisk()
        disk.files.put(RegistryDisk.path(name), "{")
        let findings = try Self.findings(disk)
        guard case .unusable(.invalidFile(let problems))? = findings.first else {
            Issue.record("\(findings)")
            return
        }
        #expect(problems.map(\.path) == [RegistryDisk.path(name)])
    }
}

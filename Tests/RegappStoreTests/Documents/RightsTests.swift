import RegappTestSupport
import Testing

@testable import RegappStore

/// Who may reach what in a directory, and who should; files of the user 1000 get the group 1000 by themselves.
@Suite struct RightsTests {
    /// A mode, a group, and the user who owns it.
    struct Rights: Sendable {
        let mode: UInt32
        var group: UInt32 = 1000
        var owner: UInt32 = 1000
        var list: [UInt8]?

        init(_ mode: UInt32, _ group: UInt32 = 1000, owner: UInt32 = 1000, list: [UInt8]? = nil) {
            (self.mode, self.group, self.owner, self.list) = (mode, group, owner, list)
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let directory: Rights
        var accounts = service
        var account = Rights(0o640, 33)
        var session = Rights(0o600)
        /// The members of the group 33.
        var members = "ann"
        /// The problems, then whose it should be and what has to change.
        let expected: [String]
    }

    private static let service = Rights(0o750, 33)
    private static let root = Rights(0o750, 0, owner: 0)
    /// A list that lets in a group, and with the file's own group only as far as it says.
    private static func list(own: UInt8, named group: UInt8) -> [UInt8] {
        [2, 0, 0, 0] + [1, 0, 7, 0, 255, 255, 255, 255] + [4, 0, own, 0, 255, 255, 255, 255]
            + [8, 0, 5, 0, group, 0, 0, 0] + [16, 0, 5, 0, 255, 255, 255, 255]
            + [32, 0, 0, 0, 255, 255, 255, 255]
    }

    static let rows: [Row] = [
        Row(testDescription: "as it should be", directory: service, expected: []),
        Row(
            testDescription: "private", directory: .init(0o700), accounts: .init(0o700),
            account: .init(0o644), session: .init(0o644), expected: []),
        Row(
            testDescription: "opened to all", directory: .init(0o777, 33), accounts: .init(0o777, 33),
            account: .init(0o777, 33),
            expected: ["3 loose . 777", "ann www-data mode program: . accounts"]),
        Row(
            testDescription: "opened to all, and its group is no service's", directory: .init(0o777),
            accounts: .init(0o777), account: .init(0o777), members: "",
            expected: ["3 loose . 777 ann", "ann unknown owner mode program: . accounts"]),
        Row(
            testDescription: "never shared", directory: .init(0o755), accounts: .init(0o700),
            account: .init(0o600), expected: ["1 loose . 755", "ann nobody mode: | ."]),
        Row(
            testDescription: "checked out", directory: service, accounts: .init(0o755), account: .init(0o644),
            session: .init(0o644),
            expected: ["1 loose session.json 644", "ann www-data owner mode: | session.json"]),
        Row(
            testDescription: "checked out under a strict umask", directory: service, accounts: .init(0o700),
            account: .init(0o600),
            expected: ["2 closed accounts 700 ann", "ann www-data owner mode: accounts"]),
        Row(
            testDescription: "closed to its own group", directory: service, account: .init(0o600, 33),
            expected: ["1 closed accounts/a.json 600", "ann www-data mode: accounts/a.json"]),
        Row(
            testDescription: "edited by root", directory: service, account: .init(0o600, 0, owner: 0),
            expected: ["1 of root accounts/a.json 600 root", "ann www-data owner mode: accounts/a.json"]),
        Row(
            testDescription: "moved by root", directory: service, account: .init(0o640, 33, owner: 0),
            expected: ["1 of root accounts/a.json 640", "ann www-data owner: accounts/a.json"]),
        Row(
            testDescription: "put there by another user", directory: service,
            account: .init(0o640, 33, owner: 2000),
            expected: ["1 of stranger bob accounts/a.json 640", "ann www-data owner: accounts/a.json"]),
        Row(
            testDescription: "executable", directory: service, account: .init(0o750, 33),
            expected: ["1 loose accounts/a.json 750", "ann www-data mode program: accounts/a.json"]),
        Row(
            testDescription: "writable for users who come in by the group", directory: service,
            account: .init(0o646),
            expected: [
                "1 loose accounts/a.json 646 ann", "ann www-data owner mode: accounts/a.json",
            ]),
        Row(
            testDescription: "the directory alone is closed", directory: .init(0o700),
            expected: ["1 closed . 700 ann", "ann www-data owner mode: ."]),
        Row(
            testDescription: "all given to the owner's own group", directory: .init(0o750),
            accounts: .init(0o750), account: .init(0o640),
            expected: ["3 closed . 750 ann", "ann www-data owner: . accounts"]),
        Row(
            testDescription: "all given to a group that the owner alone is in, who is in no other",
            directory: .init(0o2750), accounts: .init(0o2750), account: .init(0o640), members: "bob",
            expected: ["3 closed . 750 ann", "ann unknown owner: . accounts"]),
        Row(
            testDescription: "all but one given to the owner's own group", directory: .init(0o750),
            accounts: .init(0o750), account: .init(0o640, 33), members: "",
            expected: ["2 closed . 750 ann", "ann www-data owner: . accounts"]),
        Row(
            testDescription: "all given to root and its group", directory: root, accounts: root,
            account: .init(0o640, 0, owner: 0), session: .init(0o600, 0, owner: 0),
            expected: ["4 of root . 750 root", "unknown unknown owner: . accounts | session.json"]),
        Row(
            testDescription: "the directory alone given to root", directory: .init(0o700, 0, owner: 0),
            expected: ["1 of root . 700 root", "ann www-data owner mode: ."]),
        Row(
            testDescription: "a list keeps the group out", directory: service,
            account: .init(0o640, 33, list: list(own: 0, named: 44)),
            expected: ["1 closed accounts/a.json 640", "ann www-data mode list: accounts/a.json"]),
        Row(
            testDescription: "only the way to the accounts is open", directory: .init(0o711),
            session: .init(0o600), expected: []),
        Row(
            testDescription: "the way is open, but nothing is shared", directory: .init(0o711),
            accounts: .init(0o700), account: .init(0o600),
            expected: ["1 loose . 711", "ann nobody mode: | ."]),
        Row(
            testDescription: "a list lets the group in",
            directory: .init(0o750, list: list(own: 0, named: 33)),
            account: .init(0o640, list: list(own: 4, named: 33)), expected: []),
    ]

    private func disk(_ row: Row) -> StoreFixture {
        let fixture = StoreFixture(user: row.directory.owner) { files in
            let groups = "root:x:0:\nann:x:1000:\nwww-data:x:33:\(row.members)\n"
            files.put("/etc/group", Array(groups.utf8), mode: 0o644, owner: 0)
        }
        let files = fixture.files
        for (file, rights) in [("", row.directory), ("/accounts", row.accounts)] {
            files.putDirectory(
                StoreFixture.directory + file, mode: rights.mode, owner: rights.owner, group: rights.group)
        }
        for (file, rights) in [("accounts/a.json", row.account), ("session.json", row.session)] {
            files.put(
                StoreFixture.path(file), [1], mode: rights.mode, owner: rights.owner, group: rights.group)
        }
        for (file, rights) in [("", row.directory), ("/accounts/a.json", row.account)] {
            if let list = rights.list { files.putAccessList(StoreFixture.directory + file, list) }
        }
        return fixture
    }

    @Test(arguments: rows)
    func `files for a service must be readable by it, and by no other user`(row: Row) throws {
        let store = disk(row).store()
        let rights = try #require(store.reading { $0.rights() })
        let words = words(rights, store)
        #expect(rights.count == 0 ? row.expected == [] : words == row.expected, "\(words)")
    }

    private func words(_ rights: DirectoryRights, _ store: DocumentStore) -> [String] {
        func name(_ path: String) -> String {
            path == StoreFixture.directory ? "." : String(path.dropFirst(StoreFixture.directory.count + 1))
        }
        let findings = rights.findings.map { finding in
            let kind =
                switch finding.kind {
                case .strayOwner(_, let isStranger):
                    "of \(isStranger ? "stranger " : "")\(finding.owner.name ?? "")"
                case .closed: "closed"
                case .loose: "loose"
                }
            return "\(finding.count) \(kind) \(name(finding.path)) \(String(finding.mode, radix: 8))"
                + (finding.group.map { " " + store.groupName($0) } ?? "")
        }
        let readers =
            switch rights.arrangement {
            case .ownerAlone: "nobody"
            case .shared(let group): store.groupName(group)
            case .sharedWithUnknownGroup: "unknown"
            }
        let changes = [
            ("owner", rights.hasWrongOwner), ("mode", rights.hasWrongMode), ("program", rights.hasProgram),
            ("list", rights.hasWrongList),
        ].filter(\.1).map { " " + $0.0 }.joined()
        let places =
            rights.shared.map(name) + (rights.unshared.isEmpty ? [] : ["|"] + rights.unshared.map(name))
        return findings + [
            "\(rights.owner?.name ?? "unknown") \(readers)\(changes): \(places.joined(separator: " "))"
        ]
    }
}

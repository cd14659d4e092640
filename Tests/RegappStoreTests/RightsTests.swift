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

        init(_ mode: UInt32, _ group: UInt32 = 1000, owner: UInt32 = 1000) {
            (self.mode, self.group, self.owner) = (mode, group, owner)
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let directory: Rights
        var accounts = Rights(0o750, 33)
        var account = Rights(0o640, 33)
        let expected: [String]
    }

    private static let service = Rights(0o750, 33)

    static let rows: [Row] = [
        Row(testDescription: "as it should be", directory: service, expected: []),
        Row(
            testDescription: "private", directory: .init(0o700), accounts: .init(0o700),
            account: .init(0o600), expected: []),
        Row(
            testDescription: "opened to all", directory: .init(0o777, 33), accounts: .init(0o777, 33),
            account: .init(0o777, 33),
            expected: [". loose 777 to 750", "accounts loose 777 to 750", "accounts/a.json loose 777 to 640"]),
        Row(
            testDescription: "opened to all, and no service's", directory: .init(0o777),
            accounts: .init(0o777),
            account: .init(0o777),
            expected: [". loose 777 to 700", "accounts loose 777 to 700", "accounts/a.json loose 777 to 600"]),
        Row(
            testDescription: "checked out", directory: service, accounts: .init(0o755), account: .init(0o644),
            expected: ["accounts loose 755 to 750 www-data", "accounts/a.json loose 644 to 640 www-data"]),
        Row(
            testDescription: "checked out under a strict umask", directory: service, accounts: .init(0o700),
            account: .init(0o600),
            expected: [
                "accounts closed 700 to 750 www-data", "accounts/a.json closed 600 to 640 www-data",
            ]),
        Row(
            testDescription: "closed to its own group", directory: service, account: .init(0o600, 33),
            expected: ["accounts/a.json closed 600 to 640"]),
        Row(
            testDescription: "edited by root", directory: service, account: .init(0o600, 0, owner: 0),
            expected: ["accounts/a.json of root, not ann, 640 www-data"]),
        Row(
            testDescription: "moved by root", directory: service, account: .init(0o640, 33, owner: 0),
            expected: ["accounts/a.json of root, not ann www-data"]),
        Row(
            testDescription: "executable", directory: service, account: .init(0o750, 33),
            expected: ["accounts/a.json loose 750 to 640"]),
        Row(
            testDescription: "only the folder is shared", directory: .init(0o700), account: .init(0o644),
            expected: ["accounts/a.json loose 644 to 640 www-data"]),
    ]

    private func disk(_ row: Row) -> StoreFixture {
        let fixture = StoreFixture { files in
            files.put("/etc/group", Array("root:x:0:\nwww-data:x:33:ann\n".utf8), mode: 0o644, owner: 0)
        }
        let files = fixture.files
        files.putDirectory(
            StoreFixture.directory, mode: row.directory.mode, owner: row.directory.owner,
            group: row.directory.group)
        files.putDirectory(
            StoreFixture.path("accounts"), mode: row.accounts.mode, owner: row.accounts.owner,
            group: row.accounts.group)
        files.put(
            StoreFixture.path("accounts/a.json"), [1], mode: row.account.mode, owner: row.account.owner,
            group: row.account.group)
        // A file for its owner alone never gets the group.
        files.put(StoreFixture.path("session.json"), [1], group: 1000)
        return fixture
    }

    @Test(arguments: rows)
    func `files for a service must be readable by it, and by no other user`(row: Row) throws {
        let found = disk(row).store().reading { reader in
            [".", "accounts", "accounts/a.json", "session.json"].compactMap { file in
                (try? reader.rightsProblem(of: file)).flatMap(\.self).map { "\(file) \(words($0))" }
            }
        }
        #expect(found == row.expected)
    }

    @Test func `a reader proposes the same as a check`() throws {
        let store = disk(Self.rows[4]).store()
        _ = try store.reading { reader in try reader.contents(of: "accounts/a.json") }
        let www = SystemGroup(id: 33, name: "www-data")
        let path = StoreFixture.path("accounts/a.json")
        #expect(store.drainWarnings() == [.looseMode(path: path, mode: 0o644, instead: 0o640, group: www)])
    }

    private func words(_ problem: RightsProblem) -> String {
        func octal(_ mode: UInt32) -> String { String(mode, radix: 8) }
        func after(_ group: SystemGroup?) -> String { group.map { " " + ($0.name ?? "\($0.id)") } ?? "" }
        return switch problem {
        case .strayOwner(_, let owner, let wanted, let group, let mode):
            "of \(owner.name ?? ""), not \(wanted.name ?? "")" + (mode.map { ", " + octal($0) } ?? "")
                + after(group)
        case .loose(_, let mode, let instead, let group):
            "loose \(octal(mode)) to \(octal(instead))" + after(group)
        case .closed(_, let mode, let instead, _, let group):
            "closed \(octal(mode)) to \(octal(instead))" + after(group)
        }
    }
}

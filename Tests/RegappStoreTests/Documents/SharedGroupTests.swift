import RegappStore
import RegappTestSupport
import Testing

/// Directories that a group may read: what is shared with it, and what is not. The user is in the groups 1000 and 33.
@Suite struct SharedGroupTests {
    /// A mode and a group.
    struct Rights: Equatable, Sendable, CustomStringConvertible {
        let mode: UInt32
        let group: UInt32

        init(_ mode: UInt32, _ group: UInt32) { (self.mode, self.group) = (mode, group) }

        var description: String { String(mode, radix: 8) + " of group \(group)" }

        static let folder = Rights(0o700, 1000)
        static let file = Rights(0o600, 1000)
        static let shared = Rights(0o640, 33)
    }

    /// A row: how the directory and its folder are found, and what new files get there.
    struct Row: CustomTestStringConvertible, Sendable {
        let directory: Rights
        var accounts: Rights?
        let rules: Rights
        let account: Rights
        var newFolder = Rights.folder

        var testDescription: String { "\(directory), accounts \(accounts.map { "\($0)" } ?? "none")" }
    }

    static let shared: [Row] = [
        Row(directory: .init(0o750, 33), rules: .shared, account: .shared, newFolder: .init(0o750, 33)),
        Row(directory: .init(0o2750, 33), rules: .shared, account: .shared, newFolder: .init(0o2750, 33)),
        Row(directory: .init(0o550, 33), rules: .shared, account: .shared, newFolder: .init(0o750, 33)),
        Row(directory: .folder, accounts: .init(0o750, 33), rules: .file, account: .shared),
        Row(directory: .init(0o750, 33), accounts: .folder, rules: .shared, account: .file),
        Row(
            directory: .init(0o750, 33), accounts: .init(0o750, 1000), rules: .shared,
            account: .init(0o640, 1000)),
    ]
    /// The folder's group may pass the directory, so it also reads the rules.
    static let passed: [Row] = [.init(0o711, 1000), .init(0o710, 33), .init(0o2711, 1000)].map {
        Row(directory: $0, accounts: .init(0o750, 33), rules: .shared, account: .shared)
    }
    static let notShared: [Row] = [0o700, 0o710, 0o740, 0o751, 0o755, 0o760, 0o770, 0o757].map {
        Row(directory: .init($0, 33), rules: .file, account: .file)
    }

    private func disk(_ row: Row, groups: [UInt32] = [1000, 33]) -> StoreFixture {
        let fixture = StoreFixture(SimulatedFileSystem(user: 1000, groups: groups))
        // The directory of a real disk whose owner may not write it is written by root alone.
        let mode = row.directory.mode | 0o200
        fixture.files.putDirectory(StoreFixture.directory, mode: mode, group: row.directory.group)
        if let accounts = row.accounts {
            fixture.files.putDirectory(
                StoreFixture.path("accounts"), mode: accounts.mode, group: accounts.group)
        }
        return fixture
    }

    private func rights(_ fixture: StoreFixture, _ name: String) -> Rights? {
        let path = name.isEmpty ? StoreFixture.directory : StoreFixture.path(name)
        guard let mode = fixture.files.mode(path), let group = fixture.files.group(path) else { return nil }
        return Rights(mode, group)
    }

    private func expect(_ row: Row, in fixture: StoreFixture, _ accounts: [String]) {
        #expect(rights(fixture, "rules.json") == row.rules)
        for name in accounts { #expect(rights(fixture, "accounts/" + name) == row.account, "\(name)") }
        for name in ["main.json", "session.json", "history/00000001.json", ".lock"] {
            #expect(rights(fixture, name)?.mode == 0o600, "\(name)")
        }
        #expect(rights(fixture, "") == Rights(row.directory.mode | 0o200, row.directory.group))
        #expect(rights(fixture, "accounts") == row.accounts ?? row.newFolder)
    }

    @Test(arguments: shared + passed + notShared)
    func `rules and accounts are shared as their folder is, and nothing else`(row: Row) throws {
        let fixture = disk(row)
        let store = fixture.store()
        for text in ["new", "newer"] {
            for name in ["rules.json", "accounts/a.json", "session.json", "main.json"] {
                try store.put(name, text)
            }
            expect(row, in: fixture, ["a.json"])
        }
        try store.changeInBulk([
            DocumentChange("accounts/a.json", from: "newer", to: "newest"),
            DocumentChange("accounts/b.json", from: nil, to: "new"),
        ])
        try store.put("main.json", "newest")
        expect(row, in: fixture, ["a.json", "b.json"])
        let isArranged = row.rules == .shared || row.directory.mode & 0o077 == 0
        #expect(store.drainWarnings().isEmpty == isArranged)
    }

    @Test(arguments: shared)
    func `shared modes draw no warning, and looser ones do`(row: Row) throws {
        let fixture = disk(row)
        for name in ["rules.json", "accounts/a.json", "main.json"] { try fixture.store().put(name, "new") }
        let (rules, account) = (StoreFixture.path("rules.json"), StoreFixture.path("accounts/a.json"))
        #expect(try loose(fixture) == [])
        // Where a directory lets no other user in, the modes of its files give no rights.
        let entry = row.directory.mode & 0o011
        let isFolderOpen = (row.accounts ?? row.newFolder).mode & entry != 0
        for (mode, group) in [(0o644, 33), (0o660, 33), (0o640, 44), (0o650, 33)] as [(UInt32, UInt32)] {
            for path in [rules, account] {
                fixture.files.put(path, [1], mode: mode, group: group, inPlace: true)
            }
            let isLoose = mode & 0o030 != 0 && entry != 0
            let expected = ["rules.json"] + (isFolderOpen ? ["accounts/a.json"] : [])
            #expect(try loose(fixture) == (isLoose ? expected : []))
        }
        for path in [rules, account] { fixture.files.put(path, [1], inPlace: true) }
        fixture.files.put(StoreFixture.path("main.json"), [1], mode: 0o640, group: 33, inPlace: true)
        #expect(try loose(fixture) == (entry == 0 ? [] : ["main.json"]))
    }

    /// What readers warn of, which must be as much as a check finds.
    private func loose(_ fixture: StoreFixture) throws -> [String] {
        let store = fixture.store()
        let rights = try store.reading { reader in
            for name in ["rules.json", "accounts/a.json", "main.json"] { _ = try reader.contents(of: name) }
            return reader.rights()
        }
        let warned: [String] = store.drainWarnings().compactMap { warning in
            guard case .looseMode(let path, _, _) = warning else { return nil }
            return String(path.dropFirst(StoreFixture.directory.count + 1))
        }
        #expect(warned.count == rights?.findings.first { $0.kind == .loose }?.count ?? 0)
        return warned
    }

    // MARK: Groups that cannot be given

    private static let row = shared[0]

    @Test func `without being in the group files stay private, with a warning`() throws {
        let fixture = disk(Self.row, groups: [1000])
        let store = fixture.store()
        try store.put("accounts/a.json", "new")
        try store.put("rules.json", "new")
        #expect(rights(fixture, "accounts") == .folder && rights(fixture, "accounts/a.json") == .file)
        #expect(rights(fixture, "rules.json") == .file)
        #expect(
            store.drainWarnings() == [
                .groupNotGiven(path: StoreFixture.path("accounts"), mode: 0o700),
                .groupNotGiven(path: StoreFixture.path("rules.json"), mode: 0o600),
            ])
    }

    @Test func `if the directory passes its group on, the user need not be in it`() throws {
        let fixture = disk(
            Row(directory: .init(0o2750, 33), rules: .shared, account: .shared), groups: [1000])
        let store = fixture.store()
        try store.put("rules.json", "new")
        #expect(rights(fixture, "rules.json") == .shared && store.drainWarnings().isEmpty)
    }

    @Test func `in a folder whose group cannot be given new documents are private, with a warning`() throws {
        let fixture = disk(
            Row(directory: .folder, accounts: .init(0o750, 33), rules: .file, account: .shared),
            groups: [1000])
        let store = fixture.store()
        try store.changeInBulk([DocumentChange("accounts/b.json", from: nil, to: "new")])
        #expect(rights(fixture, "accounts") == Rights(0o750, 33))
        #expect(rights(fixture, "accounts/b.json") == .file)
        let path = StoreFixture.path("accounts/b.json")
        #expect(store.drainWarnings() == [.groupNotGiven(path: path, mode: 0o600)])
    }

    @Test(arguments: [(0o640, 0o600), (0o644, 0o644), (0o664, 0o644), (0o660, 0o600)] as [(UInt32, UInt32)])
    func `a link's target keeps its group, or its group's rights go to no other one`(
        mode: UInt32, without: UInt32
    ) throws {
        for groups in [[1000, 33], [1000]] as [[UInt32]] {
            let fixture = disk(Self.row, groups: groups)
            let target = "/home/ann/real.json"
            fixture.files.put(target, Array("old".utf8), mode: mode, group: 33)
            fixture.files.putLink(StoreFixture.path("main.json"), to: target)
            let store = fixture.store()
            try store.put("main.json", "new")
            #expect(fixture.files.mode(target) == (groups.contains(33) ? mode : without))
            #expect(fixture.files.group(target) == (groups.contains(33) ? 33 : 1000))
            let isLess = !groups.contains(33) && mode != without
            #expect(store.drainWarnings().contains(.groupNotGiven(path: target, mode: without)) == isLess)
        }
    }

    @Test func `new content is its owner's alone until it is whole`() throws {
        let fixture = disk(Self.row)
        let temporary = StoreFixture.path(".regapp-1.tmp")
        let seen = Locked<[(Call, Rights?)]>([])
        let store = fixture.store { files in
            Interposer(files) { call in
                guard call.path == temporary else { return }
                seen.withLock { $0.append((call, self.rights(fixture, ".regapp-1.tmp"))) }
            }
        }
        try store.put("rules.json", "new")
        let calls = seen.withLock { $0 }
        let written = try #require(
            calls.lastIndex { if case .write = $0.0 { true } else { false } }, "it is written")
        #expect(calls[...written].allSatisfy { $0.1 == nil || $0.1 == .file })
        let rest = calls[(written + 1)...].map(\.0)
        let wanted: [Call] = [
            .setOwner(temporary, nil, group: 33), .setMode(temporary, 0o640), .synchronize(temporary),
            .renameIfAbsent(temporary, to: StoreFixture.path("rules.json")),
        ]
        #expect(rest.filter(wanted.contains) == wanted)
    }
}

import RegappStore
import RegappTestSupport
import Testing

/// Another user swaps two names, a directory and a link, while a path is in use.
@Suite struct PathRaceTests {
    private static let mine = "/home/ann/regapp"
    /// The path that Ann names, and the one that is swapped with it.
    private static let (named, link) = ("/home/bob/named", "/home/bob/link")
    private static let bob = SystemUser.bob.id

    /// A disk of Ann's, with her own documents, and in Bob's home a directory and his link to hers.
    private static func disk(owner: UInt32) -> SimulatedFileSystem {
        StoreFixture { files in
            files.put(mine + "/main.json", "mine")
            files.put(mine + "/history/00000001.json", "mine")
            files.put(mine + "/.lock", "")
            files.putDirectory("/home/bob", mode: 0o777, owner: bob)
            files.putDirectory(named, mode: 0o777, owner: owner)
            files.put(named + "/main.json", Array("named".utf8), mode: 0o666, owner: owner)
            files.put(named + "/.lock", [], mode: 0o666, owner: owner)
            files.putLink(link, to: mine, owner: bob)
        }.files
    }

    /// A row: what Ann does with a directory or file in Bob's home.
    struct Action: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let work: @Sendable (any FileSystem) throws -> Void
    }

    private static func store(_ files: any FileSystem) -> DocumentStore {
        DocumentStore(directory: named, layout: StoreFixture.layout, fileSystem: files)
    }

    static let actions = [
        Action(testDescription: "forget") { files in
            try store(files).writing { writer in
                try writer.forget(["main.json", "history/00000001.json"])
            }
        },
        Action(testDescription: "edit") { files in
            try store(files).put("main.json", "new")
        },
        Action(testDescription: "register") { files in
            try store(files).put("accounts/a.json", "new")
        },
        Action(testDescription: "import") { files in
            try store(files).changeInBulk([DocumentChange("accounts/a.json", from: nil, to: "new")])
        },
        Action(testDescription: "a change of two") { files in
            try store(files).commit([
                DocumentChange("main.json", from: "named", to: "new"),
                DocumentChange("session.json", from: nil, to: "new"),
            ])
        },
        Action(testDescription: "export") { files in
            var replacement = try FileReplacement(of: named + "/main.json", ExternalFiles(fileSystem: files))
            try replacement.write(Array("hashes".utf8))
            _ = try replacement.commit()
        },
    ]

    /// Does something while the names are swapped before one call, or before every call from then on.
    ///
    /// - Returns: what stands in Ann's directory in the end, and whether that call came at all.
    private static func race(
        _ action: Action, owner: UInt32, at number: Int, again: Bool
    ) -> (files: SimulatedFileSystem, came: Bool) {
        let files = disk(owner: owner)
        let interposer = Interposer(files) { _ in
            let made = files.log.count + 1
            if made == number || again && made > number { files.exchange(named, link) }
        }
        do { try action.work(interposer) } catch {
            // The result is judged by what it left.
        }
        return (files, files.log.count >= number)
    }

    /// Whose the directory is that changes places with a link: Ann's or Bob's.
    @Test(arguments: actions, [1000, bob])
    func `another user's link never leads to a change, whenever it appears`(action: Action, owner: UInt32)
        throws
    {
        let before = Self.disk(owner: owner).tree().filter { $0.key.hasPrefix(Self.mine) }
        for again in [false, true] {
            for number in 1... {
                let (files, came) = Self.race(action, owner: owner, at: number, again: again)
                let after = files.tree().filter { $0.key.hasPrefix(Self.mine) }
                #expect(after == before, "call \(number), again: \(again)")
                #expect(files.openFiles == 0, "call \(number), again: \(again)")
                guard came else { break }
            }
        }
    }

    @Test func `a link's target is changed where it was found, whatever takes its folder's place`() throws {
        let (shared, hers) = ("/home/bob/shared", "/home/ann/private")
        func disk() -> StoreFixture {
            StoreFixture { files in
                files.putDirectory("/home/bob", mode: 0o777, owner: Self.bob)
                files.put(shared + "/real.json", "named")
                files.put(hers + "/real.json", "mine")
                files.putLink(Self.link, to: hers, owner: Self.bob)
                files.putLink(StoreFixture.path("main.json"), to: shared + "/real.json")
            }
        }
        for number in 1... {
            let fixture = disk()
            let store = fixture.store(beforeCall: number) { fixture.files.exchange(shared, Self.link) }
            do { try store.put("main.json", "new") } catch {
                // As above.
            }
            #expect(fixture.files.contents(hers + "/real.json") == Array("mine".utf8), "call \(number)")
            #expect(fixture.files.paths().filter { $0.hasPrefix(hers + "/") }.count == 1, "call \(number)")
            guard fixture.files.log.count >= number else { break }
        }
    }

    @Test func `a path without links is opened by one call, and walked where that call is unknown`() throws {
        for error in [Errno.notImplemented, .notPermitted] {
            let fixture = StoreFixture(["main.json": "old"])
            let store = fixture.store { RefusingFileSystem($0, [.openWithoutLinks], error) }
            try store.put("main.json", "new")
            #expect(try fixture.text("main.json") == "new")
            #expect(fixture.files.log.contains { $0.call == .open("/home", .entry) })
        }
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().put("main.json", "new")
        #expect(fixture.files.log.contains { $0.call == .open(StoreFixture.directory, .folderWithoutLinks) })
        #expect(!fixture.files.log.contains { $0.call == .open("/home", .entry) })
    }
}

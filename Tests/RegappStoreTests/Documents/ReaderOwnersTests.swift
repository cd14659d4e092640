@testable import RegappStore
import RegappTestSupport
import Testing

/// Which owners of files and of links a reader accepts.
@Suite struct ReaderOwnersTests {
    private static let directory = StoreFixture.directory
    private static let main = StoreFixture.path("main.json")
    private static let bob = SystemUser.bob

    /// The user ids of the reader, of the directory's owner and of the file's owner, and whether the file is read.
    static let readings: [(reader: UInt32, directory: UInt32, file: UInt32, isRead: Bool)] = [
        (1000, 1000, 1000, true), (1000, 1000, 0, true), (1000, 1000, 2000, false),
        (1000, 2000, 2000, true), (1000, 2000, 0, true), (1000, 2000, 1000, true), (1000, 2000, 3000, false),
        (1000, 0, 0, true), (1000, 0, 2000, false),
        (0, 2000, 2000, true), (0, 2000, 0, true), (0, 2000, 3000, false), (0, 0, 2000, false),
    ]

    @Test(arguments: readings)
    func `readers accept files of their user, of root and of the directory's owner`(
        reader: UInt32, directory: UInt32, file: UInt32, isRead: Bool
    ) throws {
        let fixture = StoreFixture { files in
            files.putDirectory(Self.directory, mode: 0o755, owner: directory)
            files.putDirectory("/home/ann", mode: 0o755, owner: 0)
            files.put(Self.main, Array("text".utf8), mode: 0o644, owner: file)
            files.putDirectory(StoreFixture.path("accounts"), mode: 0o755, owner: directory)
            files.put(StoreFixture.path("accounts/a.json"), Array("text".utf8), mode: 0o644, owner: file)
        }
        let seen = StoreFixture(fixture.files.seen(by: reader))
        for document in ["main.json", "accounts/a.json"] {
            guard !isRead else {
                #expect(try seen.text(document) == "text")
                continue
            }
            let user = file == Self.bob.id ? Self.bob : SystemUser(id: file, name: nil)
            let refused = StoreError.refused(path: StoreFixture.path(document), .strayOwner(user))
            #expect(throws: refused) { _ = try seen.text(document) }
            try seen.store().reading { reader in
                try reader.forEach(["a.json"], in: "accounts") { _, contents in
                    #expect((try? contents.get()) == nil)
                }
            }
        }
    }

    /// The user ids of the reader and of the owners of directory, link and file, and whether the file is read.
    static let followings: [(reader: UInt32, directory: UInt32, link: UInt32, file: UInt32, isRead: Bool)] = [
        (0, 2000, 2000, 2000, true), (0, 2000, 2000, 0, false), (0, 2000, 0, 0, true),
        (0, 2000, 2000, 3000, false), (0, 2000, 3000, 2000, true), (0, 2000, 3000, 0, false),
        (1000, 2000, 2000, 1000, false), (1000, 2000, 2000, 2000, true), (1000, 2000, 2000, 0, true),
        (1000, 1000, 2000, 1000, false), (1000, 1000, 1000, 0, true), (1000, 1000, 0, 1000, true),
    ]

    @Test(arguments: followings)
    func `another user's link leads no reader to the reader's own file`(
        reader: UInt32, directory: UInt32, link: UInt32, file: UInt32, isRead: Bool
    ) throws {
        let fixture = StoreFixture { files in
            files.putDirectory("/home/ann", mode: 0o755, owner: 0)
            files.putDirectory(Self.directory, mode: 0o755, owner: directory)
            files.put("/real.json", Array("text".utf8), mode: 0o644, owner: file)
            files.putLink(Self.main, to: "/real.json", owner: link)
        }
        let seen = StoreFixture(fixture.files.seen(by: reader))
        if isRead {
            #expect(try seen.text("main.json") == "text")
        } else {
            let other = SystemUser(id: link, name: link == Self.bob.id ? "bob" : nil)
            let stranger = SystemUser(id: file, name: nil)
            let refused: StoreError =
                file == reader
                ? .refused(path: Self.main, .foreignLink(other))
                : .refused(path: "/real.json", .foreignOwner(stranger))
            #expect(throws: refused) { _ = try seen.text("main.json") }
        }
    }

    /// The user ids of the reader, of a link's owner on the path and of the directory's owner, and whether it is read.
    static let ways: [(reader: UInt32, link: UInt32, directory: UInt32, isRead: Bool)] = [
        (0, 2000, 0, false), (0, 2000, 3000, false), (0, 2000, 2000, true), (0, 0, 2000, true),
        (1000, 2000, 1000, false), (1000, 2000, 0, false), (1000, 2000, 2000, true), (1000, 1000, 2000, true),
        (1000, 0, 2000, true),
    ]

    @Test(arguments: ways)
    func `a link on the path counts if it is root's, the reader's or that of the directory's owner`(
        reader: UInt32, link: UInt32, directory: UInt32, isRead: Bool
    ) throws {
        for (place, target) in [(Self.directory, "/there/regapp"), ("/home/ann", "../there/./x/..")] {
            let fixture = StoreFixture { files in
                files.putDirectory("/there", mode: 0o755, owner: 0)
                files.putDirectory("/there/x", mode: 0o755, owner: 0)
                files.putDirectory("/there/regapp", mode: 0o755, owner: directory)
                files.put("/there/regapp/main.json", Array("text".utf8), mode: 0o644, owner: directory)
                if place == Self.directory { files.putDirectory("/home/ann", mode: 0o755, owner: 0) }
                files.putLink(place, to: target, owner: link)
            }
            let seen = StoreFixture(fixture.files.seen(by: reader))
            guard !isRead else {
                #expect(try seen.text("main.json") == "text")
                continue
            }
            let owner = SystemUser(id: directory, name: [0: "root", 1000: "ann"][directory])
            let refused = StoreError.refused(path: place, .foreignWay(Self.bob, to: owner))
            #expect(throws: refused) { _ = try seen.text("main.json") }
            #expect(throws: refused) { _ = try seen.store().reading { try $0.names(in: "accounts") } }
            #expect(seen.files.openFiles == 0)
        }
    }

    @Test func `a link of root's leads no reader on through another user's`() throws {
        let fixture = StoreFixture { files in
            files.putDirectory("/home/ann", mode: 0o755, owner: 0)
            files.putDirectory(Self.directory, mode: 0o755, owner: 2000)
            files.putDirectory("/secret", mode: 0o755, owner: 0)
            files.put("/secret/real.json", Array("text".utf8), mode: 0o644, owner: 0)
            files.putLink("/home/ann/way", to: "/secret", owner: 2000)
            files.putLink(Self.main, to: "../way/real.json", owner: 0)
        }
        let seen = StoreFixture(fixture.files.seen(by: 0))
        let root = SystemUser(id: 0, name: "root")
        #expect(throws: StoreError.refused(path: "/home/ann/way", .foreignWay(Self.bob, to: root))) {
            _ = try seen.text("main.json")
        }
    }

    @Test func `a name is given only where it can be typed`() throws {
        let names = ["-rf", "a b", "", "ok.name_1-x"]
        for (number, name) in names.enumerated() {
            let fixture = StoreFixture { files in
                files.put(
                    "/etc/passwd", Array("x:x:1:20000\n\(name):x:2000:1::\n".utf8), mode: 0o644, owner: 0)
                files.putDirectory("/home/ann")
                files.putDirectory(Self.directory, mode: 0o755, owner: 2000)
            }
            let user = SystemUser(id: 2000, name: number == 3 ? name : nil)
            #expect(throws: StoreError.refused(path: Self.directory, .foreignOwner(user))) {
                try fixture.store().put("main.json", "new")
            }
        }
    }
}

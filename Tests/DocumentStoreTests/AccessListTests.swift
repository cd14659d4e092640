import DocumentStore
import Foundation
import TestSupport
import Testing

/// Who may read a file beyond what its mode says.
@Suite struct AccessListTests {
    private static let main = StoreFixture.path("main.json")
    private static let target = "/home/ann/dotfiles/real.json"
    private static let bob = SystemUser.bob.id
    /// Bob may read, and the file's group may not, though the mode shows that it may.
    private static let list = AccessList(mode: 0o640, user: bob, rights: 4)

    private static func linked(_ list: AccessList? = list) -> StoreFixture {
        StoreFixture { files in
            files.put(target, Array("old".utf8), mode: 0o640)
            if let list { files.putAccessList(target, list) }
            files.putDirectory(StoreFixture.directory)
            files.putLink(main, to: target)
        }
    }

    private static func export(_ files: any FileSystem) throws(StoreError) -> StoreWarning? {
        var replacement = try ExternalFiles(fileSystem: files).replacement(of: target)
        try replacement.write(Array("new".utf8))
        return try replacement.commit()
    }

    @Test func `what a link leads to keeps its list, byte for byte`() throws {
        let fixture = Self.linked()
        let store = fixture.store()
        try store.put("main.json", "new")
        #expect(fixture.files.contents(Self.target) == Array("new".utf8))
        #expect(fixture.files.accessList(Self.target) == Self.list)
        #expect(fixture.files.mode(Self.target) == 0o640 && store.takeWarnings().count == 1)
        try store.commit([
            DocumentChange("main.json", from: "new", to: "newer"),
            DocumentChange("session.json", from: nil, to: "new"),
        ])
        #expect(fixture.files.accessList(Self.target) == Self.list)
        #expect(fixture.files.accessList(StoreFixture.path("session.json")) == nil)
    }

    @Test func `what an export replaces keeps its list`() throws {
        let files = Self.linked().files
        #expect(try Self.export(files) == nil)
        #expect(files.accessList(Self.target) == Self.list && files.mode(Self.target) == 0o640)
    }

    @Test(arguments: [Errno.notSupported, .notPermitted, .invalid])
    func `where a list cannot be given, only the owner may read, and it is said`(error: Errno) throws {
        let warning = StoreWarning.accessListNotGiven(path: Self.target, mode: 0o600)
        let fixture = Self.linked()
        let store = fixture.store { RefusingFileSystem($0, [.accessList], error) }
        try store.put("main.json", "new")
        #expect(fixture.files.mode(Self.target) == 0o600 && store.takeWarnings().contains(warning))
        let files = Self.linked().files
        #expect(try Self.export(RefusingFileSystem(files, [.accessList], error)) == warning)
        #expect(files.mode(Self.target) == 0o600 && files.contents(Self.target) == Array("new".utf8))
    }

    @Test func `a list that a folder hands on lets nobody in`() throws {
        let handedOn = AccessList(mode: 0o750, user: Self.bob, rights: 5)
        let fixture = Self.linked(nil)
        for folder in [StoreFixture.directory, "/home/ann/dotfiles"] {
            fixture.files.putDefaultList(folder, handedOn)
        }
        try fixture.store().put("main.json", "new")
        try fixture.store().put("session.json", "new")
        try fixture.store().put("accounts/a.json", "new")
        _ = try Self.export(fixture.files)
        // For the owner of the disk's tree to see what Bob does, all the folders let him pass.
        let folders = [
            "/home/ann", StoreFixture.directory, "/home/ann/dotfiles", StoreFixture.path("accounts"),
        ]
        for folder in folders {
            fixture.files.putDirectory(folder, mode: 0o711)
        }
        let other = fixture.files.seen(by: Self.bob, groups: [Self.bob])
        for path in [Self.target] + ["session.json", "accounts/a.json"].map(StoreFixture.path) {
            #expect(throws: Errno.accessDenied, "\(path)") { try other.open(path, .reading) }
        }
        #expect(fixture.files.mode(Self.target) == 0o640, "for the group that had it")
    }

    @Test func `in a shared directory the group gets in, and nobody else by a list`() throws {
        let fixture = StoreFixture { files in
            files.putDirectory(StoreFixture.directory, mode: 0o750, group: 33)
            files.putDefaultList(
                StoreFixture.directory, AccessList(mode: 0o750, user: Self.bob, rights: 5))
        }
        let files = fixture.files.seen(by: 1000, groups: [1000, 33])
        let store = DocumentStore(
            directory: StoreFixture.directory, layout: StoreFixture.layout, fileSystem: files)
        try store.put("accounts/a.json", "new")
        try store.changeInBulk([DocumentChange("accounts/b.json", from: nil, to: "new")])
        for name in ["accounts/a.json", "accounts/b.json"] {
            let path = StoreFixture.path(name)
            #expect(files.accessList(path) == nil && files.mode(path) == 0o640 && files.group(path) == 33)
        }
        #expect(files.accessList(StoreFixture.path("accounts")) == nil)
    }

    // MARK: On the real disk

    private static func facl(_ arguments: [String]) throws {
        let tool = try #require(Tool.path("setfacl"))
        let process = try Process.run(URL(fileURLWithPath: tool), arguments: arguments)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "setfacl \(arguments)")
    }

    private static func list(of path: String) throws -> [UInt8]? {
        let files = POSIXFileSystem()
        let file = try files.open(path, .reading)
        defer { files.close(file) }
        return try files.accessList(of: file)
    }

    @Test(Tool.require("setfacl", install: "acl"))
    func `setfacl's lists stay on the real disk, and those of a folder let nobody in`() throws {
        let home = try TemporaryHome()
        try home.write("other.json", "")
        let folder = home.path + "/dotfiles"
        let target = folder + "/real.json"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data("old".utf8).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(
            atPath: home.document("main.json"), withDestinationPath: target)
        let store = DocumentStore(directory: home.documents, layout: StoreFixture.layout)
        try Self.facl(["-d", "-m", "u:65534:rwx,g:65534:rwx", folder, home.documents])
        // What was there before has no list; the folder's is not for it.
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
        try store.put("main.json", "new")
        #expect(try Self.list(of: target) == nil)
        try Self.facl(["-m", "u:65534:r,g::-", target])
        let before = try #require(try Self.list(of: target))
        try store.put("main.json", "newer")
        #expect(try Self.list(of: target) == before)
        var replacement = try ExternalFiles().replacement(of: target)
        try replacement.write(Array("newest".utf8))
        _ = try replacement.commit()
        #expect(try Self.list(of: target) == before)
        #expect(try String(contentsOfFile: target, encoding: .utf8) == "newest")
        try store.put("session.json", "new")
        let list = try #require(try Self.list(of: home.document("session.json")), "handed on by the folder")
        // Owner, user, group, group, mask, others: each a tag, rights and a number.
        let mask = try #require(stride(from: 4, to: list.count, by: 8).first { list[$0] == 0x10 })
        #expect(list[mask + 2] == 0, "an empty mask: the entries grant nothing")
    }
}

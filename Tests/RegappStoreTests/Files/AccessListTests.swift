import RegappStore
import Foundation
import RegappTestSupport
import Testing

/// Who may read a file beyond what its mode says.
@Suite struct AccessListTests {
    private static let main = StoreFixture.path("main.json")
    private static let target = "/home/ann/dotfiles/real.json"
    /// The store reads nothing in it.
    private static let list: [UInt8] = [2, 0, 0, 0, 1]

    private static func linked() -> StoreFixture {
        StoreFixture { files in
            files.put(target, Array("old".utf8), mode: 0o640)
            files.putAccessList(target, list)
            files.putDirectory(StoreFixture.directory)
            files.putLink(main, to: target)
        }
    }

    private static func export(_ files: any FileSystem) throws(StoreError) -> StoreWarning? {
        var replacement = try FileReplacement(of: target, ExternalFiles(fileSystem: files))
        try replacement.write(Array("new".utf8))
        return try replacement.commit()
    }

    @Test func `a link's target keeps its access list, byte for byte`() throws {
        let fixture = Self.linked()
        let store = fixture.store()
        try store.put("main.json", "new")
        #expect(fixture.files.contents(Self.target) == Array("new".utf8))
        #expect(fixture.files.accessList(Self.target) == Self.list)
        #expect(fixture.files.mode(Self.target) == 0o640 && store.drainWarnings().count == 1)
        try store.commit([
            DocumentChange("main.json", from: "new", to: "newer"),
            DocumentChange("session.json", from: nil, to: "new"),
        ])
        #expect(fixture.files.accessList(Self.target) == Self.list)
        #expect(fixture.files.accessList(StoreFixture.path("session.json")) == nil)
    }

    @Test func `a file that an export replaces keeps its access list`() throws {
        let files = Self.linked().files
        #expect(try Self.export(files) == nil)
        #expect(files.accessList(Self.target) == Self.list && files.mode(Self.target) == 0o640)
    }

    @Test(arguments: [Errno.notSupported, .notPermitted, .invalid])
    func `if a list cannot be set, only the owner may read, and a warning says so`(error: Errno) throws {
        let warning = StoreWarning.accessListNotGiven(path: Self.target, mode: 0o600)
        let fixture = Self.linked()
        let store = fixture.store { RefusingFileSystem($0, [.accessList], error) }
        try store.put("main.json", "new")
        #expect(fixture.files.mode(Self.target) == 0o600 && store.drainWarnings().contains(warning))
        let files = Self.linked().files
        #expect(try Self.export(RefusingFileSystem(files, [.accessList], error)) == warning)
        #expect(files.mode(Self.target) == 0o600 && files.contents(Self.target) == Array("new".utf8))
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
    func `setfacl's lists stay on the real disk, and those of a folder let no other user in`() throws {
        let home = try TemporaryHome(["other.json": ""])
        let folder = home.path + "/dotfiles"
        let target = folder + "/real.json"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try Data("old".utf8).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(
            atPath: home.document("main.json"), withDestinationPath: target)
        let store = DocumentStore(directory: home.documents, layout: StoreFixture.layout)
        try Self.facl(["-d", "-m", "u:65534:rwx,g:65534:rwx", folder, home.documents])
        // A file that was there before has no list: that of the folder is only for new ones.
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: target)
        try store.put("main.json", "new")
        #expect(try Self.list(of: target) == nil)
        try Self.facl(["-m", "u:65534:r,g::-", target])
        let before = try #require(try Self.list(of: target))
        try store.put("main.json", "newer")
        #expect(try Self.list(of: target) == before)
        var replacement = try FileReplacement(of: target, ExternalFiles())
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

    @Test(Tool.require("setfacl", install: "acl"))
    func `in a shared directory the group gets in, and no other user by a list`() throws {
        let home = try TemporaryHome(["main.json": "old"])
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: home.documents)
        try Self.facl(["-d", "-m", "u:65534:rwx,g:65534:rwx", home.documents])
        let store = DocumentStore(directory: home.documents, layout: StoreFixture.layout)
        try store.put("accounts/a.json", "new")
        try store.changeInBulk([DocumentChange("accounts/b.json", from: nil, to: "new")])
        for name in ["accounts/a.json", "accounts/b.json"] {
            #expect(try Self.list(of: home.document(name)) == nil && home.mode(name) == 0o640)
        }
        #expect(try Self.list(of: home.document("accounts")) == nil)
    }
}

import RegappStore
import Foundation
import Glibc
import RegappTestSupport
import Testing

/// The store over the real system calls.
@Suite struct RealDiskTests {
    private static let layout = StoreLayout(
        documents: ["main.json", "session.json"], linkable: ["main.json"], folders: ["accounts"])

    private func store(_ home: TemporaryHome) -> DocumentStore {
        DocumentStore(directory: home.documents, layout: Self.layout)
    }

    private func text(_ home: TemporaryHome, _ name: String) throws -> String? {
        let bytes = try store(home).reading { reader in try reader.contents(of: name) }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `documents are created, replaced, removed and brought back`() throws {
        let home = try TemporaryHome()
        let store = store(home)
        try store.put("main.json", "one")
        try store.put("accounts/a.json", "two")
        try store.put("main.json", "three")
        #expect(try text(home, "main.json") == "three")
        #expect(try store.undo() == ["main.json"])
        try store.put("main.json", nil)
        #expect(try text(home, "main.json") == nil)
        #expect(try store.undo() == ["main.json"])
        #expect(
            home.tree() == [
                ".lock": [], "main.json": Array("one".utf8), "accounts/a.json": Array("two".utf8),
            ])
        #expect(home.mode("") == 0o700 && home.mode("accounts") == 0o700 && home.mode("main.json") == 0o600)
        let names = try store.reading { reader in try reader.names(in: "accounts") }
        #expect(names == ["a.json"] && store.drainWarnings().isEmpty)
    }

    @Test(arguments: ["/dev/null", "/dev/zero", "/dev/full"])
    func `a device is refused without reading from it`(device: String) throws {
        let home = try TemporaryHome(["other.json": ""])
        try FileManager.default.createSymbolicLink(
            atPath: home.document("main.json"), withDestinationPath: device)
        #expect(throws: StoreError.refused(path: device, .notRegular)) { _ = try text(home, "main.json") }
    }

    @Test func `a limit holds to the byte`() throws {
        let home = try TemporaryHome()
        let limit = DocumentStore.maximumDocumentSize
        try home.write("main.json", [UInt8](repeating: 0x20, count: limit))
        #expect(try text(home, "main.json")?.utf8.count == limit)
        try home.write("main.json", [UInt8](repeating: 0x20, count: limit + 1))
        let refused = StoreError.refused(path: home.document("main.json"), .tooLarge(limit: limit))
        #expect(throws: refused) { _ = try text(home, "main.json") }
    }

    // MARK: Files that a user names

    @Test func `a file that a user names is read whole, through links and pipes`() throws {
        let home = try TemporaryHome(["a.txt": "text"])
        try FileManager.default.createSymbolicLink(
            atPath: home.document("link"), withDestinationPath: "a.txt")
        let files = ExternalFiles()
        #expect(try files.secret(in: home.document("link"), limit: 4)?.bytes == Array("text".utf8))
        #expect(try files.secret(in: home.document("none"), limit: 4)?.bytes == nil)
        #expect(try files.secret(in: "/dev/null", limit: 4)?.bytes == [])
        #expect(throws: StoreError.refused(path: home.document("a.txt"), .tooLarge(limit: 3))) {
            _ = try files.secret(in: home.document("a.txt"), limit: 3)
        }
        #expect(throws: StoreError.refused(path: "/dev/zero", .tooLarge(limit: 100_000))) {
            _ = try files.secret(in: "/dev/zero", limit: 100_000)
        }
        #expect(throws: StoreError.failed(.read, path: home.documents, .isDirectory)) {
            _ = try files.secret(in: home.documents, limit: 4)
        }
        #expect(throws: StoreError.failed(.read, path: home.document("a.txt/b"), .notDirectory)) {
            _ = try files.secret(in: home.document("a.txt/b"), limit: 4)
        }
    }

    @Test func `settings are read through a link, and only from a file`() throws {
        let home = try TemporaryHome(["a.txt": "text"])
        try FileManager.default.createSymbolicLink(
            atPath: home.document("link"), withDestinationPath: "a.txt")
        // Nothing writes into it: to open it for reading would wait for ever.
        try #require(unsafe mkfifo(home.document("pipe"), 0o600) == 0)
        let files = ExternalFiles()
        #expect(try files.settings(in: home.document("link"), limit: 4) == Array("text".utf8))
        for other in [home.document("none"), home.document("pipe"), "/dev/null", "/dev/zero"] {
            #expect(try files.settings(in: other, limit: 4) == nil, "\(other)")
        }
        #expect(throws: StoreError.refused(path: home.document("a.txt"), .tooLarge(limit: 3))) {
            _ = try files.settings(in: home.document("a.txt"), limit: 3)
        }
        #expect(throws: StoreError.failed(.read, path: home.documents, .isDirectory)) {
            _ = try files.settings(in: home.documents, limit: 4)
        }
    }

    @Test func `documents change in bulk, and the others are not touched`() throws {
        let home = try TemporaryHome()
        try store(home).put("accounts/a.json", "old")
        try store(home).put("accounts/b.json", "kept")
        let left = try store(home).changeInBulk([
            DocumentChange("accounts/a.json", from: "old", to: "new"),
            DocumentChange("accounts/c.json", from: nil, to: "new"),
        ])
        #expect(left.isEmpty)
        #expect(try text(home, "accounts/b.json") == "kept")
        #expect(try text(home, "accounts/a.json") == "new" && text(home, "accounts/c.json") == "new")
        #expect(
            home.paths() == [
                ".lock", "accounts", "accounts/a.json", "accounts/b.json", "accounts/c.json", "history",
            ])
    }

    @Test(arguments: [0, 1, 999_999_999, 1_750_000_000_123_456_789])
    func `a file's time is what was set`(nanoseconds: Int64) throws {
        let home = try TemporaryHome(["cover": "x"])
        let files = POSIXFileSystem()
        let file = try files.open(home.document("cover"), .reading)
        defer { files.close(file) }
        try files.setModified(file, nanoseconds)
        let cover = Folder.workingDirectory[home.document("cover")]
        #expect(try files.linkStatus(cover).modified == nanoseconds)
        let none = Folder.workingDirectory[home.document("none")]
        #expect(throws: Errno.noEntry) { _ = try files.linkStatus(none) }
    }

    @Test func `links to nowhere readable are distinguished from missing files`() throws {
        let home = try TemporaryHome(["other.json": ""])
        #expect(throws: Errno.noEntry) { _ = try POSIXFileSystem().readLink(home.document("other.json")) }
        let bytes: [CChar] = [0x61, -1, 0]
        #expect(unsafe symlink(bytes, home.document("main.json")) == 0)
        #expect(throws: StoreError.failed(.read, path: home.document("main.json"), .invalid)) {
            _ = try text(home, "main.json")
        }
    }
}

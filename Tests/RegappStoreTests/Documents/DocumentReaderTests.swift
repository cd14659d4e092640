import RegappStore
import Foundation
import RegappTestSupport
import Testing

@Suite struct DocumentReaderTests {
    @Test func `many documents of a folder are read one by one, each with what is wrong with it`() throws {
        let fixture = StoreFixture(["accounts/a.json": "a", "accounts/c.json": "c"])
        fixture.files.putSpecial(StoreFixture.path("accounts/b.json"))
        let found = try fixture.store().reading { reader in
            var found: [String] = []
            try reader.forEach(["a.json", "b.json", "c.json", "d.json"], in: "accounts") { name, contents in
                switch contents {
                case .success(let bytes):
                    found.append(name + String(decoding: bytes ?? [0x2D], as: UTF8.self))
                case .failure(.refused(_, .notRegular)): found.append(name + "!")
                case .failure: found.append(name + "?")
                }
            }
            return found
        }
        #expect(found == ["a.jsona", "b.json!", "c.jsonc", "d.json-"])
        let linked = StoreFixture()
        linked.files.putLink(StoreFixture.path("accounts"), to: "/home")
        #expect(throws: StoreError.refused(path: StoreFixture.path("accounts"), .symbolicLink)) {
            try linked.store().reading { reader in
                try reader.forEach(["a.json"], in: "accounts") { _, _ in }
            }
        }
    }

    @Test func `leftovers are named, and do not count as documents`() throws {
        let fixture = StoreFixture([
            ".regapp-0.tmp": "", "accounts/.regapp-2.tmp": "", ".regapp-folder.tmp/a.json": "",
            "main.json": "",
        ])
        let (leftovers, isEmpty, status) = try fixture.store().reading { reader in
            (try reader.leftovers(), try reader.isEmpty("accounts"), try reader.status(of: "."))
        }
        let names = [".regapp-0.tmp", ".regapp-folder.tmp", "accounts/.regapp-2.tmp"]
        #expect(leftovers.map(\.path) == names.map(StoreFixture.path))
        #expect(isEmpty && status?.kind == .directory)
        fixture.files.put(StoreFixture.path("accounts/a.json"), "a")
        #expect(try !fixture.store().reading { reader in try reader.isEmpty("accounts") })
        #expect(try StoreFixture().store().reading { reader in try reader.isEmpty("accounts") })
    }
}

/// A secret in a file that a user names.
@Suite struct ExternalFilesTests {
    /// The group of another user's file may be this user's only way to read it.
    @Test(
        arguments: [
            (0o600, true, false), (0o400, true, false), (0o640, true, true), (0o602, true, true),
            (0o4604, true, true), (0o644, false, true), (0o660, false, false), (0o604, false, true),
        ] as [(UInt32, Bool, Bool)])
    func `a secret that others can reach draws a warning`(mode: UInt32, isOwn: Bool, isLoose: Bool) throws {
        // The disk knows no groups, but the superuser may read what a group may.
        let disk = SimulatedFileSystem(user: isOwn ? 1000 : 0)
        disk.put("/secret", Array("word".utf8), mode: mode, owner: 1000)
        let secret = try ExternalFiles(fileSystem: disk).secret(in: "/secret", limit: 4)
        #expect(secret?.bytes == Array("word".utf8))
        #expect(
            secret?.warning
                == (isLoose
                    ? .looseMode(path: "/secret", mode: mode & 0o777, instead: 0o600) : nil))
    }

    @Test func `the mode of anything but a regular file does not matter`() throws {
        #expect(try ExternalFiles().secret(in: "/dev/null", limit: 4)?.warning == nil)
        #expect(try ExternalFiles().secret(in: "/nowhere/secret", limit: 4) == nil)
    }
}

/// Files that a user names, piece by piece.
@Suite struct FilePiecesTests {
    private func read(_ path: String, limit: Int) throws -> [UInt8]? {
        guard var pieces = try ExternalFiles().pieces(of: path, limit: limit) else { return nil }
        var bytes: [UInt8] = []
        while true {
            let piece = try pieces.next()
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    @Test func `a file comes in pieces, up to its limit`() throws {
        let home = try TemporaryHome()
        let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0) }
        try home.write("big", bytes)
        #expect(try read(home.document("big"), limit: 600_000) == bytes)
        #expect(try read(home.document("none"), limit: 1) == nil)
        let path = home.document("big")
        #expect(throws: StoreError.refused(path: path, .tooLarge(limit: 599_999))) {
            try read(path, limit: 599_999)
        }
        #expect(throws: StoreError.refused(path: "/dev/zero", .tooLarge(limit: 300_000))) {
            try read("/dev/zero", limit: 300_000)
        }
        #expect(throws: StoreError.refused(path: home.documents, .notRegular)) {
            try read(home.documents, limit: 1)
        }
        #expect(throws: StoreError.failed(.read, path: path + "/x", .notDirectory)) {
            try read(path + "/x", limit: 1)
        }
    }
}

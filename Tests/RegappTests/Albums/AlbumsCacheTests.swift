import Foundation
import RegappTestSupport
import Testing

/// Which cache `regapp albums` uses.
@Suite struct AlbumsCacheTests {
    private let home: TemporaryHome
    private let server: FakeCatalogue

    init() throws {
        home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        server = try FakeCatalogue()
    }

    private func run(_ words: [String]) throws -> ProgramResult {
        try BuiltProgram.regapp.run(
            words, in: home,
            environment: ["REGAPP_ALBUMS_URL": server.address, "XDG_CACHE_HOME": home.path + "/cache"])
    }

    @Test func `an answer is kept, and asked for anew with --refresh`() throws {
        var requests: [Int] = []
        for options in [[], [], ["--refresh"], []] {
            #expect(try run(["albums", "search", "night"] + options).status == 0)
            requests.append(server.requests.count)
        }
        #expect(requests == [1, 1, 2, 2])
    }

    @Test func `a cache that other users may reach is not used, and that is said once`() throws {
        let root = home.path + "/cache/regapp"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: root)
        let result = try run(["albums", "search", "night"])
        #expect(result.status == 0)
        #expect(result.stderr.components(separatedBy: "(mode 755); answers are not kept there").count == 2)
        #expect(result.stderr.contains("chmod 700 \(root)\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: root).isEmpty)
    }

    @Test(.enabled("needs root, who alone may give files away") { geteuid() == 0 })
    func `another user's cache stops no question, and gets no answer`() throws {
        let root = home.path + "/cache/regapp"
        #expect(try run(["albums", "search", "night"]).status == 0)
        let folder = try #require(try FileManager.default.contentsOfDirectory(atPath: root).first)
        let busy = "\(root)/\(folder)/busy-\(Int(Date.now.timeIntervalSince1970 + 600) * 1000)"
        #expect(FileManager.default.createFile(atPath: busy, contents: nil))
        #expect(try run(["albums", "search", "another"]).status == 75)
        for path in [root, "\(root)/\(folder)", busy] {
            try FileManager.default.setAttributes([.ownerAccountID: 65_534], ofItemAtPath: path)
        }
        let result = try run(["albums", "search", "another"])
        #expect(result.status == 0)
        #expect(result.stderr.contains("\(root) belongs to another user; nothing is kept there\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)").count == 2)
    }
}

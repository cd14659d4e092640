import RegappStore
import Foundation
import RegappTestSupport
import Testing

@testable import RegappAlbums

struct AnswerCacheTests {
    private let directory = TemporaryDirectory()
    private var root: String { directory.path + "/a/b/regapp" }

    private func cache(_ address: CatalogAddress = .apple, limit: Int = AnswerCache.byteLimit) -> AnswerCache
    {
        AnswerCache(root: root, catalogue: address, byteLimit: limit)
    }

    private func entry(_ key: String, _ body: String = "body", stored: Int64 = 0) -> CacheEntry {
        CacheEntry(key: key, stored: stored, expires: stored + 100, body: Array(body.utf8))
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func `a cached answer is found again, by another process too`() {
        cache().store(entry("k"), .search, now: 1)
        #expect(cache().entry(.search, "k", now: 2) == entry("k"))
        #expect(cache().entry(.songs, "k", now: 2) == nil)
        #expect(cache().entry(.search, "l", now: 2) == nil)
    }

    @Test func `looking into the cache creates nothing`() {
        #expect(cache().entry(.search, "k", now: 2) == nil)
        #expect(cache().refusalEnd(now: 2) == nil)
        #expect(!FileManager.default.fileExists(atPath: root))
    }

    @Test func `directories and files are for their owner alone`() throws {
        cache().store(entry("k"), .search, now: 1)
        #expect(try mode(root) == 0o700)
        for file in directory.files { #expect(try mode(directory.path + "/" + file) == 0o600) }
        #expect(directory.files.count == 1)
    }

    @Test func `catalogues do not share answers`() throws {
        cache().store(entry("k"), .search, now: 1)
        #expect(cache(try CatalogAddress("http://127.0.0.1:8080")).entry(.search, "k", now: 1) == nil)
        #expect(cache(try CatalogAddress("http://127.0.0.1:8080/other")).entry(.search, "k", now: 1) == nil)
    }

    @Test func `a damaged entry is not there, and gives way to a new one`() throws {
        cache().store(entry("k"), .search, now: 1)
        let file = try #require(directory.files.first)
        for damage in [
            [], Array("regapp-cache 1 ".utf8), Array(directory.bytes(file).dropLast()), [0xFF, 0xFE],
        ] {
            directory.write(damage, to: file)
            #expect(cache().entry(.search, "k", now: 2) == nil)
        }
        cache().store(entry("k", "new"), .search, now: 3)
        #expect(cache().entry(.search, "k", now: 4)?.body == Array("new".utf8))
    }

    @Test func `an entry under another question's name is not used`() throws {
        cache().store(entry("k"), .search, now: 1)
        let file = try #require(directory.files.first)
        directory.write(entry("other").bytes, to: file)
        #expect(cache().entry(.search, "k", now: 2) == nil)
    }

    @Test func `symbolic links, directories and giants in place of an entry are not read`() throws {
        cache().store(entry("k"), .search, now: 1)
        let path = directory.path + "/" + (try #require(directory.files.first))
        let elsewhere = directory.path + "/elsewhere"
        try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
        #expect(cache().entry(.search, "k", now: 2) == nil)
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(cache().entry(.search, "k", now: 2) == nil)
        try FileManager.default.removeItem(atPath: path)
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 1 << 30)
        #expect(cache().entry(.search, "k", now: 2) == nil)
    }

    @Test func `a root that other users may write is not used`() throws {
        try FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: root)
        cache().store(entry("k"), .search, now: 1)
        #expect(directory.files.isEmpty)
    }

    @Test func `a root that other users may reach, or a link to one, is trouble`() throws {
        #expect(CacheWarning.check(root) == nil)
        cache().store(entry("k"), .search, now: 1)
        #expect(CacheWarning.check(root) == nil)
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: root)
        #expect(CacheWarning.check(link) == .symbolicLink(path: link))
        try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: root)
        #expect(CacheWarning.check(root) == .looseMode(path: root, mode: 0o750))
    }

    @Test func `a root that cannot be made costs nothing but the cache`() {
        let cache = AnswerCache(root: "/proc/no/such/place", catalogue: .apple)
        cache.store(entry("k"), .search, now: 1)
        cache.noteRefusal(seconds: 5, now: 1)
        #expect(cache.entry(.search, "k", now: 1) == nil)
        let relative = AnswerCache(root: "not/absolute", catalogue: .apple)
        relative.store(entry("k"), .search, now: 1)
        #expect(relative.entry(.search, "k", now: 1) == nil)
    }

    @Test func `the longest unused entries go first, and the bound holds at every moment`() {
        let cache = cache(limit: 10_000)
        let body = String(repeating: "x", count: 900)
        for place in 0..<10 { cache.store(entry("k\(place)", body), .search, now: Int64(place) * 10) }
        // The first one is of use again, so the second is now the longest unused.
        #expect(cache.entry(.search, "k0", now: 1000) != nil)
        for place in 10..<40 {
            cache.store(entry("k\(place)", body), .search, now: 1000 + Int64(place))
            let total = directory.files.reduce(0) { $0 + directory.bytes($1).count }
            #expect(total <= 10_000)
            if place == 10 {
                #expect(cache.entry(.search, "k0", now: 1010) != nil)
                #expect(cache.entry(.search, "k1", now: 1010) == nil)
            }
        }
        #expect(cache.entry(.search, "k39", now: 2000) != nil)
    }

    @Test func `the bound counts what other catalogues and processes keep`() throws {
        let other = cache(try CatalogAddress("http://127.0.0.1:1"), limit: 10_000)
        let body = String(repeating: "x", count: 900)
        for place in 0..<9 { other.store(entry("o\(place)", body), .cover, now: Int64(place)) }
        let own = cache(limit: 10_000)
        for place in 0..<5 { own.store(entry("k\(place)", body), .search, now: 100 + Int64(place)) }
        #expect(directory.files.reduce(0) { $0 + directory.bytes($1).count } <= 10_000)
        #expect(own.entry(.search, "k0", now: 200) != nil)
        #expect(other.entry(.cover, "o0", now: 200) == nil)
    }

    @Test func `foreign files in the cache are neither counted nor removed`() throws {
        let foreign = [
            "accounts/search-1", "accounts/ann@example.com.json", "itunes.apple.com/notes", "profile.json",
        ]
        for name in foreign {
            let path = root + "/" + name
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            #expect(FileManager.default.createFile(atPath: path, contents: Data(count: 20_000)))
        }
        let cache = cache(limit: 10_000)
        for place in 0..<40 {
            cache.store(entry("k\(place)", String(repeating: "x", count: 900)), .search, now: Int64(place))
        }
        for name in foreign { #expect(FileManager.default.fileExists(atPath: root + "/" + name), "\(name)") }
        #expect(cache.entry(.search, "k39", now: 100) != nil)
    }

    @Test func `a refusal is remembered even if answers are not cached`() {
        let cache = AnswerCache(root: root, catalogue: .apple, keepsAnswers: false)
        cache.store(entry("k"), .search, now: 1)
        #expect(cache.entry(.search, "k", now: 1) == nil)
        #expect(directory.files.isEmpty)
        cache.noteRefusal(seconds: 5, now: 1)
        let other = AnswerCache(root: root, catalogue: .apple, keepsAnswers: false)
        #expect(other.refusalEnd(now: 1) == 5001)
    }

    @Test func `an entry larger than half the bound is not kept`() {
        let cache = cache(limit: 1000)
        cache.store(entry("k", String(repeating: "x", count: 600)), .search, now: 1)
        #expect(cache.entry(.search, "k", now: 1) == nil)
    }

    @Test func `litter of writers that died is swept after an hour`() throws {
        cache().store(entry("k"), .search, now: 1)
        let folder = try #require(directory.files.first).split(separator: "/").dropLast().joined(
            separator: "/")
        directory.write([1, 2, 3], to: folder + "/.new-1")
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        cache().store(entry("l", stored: now), .search, now: now)
        #expect(directory.files.contains(folder + "/.new-1"))
        cache().store(entry("l", stored: now), .search, now: now + 3_700_000)
        #expect(!directory.files.contains(folder + "/.new-1"))
    }

    @Test func `entries are listed from the last used`() {
        let cache = cache()
        for (place, key) in ["a", "b", "c"].enumerated() {
            cache.store(entry(key), .search, now: Int64(place))
        }
        cache.store(entry("d"), .songs, now: 50)
        _ = cache.entry(.search, "b", now: 60)
        #expect(cache.lastUsed(.search).map(\.key) == ["b", "c", "a"])
        #expect(cache.lastUsed(.search).map(\.key) == ["b", "c", "a"])
    }

    @Test func `writers and readers at once see whole entries only`() async {
        let root = root
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<16 {
                group.addTask {
                    // A cache of its own each, as processes have.
                    let cache = AnswerCache(root: root, catalogue: .apple, byteLimit: 200_000)
                    for round in 0..<Campaign.rounds(100, usually: 25) {
                        let key = "k\(round % 7)"
                        let body =
                            Array("\(worker)-\(round)".utf8) + [UInt8](repeating: UInt8(worker), count: 9000)
                        cache.store(
                            CacheEntry(key: key, stored: 0, expires: 9, body: body), .search,
                            now: Int64(round))
                        guard let read = cache.entry(.search, key, now: Int64(round)) else { continue }
                        #expect(
                            read.body.count >= 9003
                                && read.body.suffix(9000).allSatisfy { $0 == read.body.last })
                    }
                }
            }
        }
        #expect(directory.files.filter { $0.contains(".new-") }.isEmpty)
    }
}

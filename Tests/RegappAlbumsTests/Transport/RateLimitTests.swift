import RegappStore
import Foundation
import RegappTestSupport
import Testing

@testable import RegappAlbums

struct RateLimitTests {
    private let directory = TemporaryDirectory()

    private func memory() -> AnswerCache {
        AnswerCache(root: directory.path + "/regapp", catalogue: .apple)
    }

    @Test func `every process knows of a refusal until its time is over`() {
        memory().noteRefusal(seconds: 42, now: 1000)
        #expect(memory().refusalEnd(now: 1000) == 43_000)
        #expect(memory().refusalEnd(now: 42_999) == 43_000)
        #expect(memory().refusalEnd(now: 43_000) == nil)
    }

    @Test func `the latest of several times counts`() {
        memory().noteRefusal(seconds: 300, now: 1000)
        memory().noteRefusal(seconds: 5, now: 2000)
        #expect(memory().refusalEnd(now: 2000) == 301_000)
    }

    @Test func `a time that is over leaves no file behind`() {
        memory().noteRefusal(seconds: 5, now: 1000)
        memory().noteRefusal(seconds: 5, now: 1000)
        memory().noteRefusal(seconds: 5, now: 100_000)
        #expect(directory.files.count == 1)
    }

    @Test func `a time beyond a day is not believed, and strange names say nothing`() {
        memory().noteRefusal(seconds: 5, now: 90_000_000)
        #expect(memory().refusalEnd(now: 1000) == nil)
        for name in ["busy-", "busy-x", "busy-99999999999999999999", "busy--5", "busy-5000.", "busy"] {
            directory.write([], to: "regapp/itunes.apple.com/" + name)
        }
        #expect(memory().refusalEnd(now: 1000) == nil)
    }

    @Test func `another user's directory is not trusted, nor one that other users may write into`() {
        memory().noteRefusal(seconds: 42, now: 1000)
        let folder = directory.path + "/regapp/itunes.apple.com"
        let other = AnswerCache(root: directory.path + "/regapp", catalogue: .apple, files: OtherUser())
        #expect(other.refusalEnd(now: 1000) == nil)
        #expect(CacheWarning.check(folder, files: OtherUser()) == .foreign(path: folder))
        for mode in [0o770, 0o707] {
            try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
            #expect(memory().refusalEnd(now: 1000) == nil)
        }
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
        #expect(memory().refusalEnd(now: 1000) == 43_000)
    }

    @Test func `below another user's home nothing is created or trusted`() throws {
        let home = directory.path + "/home"
        for folder in ["", "/.cache", "/.cache/regapp", "/.cache/regapp/itunes.apple.com"] {
            try FileManager.default.createDirectory(
                atPath: home + folder, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            let cache = AnswerCache(
                root: home + "/.cache/regapp", catalogue: .apple, files: ForeignHome(home: home))
            cache.noteRefusal(seconds: 42, now: 1000)
            let own = AnswerCache(root: home + "/.cache/regapp", catalogue: .apple)
            #expect(own.refusalEnd(now: 1000) == nil, "nothing was noted in \(folder)")
        }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: home).count == 3)
        let own = AnswerCache(root: home + "/.cache/regapp", catalogue: .apple)
        own.noteRefusal(seconds: 42, now: 1000)
        #expect(own.refusalEnd(now: 1000) == 43_000)
        let cache = AnswerCache(
            root: home + "/.cache/regapp", catalogue: .apple, files: ForeignHome(home: home))
        #expect(cache.refusalEnd(now: 1000) == nil)
        // The folder of the cache is this user's, but what leads there is not.
        let link = directory.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home)
        let linked = AnswerCache(
            root: link + "/.cache/regapp", catalogue: .apple, files: ForeignHome(home: link))
        #expect(linked.refusalEnd(now: 1000) == nil)
    }

    @Test func `sixteen refusals at once leave the longest`() async {
        let memory = memory()
        await withTaskGroup(of: Void.self) { group in
            for worker in 1...16 {
                group.addTask { memory.noteRefusal(seconds: worker * 10, now: 1000) }
            }
        }
        #expect(memory.refusalEnd(now: 1000) == 161_000)
    }
}

/// The real file system as a user sees it who owns nothing in it.
private struct OtherUser: ForwardingFileSystem {
    private let real = POSIXFileSystem()
    let openPaths = OpenPaths()
    var base: any FileSystem { real }
    var user: UInt32 { real.user &+ 1 }
}

/// The real file system where one directory, or link, belongs to another user, though not what is below it.
private struct ForeignHome: ForwardingFileSystem {
    private let real = POSIXFileSystem()
    let openPaths = OpenPaths()
    let home: String
    var base: any FileSystem { real }

    func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
        var status = try real.status(of: file)
        if openPaths.path(of: file) == home { status.owner = 54321 }
        return status
    }
}

@testable import RegappStore
import Foundation
import RegappTestSupport
import Testing

/// A file that a user names, replaced in one step.
@Suite struct FileReplacementTests {
    private let files = disk()

    private static let folder = "/srv/export"
    private static let file = folder + "/users"
    private static let old = Array("old\n".utf8)
    private static let new = Array("ann:hash\nbob:hash\n".utf8)

    /// A disk of the superuser with the file, which is another user's, and a link of that user to it.
    private static func disk(user: UInt32 = 0) -> SimulatedFileSystem {
        let files = SimulatedFileSystem(user: user, groups: [user])
        files.put("/etc/passwd", Array("bob:x:2000:2000::/:\n".utf8), mode: 0o644, owner: 0)
        files.putDirectory("/srv", mode: 0o755, owner: 0)
        files.putDirectory(folder, mode: 0o755, owner: user)
        files.put(file, old, mode: 0o640, owner: 2000, group: 33)
        return files
    }

    /// Replaces the file, in two pieces.
    @discardableResult
    private static func replace(
        _ files: any FileSystem, _ path: String = file
    ) throws(StoreError) -> StoreWarning? {
        var replacement = try FileReplacement(of: path, ExternalFiles(fileSystem: files))
        try replacement.write(Array(new[..<9]))
        try replacement.write(Array(new[9...]))
        return try replacement.commit()
    }

    private static func status(_ files: SimulatedFileSystem) throws -> FileStatus {
        try files.linkStatus(file)
    }

    private static func drafts(_ files: SimulatedFileSystem) -> [String] {
        files.paths().filter { $0.contains("/.regapp-") }
    }

    @Test func `the file keeps its mode, owner and group, and a new one is its owner's alone`() throws {
        try Self.replace(files)
        #expect(files.contents(Self.file) == Self.new)
        let kept = try Self.status(files)
        #expect(kept.mode == 0o640 && kept.owner == 2000 && kept.group == 33)
        files.remove(Self.file)
        #expect(try Self.replace(files) == nil)
        let fresh = try Self.status(files)
        #expect(fresh.mode == 0o600 && fresh.owner == 0)
        #expect(Self.drafts(files).isEmpty && files.openFiles == 0)
    }

    @Test func `a power cut at every call leaves the old file or the new one, as it should be`() throws {
        try Self.replace(files)
        var seen: Set<[UInt8]?> = []
        for moment in 0...files.log.count {
            for state in files.crashStates(after: moment) {
                let found = state.contents(Self.file)
                seen.insert(found)
                let status = try Self.status(state)
                #expect(status.mode == 0o640 && status.owner == 2000 && status.group == 33)
                // The next writer removes what is left.
                try Self.replace(state)
                #expect(state.contents(Self.file) == Self.new && Self.drafts(state).isEmpty)
            }
        }
        #expect(seen == [Self.old, Self.new])
        #expect(Set(files.crashStates().map { $0.contents(Self.file) }) == [Self.new])
    }

    @Test(arguments: Errno.storageFaults)
    func `whichever call fails, the file is whole, and the failure is reported`(error: Errno) throws {
        for number in 1... {
            let files = Self.disk()
            let faulty = FaultInjectingFileSystem(files, at: number, .failure(error))
            var isTold = false
            do throws(StoreError) { try Self.replace(faulty) } catch {
                isTold = true
                let isHalfway = if case .halfway = error { true } else { false }
                #expect(files.contents(Self.file) == (isHalfway ? Self.new : Self.old), "\(number): \(error)")
            }
            guard faulty.fired else { break }
            #expect(Self.drafts(files).isEmpty && files.openFiles == 0, "\(number)")
            if !isTold { #expect(files.contents(Self.file) == Self.new, "\(number)") }
        }
    }

    @Test func `a replacement that is not committed leaves the file alone, and nothing beside it`() throws {
        do {
            var replacement = try FileReplacement(of: Self.file, ExternalFiles(fileSystem: files))
            try replacement.write([UInt8](repeating: 0x61, count: 200_000))
            #expect(Self.drafts(files).count == 1)
        }
        #expect(files.contents(Self.file) == Self.old)
        #expect(Self.drafts(files).isEmpty && files.openFiles == 0)
    }

    /// A row: what stands in the way.
    struct Refused: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var path = file
        let error: StoreError
        let arrange: @Sendable (SimulatedFileSystem) -> Void
    }

    static let bob = SystemUser(id: 2000, name: "bob")
    static let refused = [
        Refused(testDescription: "a directory", error: .refused(path: file, .notRegular)) {
            $0.remove(file)
            $0.putDirectory(file)
        },
        Refused(testDescription: "a FIFO", error: .refused(path: file, .notRegular)) { $0.putSpecial(file) },
        Refused(
            testDescription: "no folder", path: "/srv/none/users",
            error: .failed(.write, path: "/srv/none/users", .noEntry)
        ) { _ in },
        Refused(
            testDescription: "another user's link", path: "/srv/link",
            error: .refused(path: "/srv/link", .foreignOwner(bob))
        ) { $0.putLink("/srv/link", to: file, owner: 2000) },
        Refused(
            testDescription: "another user's link on the way", path: "/srv/link/users",
            error: .refused(path: "/srv/link", .foreignOwner(bob))
        ) { $0.putLink("/srv/link", to: folder, owner: 2000) },
        Refused(
            testDescription: "a link in a circle", path: "/srv/link",
            error: .failed(.write, path: "/srv/link", .loop)
        ) { $0.putLink("/srv/link", to: "link", owner: 0) },
        Refused(
            testDescription: "another user's file where every user may write",
            error: .refused(path: file, .foreignOwner(bob))
        ) { $0.putDirectory(folder, mode: 0o1777, owner: 0) },
        Refused(
            testDescription: "another user's file where a group may write",
            error: .refused(path: file, .foreignOwner(bob))
        ) { $0.putDirectory(folder, mode: 0o775, owner: 0, group: 33) },
        Refused(
            testDescription:
                "another user's file where a list lets a user write, and its mask is the group's bits",
            error: .refused(path: file, .foreignOwner(bob))
        ) { $0.putDirectory(folder, mode: 0o770) },
        Refused(
            testDescription: "what is open as a pipe", path: "/srv/link",
            error: .refused(path: "/srv/link", .notRegular)
        ) {
            $0.putDirectory("/proc/self/fd", owner: 0)
            $0.putLink("/proc/self/fd/1", to: "pipe:[1]", owner: 0)
            $0.putLink("/srv/link", to: "/proc/self/fd/1", owner: 0)
        },
    ]

    @Test(arguments: refused) func `a target that cannot be replaced is refused`(row: Refused) throws {
        row.arrange(files)
        let before = files.tree()
        #expect(throws: row.error) { try Self.replace(files, row.path) }
        #expect(files.tree() == before && files.openFiles == 0)
    }

    @Test func `a file that other users can read draws a warning, one of a group none`() throws {
        files.put(Self.file, Self.old, mode: 0o644, owner: 2000, group: 33)
        #expect(try Self.replace(files) == .looseMode(path: Self.file, mode: 0o644, instead: 0o640))
        #expect(try Self.status(files).mode == 0o644 && files.contents(Self.file) == Self.new)
        files.put(Self.file, Self.old, mode: 0o640, owner: 2000, group: 33)
        #expect(try Self.replace(files) == nil)
    }

    @Test func `another user's file that comes in the last moment gets nothing`() throws {
        for number in 1... {
            let files = Self.disk()
            files.putDirectory(Self.folder, mode: 0o777, owner: 0)
            files.put(Self.file, Self.old, mode: 0o644, owner: 0)
            let interposer = Interposer(files, beforeCall: number) {
                files.put(Self.file, Array("bob's".utf8), mode: 0o666, owner: 2000)
            }
            do throws(StoreError) { try Self.replace(interposer) } catch {
                // The result is judged by what it left.
            }
            let status = try Self.status(files)
            let isNew = files.contents(Self.file) == Self.new
            #expect(!isNew || status.owner == 0 && status.mode == 0o644, "call \(number)")
            guard files.log.count >= number else { break }
        }
    }

    @Test func `a writer that cannot give the owner or the group leaves the file as it was`() throws {
        let files = Self.disk(user: 1000)
        let refused = StoreError.refused(path: Self.file, .ownerNotGiven)
        #expect(throws: refused) { try Self.replace(files) }
        files.put(Self.file, Self.old, mode: 0o640, owner: 1000, group: 33)
        #expect(throws: refused) { try Self.replace(files) }
        #expect(files.contents(Self.file) == Self.old && Self.drafts(files).isEmpty)
        files.put(Self.file, Self.old, mode: 0o644, owner: 1000, group: 1000)
        try Self.replace(files)
        #expect(files.contents(Self.file) == Self.new && files.mode(Self.file) == 0o644)
    }

    @Test func `a link of one's own stays and leads to the new file`() throws {
        files.putLink("/srv/link", to: "export/users", owner: 0)
        try Self.replace(files, "/srv/link")
        #expect(try files.linkStatus("/srv/link").kind == .symbolicLink)
        #expect(files.contents(Self.file) == Self.new)
        files.putLink("/srv/dangling", to: "export/fresh", owner: 0)
        try Self.replace(files, "/srv/dangling")
        #expect(files.contents(Self.folder + "/fresh") == Self.new)
        #expect(files.mode(Self.folder + "/fresh") == 0o600)
    }

    @Test func `a second writer of the same file waits for the first, and not for ever`() throws {
        do {
            var first = try FileReplacement(of: Self.file, ExternalFiles(fileSystem: files))
            let draft = Self.drafts(files)[0]
            #expect(throws: StoreError.locked(path: draft)) { try Self.replace(files) }
            #expect(files.elapsedMilliseconds >= DocumentStore.lockPatience)
            try Self.replace(files, Self.folder + "/others")
            try first.write(Self.new)
            _ = try first.commit()
        }
        #expect(files.contents(Self.file) == Self.new && Self.drafts(files).isEmpty)
    }

    @Test func `a file system without modes is warned of where the file is new`() throws {
        let files = SimulatedFileSystem()
        files.putDirectory(Self.folder)
        #expect(try Self.replace(WithoutModes(files)) == .modesNotKept(directory: Self.folder))
    }

    @Test func `a reader never finds a part, 1,000 times`() throws {
        // What is replaced in memory is replaced more often.
        let memory =
            FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : NSTemporaryDirectory()
        let folder = memory + "/regapp-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/users"
        func content(_ turn: Int) -> [UInt8] {
            [UInt8](repeating: UInt8(0x61 + turn % 26), count: 1 + turn % 7 * 30_000)
        }
        try Data(content(0)).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let isOver = Locked(false)
        let finished = DispatchSemaphore(value: 0)
        let reads = Locked<(count: Int, torn: Int)>((0, 0))
        Thread.detachNewThread {
            let whole = Set((0..<7).map { 1 + $0 * 30_000 })
            while !isOver.withLock({ $0 }) {
                let bytes = FileManager.default.contents(atPath: path) ?? Data()
                let isWhole = whole.contains(bytes.count) && bytes.allSatisfy { $0 == bytes.first }
                reads.withLock { $0 = ($0.count + 1, $0.torn + (isWhole ? 0 : 1)) }
            }
            finished.signal()
        }
        for turn in 1...1_000 {
            var replacement = try FileReplacement(of: path, ExternalFiles())
            try replacement.write(content(turn))
            #expect(try replacement.commit() == nil)
        }
        isOver.withLock { $0 = true }
        finished.wait()
        let (count, torn) = reads.withLock { $0 }
        #expect(count > 0 && torn == 0, "\(torn) of \(count)")
    }
}

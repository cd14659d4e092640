import Glibc
import RegappTestSupport
import Testing

@testable import RegappStore

/// What only the real system can show.
@Suite struct POSIXFileSystemTests {
    private let files = POSIXFileSystem()

    @Test func `the holder of a lock is named, and a second one is refused`() throws {
        let tree = try RealTree()
        let first = try files.open(tree.root + "/.lock", .locking)
        let second = try files.open(tree.root + "/.lock", .locking)
        defer { for file in [first, second] { files.close(file) } }
        #expect(files.lockHolder(of: second) == nil)
        #expect(try files.tryLock(first))
        #expect(try !files.tryLock(second))
        let holder = try #require(files.lockHolder(of: second))
        #expect(holder.process == getpid() && holder.name?.isEmpty == false)
    }

    @Test func `an owner, a time and all of a file system are set and written as asked`() throws {
        let tree = try RealTree()
        let file = try files.open(tree.root + "/file", .appending)
        defer { files.close(file) }
        try files.setModified(file, 1_500_000_000_250_000_000)
        try files.setOwner(file, nil, group: getgid())
        files.startSynchronizing(file)
        try files.synchronize(file)
        try files.synchronizeFileSystem(of: file)
        let status = try files.status(of: file)
        #expect(status.owner == getuid() && status.group == getgid())
        #expect(status.modified == 1_500_000_000_250_000_000)
    }
}

import RegappStore
import Foundation
import RegappTestSupport
import Testing

/// One thing done to both file systems, which must answer alike.
struct Action: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let body: @Sendable (any FileSystem, String) throws -> String

    init(_ name: String, _ body: @escaping @Sendable (any FileSystem, String) throws -> String) {
        testDescription = name
        self.body = body
    }

    static func done(
        _ name: String, _ body: @escaping @Sendable (any FileSystem, String) throws -> Void
    ) -> Action {
        Action(name) { files, root in
            try body(files, root)
            return "done"
        }
    }

    func outcome(_ files: any FileSystem, _ root: String) -> String {
        do { return try body(files, root) } catch { return "\(error)" }
    }
}

extension FileSystem {
    func read(_ path: String, _ mode: OpenMode = .reading) throws(Errno) -> String {
        let file = try open(path, mode)
        defer { close(file) }
        return String(decoding: try read(file, upTo: 4096), as: UTF8.self)
    }

    func list(_ path: String) throws(Errno) -> [String] {
        let directory = try open(path, .directory)
        defer { close(directory) }
        return try names(in: directory, upTo: .max).sorted()
    }

    func touch(_ path: String, _ mode: OpenMode) throws(Errno) { close(try open(path, mode)) }
}

/// The instrument must behave as the kernel does, or what it proves is worth nothing.
@Suite struct SimulatedFileSystemTests {
    static let opens: [Action] = [
        Action("read a file") { try $0.read($1 + "/file") },
        Action("read a missing file") { try $0.read($1 + "/none") },
        Action("read through a link to a directory") { try $0.read($1 + "/to-full/inner") },
        Action("read below a file") { try $0.read($1 + "/file/x") },
        Action("read a link") { try $0.read($1 + "/to-file") },
        Action("read a link as the user's file") { try $0.read($1 + "/to-file", .externalFile) },
        Action("read a far link as the user's file") { try $0.read($1 + "/to-inner", .externalFile) },
        Action("read a dangling link as the user's file") { try $0.read($1 + "/dangling", .externalFile) },
        Action("read a loop as the user's file") { try $0.read($1 + "/loop", .externalFile) },
        Action("read through a loop") { try $0.read($1 + "/loop/x") },
        Action("read a directory") { try $0.read($1 + "/full") },
        Action("read a FIFO without a writer") { try $0.read($1 + "/fifo") },
        Action("read by a path with dots") { try $0.read($1 + "/full/.././/file") },
        Action("read a name of 256 bytes") { try $0.read($1 + "/" + String(repeating: "n", count: 256)) },
        Action("read a path of 4,096 bytes") { try $0.read($1 + String(repeating: "/n", count: 2048)) },
        Action("read the empty path") { files, _ in try files.read("") },
        .done("create a file") { try $0.touch($1 + "/new", .creating) },
        .done("create over a file") { try $0.touch($1 + "/file", .creating) },
        .done("create over a dangling link") { try $0.touch($1 + "/dangling", .creating) },
        .done("create over a directory") { try $0.touch($1 + "/full", .creating) },
        .done("create in a missing directory") { try $0.touch($1 + "/none/x", .creating) },
        .done("lock a new file") { try $0.touch($1 + "/new", .locking) },
        .done("lock a link") { try $0.touch($1 + "/to-file", .locking) },
        .done("lock a dangling link") { try $0.touch($1 + "/dangling", .locking) },
        .done("lock a directory") { try $0.touch($1 + "/full", .locking) },
        Action("list a directory") { "\(try $0.list($1 + "/full"))" },
        Action("list a file") { "\(try $0.list($1 + "/file"))" },
        Action("list a link to a directory") { "\(try $0.list($1 + "/to-full"))" },
        Action("list a missing directory") { "\(try $0.list($1 + "/none"))" },
    ]

    static let renames: [Action] = [
        .done("rename a file") { try $0.rename($1 + "/file", to: $1 + "/new") },
        .done("rename over a file") { try $0.rename($1 + "/file", to: $1 + "/other") },
        .done("rename over its own link") { try $0.rename($1 + "/file", to: $1 + "/link") },
        .done("rename over a symbolic link") { try $0.rename($1 + "/file", to: $1 + "/to-full") },
        .done("rename a symbolic link") { try $0.rename($1 + "/dangling", to: $1 + "/new") },
        .done("rename a missing file") { try $0.rename($1 + "/none", to: $1 + "/new") },
        .done("rename a file over a directory") { try $0.rename($1 + "/file", to: $1 + "/empty") },
        .done("rename a directory over a file") { try $0.rename($1 + "/empty", to: $1 + "/file") },
        .done("rename a directory over an empty one") { try $0.rename($1 + "/full", to: $1 + "/empty") },
        .done("rename a directory over a full one") { try $0.rename($1 + "/empty", to: $1 + "/full") },
        .done("rename a directory into itself") { try $0.rename($1 + "/full", to: $1 + "/full/x") },
        .done("rename into a missing directory") { try $0.rename($1 + "/file", to: $1 + "/none/x") },
        .done("rename to a free name") { try $0.renameIfAbsent($1 + "/file", to: $1 + "/new") },
        .done("rename to a taken name") { try $0.renameIfAbsent($1 + "/file", to: $1 + "/other") },
        .done("rename to its own name, if free") { try $0.renameIfAbsent($1 + "/file", to: $1 + "/file") },
    ]

    static let links: [Action] = [
        .done("link a file") { try $0.link($1 + "/file", as: $1 + "/new") },
        .done("link over a file") { try $0.link($1 + "/file", as: $1 + "/other") },
        .done("link a directory") { try $0.link($1 + "/full", as: $1 + "/new") },
        .done("link a missing file") { try $0.link($1 + "/none", as: $1 + "/new") },
        .done("unlink a file") { try $0.unlink($1 + "/file") },
        .done("unlink a symbolic link") { try $0.unlink($1 + "/to-file") },
        .done("unlink a missing file") { try $0.unlink($1 + "/none") },
        .done("unlink a directory") { try $0.unlink($1 + "/empty") },
        .done("make a directory") { try $0.makeDirectory($1 + "/new") },
        .done("make a directory that exists") { try $0.makeDirectory($1 + "/full") },
        .done("make a directory over a file") { try $0.makeDirectory($1 + "/file") },
        .done("make a directory in none") { try $0.makeDirectory($1 + "/none/x") },
        .done("remove an empty directory") { try $0.removeDirectory($1 + "/empty") },
        .done("remove a full directory") { try $0.removeDirectory($1 + "/full") },
        .done("remove a file as a directory") { try $0.removeDirectory($1 + "/file") },
        Action("read where a link points") { try $0.readLink($1 + "/to-inner") },
        Action("read where a file points") { try $0.readLink($1 + "/file") },
        Action("read where nothing points") { try $0.readLink($1 + "/none") },
        Action("tell kinds, sizes and modes") { files, root in
            try ["file", "link", "full", "to-file", "fifo"].map {
                let status = try files.linkStatus(root + "/" + $0)
                let size = status.kind == .directory ? 0 : status.size
                return "\($0) \(status.kind) \(size) \(status.mode) \(status.owner == files.user)"
            }.joined(separator: ", ")
        },
        Action("an unlinked file stays readable while open") { files, root in
            let file = try files.open(root + "/file", .reading)
            defer { files.close(file) }
            try files.unlink(root + "/file")
            return String(decoding: try files.read(file, upTo: 99), as: UTF8.self)
        },
        Action("a lock belongs to one open file") { files, root in
            let (one, other) = (
                try files.open(root + "/.lock", .locking), try files.open(root + "/.lock", .locking)
            )
            var taken = [try files.tryLock(one), try files.tryLock(other), try files.tryLock(one)]
            files.close(one)
            taken.append(try files.tryLock(other))
            files.close(other)
            return "\(taken)"
        },
        Action("reading what is open for writing") { files, root in
            let file = try files.open(root + "/new", .creating)
            defer { files.close(file) }
            return "\(try files.read(file, upTo: 1))"
        },
        Action("writing, setting the mode, reading back") { files, root in
            let file = try files.open(root + "/new", .creating)
            _ = try files.write(file, [104, 105])
            _ = try files.write(file, [33])
            try files.setMode(file, 0o640)
            try files.synchronize(file)
            let status = try files.status(of: file)
            files.close(file)
            return "\(status.kind) \(status.size) \(status.mode) " + (try files.read(root + "/new"))
        },
    ]

    @Test(arguments: opens + renames + links)
    func `answers as the kernel does`(action: Action) throws {
        let real = try RealTree()
        defer { real.remove() }
        let simulated = SimulatedFileSystem(user: POSIXFileSystem().user)
        RealTree.fill(simulated, real.root)
        #expect(
            action.outcome(simulated, real.root) == action.outcome(POSIXFileSystem(), real.root),
            "the double, then the kernel")
        let paths = simulated.paths().filter { $0.hasPrefix(real.root + "/") }
        #expect(paths.map { String($0.dropFirst(real.root.count + 1)) }.sorted() == (try real.paths()))
    }

    /// A file system in memory has neither symbolic links nor pipes, and its paths no limits.
    private static let ofMemory = (opens + renames + links).filter { action in
        ![
            "symbolic", " a link", "far link", "dangling", "points", "loop", "its own", "FIFO", "4,096",
            "empty path", "kinds", "itself", "open for",
        ].contains(where: action.testDescription.contains)
    }

    @Test(arguments: ofMemory)
    func `a file system in memory answers as the kernel does`(action: Action) throws {
        let real = try RealTree()
        defer { real.remove() }
        let memory = MemoryFileSystem(
            [real.root + "/file": "text", real.root + "/other": "else", real.root + "/full/inner": "deep"]
                .mapValues { Array($0.utf8) })
        try memory.makeDirectory(real.root + "/empty")
        #expect(
            action.outcome(memory, real.root) == action.outcome(POSIXFileSystem(), real.root),
            "in memory, then the kernel")
        let others = Set(RealTree.links.keys).union(["link", "fifo"])
        let names = try POSIXFileSystem().list(real.root).filter { !others.contains($0) }
        #expect(try memory.list(real.root).filter { !others.contains($0) } == names)
    }

    @Test func `what no name in memory leads to is gone`() throws {
        let memory = MemoryFileSystem(["/one": [2], "/deep/two": [1]])
        #expect(try memory.read("/one") == "\u{2}" && memory.read("/deep/two") == "\u{1}")
        #expect(try memory.read("/deep/../one") == "\u{2}")
        try memory.link("/one", as: "/three")
        try memory.unlink("/one")
        #expect(try memory.read("/three") == "\u{2}")
        try memory.unlink("/three")
        #expect(error(try memory.read("/three")) == .noEntry)
        #expect(error(try memory.readLink("/deep")) == .noEntry)
        let more = try memory.open("/deep/two", .appending)
        defer { memory.close(more) }
        #expect(try memory.write(more, [3]) == 1 && memory.read("/deep/two") == "\u{1}\u{3}")
    }

    @Test func `permission bits bind the user and not the superuser`() {
        for (user, expected) in [(UInt32(1000), Errno.accessDenied as Errno?), (0, nil)] {
            let files = SimulatedFileSystem(user: user)
            files.putDirectory("/shut", mode: 0o500, owner: 1000)
            files.put("/shut/secret", [1], mode: 0o200, owner: 1000)
            files.putDirectory("/dark", mode: 0o600, owner: 1000)
            #expect(error(try files.open("/shut/secret", .reading)) == expected)
            #expect(error(try files.unlink("/shut/secret")) == expected)
            #expect(error(try files.makeDirectory("/dark/new")) == expected)
        }
    }

    @Test func `a read-only disk refuses changes and allows reading`() throws {
        let files = SimulatedFileSystem()
        files.put("/file", "text")
        files.setReadOnly()
        #expect(try files.read("/file") == "text")
        #expect(error(try files.unlink("/file")) == .readOnly)
        #expect(error(try files.open("/new", .creating)) == .readOnly)
    }

    @Test func `an inode number is used again as soon as it is free`() throws {
        let files = SimulatedFileSystem()
        try files.touch("/one", .creating)
        let first = try files.linkStatus("/one").inode
        try files.unlink("/one")
        try files.touch("/two", .creating)
        #expect(try files.linkStatus("/two").inode == first)
        try files.touch("/three", .creating)
        #expect(try files.linkStatus("/three").inode != first)
    }

    @Test func `the log tells what was asked and what came of it`() throws {
        let files = SimulatedFileSystem()
        let file = try files.open("/file", .creating)
        _ = try files.write(file, [1, 2])
        files.close(file)
        files.pause(milliseconds: 10)
        #expect(error(try files.unlink("/none")) == .noEntry)
        #expect(
            files.log == [
                CallRecord(call: .open("/file", .creating), outcome: .returned(3)),
                CallRecord(call: .write("/file", count: 2), outcome: .returned(2)),
                CallRecord(call: .close("/file"), outcome: .returned(0)),
                CallRecord(call: .pause(milliseconds: 10), outcome: .returned(0)),
                CallRecord(call: .unlink("/none"), outcome: .failed(.noEntry)),
            ])
        #expect(files.elapsedMilliseconds == 10)
    }

    private func error(_ body: @autoclosure () throws(Errno) -> some Any) -> Errno? {
        do throws(Errno) {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }
}

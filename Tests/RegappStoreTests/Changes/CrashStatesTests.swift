import RegappStore
import RegappTestSupport
import Testing

/// What the instrument must find in careless code, and must not find in careful code.
@Suite struct CrashStatesTests {
    private let files = SimulatedFileSystem()

    private static let old = Array("old".utf8)
    private static let new = Array("brand new".utf8)

    /// A file replaced through a temporary one beside it.
    private func replace(_ files: any FileSystem, inTwo: Bool = false) throws {
        let file = try files.open("/d/.tmp", .creating)
        if inTwo {
            _ = try files.write(file, Self.new[..<4])
            _ = try files.write(file, Self.new[4...])
        } else {
            _ = try files.write(file, Self.new[...])
        }
        try files.synchronize(file)
        files.close(file)
        try files.rename("/d/.tmp", to: "/d/file")
        let directory = try files.open("/d", .directory)
        try files.synchronize(directory)
        files.close(directory)
    }

    private func disk() -> SimulatedFileSystem {
        files.put("/d/file", Self.old)
        return files
    }

    /// What `/d/file` may hold when power is cut at any moment.
    private func outcomes(_ files: SimulatedFileSystem) -> Set<[UInt8]?> {
        Set((0...files.log.count).flatMap { files.crashStates(after: $0).map { $0.contents("/d/file") } })
    }

    @Test func `a careful replacement leaves the old or the new file at every moment`() throws {
        let files = disk()
        try replace(files)
        #expect(outcomes(files) == [Self.old, Self.new])
        #expect(Set(files.crashStates().map { $0.contents("/d/file") }) == [Self.new])
    }

    @Test func `without the file's fsync a rename may leave zeros, nothing or a part`() throws {
        let files = disk()
        try replace(OmittedSync(of: .files, files), inTwo: true)
        let found = outcomes(files)
        let zeros = [UInt8](repeating: 0, count: Self.new.count)
        let expected: [[UInt8]] =
            [Self.old, zeros, Array(zeros[..<4] + Self.new[4...])]
            + [0, 1, 4, 8, 9].map { Array(Self.new[..<$0]) }
        #expect(found == Set(expected))
    }

    @Test func `without the directory's fsync a rename may be undone after success`() throws {
        let files = disk()
        try replace(OmittedSync(of: .directories, files))
        #expect(Set(files.crashStates().map { $0.contents("/d/file") }) == [Self.old, Self.new])
    }

    @Test func `a later change of a name may be on the disk while an earlier one is not`() throws {
        try files.makeDirectory("/first")
        try files.makeDirectory("/second")
        let found = Set(files.crashStates().map { $0.paths() })
        #expect(found == [[], ["/first"], ["/second"], ["/first", "/second"]])
    }

    @Test func `the old name of a renamed file is gone only where the new one is there`() throws {
        files.put("/a/file", [1])
        files.putDirectory("/b")
        try files.rename("/a/file", to: "/b/file")
        let directory = try files.open("/b", .directory)
        try files.synchronize(directory)
        let both = Set(files.crashStates().map { $0.tree() })
        #expect(both == [["/a/file": [1]], ["/b/file": [1]]])
        try files.synchronizeFileSystem(of: directory)
        #expect(Set(files.crashStates().map { $0.tree() }) == [["/b/file": [1]]])
    }

    @Test func `an unsynchronised mode may be the one the file was made with`() throws {
        let file = try files.open("/file", .creating)
        try files.setMode(file, 0o644)
        #expect(Set(files.crashStates().map { $0.mode("/file") }) == [nil, 0o600, 0o644])
        try files.synchronize(file)
        #expect(Set(files.crashStates().map { $0.mode("/file") }) == [nil, 0o644])
    }

    @Test func `a text that the user wrote is there after every crash`() throws {
        let files = disk()
        try replace(OmittedSync(of: .files, files))
        files.put("/d/file", [42], inPlace: true)
        #expect(Set(files.crashStates().map { $0.contents("/d/file") }) == [[42]])
        #expect(
            !Set(files.crashStates(after: files.log.count - 1).map { $0.contents("/d/file") }).contains([42]))
    }

    @Test func `a crash state can crash again`() throws {
        let files = disk()
        try files.makeDirectory("/d/new")
        for state in files.crashStates() {
            #expect(state.log.isEmpty && state.openFiles == 0)
            try state.unlink("/d/file")
            #expect(Set(state.crashStates().map { $0.contents("/d/file") }) == [Self.old, nil])
        }
    }

    @Test func `a lock does not outlive the machine`() throws {
        files.put("/.lock", [])
        #expect(try files.tryLock(try files.open("/.lock", .locking)))
        for state in files.crashStates() {
            #expect(try state.tryLock(try state.open("/.lock", .locking)))
        }
    }

    @Test func `every state comes once, and many pending names stay within bounds`() throws {
        let few = SimulatedFileSystem()
        for number in 0..<10 { try few.makeDirectory("/\(number)") }
        #expect(few.crashStates().count { _ in true } == 1024)
        let many = SimulatedFileSystem()
        for number in 0..<200 { try many.makeDirectory("/\(number)") }
        let states = Set(many.crashStates().map { $0.paths() })
        #expect(states.count > 200 && states.count < 2000)
        #expect(states.contains([]) && states.contains(["/0"]) && states.contains(["/199"]))
    }
}

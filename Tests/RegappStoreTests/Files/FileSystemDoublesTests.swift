import RegappStore
import RegappTestSupport
import Testing

/// The doubles that stand in front of a file system.
@Suite struct FileSystemDoublesTests {
    /// Writes two bytes in at most `attempts` writes; true when both got there.
    private func save(_ files: any FileSystem) throws(Errno) -> Int {
        let file = try files.open("/file", .creating)
        defer { files.close(file) }
        var rest: ArraySlice<UInt8> = [1, 2, 3]
        var writes = 0
        while !rest.isEmpty {
            rest = rest.dropFirst(try files.write(file, rest))
            writes += 1
        }
        try files.synchronize(file)
        return writes
    }

    @Test func `a fault hits each call once until none is left`() throws {
        var hit: [Int] = []
        for number in 1... {
            let disk = SimulatedFileSystem()
            let files = FaultInjectingFileSystem(disk, at: number, .failure(.noSpace))
            do throws(Errno) { _ = try save(files) } catch { #expect(error == .noSpace) }
            guard files.fired else { break }
            hit.append(number)
            #expect(files.calls == number, "nothing is tried after a failure")
            #expect(disk.openFiles == 0)
        }
        #expect(hit == [1, 2, 3])
    }

    @Test func `a fault for ever hits all later calls`() throws {
        let files = FaultInjectingFileSystem(
            SimulatedFileSystem(), at: 2, .failure(.inputOutput), forEver: true)
        try files.makeDirectory("/first")
        #expect(throws: Errno.inputOutput) { try files.makeDirectory("/second") }
        #expect(throws: Errno.inputOutput) { try files.makeDirectory("/third") }
    }

    @Test(arguments: [(1, false, 2), (2, false, 1), (1, true, 3)])
    func `a short write writes one byte`(number: Int, forEver: Bool, writes: Int) throws {
        let disk = SimulatedFileSystem()
        let files = FaultInjectingFileSystem(disk, at: number, .shortWrite, forEver: forEver)
        #expect(try save(files) == writes)
        #expect(disk.contents("/file") == [1, 2, 3])
    }

    @Test func `a short read gives one byte`() throws {
        let disk = SimulatedFileSystem()
        disk.put("/file", [1, 2, 3])
        let files = FaultInjectingFileSystem(disk, at: 1, .shortRead)
        let file = try files.open("/file", .reading)
        #expect(try files.read(file, upTo: 10) == [1])
        #expect(try files.read(file, upTo: 10) == [2, 3])
    }

    @Test func `a hook comes before the call and can change what it finds`() throws {
        let disk = SimulatedFileSystem()
        let seen = Locked<[Call]>([])
        let files = Interposer(disk) { call in
            seen.withLock { $0.append(call) }
            if case .unlink(let path) = call { disk.remove(path) }
        }
        files.pause(milliseconds: 1)
        files.close(try files.open("/file", .creating))
        #expect(throws: Errno.noEntry) { try files.unlink("/file") }
        #expect(
            seen.withLock { $0 } == [
                .pause(milliseconds: 1), .open("/file", .creating), .close("/file"), .unlink("/file"),
            ])
    }
}

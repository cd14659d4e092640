import RegappStore
import RegappTestSupport
import Testing

/// Bytes that are held back, in memory or in a file without a name.
@Suite struct SpoolTests {
    private let files = disk()

    private static let folder = "/tmp"
    private static let piece = [UInt8](0...255)

    private static func disk() -> SimulatedFileSystem {
        let files = SimulatedFileSystem()
        files.putDirectory(folder, mode: 0o1777, owner: 0)
        return files
    }

    /// Writes `count` bytes and reads them again.
    private static func held(_ count: Int, _ files: any FileSystem) throws(StoreError) -> [UInt8] {
        var spool = Spool(in: folder, ExternalFiles(fileSystem: files))
        for _ in 0..<(count / piece.count) { try spool.write(piece) }
        var held: [UInt8] = []
        while case let next = try spool.next(), !next.isEmpty { held += next }
        return held
    }

    @Test(arguments: [0, 1, 4, 9])
    func `what is written comes back, and a little never reaches the disk`(quarters: Int) throws {
        let count = Spool.memoryLimit / 4 * quarters
        let held = try Self.held(count, files)
        #expect(held.count == count)
        #expect(held.indices.allSatisfy { held[$0] == UInt8(truncatingIfNeeded: $0) })
        #expect(files.log.isEmpty == (quarters <= 4))
        #expect(files.paths() == Self.disk().paths() && files.openFiles == 0)
    }

    @Test func `the file has no name before it has content`() throws {
        var spool = Spool(in: Self.folder, ExternalFiles(fileSystem: files))
        try spool.write([UInt8](repeating: 1, count: Spool.memoryLimit + 1))
        #expect(files.paths() == Self.disk().paths() && files.openFiles == 2)
        for moment in 0...files.log.count {
            for state in files.crashStates(after: moment) {
                let left = state.paths().filter { $0.hasPrefix(Self.folder + "/") }
                #expect(left.allSatisfy { state.contents($0) == [] })
            }
        }
    }

    @Test func `a file that another process puts in its place is not read, and stays`() throws {
        let path = Locked("")
        let swapping = Interposer(files) { call in
            guard case .open(let opened, .reading) = call else { return }
            path.withLock { $0 = opened }
            files.remove(opened)
            files.put(opened, Array("theirs".utf8))
        }
        #expect(throws: StoreError.self) { try Self.held(Spool.memoryLimit * 2, swapping) }
        #expect(files.contents(path.withLock { $0 }) == Array("theirs".utf8) && files.openFiles == 0)
    }

    @Test(arguments: Errno.storageFaults)
    func `whichever call fails is reported, and nothing is left open`(error: Errno) throws {
        for number in 1... {
            let files = Self.disk()
            let faulty = FaultInjectingFileSystem(files, at: number, .failure(error))
            do throws(StoreError) {
                #expect(try Self.held(Spool.memoryLimit * 3, faulty).count == Spool.memoryLimit * 3)
                guard faulty.fired else { break }
            } catch {
                guard case .failed(_, Self.folder, _) = error else {
                    Issue.record("\(number): \(error)")
                    continue
                }
            }
            #expect(files.openFiles == 0, "\(number)")
        }
    }
}

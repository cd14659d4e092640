package import RegappStore

/// A file system in memory that behaves as Linux does, remembers every call, and knows what a power cut leaves.
///
/// It has inodes with modes and owners, hard and symbolic links, open files that outlive their names, locks
/// held by open files, and a clock that only `pause` moves. Several stores may use one at the same time; each
/// stands for a process. What tests do directly (`put`, `remove`, …) is on the disk at once and is not logged.
package final class SimulatedFileSystem: FileSystem {
    private let state: Locked<SimulatedState>
    /// The user whose rights count, and who owns new files.
    package let user: UInt32

    /// A disk with an empty root directory that belongs to `user`.
    ///
    /// - Parameters:
    ///   - groups: the groups that the user is in, of which new files get the first; one of the user's own where there
    ///     are none.
    ///   - firstInode: the first inode number, so that a file's copy on another disk has another one.
    package convenience init(user: UInt32 = 1000, groups: [UInt32] = [], firstInode: UInt64 = 2) {
        var image = DiskImage()
        image[DiskImage.root].owner = user
        self.init(image: image, identity: Identity(user: user, groups: groups.isEmpty ? [user] : groups))
        state.withLock { $0.nextNumber = firstInode }
    }

    /// The disk as a machine finds it when it starts: nothing open, nothing locked, everything certain.
    init(image: DiskImage, identity: Identity) {
        user = identity.user
        state = Locked(SimulatedState(base: image, identity: identity))
    }

    /// The same disk at the same moment, for a program of another user.
    package func seen(by user: UInt32, groups: [UInt32] = []) -> SimulatedFileSystem {
        let image = state.withLock(\.live)
        return SimulatedFileSystem(
            image: image, identity: Identity(user: user, groups: groups.isEmpty ? [user] : groups))
    }

    /// Every call so far, in order.
    package var log: [CallRecord] { state.withLock(\.log) }

    package var openFiles: Int { state.withLock(\.files.count) }

    /// How far `pause` has moved the clock.
    package var elapsedMilliseconds: Int { state.withLock(\.elapsedMilliseconds) }

    package var pauses: Int { state.withLock(\.pauses) }

    /// Makes every change fail with EROFS, or lets changes through again.
    package func setReadOnly(_ isReadOnly: Bool = true) {
        state.withLock { $0.isReadOnly = isReadOnly }
    }

    /// Changes the inside, as a test does directly.
    func arrange<Result: Sendable>(_ body: (inout SimulatedState) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    private func perform<Result: Sendable>(
        _ call: Call, counting count: (Result) -> Int,
        _ body: (inout SimulatedState) throws(Errno) -> Result
    ) throws(Errno) -> Result {
        try state.withLock { (state) throws(Errno) -> Result in
            state.isInCall = true
            defer { state.isInCall = false }
            do throws(Errno) {
                let result = try body(&state)
                state.log.append(CallRecord(call: call, outcome: .returned(count(result))))
                return result
            } catch {
                state.log.append(CallRecord(call: call, outcome: .failed(error)))
                throw error
            }
        }
    }

    private func perform(
        _ call: Call, _ body: (inout SimulatedState) throws(Errno) -> Void
    ) throws(Errno) {
        try perform(call, counting: { 0 }, body)
    }

    private func path(of file: FileDescriptor) -> String {
        state.withLock { $0.files[file.rawValue]?.path ?? "closed file \(file.rawValue)" }
    }

    // MARK: - FileSystem

    package func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        try perform(.open(place.path, mode), counting: { Int($0.rawValue) }) { (state) throws(Errno) in
            try state.open(place, mode)
        }
    }

    package func close(_ file: FileDescriptor) {
        let call = Call.close(path(of: file))
        state.withLock { state in
            state.close(file)
            state.log.append(CallRecord(call: call, outcome: .returned(0)))
        }
    }

    package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
        try perform(.status(path(of: file)), counting: { _ in 0 }) { (state) throws(Errno) in
            state.status(of: try state.file(file).inode)
        }
    }

    package func linkStatus(_ place: Place) throws(Errno) -> FileStatus {
        try perform(.linkStatus(place.path), counting: { _ in 0 }) { (state) throws(Errno) in
            guard let id = try state.spot(place).inode else { throw .noEntry }
            return state.status(of: id)
        }
    }

    package func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8] {
        try perform(.read(path(of: file), upTo: count), counting: \.count) { (state) throws(Errno) in
            try state.read(file, upTo: count)
        }
    }

    package func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try perform(.write(path(of: file), count: bytes.count), counting: { $0 }) { (state) throws(Errno) in
            try state.write(file, bytes)
        }
    }

    package func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno) {
        try perform(.setMode(path(of: file), mode)) { (state) throws(Errno) in
            try state.setMode(file, mode)
        }
    }

    package func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno) {
        try perform(.setOwner(path(of: file), owner, group: group)) { (state) throws(Errno) in
            try state.setOwner(file, owner, group: group)
        }
    }

    package func accessList(of file: FileDescriptor) throws(Errno) -> [UInt8]? {
        let call = Call.accessList(path(of: file))
        return try perform(call, counting: { $0?.count ?? 0 }) { (state) throws(Errno) in
            state.live[try state.readable(file).inode].accessList
        }
    }

    package func setAccessList(_ file: FileDescriptor, _ list: [UInt8]?) throws(Errno) {
        try perform(.setAccessList(path(of: file), list)) { (state) throws(Errno) in
            try state.setAccessList(file, list)
        }
    }

    package func synchronize(_ file: FileDescriptor) throws(Errno) {
        try perform(.synchronize(path(of: file))) { (state) throws(Errno) in try state.synchronize(file) }
    }

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {
        try perform(.synchronizeFileSystem(path(of: file))) { (state) throws(Errno) in
            try state.synchronizeFileSystem(of: file)
        }
    }

    package func rename(_ old: Place, to new: Place, mustBeFree: Bool) throws(Errno) {
        let call: Call =
            mustBeFree ? .renameIfAbsent(old.path, to: new.path) : .rename(old.path, to: new.path)
        try perform(call) { (state) throws(Errno) in
            try state.rename(old, to: new, ifAbsent: mustBeFree)
        }
    }

    package func link(_ existing: Place, as new: Place) throws(Errno) {
        try perform(.link(existing.path, as: new.path)) { (state) throws(Errno) in
            try state.link(existing, as: new)
        }
    }

    package func unlink(_ place: Place) throws(Errno) {
        try perform(.unlink(place.path)) { (state) throws(Errno) in try state.unlink(place) }
    }

    package func makeDirectory(_ place: Place) throws(Errno) {
        try perform(.makeDirectory(place.path)) { (state) throws(Errno) in try state.makeDirectory(place) }
    }

    package func removeDirectory(_ place: Place) throws(Errno) {
        try perform(.removeDirectory(place.path)) { (state) throws(Errno) in
            try state.removeDirectory(place)
        }
    }

    package func readLink(_ link: FileDescriptor) throws(Errno) -> String {
        try perform(.readLink(path(of: link)), counting: { _ in 0 }) { (state) throws(Errno) in
            try state.readLink(link)
        }
    }

    package func names(in directory: FileDescriptor, upTo limit: Int) throws(Errno) -> FileNames {
        try perform(.names(path(of: directory)), counting: \.count) { (state) throws(Errno) in
            FileNames(try state.names(in: directory).prefix(limit))
        }
    }

    package func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool {
        try perform(.tryLock(path(of: file)), counting: { $0 ? 1 : 0 }) { (state) throws(Errno) in
            try state.tryLock(file)
        }
    }

    package func pause(milliseconds: Int) {
        state.withLock { state in
            state.elapsedMilliseconds += milliseconds
            state.pauses += 1
            let call = Call.pause(milliseconds: milliseconds)
            state.log.append(CallRecord(call: call, outcome: .returned(0)))
        }
    }
}

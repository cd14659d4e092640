/// A file system in memory for other programs' tests: one user, no symbolic links, and every write is durable at once.
/// Several stores may share one, as processes share a disk. Only `pause` takes time.
package final class MemoryFileSystem: FileSystem {
    private let state = Locked(State())
    /// Any user but the superuser.
    package let user: UInt32 = 1000

    /// Files by their absolute paths.
    package init(_ files: [String: [UInt8]]) {
        state.withLock { state in
            for (path, bytes) in files { state.put(bytes, path) }
        }
    }

    package func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        try state.withLock { (state) throws(Errno) in try state.open(place, mode) }
    }

    package func close(_ file: FileDescriptor) {
        state.withLock { state in
            guard let node = state.files.removeValue(forKey: file) else { return }
            state.offsets[file] = nil
            if node.lock == file { node.lock = nil }
        }
    }

    package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
        try state.withLock { (state) throws(Errno) in try state.file(file).status(user) }
    }

    package func linkStatus(_ place: Place) throws(Errno) -> FileStatus {
        try state.withLock { (state) throws(Errno) in
            guard let node = state.nodes[try state.path(of: place)] else { throw .noEntry }
            return node.status(user)
        }
    }

    package func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8] {
        try state.withLock { (state) throws(Errno) in
            guard let all = try state.file(file).bytes else { throw .isDirectory }
            let bytes = Array(all.dropFirst(state.offsets[file, default: 0]).prefix(count))
            state.offsets[file, default: 0] += bytes.count
            return bytes
        }
    }

    package func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try state.withLock { (state) throws(Errno) in
            let node = try state.file(file)
            guard let size = node.bytes?.count else { throw .isDirectory }
            let start = min(size, state.offsets[file, default: 0])
            node.bytes?.replaceSubrange(start..<min(size, start + bytes.count), with: bytes)
            state.offsets[file] = start + bytes.count
            return bytes.count
        }
    }

    package func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno) {
        try state.withLock { (state) throws(Errno) in try state.file(file).mode = mode & 0o7777 }
    }

    /// Files always belong to the user.
    package func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno) {}

    package func accessList(of file: FileDescriptor) throws(Errno) -> [UInt8]? { nil }

    package func setAccessList(_ file: FileDescriptor, _ list: [UInt8]?) throws(Errno) {}

    package func synchronize(_ file: FileDescriptor) throws(Errno) {}

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {}

    package func rename(_ old: Place, to new: Place, mustBeFree: Bool) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            try state.rename(old, to: new, mustBeFree: mustBeFree)
        }
    }

    package func link(_ existing: Place, as new: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            guard let node = state.nodes[try state.path(of: existing)] else { throw .noEntry }
            guard !node.isDirectory else { throw .notPermitted }
            state.nodes[try state.freePath(of: new)] = node
        }
    }

    package func unlink(_ place: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            let path = try state.path(of: place)
            guard let node = state.nodes[path] else { throw .noEntry }
            guard !node.isDirectory else { throw .isDirectory }
            state.nodes[path] = nil
        }
    }

    package func makeDirectory(_ place: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in _ = state.add(nil, at: try state.freePath(of: place)) }
    }

    package func removeDirectory(_ place: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            let path = try state.path(of: place)
            guard let node = state.nodes[path] else { throw .noEntry }
            guard node.isDirectory else { throw .notDirectory }
            guard !state.nodes.keys.contains(where: { State.isInside($0, path) }) else { throw .notEmpty }
            state.nodes[path] = nil
        }
    }

    package func readLink(_ link: FileDescriptor) throws(Errno) -> String { throw .noEntry }

    package func names(in directory: FileDescriptor, upTo limit: Int) throws(Errno) -> FileNames {
        try state.withLock { (state) throws(Errno) in
            let node = try state.file(directory)
            guard node.isDirectory else { throw .notDirectory }
            let start = node.path.count + 1
            let names = state.nodes.keys.lazy.filter {
                State.isInside($0, node.path) && !$0[start...].contains(State.slash)
            }
            return FileNames(names.prefix(limit).map { String(decoding: $0[start...], as: UTF8.self) })
        }
    }

    package func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool {
        try state.withLock { (state) throws(Errno) in
            let node = try state.file(file)
            node.lock = node.lock ?? file
            return node.lock == file
        }
    }

    package func pause(milliseconds: Int) { POSIXFileSystem().pause(milliseconds: milliseconds) }
}

/// A file or directory: an open one outlives its name.
private final class Node {
    let number: Int
    /// A directory's present path.
    var path: [UInt8]
    /// Nil for a directory.
    var bytes: [UInt8]?
    var mode: UInt32
    /// The open file that holds its lock.
    var lock: FileDescriptor?

    init(_ number: Int, _ path: [UInt8], _ bytes: [UInt8]?) {
        self.number = number
        self.path = path
        self.bytes = bytes
        mode = bytes == nil ? 0o700 : 0o600
    }

    var isDirectory: Bool { bytes == nil }

    func status(_ user: UInt32) -> FileStatus {
        FileStatus(
            kind: isDirectory ? .directory : .regular, size: bytes?.count ?? 0, mode: mode, owner: user,
            group: user, device: 1, inode: UInt64(number), changed: 0, modified: 0)
    }
}

/// All files and directories, and what is open.
private struct State {
    /// Linux's NAME_MAX.
    static let longestName = 255
    static let slash = UInt8(ascii: "/")

    /// By their absolute paths; the root's is empty. By bytes: Swift's strings treat some different names as equal.
    var nodes = [[UInt8]: Node]()
    var files: [FileDescriptor: Node] = [:]
    /// How far open files have been read or written.
    var offsets: [FileDescriptor: Int] = [:]
    private var nextNode = 0
    private var nextFile: Int32 = 3

    init() { add(nil, at: []) }

    static func isInside(_ path: [UInt8], _ directory: [UInt8]) -> Bool {
        path.count > directory.count && path[directory.count] == slash && path.starts(with: directory)
    }

    func file(_ file: FileDescriptor) throws(Errno) -> Node {
        guard let node = files[file] else { throw .invalid }
        return node
    }

    /// Where something is or could be: all directories on the way exist.
    func path(of place: Place) throws(Errno) -> [UInt8] {
        let isFromRoot = place.name.utf8.first == Self.slash || place.folder.path.isEmpty
        var path = isFromRoot ? [] : try file(place.directory).path
        for part in place.name.utf8.split(separator: Self.slash) where Array(part) != Array(".".utf8) {
            guard let directory = nodes[path] else { throw .noEntry }
            guard directory.isDirectory else { throw .notDirectory }
            guard part.count <= Self.longestName else { throw .nameTooLong }
            if Array(part) == Array("..".utf8) {
                path.removeSubrange((path.lastIndex(of: Self.slash) ?? path.endIndex)...)
            } else {
                path += [Self.slash] + part
            }
        }
        return path
    }

    func freePath(of place: Place) throws(Errno) -> [UInt8] {
        let path = try path(of: place)
        guard nodes[path] == nil else { throw .exists }
        return path
    }

    mutating func put(_ bytes: [UInt8], _ path: String) {
        let path = Array(path.utf8)
        for end in path.indices.dropFirst() where path[end] == Self.slash {
            if nodes[Array(path[..<end])] == nil { add(nil, at: Array(path[..<end])) }
        }
        add(bytes, at: path)
    }

    @discardableResult
    mutating func add(_ bytes: [UInt8]?, at path: [UInt8]) -> Node {
        defer { nextNode += 1 }
        let node = Node(nextNode, path, bytes)
        nodes[path] = node
        return node
    }

    mutating func rename(_ old: Place, to new: Place, mustBeFree: Bool) throws(Errno) {
        let source = try path(of: old)
        let target = try path(of: new)
        guard let moved = nodes[source] else { throw .noEntry }
        if let replaced = nodes[target] {
            if mustBeFree { throw .exists }
            if replaced === moved { return }
            guard moved.isDirectory == replaced.isDirectory else {
                throw replaced.isDirectory ? .isDirectory : .notDirectory
            }
            guard !nodes.keys.contains(where: { replaced.isDirectory && Self.isInside($0, target) }) else {
                throw .notEmpty
            }
        }
        let inside = moved.isDirectory ? nodes.keys.filter { Self.isInside($0, source) } : []
        for path in [source] + inside {
            let node = nodes.removeValue(forKey: path)
            node?.path = target + path[source.count...]
            nodes[target + path[source.count...]] = node
        }
    }

    mutating func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        let path = try path(of: place)
        var node = nodes[path]
        switch mode {
        case .creating:
            guard node == nil else { throw .exists }
            node = add([], at: path)
        case .locking:
            guard node?.isDirectory != true else { throw .isDirectory }
            node = node ?? add([], at: path)
        case .directory, .folder, .folderWithoutLinks:
            guard node?.isDirectory != false else { throw .notDirectory }
        case .reading, .appending, .entry, .externalFile, .setting: break
        }
        guard let node else { throw .noEntry }
        defer { nextFile += 1 }
        let file = FileDescriptor(rawValue: nextFile)
        files[file] = node
        if mode == .appending { offsets[file] = node.bytes?.count }
        return file
    }
}

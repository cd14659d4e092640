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

    package func close(_ file: FileDescriptor) { state.withLock { $0.close(file) } }

    package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
        try state.withLock { (state) throws(Errno) in try state.file(file).node.status(user) }
    }

    package func linkStatus(_ place: Place) throws(Errno) -> FileStatus {
        try state.withLock { (state) throws(Errno) in try state.existing(place).node.status(user) }
    }

    package func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8] {
        try state.withLock { (state) throws(Errno) in
            let open = try state.file(file)
            let bytes = Array(try open.node.bytes.dropFirst(open.offset).prefix(count))
            state.files[file]?.offset += bytes.count
            return bytes
        }
    }

    package func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try state.withLock { (state) throws(Errno) in
            let open = try state.file(file)
            let old = try open.node.bytes
            let end = min(old.count, open.offset + bytes.count)
            open.node.content = .file(Array(old[..<min(open.offset, end)] + bytes + old[end...]))
            state.files[file]?.offset += bytes.count
            return bytes.count
        }
    }

    package func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            try state.file(file).node.mode = mode & 0o7777
        }
    }

    /// Files always belong to the user.
    package func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno) {}

    package func accessList(of file: FileDescriptor) throws(Errno) -> [UInt8]? { nil }

    package func setAccessList(_ file: FileDescriptor, _ list: [UInt8]?) throws(Errno) {}

    package func synchronize(_ file: FileDescriptor) throws(Errno) {}

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {}

    package func rename(_ old: Place, to new: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in try state.rename(old, to: new, ifAbsent: false) }
    }

    package func renameIfAbsent(_ old: Place, to new: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in try state.rename(old, to: new, ifAbsent: true) }
    }

    package func link(_ existing: Place, as new: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            let node = try state.existing(existing).node
            let spot = try state.free(new)
            guard !node.isDirectory else { throw .notPermitted }
            state.name(node, at: spot)
        }
    }

    package func unlink(_ place: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            let (spot, node) = try state.existing(place)
            guard !node.isDirectory else { throw .isDirectory }
            state.name(nil, at: spot)
        }
    }

    package func makeDirectory(_ place: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            _ = state.add(.directory([:]), at: try state.free(place))
        }
    }

    package func removeDirectory(_ place: Place) throws(Errno) {
        try state.withLock { (state) throws(Errno) in
            let (spot, node) = try state.existing(place)
            guard try node.names.isEmpty else { throw .notEmpty }
            state.name(nil, at: spot)
        }
    }

    package func readLink(_ link: FileDescriptor) throws(Errno) -> String { throw .noEntry }

    package func names(in directory: FileDescriptor, upTo limit: Int) throws(Errno) -> FileNames {
        try state.withLock { (state) throws(Errno) in
            let names = try state.file(directory).node.names.keys.prefix(limit)
            return FileNames(names.map { String(decoding: $0, as: UTF8.self) })
        }
    }

    package func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool {
        try state.withLock { (state) throws(Errno) in
            let node = try state.file(file).node
            node.lock = node.lock ?? file
            return node.lock == file
        }
    }

    package func pause(milliseconds: Int) { POSIXFileSystem().pause(milliseconds: milliseconds) }
}

/// The files and directories, and what is open.
private struct State {
    enum Content {
        case file([UInt8])
        /// By bytes: Swift's strings treat some different names as equal.
        case directory([[UInt8]: Node])
    }

    final class Node {
        let number: Int
        var content: Content
        var mode: UInt32
        weak var parent: Node?
        /// The open file that holds its lock.
        var lock: FileDescriptor?

        init(_ number: Int, _ content: Content) {
            self.number = number
            self.content = content
            mode = 0o600
            if isDirectory { mode = 0o700 }
        }

        var isDirectory: Bool { if case .directory = content { true } else { false } }

        var names: [[UInt8]: Node] {
            get throws(Errno) {
                guard case .directory(let names) = content else { throw .notDirectory }
                return names
            }
        }

        var bytes: [UInt8] {
            get throws(Errno) {
                guard case .file(let bytes) = content else { throw .isDirectory }
                return bytes
            }
        }

        func status(_ user: UInt32) -> FileStatus {
            FileStatus(
                kind: isDirectory ? .directory : .regular, size: (try? bytes.count) ?? 0, mode: mode,
                owner: user, group: user, device: 1, inode: UInt64(number), changed: 0,
                modified: 0)
        }
    }

    struct OpenFile {
        let node: Node
        var offset = 0
    }

    /// Where a name is or could be; without a name, the directory itself.
    struct Spot {
        let directory: Node
        let name: [UInt8]
        let node: Node?
    }

    /// Linux's NAME_MAX.
    static let longestName = 255
    static let slash = UInt8(ascii: "/")

    let root = Node(0, .directory([:]))
    var files: [FileDescriptor: OpenFile] = [:]
    private var nextNode = 1
    private var nextFile: Int32 = 3

    // MARK: Finding

    func file(_ file: FileDescriptor) throws(Errno) -> OpenFile {
        guard let open = files[file] else { throw .invalid }
        return open
    }

    func spot(_ place: Place) throws(Errno) -> Spot {
        let isFromRoot = place.name.utf8.first == Self.slash || place.folder.path.isEmpty
        var spot = Spot(directory: root, name: [], node: isFromRoot ? root : try file(place.directory).node)
        for part in place.name.utf8.split(separator: Self.slash) where Array(part) != Array(".".utf8) {
            guard let directory = spot.node else { throw .noEntry }
            let names = try directory.names
            guard part.count <= Self.longestName else { throw .nameTooLong }
            if Array(part) == Array("..".utf8) {
                spot = Spot(directory: directory, name: [], node: directory.parent ?? root)
            } else {
                spot = Spot(directory: directory, name: Array(part), node: names[Array(part)])
            }
        }
        return spot
    }

    func existing(_ place: Place) throws(Errno) -> (spot: Spot, node: Node) {
        let spot = try spot(place)
        guard let node = spot.node else { throw .noEntry }
        return (spot, node)
    }

    func free(_ place: Place) throws(Errno) -> Spot {
        let spot = try spot(place)
        guard spot.node == nil else { throw .exists }
        return spot
    }

    // MARK: Changing

    mutating func put(_ bytes: [UInt8], _ path: String) {
        var directory = root
        let parts = path.utf8.split(separator: Self.slash).map(Array.init)
        for part in parts.dropLast() {
            let found = (try? directory.names)?[part]
            directory =
                found ?? add(.directory([:]), at: Spot(directory: directory, name: part, node: nil))
        }
        add(.file(bytes), at: Spot(directory: directory, name: parts.last ?? [], node: nil))
    }

    @discardableResult
    mutating func add(_ content: Content, at spot: Spot) -> Node {
        defer { nextNode += 1 }
        let node = Node(nextNode, content)
        name(node, at: spot)
        return node
    }

    /// Lets a name lead to a node; nil removes the name.
    func name(_ node: Node?, at spot: Spot) {
        guard case .directory(var names) = spot.directory.content else { return }
        // Taken out first, so that the dictionary is changed in place however large it is.
        spot.directory.content = .directory([:])
        names[spot.name] = node
        spot.directory.content = .directory(names)
        node?.parent = spot.directory
    }

    func rename(_ old: Place, to new: Place, ifAbsent: Bool) throws(Errno) {
        let (source, moved) = try existing(old)
        let target = try spot(new)
        if let replaced = target.node {
            if ifAbsent { throw .exists }
            if replaced === moved { return }
            guard moved.isDirectory == replaced.isDirectory else {
                throw replaced.isDirectory ? .isDirectory : .notDirectory
            }
            if replaced.isDirectory, try !replaced.names.isEmpty { throw .notEmpty }
        }
        name(moved, at: target)
        name(nil, at: source)
    }

    mutating func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        let found = try spot(place)
        var node = found.node
        switch mode {
        case .creating:
            guard node == nil else { throw .exists }
            node = add(.file([]), at: found)
        case .locking:
            node = node ?? add(.file([]), at: found)
            _ = try node?.bytes
        case .directory, .folder, .folderWithoutLinks: _ = try node?.names
        case .reading, .appending, .entry, .externalFile, .setting: break
        }
        guard let node else { throw .noEntry }
        defer { nextFile += 1 }
        let file = FileDescriptor(rawValue: nextFile)
        files[file] = OpenFile(node: node, offset: mode == .appending ? try node.bytes.count : 0)
        return file
    }

    mutating func close(_ file: FileDescriptor) {
        guard let open = files.removeValue(forKey: file) else { return }
        if open.node.lock == file { open.node.lock = nil }
    }
}

internal import RegappStore

/// The inside of a simulated file system: the live disk, what is open, and everything that happened.
struct SimulatedState: Sendable {
    /// Linux's usual limit of open files in one process.
    static let mostOpenFiles = 1024

    /// A file as one `open` made it.
    struct OpenFile: Sendable {
        let inode: InodeID
        let path: String
        let access: Access
        var offset = 0
    }

    /// An event and the number of calls after which it stands on the disk.
    struct DatedEvent: Sendable {
        let calls: Int
        let event: DiskEvent
    }

    /// The disk as it was when the system started, all of it certain.
    let base: DiskImage
    let identity: Identity
    var live: DiskImage
    var history: [DatedEvent] = []
    var log: [CallRecord] = []
    var files: [Int32: OpenFile] = [:]
    var locks: [InodeID: Int32] = [:]
    /// How many names lead to each inode on the live disk.
    private var links: [InodeID: Int] = [:]
    var nextInode: InodeID
    /// Inode numbers that no file has any more, and the lowest one that none had.
    private var freeNumbers: [UInt64] = []
    var nextNumber: UInt64
    /// When files were last changed, in seconds since 1970, as far as a test says; the others are as old as can be.
    var changed: [InodeID: Int64] = [:]
    var isReadOnly = false
    var elapsedMilliseconds = 0
    var pauses = 0
    /// Whether the events come from a call that is not in the log yet, rather than from a test itself.
    var isInCall = false

    init(base: DiskImage, identity: Identity) {
        self.base = base
        self.identity = identity
        live = base
        nextInode = (base.inodes.keys.max() ?? DiskImage.root) + 1
        nextNumber = (base.inodes.values.map(\.number).max() ?? 0) + 1
        for inode in base.inodes.values {
            for child in inode.names.values { links[child, default: 0] += 1 }
        }
    }

    var user: UInt32 { identity.user }

    var lookup: PathLookup { PathLookup(image: live, identity: identity) }

    mutating func happen(_ event: DiskEvent) {
        history.append(DatedEvent(calls: log.count + (isInCall ? 1 : 0), event: event))
        if case .named(let assignments) = event { count(assignments) }
        if case .arranged(let assignments) = event { count(assignments) }
        live.apply(event)
    }

    /// Makes an inode of this user, or of the one that a test names.
    ///
    /// - Parameter directory: where it will have a name; it passes on its group if it has the set-group-ID bit.
    mutating func create(
        _ content: Inode.Content, mode: UInt32, in directory: InodeID, owner: UInt32? = nil,
        group: UInt32? = nil
    ) -> InodeID {
        let id = nextInode
        nextInode += 1
        let parent = live[directory]
        let own = owner ?? identity.groups[0]
        let inherited = parent.mode & 0o2000 != 0 ? parent.group : own
        let inode = Inode(
            content: content, number: freeNumbers.popLast() ?? nextNumber, mode: mode, owner: owner ?? user,
            group: group ?? inherited)
        nextNumber = max(nextNumber, inode.number + 1)
        happen(.created(id, inode))
        return id
    }

    /// Lets an inode's number be used again once no name and no open file leads to it.
    mutating func releaseNumber(of id: InodeID) {
        guard links[id, default: 0] == 0 else { return }
        guard !files.values.contains(where: { $0.inode == id }) else { return }
        freeNumbers.append(live[id].number)
    }

    private mutating func count(_ assignments: [NameAssignment]) {
        for assignment in assignments {
            if let old = live[assignment.directory].names[assignment.name] { links[old, default: 0] -= 1 }
            if let new = assignment.inode { links[new, default: 0] += 1 }
        }
    }

    func file(_ file: FileDescriptor) throws(Errno) -> OpenFile {
        guard let open = files[file.rawValue] else { throw .badDescriptor }
        return open
    }

    /// An open file that is more than a place for names.
    func readable(_ file: FileDescriptor) throws(Errno) -> OpenFile {
        let open = try self.file(file)
        guard !open.access.isEmpty else { throw .badDescriptor }
        return open
    }
}

extension Errno {
    /// Not the number of an open file, or not one open for this.
    static let badDescriptor = Errno(rawValue: 9)
    /// The name is in use, such as the root directory's.
    static let busy = Errno(rawValue: 16)
}

internal import RegappStore

/// Where a path leads: the directory that holds its last name, the name, and what it stands for.
struct Spot: Sendable {
    let directory: InodeID
    /// Nil for the root, `.` and `..`, which no call can rename or remove.
    let name: FileName?
    let inode: InodeID?
}

/// What a program asks of an inode's permission bits.
struct Access: OptionSet, Sendable {
    let rawValue: UInt32
    static let execute = Access(rawValue: 1)
    static let write = Access(rawValue: 2)
    static let read = Access(rawValue: 4)
}

/// The user that a program runs as.
struct Identity: Sendable {
    let user: UInt32
    /// The groups that the user is in, at least one; new files get the first.
    let groups: [UInt32]
}

/// Follows paths over a disk image with one user's rights, as the kernel does.
struct PathLookup: Sendable {
    /// Linux's PATH_MAX, its terminating NUL included.
    static let longestPath = 4096
    /// Linux follows no more symbolic links than this in one path.
    static let mostLinks = 40

    let image: DiskImage
    let identity: Identity

    /// Finds a path's last name without following it when it is a symbolic link.
    func spot(_ path: String) throws(Errno) -> Spot {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty else { throw .noEntry }
        guard bytes.count < Self.longestPath else { throw .nameTooLong }
        let parts = bytes.split(separator: UInt8(ascii: "/"))
        guard let last = parts.last else {
            return Spot(directory: DiskImage.root, name: nil, inode: DiskImage.root)
        }
        var links = 0
        var trail = [DiskImage.root]
        for part in parts.dropLast() { try enter(FileName(part), &trail, &links) }
        let name = FileName(last)
        if name.text == "." || name.text == ".." || bytes.last == UInt8(ascii: "/") {
            try enter(name, &trail, &links)
            return Spot(directory: trail.last ?? DiskImage.root, name: nil, inode: trail.last)
        }
        let directory = trail.last ?? DiskImage.root
        return Spot(directory: directory, name: name, inode: try child(name, of: directory))
    }

    /// Finds one name in a directory, without following it.
    func spot(named text: String, in directory: InodeID) throws(Errno) -> Spot {
        guard !text.isEmpty else { throw .noEntry }
        // Only a path that was not resolved before has slashes.
        guard !text.utf8.contains(UInt8(ascii: "/")) else { throw .invalid }
        if text == "." { return Spot(directory: directory, name: nil, inode: directory) }
        let name = FileName(text.utf8)
        let inode = try child(name, of: directory)
        if text == ".." {
            let parent = parent(of: directory)
            return Spot(directory: parent, name: nil, inode: parent)
        }
        return Spot(directory: directory, name: name, inode: inode)
    }

    /// Finds a directory, following links unless they are refused.
    func folder(_ path: String, from start: InodeID, refusingLinks: Bool) throws(Errno) -> InodeID {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty else { throw .noEntry }
        guard bytes.count < Self.longestPath else { throw .nameTooLong }
        var links = refusingLinks ? Self.mostLinks : 0
        var trail = bytes[0] == UInt8(ascii: "/") ? [DiskImage.root] : trail(to: start)
        for part in bytes.split(separator: UInt8(ascii: "/")) {
            try enter(FileName(part), &trail, &links)
        }
        return trail.last ?? DiskImage.root
    }

    private func parent(of directory: InodeID) -> InodeID {
        image.inodes.first { $0.value.names.values.contains(directory) }?.key ?? DiskImage.root
    }

    private func trail(to directory: InodeID) -> [InodeID] {
        directory == DiskImage.root ? [directory] : trail(to: parent(of: directory)) + [directory]
    }

    /// Finds what a path stands for, following symbolic links in the last place too.
    func followed(_ path: String) throws(Errno) -> InodeID {
        var path = path
        for _ in 0...Self.mostLinks {
            let place = try spot(path)
            guard let id = place.inode else { throw .noEntry }
            guard case .symbolicLink(let target) = image[id].content else { return id }
            let slash = UInt8(ascii: "/")
            let parent = path.utf8.lastIndex(of: slash).map { path[...$0] } ?? "/"
            path = target.utf8.first == slash ? target : parent + target
        }
        throw .loop
    }

    /// Fails with EACCES unless the user may do this with the inode; the superuser may do anything.
    func require(_ access: Access, of id: InodeID) throws(Errno) {
        guard identity.user != 0 else { return }
        let inode = image[id]
        let bits =
            if inode.owner == identity.user { inode.mode >> 6 } else if identity.groups.contains(inode.group)
            {
                inode.mode >> 3
            } else { inode.mode }
        guard Access(rawValue: bits & 7).isSuperset(of: access) else { throw .accessDenied }
    }

    private func child(_ name: FileName, of directory: InodeID) throws(Errno) -> InodeID? {
        guard image[directory].isDirectory else { throw .notDirectory }
        try require(.execute, of: directory)
        guard name.bytes.count <= FileName.longest else { throw .nameTooLong }
        return image[directory].names[name]
    }

    private func enter(_ name: FileName, _ trail: inout [InodeID], _ links: inout Int) throws(Errno) {
        if name.text == "." { return }
        if name.text == ".." {
            if trail.count > 1 { trail.removeLast() }
            return
        }
        guard let id = try child(name, of: trail.last ?? DiskImage.root) else { throw .noEntry }
        switch image[id].content {
        case .directory: trail.append(id)
        case .symbolicLink(let target):
            links += 1
            guard links <= Self.mostLinks else { throw .loop }
            if target.utf8.first == UInt8(ascii: "/") { trail = [DiskImage.root] }
            for part in Array(target.utf8).split(separator: UInt8(ascii: "/")) {
                try enter(FileName(part), &trail, &links)
            }
        case .file, .special: throw .notDirectory
        }
    }
}

internal import RegappStore

/// The calls on open files.
extension SimulatedState {
    mutating func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        guard files.count < Self.mostOpenFiles else { throw .tooManyOpenFiles }
        let inode: InodeID
        let access: Access
        switch mode {
        case .reading: (inode, access) = (try existing(place, .read), .read)
        case .externalFile, .setting:
            (inode, access) = (try lookup.followed(place.name), .read)
            try lookup.require(.read, of: inode)
        case .entry: (inode, access) = (try entry(place), [])
        case .folder, .folderWithoutLinks:
            inode = try lookup.folder(
                place.name, from: start(of: place), refusingLinks: mode == .folderWithoutLinks)
            access = []
        case .directory: (inode, access) = (try existingDirectory(place), .read)
        case .creating: (inode, access) = (try createFile(place), .write)
        case .appending: (inode, access) = (try existing(place, .write), .write)
        case .locking:
            access = [.read, .write]
            let isNew = try spot(place).inode == nil
            inode = try isNew ? createFile(place) : existing(place, access)
            if live[inode].isDirectory { throw .isDirectory }
            if isReadOnly { throw .readOnly }
        }
        // The kernel gives the lowest free number; 0, 1 and 2 are in use in every program.
        var descriptor: Int32 = 3
        while files[descriptor] != nil { descriptor += 1 }
        files[descriptor] = OpenFile(inode: inode, path: place.path, access: access)
        if mode == .appending { files[descriptor]?.offset = live[inode].bytes.count }
        return FileDescriptor(rawValue: descriptor)
    }

    mutating func close(_ file: FileDescriptor) {
        guard let open = files.removeValue(forKey: file.rawValue) else { return }
        if locks[open.inode] == file.rawValue { locks[open.inode] = nil }
        releaseNumber(of: open.inode)
    }

    mutating func status(of id: InodeID) -> FileStatus {
        let inode = live[id]
        let (kind, size): (FileKind, Int) =
            switch inode.content {
            case .file(let bytes): (.regular, bytes.count)
            case .directory: (.directory, 4096)
            case .symbolicLink(let target): (.symbolicLink, target.utf8.count)
            case .special: (.other, 0)
            }
        return FileStatus(
            kind: kind, size: size, mode: inode.mode, owner: inode.owner, group: inode.group,
            device: 1, inode: inode.number, changed: (changed[id] ?? 0) * 1_000_000_000,
            modified: inode.modified)
    }

    mutating func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8] {
        let open = try self.file(file)
        guard open.access.contains(.read) else { throw .badDescriptor }
        if live[open.inode].isDirectory { throw .isDirectory }
        let bytes = Array(live[open.inode].bytes.dropFirst(open.offset).prefix(count))
        files[file.rawValue]?.offset += bytes.count
        return bytes
    }

    mutating func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let open = try self.file(file)
        guard open.access.contains(.write) else { throw .badDescriptor }
        happen(.wrote(open.inode, offset: open.offset, Array(bytes)))
        files[file.rawValue]?.offset += bytes.count
        return bytes.count
    }

    mutating func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno) {
        let open = try readable(file)
        guard !isReadOnly else { throw .readOnly }
        guard user == 0 || live[open.inode].owner == user else { throw .notPermitted }
        happen(.modeSet(open.inode, mode & 0o7777))
    }

    mutating func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno) {
        let open = try readable(file)
        guard !isReadOnly else { throw .readOnly }
        let isMine = live[open.inode].owner == user && identity.groups.contains(group)
        guard user == 0 || isMine && owner == nil else { throw .notPermitted }
        if let owner { happen(.ownerSet(open.inode, owner)) }
        happen(.groupSet(open.inode, group))
    }

    mutating func setAccessList(_ file: FileDescriptor, _ bytes: [UInt8]?) throws(Errno) {
        let open = try readable(file)
        guard !isReadOnly else { throw .readOnly }
        guard user == 0 || live[open.inode].owner == user else { throw .notPermitted }
        happen(.accessListSet(open.inode, bytes))
    }

    mutating func synchronize(_ file: FileDescriptor) throws(Errno) {
        happen(.synchronized(try readable(file).inode))
    }

    mutating func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {
        _ = try self.file(file)
        happen(.synchronizedAll)
    }

    /// The names in reverse order, so that no code relies on a directory being sorted.
    func names(in directory: FileDescriptor) throws(Errno) -> [String] {
        let open = try readable(directory)
        guard live[open.inode].isDirectory else { throw .notDirectory }
        return live[open.inode].names.keys.sorted(by: >).map(\.text)
    }

    mutating func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool {
        let inode = try readable(file).inode
        guard let holder = locks[inode] else {
            locks[inode] = file.rawValue
            return true
        }
        return holder == file.rawValue
    }

    /// What stands at a name, a link itself.
    private func entry(_ place: Place) throws(Errno) -> InodeID {
        guard let id = try spot(place).inode else { throw .noEntry }
        return id
    }

    private func existing(_ place: Place, _ access: Access) throws(Errno) -> InodeID {
        guard let id = try spot(place).inode else { throw .noEntry }
        if case .symbolicLink = live[id].content { throw .loop }
        try lookup.require(access, of: id)
        return id
    }

    private func existingDirectory(_ place: Place) throws(Errno) -> InodeID {
        guard let id = try spot(place).inode else { throw .noEntry }
        guard live[id].isDirectory else { throw .notDirectory }
        try lookup.require(.read, of: id)
        return id
    }

    private mutating func createFile(_ place: Place) throws(Errno) -> InodeID {
        let spot = try spot(place)
        guard spot.inode == nil else { throw .exists }
        let (directory, name) = try changeable(spot)
        let id = create(.file([]), mode: 0o600, in: directory)
        happen(.named([NameAssignment(directory: directory, name: name, inode: id)]))
        return id
    }
}

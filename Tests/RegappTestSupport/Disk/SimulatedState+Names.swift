internal import RegappStore

/// The calls on names.
extension SimulatedState {
    mutating func rename(_ old: Place, to new: Place, ifAbsent: Bool) throws(Errno) {
        let (source, target) = (try spot(old), try spot(new))
        guard let moved = source.inode else { throw .noEntry }
        let (oldDirectory, oldName) = try changeable(source)
        let (newDirectory, newName) = try changeable(target)
        if ifAbsent && target.inode != nil { throw .exists }
        if live[moved].isDirectory && isBelow(newDirectory, moved) { throw .invalid }
        if let replaced = target.inode {
            if replaced == moved { return }
            try requireReplaceable(replaced, by: moved)
        }
        happen(
            .named([
                NameAssignment(directory: oldDirectory, name: oldName, inode: nil),
                NameAssignment(directory: newDirectory, name: newName, inode: moved),
            ]))
        if let replaced = target.inode { releaseNumber(of: replaced) }
    }

    mutating func link(_ existing: Place, as new: Place) throws(Errno) {
        guard let id = try spot(existing).inode else { throw .noEntry }
        let place = try spot(new)
        guard place.inode == nil else { throw .exists }
        let (directory, name) = try changeable(place)
        guard !live[id].isDirectory else { throw .notPermitted }
        happen(.named([NameAssignment(directory: directory, name: name, inode: id)]))
    }

    mutating func unlink(_ name: Place) throws(Errno) {
        let place = try spot(name)
        guard let id = place.inode else { throw .noEntry }
        let (directory, name) = try changeable(place)
        guard !live[id].isDirectory else { throw .isDirectory }
        happen(.named([NameAssignment(directory: directory, name: name, inode: nil)]))
        releaseNumber(of: id)
    }

    mutating func makeDirectory(_ name: Place) throws(Errno) {
        let place = try spot(name)
        guard place.inode == nil else { throw .exists }
        let (directory, name) = try changeable(place)
        let id = create(.directory([:]), mode: 0o700, in: directory)
        happen(.named([NameAssignment(directory: directory, name: name, inode: id)]))
    }

    mutating func removeDirectory(_ name: Place) throws(Errno) {
        let place = try spot(name)
        guard let id = place.inode else { throw .noEntry }
        let (directory, name) = try changeable(place)
        guard live[id].isDirectory else { throw .notDirectory }
        guard live[id].names.isEmpty else { throw .notEmpty }
        happen(.named([NameAssignment(directory: directory, name: name, inode: nil)]))
        releaseNumber(of: id)
    }

    func readLink(_ link: FileDescriptor) throws(Errno) -> String {
        guard case .symbolicLink(let target) = live[try file(link).inode].content else { throw .noEntry }
        return target
    }

    /// The directory that a place begins in.
    func start(of place: Place) throws(Errno) -> InodeID {
        if place.folder.path.isEmpty { return DiskImage.root }
        return try file(place.directory).inode
    }

    /// What a place is: a path from the root for a test, else one name in an open directory.
    func spot(_ place: Place) throws(Errno) -> Spot {
        if place.folder.path.isEmpty { return try lookup.spot(place.name) }
        return try lookup.spot(named: place.name, in: try start(of: place))
    }

    /// The directory and name of a place whose names this user may change.
    func changeable(_ place: Spot) throws(Errno) -> (directory: InodeID, name: FileName) {
        guard let name = place.name else { throw place.inode == DiskImage.root ? .busy : .invalid }
        guard !isReadOnly else { throw .readOnly }
        try lookup.require([.write, .execute], of: place.directory)
        return (place.directory, name)
    }

    private func requireReplaceable(_ replaced: InodeID, by moved: InodeID) throws(Errno) {
        guard live[moved].isDirectory else {
            if live[replaced].isDirectory { throw .isDirectory }
            return
        }
        guard live[replaced].isDirectory else { throw .notDirectory }
        guard live[replaced].names.isEmpty else { throw .notEmpty }
    }

    /// Whether a directory is the other one or lies somewhere in it.
    private func isBelow(_ directory: InodeID, _ ancestor: InodeID) -> Bool {
        directory == ancestor
            || live[ancestor].names.values.contains { live[$0].isDirectory && isBelow(directory, $0) }
    }
}

internal import DocumentStore

/// The calls on names.
extension SimulatedState {
    mutating func rename(_ old: String, to new: String, ifAbsent: Bool) throws(Errno) {
        let (source, target) = (try lookup.place(old), try lookup.place(new))
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

    mutating func link(_ existing: String, as new: String) throws(Errno) {
        guard let id = try lookup.place(existing).inode else { throw .noEntry }
        let place = try lookup.place(new)
        guard place.inode == nil else { throw .exists }
        let (directory, name) = try changeable(place)
        guard !live[id].isDirectory else { throw .notPermitted }
        happen(.named([NameAssignment(directory: directory, name: name, inode: id)]))
    }

    mutating func unlink(_ path: String) throws(Errno) {
        let place = try lookup.place(path)
        guard let id = place.inode else { throw .noEntry }
        let (directory, name) = try changeable(place)
        guard !live[id].isDirectory else { throw .isDirectory }
        happen(.named([NameAssignment(directory: directory, name: name, inode: nil)]))
        releaseNumber(of: id)
    }

    mutating func makeDirectory(_ path: String) throws(Errno) {
        let place = try lookup.place(path)
        guard place.inode == nil else { throw .exists }
        let (directory, name) = try changeable(place)
        let id = create(.directory([:]), mode: 0o700, in: directory)
        happen(.named([NameAssignment(directory: directory, name: name, inode: id)]))
    }

    mutating func removeDirectory(_ path: String) throws(Errno) {
        let place = try lookup.place(path)
        guard let id = place.inode else { throw .noEntry }
        let (directory, name) = try changeable(place)
        guard live[id].isDirectory else { throw .notDirectory }
        guard live[id].names.isEmpty else { throw .notEmpty }
        happen(.named([NameAssignment(directory: directory, name: name, inode: nil)]))
        releaseNumber(of: id)
    }

    func readLink(_ path: String) throws(Errno) -> String {
        guard let id = try lookup.place(path).inode else { throw .noEntry }
        guard case .symbolicLink(let target) = live[id].content else { throw .invalid }
        return target
    }

    /// The directory and name of a place whose names this user may change.
    func changeable(_ place: Place) throws(Errno) -> (directory: InodeID, name: FileName) {
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

/// What a test does to the disk directly, and what it reads there: on the disk at once, and never logged.
///
/// Paths are absolute and written plainly; symbolic links in them are not followed.
extension SimulatedFileSystem {
    /// Writes a file, and the directories above it (0700) where they are missing.
    ///
    /// - Parameters:
    ///   - inPlace: Overwrites the file's own inode, as a shell's `>` does, rather than replacing it, as most
    ///     editors do.
    ///   - owner: The user it belongs to; the file system's own where nil.
    ///   - group: The group it belongs to; the owner's where nil.
    package func put(
        _ path: String, _ bytes: [UInt8], mode: UInt32 = 0o600, owner: UInt32? = nil, group: UInt32? = nil,
        inPlace: Bool = false
    ) {
        arrange { state in
            if inPlace, let id = state.find(path) {
                state.replace(id, bytes, mode: mode, owner: owner, group: group)
            } else {
                state.arrange(path, .file(bytes), mode: mode, owner: owner, group: group)
            }
        }
    }

    package func put(_ path: String, _ text: String, mode: UInt32 = 0o600) {
        put(path, Array(text.utf8), mode: mode)
    }

    /// Makes a directory, and those above it (0700), where they are missing, and sets its mode, owner and group.
    package func putDirectory(
        _ path: String, mode: UInt32 = 0o700, owner: UInt32? = nil, group: UInt32? = nil
    ) {
        arrange { state in
            let id = state.find(path) ?? state.arrange(path, .directory([:]), mode: mode, owner: owner)
            state.replace(id, [], mode: mode, owner: owner, group: group)
        }
    }

    package func putLink(_ path: String, to target: String, owner: UInt32? = nil) {
        arrange { _ = $0.arrange(path, .symbolicLink(target), mode: 0o777, owner: owner) }
    }

    package func putHardLink(_ path: String, to target: String) {
        arrange { state in
            let (parent, name) = state.split(path)
            guard let directory = state.find(parent), let id = state.find(target) else { return }
            state.happen(.arranged([NameAssignment(directory: directory, name: name, inode: id)]))
        }
    }

    /// Makes something that is neither a file nor a directory nor a link, such as a FIFO.
    package func putSpecial(_ path: String, mode: UInt32 = 0o600) {
        arrange { _ = $0.arrange(path, .special, mode: mode, owner: nil) }
    }

    /// Says when a file was last changed, in seconds since 1970.
    package func setChanged(_ path: String, _ seconds: Int64) {
        arrange { state in
            if let id = state.find(path) { state.changed[id] = seconds }
        }
    }

    /// Takes a name away, with everything below it.
    package func remove(_ path: String) {
        arrange { state in
            let (parent, name) = state.split(path)
            guard let directory = state.find(parent) else { return }
            state.empty(path)
            state.happen(.arranged([NameAssignment(directory: directory, name: name, inode: nil)]))
        }
    }

    /// The bytes of a regular file; nil where there is none by that path.
    package func contents(_ path: String) -> [UInt8]? {
        arrange { state in
            guard let id = state.find(path), case .file(let bytes) = state.live[id].content else {
                return nil
            }
            return bytes
        }
    }

    /// The permission bits of what a path names; nil where there is nothing.
    package func mode(_ path: String) -> UInt32? {
        arrange { state in state.find(path).map { state.live[$0].mode } }
    }

    package func group(_ path: String) -> UInt32? {
        arrange { state in state.find(path).map { state.live[$0].group } }
    }

    package func putAccessList(_ path: String, _ list: [UInt8]) {
        arrange { state in
            if let id = state.find(path) { state.happen(.accessListSet(id, list)) }
        }
    }

    package func accessList(_ path: String) -> [UInt8]? {
        arrange { state in state.find(path).flatMap { state.live[$0].accessList } }
    }

    /// Lets two names change places, as `renameat2` with `RENAME_EXCHANGE` does.
    package func exchange(_ one: String, _ other: String) {
        arrange { state in
            let ((parent, name), (otherParent, otherName)) = (state.split(one), state.split(other))
            guard let directory = state.find(parent), let otherDirectory = state.find(otherParent),
                let id = state.find(one), let otherID = state.find(other)
            else { return }
            state.happen(
                .arranged([
                    NameAssignment(directory: directory, name: name, inode: otherID),
                    NameAssignment(directory: otherDirectory, name: otherName, inode: id),
                ]))
        }
    }

    package func exists(_ path: String) -> Bool {
        arrange { $0.find(path) != nil }
    }

    /// Every regular file with its bytes.
    package func tree() -> [String: [UInt8]] {
        arrange { state in
            var files: [String: [UInt8]] = [:]
            for (path, id) in state.live.walk() {
                if case .file(let bytes) = state.live[id].content { files[path] = bytes }
            }
            return files
        }
    }

    /// Every path but the root's, directories and links included, parents first.
    package func paths() -> [String] {
        arrange { state in state.live.walk().dropFirst().map(\.path) }
    }
}

extension SimulatedState {
    /// Takes away all that is in a directory, which a program may have open.
    mutating func empty(_ path: String) {
        guard let id = find(path) else { return }
        for name in live[id].names.keys {
            empty(path + "/" + name.text)
            happen(.arranged([NameAssignment(directory: id, name: name, inode: nil)]))
        }
    }

    func find(_ path: String) -> InodeID? {
        var id = DiskImage.root
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            guard let child = live[id].names[FileName(part)] else { return nil }
            id = child
        }
        return id
    }

    /// Changes an inode in place, as a test does directly.
    mutating func replace(_ id: InodeID, _ bytes: [UInt8], mode: UInt32, owner: UInt32?, group: UInt32?) {
        let group = group ?? owner ?? identity.groups[0]
        happen(.replaced(id, bytes, mode: mode, owner: owner ?? user, group: group))
    }

    func split(_ path: String) -> (parent: String, name: FileName) {
        let parts = path.utf8.split(separator: UInt8(ascii: "/"))
        let parent = parts.dropLast().reduce(into: "") { $0 += "/" + String(decoding: $1, as: UTF8.self) }
        return (parent, FileName(parts.last.map(Array.init) ?? []))
    }

    @discardableResult
    mutating func arrange(
        _ path: String, _ content: Inode.Content, mode: UInt32, owner: UInt32?, group: UInt32? = nil
    ) -> InodeID {
        let (parent, name) = split(path)
        let directory = find(parent) ?? arrange(parent, .directory([:]), mode: 0o700, owner: owner)
        let id = create(content, mode: mode, in: directory, owner: owner, group: group)
        happen(.synchronized(id))
        happen(.arranged([NameAssignment(directory: directory, name: name, inode: id)]))
        return id
    }
}

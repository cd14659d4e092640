/// The mode and the group that a new file gets.
struct Permissions: Equatable {
    let mode: UInt32
    /// Nil for the group that the system gives it.
    let group: UInt32?

    /// Its owner's alone.
    static let `private` = Permissions(mode: 0o600, group: nil)

    /// Its owner's, and a group's to read.
    static func shared(with group: UInt32) -> Permissions { Permissions(mode: 0o640, group: group) }

    /// The mode where the group cannot be given: what the group would have had goes to no other group, unless
    /// everybody has it.
    var modeWithoutGroup: UInt32 { mode & ~0o070 | (mode & 0o007) << 3 & mode }
}

extension FileStatus {
    /// The group that a directory is shared with: it may list and pass, and others nothing at all.
    var sharedGroup: UInt32? { kind == .directory && mode & 0o077 == 0o050 ? group : nil }

    /// Whether its mode forbids its owner to write it.
    var isWriteProtected: Bool { mode & 0o200 == 0 }

    /// The mode that a file or directory should have if more users may reach it than its owner and the group that it
    /// is shared with; nil where it is as it should be.
    func saferMode(sharedWith group: UInt32?) -> UInt32? {
        let isShared = self.group == group
        return switch (mode & 0o077, kind) {
        case (0, _), (0o050, .directory): nil
        case (_, .directory): 0o700
        case (0o040, _) where isShared: nil
        default: isShared ? 0o640 : 0o600
        }
    }
}

/// Which of its permissions a file got.
enum GivenPermissions {
    case all
    /// Its group could not be given, so its mode is `modeWithoutGroup`.
    case withoutGroup
    /// The file system keeps no modes.
    case none
}

extension FileAccess {
    /// Sets the group and then the mode of an open file or directory.
    func give(
        _ permissions: Permissions, to file: FileDescriptor, _ path: String
    ) throws(StoreError) -> GivenPermissions {
        let mode =
            try hasGroup(permissions.group, file, path) ? permissions.mode : permissions.modeWithoutGroup
        do throws(Errno) {
            // Also without a group: the process's umask may have taken bits away.
            try uninterrupted { () throws(Errno) in try system.setMode(file, mode) }
        } catch {
            guard error.isRefusal else { throw .failed(.write, path: path, error) }
            return .none
        }
        let status = try call(.write, path) { () throws(Errno) in try system.status(of: file) }
        guard status.mode & 0o777 == mode & 0o777 else { return .none }
        return mode == permissions.mode ? .all : .withoutGroup
    }

    /// Gives a file that is there its permissions.
    func give(_ permissions: Permissions, toFile path: String) throws(StoreError) {
        let file = try call(.write, path) { () throws(Errno) in try system.open(path, .reading) }
        defer { system.close(file) }
        _ = try give(permissions, to: file, path)
    }

    private func hasGroup(
        _ group: UInt32?, _ file: FileDescriptor, _ path: String
    ) throws(StoreError) -> Bool {
        guard let group else { return true }
        let status = try call(.write, path) { () throws(Errno) in try system.status(of: file) }
        if status.group == group { return true }
        do throws(Errno) {
            try uninterrupted { () throws(Errno) in try system.setOwner(file, nil, group: group) }
            return true
        } catch {
            // Whatever the reason, of which the commonest is that the user is not in the group.
            return false
        }
    }
}

extension DocumentStore {
    /// Warns of permissions that a file did not get.
    func warn(_ given: GivenPermissions, _ permissions: Permissions, _ path: String) {
        switch given {
        case .all: break
        case .withoutGroup: warn(.groupNotGiven(path: path, mode: permissions.modeWithoutGroup))
        case .none: warn(.modesNotKept(directory: directory))
        }
    }
}

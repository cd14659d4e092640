struct Permissions: Equatable {
    let mode: UInt32
    /// Nil for the default group.
    let group: UInt32?
    /// The kernel's extended list; nil for none, even if the folder would pass one on.
    var accessList: [UInt8]?

    static let `private` = Permissions(mode: 0o600, group: nil)

    static func shared(with group: UInt32) -> Permissions { Permissions(mode: 0o640, group: group) }

    /// The mode if the group cannot be given: another group gets the rights meant for it only as far as all users have
    /// them.
    var modeWithoutGroup: UInt32 {
        // The group's bits limit the list; without it, others would get what the list may deny to some of them.
        accessList == nil ? mode & ~0o070 | (mode & 0o007) << 3 & mode : modeWithoutList
    }

    /// The mode if the list cannot be given: for the owner only.
    var modeWithoutList: UInt32 { mode & 0o700 }
}

extension FileStatus {
    /// The group that a directory is shared with: it may list and pass, and others nothing at all.
    var sharedGroup: UInt32? { kind == .directory && mode & 0o077 == 0o050 ? group : nil }

    var isWriteProtected: Bool { mode & 0o200 == 0 }

    /// Throws `refused` if the owner of a file or directory has protected it from being changed.
    func requireWritable(_ path: String) throws(StoreError) {
        if isWriteProtected { throw .refused(path: path, .writeProtected(mode: mode)) }
    }

    /// The mode that a file or directory should have if more users can reach it than its owner and the group that it
    /// is shared with; nil if it is right.
    func saferMode(sharedWith group: UInt32?) -> UInt32? {
        switch (mode & 0o077, kind) {
        case (0, _), (0o050, .directory): nil
        case (0o040, _) where self.group == group: nil
        default: mode(sharedWith: group)
        }
    }

    func mode(sharedWith group: UInt32?) -> UInt32 {
        kind == .directory ? (group == nil ? 0o700 : 0o750) : (group == nil ? 0o600 : 0o640)
    }

    /// Whether a group can read it, and pass if it is a directory.
    func isReadable(by group: UInt32) -> Bool {
        let needed: UInt32 = kind == .directory ? 0o050 : 0o040
        return self.group == group && mode & needed == needed
    }
}

enum GivenPermissions {
    case all
    /// The group could not be given: the mode is `modeWithoutGroup`.
    case withoutGroup
    /// The list could not be given, or an inherited one not removed: the mode is `modeWithoutList`.
    case withoutList
    /// The file system keeps no modes.
    case none
}

extension FileAccess {
    /// Sets the group, the access control list and then the mode of an open file or directory.
    func give(
        _ permissions: Permissions, to file: FileDescriptor, _ path: String
    ) throws(StoreError) -> GivenPermissions {
        var (mode, given) = (permissions.mode, GivenPermissions.all)
        if try !hasGroup(permissions.group, file, path) {
            mode = permissions.modeWithoutGroup
            if mode != permissions.mode { given = .withoutGroup }
        }
        // An inherited list grants nothing while the group's bits, which bound it, are empty.
        if mode & 0o070 != 0 || permissions.accessList != nil && given == .all, !hasList(permissions, file) {
            (mode, given) = (permissions.modeWithoutList, .withoutList)
        }
        do throws(Errno) {
            // Even without a group: the process's umask may have taken bits away.
            try uninterrupted(system.setMode(file, mode))
        } catch {
            guard error.isRefusal else { throw .failed(.write, path: path, error) }
            return .none
        }
        let status = try call(.write, path, system.status(of: file))
        guard status.mode & 0o777 == mode & 0o777 else { return .none }
        return given
    }

    /// Sets the access control list of a file, or removes an inherited one; false if that fails.
    private func hasList(_ permissions: Permissions, _ file: FileDescriptor) -> Bool {
        do throws(Errno) {
            try uninterrupted(system.setAccessList(file, permissions.accessList))
            return true
        } catch {
            // Whatever the reason; most often the file system supports no lists.
            return false
        }
    }

    func accessList(of file: FileDescriptor, _ path: String) throws(StoreError) -> [UInt8]? {
        try call(.read, path, system.accessList(of: file))
    }

    func give(
        _ permissions: Permissions, at place: Place, _ mode: OpenMode
    ) throws(StoreError) -> GivenPermissions {
        let path = place.path
        let file = try call(.write, path, system.open(place, mode))
        defer { system.close(file) }
        return try give(permissions, to: file, path)
    }

    private func hasGroup(
        _ group: UInt32?, _ file: FileDescriptor, _ path: String
    ) throws(StoreError) -> Bool {
        guard let group else { return true }
        let status = try call(.write, path, system.status(of: file))
        if status.group == group { return true }
        do throws(Errno) {
            try uninterrupted(system.setOwner(file, nil, group: group))
            return true
        } catch {
            // Whatever the reason; most often the user is not in the group.
            return false
        }
    }
}

extension DocumentStore {
    func warn(_ given: GivenPermissions, _ permissions: Permissions, _ path: String) {
        switch given {
        case .all: break
        case .withoutList: warn(.accessListNotGiven(path: path, mode: permissions.modeWithoutList))
        case .withoutGroup: warn(.groupNotGiven(path: path, mode: permissions.modeWithoutGroup))
        case .none: warn(.modesNotKept(directory: directory))
        }
    }
}

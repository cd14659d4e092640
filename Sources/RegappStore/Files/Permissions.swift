internal import RegappValues

struct Permissions: Equatable {
    let mode: UInt32
    /// Nil for the default group.
    let group: UInt32?
    /// The kernel's extended list; nil for none, even if the folder would pass one on.
    var accessList: [UInt8]?

    static let `private` = Permissions(mode: 0o600, group: nil)

    /// - Parameter group: nil if no group may read it.
    static func shared(with group: UInt32?) -> Permissions {
        group.map { Permissions(mode: 0o640, group: $0) } ?? .private
    }

    /// For use if the group cannot be given: another group keeps only those rights that all users have.
    var modeWithoutGroup: UInt32 {
        // The group's bits limit the list; without it, others would get what the list may deny to some of them.
        accessList == nil ? mode & ~0o070 | (mode & 0o007) << 3 & mode : modeWithoutList
    }

    /// For use if the list cannot be given: only the owner keeps rights.
    var modeWithoutList: UInt32 { mode & 0o700 }
}

extension FileStatus {
    /// The group that a directory is shared with: it may list and enter the directory, and others may do nothing.
    var sharedGroup: UInt32? { kind == .directory && mode & 0o077 == 0o050 ? group : nil }

    var isWriteProtected: Bool { mode & 0o200 == 0 }

    /// Throws `refused` if the owner has protected a file or directory from changes.
    func requireWritable(_ path: String) throws(StoreError) {
        if isWriteProtected { throw .refused(path: path, .writeProtected(mode: mode)) }
    }

    /// The permission bits that let in more users than should.
    ///
    /// - Parameters:
    ///   - isShared: whether a group may read it.
    ///   - entry: the bits that all folders on the way have: users shut out there cannot get further. Where only a
    ///     group gets in, the bits for other users apply to its members.
    func excess(isShared: Bool, behind entry: UInt32) -> UInt32 {
        guard entry & 0o011 != 0 else { return 0 }
        guard isShared else { return mode & 0o077 }
        let granted: UInt32 = kind == .directory ? 0o5 : 0o4
        let excess = mode & 0o077 & ~(entry & 0o001 == 0 ? granted : 0)
        return excess & 0o070 == granted << 3 ? excess & 0o007 : excess
    }

    /// Whether a group can read it, and enter it if it is a directory; without a group, whether other users can.
    func isReadable(by group: UInt32?, _ list: AccessList?) -> Bool {
        let needed: UInt32 = kind == .directory ? 0o5 : 0o4
        let ofOwnGroup = list?.ofOwnGroup ?? mode >> 3
        let named = list?.entries.filter { $0.group == group }.map { $0.rights & mode >> 3 } ?? []
        let grants = named + (self.group == group ? [ofOwnGroup & mode >> 3] : [])
        return (grants.isEmpty ? [mode] : grants).contains { $0 & needed == needed }
    }
}

/// What an access control list grants to groups; the mode's group bits then limit it.
struct AccessList {
    /// The file's own group.
    let ofOwnGroup: UInt32
    let entries: [(group: UInt32, rights: UInt32)]

    /// The kernel's format: a version, then for each entry tag and rights of two bytes each, and an id.
    init(_ bytes: [UInt8]) {
        func number(_ start: Int, _ count: Int) -> UInt32 {
            bytes.dropFirst(start).prefix(count).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }
        let all = stride(from: 4, to: bytes.count - 7, by: 8).map { start in
            (tag: number(start, 2), rights: number(start + 2, 2), group: number(start + 4, 4))
        }
        // ACL_GROUP_OBJ and ACL_GROUP of linux/posix_acl.h.
        ofOwnGroup = all.first { $0.tag == 4 }?.rights ?? 0
        entries = all.filter { $0.tag == 8 }.map { ($0.group, $0.rights) }
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
    /// Sets the group, the access control list and then the mode.
    func give(
        _ permissions: Permissions, to file: FileDescriptor, _ path: String
    ) throws(StoreError) -> GivenPermissions {
        var mode = permissions.mode
        var given = GivenPermissions.all
        // Setting the group may fail for any reason; most often the user is not in the group.
        if let group = permissions.group, try call(.write, path, system.status(of: file)).group != group,
            (try? uninterrupted(system.setOwner(file, nil, group: group))) == nil
        {
            mode = permissions.modeWithoutGroup
            if mode != permissions.mode { given = .withoutGroup }
        }
        // An inherited list grants nothing while the group's bits, which limit it, are empty. Setting or removing one
        // may fail for any reason; most often the file system supports no lists.
        if mode & 0o070 != 0 || permissions.accessList != nil && given == .all,
            (try? uninterrupted(system.setAccessList(file, permissions.accessList))) == nil
        {
            mode = permissions.modeWithoutList
            given = .withoutList
        }
        do throws(Errno) {
            // Even without a group: the process's umask may have removed bits.
            try uninterrupted(system.setMode(file, mode))
        } catch {
            guard error.isRefusal else { throw .failed(.write, path: path, error) }
            return .none
        }
        let status = try call(.write, path, system.status(of: file))
        guard status.mode & 0o777 == mode & 0o777 else { return .none }
        return given
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

package struct SystemUser: Hashable, Sendable {
    package let id: UInt32
    /// Nil if unknown.
    package let name: String?

    package var isRoot: Bool { id == FileAccess.superuser }
}

package struct SystemGroup: Hashable, Sendable {
    package let id: UInt32
    package let name: String?
}

extension FileAccess {
    /// Every program has to trust the superuser's files and links.
    static let superuser: UInt32 = 0

    private static let (users, groups) = ("/etc/passwd", "/etc/group")
    /// How much is read of either file: some 10,000 users.
    private static let mostBytesOfUsers = 1 << 20

    func require(
        _ owners: [UInt32], toOwn status: FileStatus, _ path: @autoclosure () -> String,
        orElse refusal: (SystemUser) -> FileRefusal
    ) throws(StoreError) {
        guard !owners.contains(status.owner) else { return }
        throw .refused(path: path(), refusal(user(status.owner)))
    }

    func require(
        _ owners: [UInt32], toOwn folder: Folder, orElse refusal: (SystemUser) -> FileRefusal
    ) throws(StoreError) {
        guard let status = folder.opened else { return }
        try require(owners, toOwn: status, folder.path, orElse: refusal)
    }

    /// Does not use `getpwuid`, which loads libraries at run time in a static executable.
    func user(_ id: UInt32) -> SystemUser {
        SystemUser(id: id, name: name(in: entry(of: id, in: Self.users)))
    }

    func group(_ id: UInt32) -> SystemGroup {
        SystemGroup(id: id, name: name(in: entry(of: id, in: Self.groups)))
    }

    /// The only user who has this default group; nil if there is none, or the group has other members.
    func onlyUser(ofDefault group: UInt32) -> UInt32? {
        // name:password:uid:gid:…
        let users = entries(in: Self.users).filter { $0.count > 3 && $0[3].elementsEqual("\(group)".utf8) }
        guard let user = users.first, users.allSatisfy({ $0[2] == user[2] }),
            entry(of: group, in: Self.groups).map(Self.members)?.allSatisfy({ $0 == user[0] }) ?? true
        else { return nil }
        return Int(digits: user[2]).flatMap { UInt32(exactly: $0) }
    }

    /// The groups that a user belongs to besides the default one.
    func groups(of user: UInt32) -> [SystemGroup] {
        guard let name = entry(of: user, in: Self.users)?[0] else { return [] }
        return entries(in: Self.groups).compactMap { entry in
            guard Self.members(entry).contains(name), let id = Int(digits: entry[2]) else { return nil }
            return UInt32(exactly: id).map { SystemGroup(id: $0, name: self.name(in: entry)) }
        }
    }

    private static func members(_ group: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
        // name:password:gid:name,name…
        group.count > 3 ? group[3].split(separator: UInt8(ascii: ",")) : []
    }

    /// The fields of the line whose third field is this number; nil if there is none or the file cannot be read.
    private func entry(of id: UInt32, in path: String) -> [ArraySlice<UInt8>]? {
        entries(in: path).first { $0[2].elementsEqual("\(id)".utf8) }
    }

    /// Lines with fewer than three fields are skipped.
    private func entries(in path: String) -> [[ArraySlice<UInt8>]] {
        guard let file = (try? externalFile(path)) ?? nil else { return [] }
        defer { system.close(file) }
        guard let bytes = try? readToEnd(file, path, limit: Self.mostBytesOfUsers) else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).map { line in
            line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        }.filter { $0.count > 2 }
    }

    /// Nil unless it can be typed as a word of a command, as can every name that the system's tools create.
    private func name(in entry: [ArraySlice<UInt8>]?) -> String? {
        guard let name = entry?.first, let first = name.first, first != UInt8(ascii: "-"),
            name.allSatisfy({ $0.isLetterOrDigit || "_.-".utf8.contains($0) })
        else { return nil }
        return String(decoding: name, as: UTF8.self)
    }
}

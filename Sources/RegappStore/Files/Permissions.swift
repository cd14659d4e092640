internal import RegappValues

struct Permissions: Equatable {
    let mode: UInt32
    /// Nil for the default group.
    let group: UInt32?
    /// The kernel's extended list; nil for none, even if the folder would pass one on.
    var accessList: [UInt8]?

    static let `private` = Permissions(mode: 0o600, group: nil)

    /// For use if the group cannot be given: another group keeps only those rights that all users have.
    var modeWithoutGroup: UInt32 {
        // The group's bits limit the list; without it, others would get what the list may deny to some of them.
        accessList == nil ? mode & ~0o070 | (mode & 0o007) << 3 & mode : modeWithoutList
    }

    /// For use if the list cannot be given: only the owner keeps rights.
    var modeWithoutList: UInt32 { mode & 0o700 }
}

extension FileStatus {
    var isWriteProtected: Bool { mode & 0o200 == 0 }

    /// Throws `refused` if the owner has protected a file or directory from changes.
    func requireWritable(_ path: String) throws(StoreError) {
        if isWriteProtected { throw .refused(path: path, .writeProtected(mode: mode)) }
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

extension FileAccess {
    /// Sets the group, the access control list and then the mode.
    ///
    /// - Returns: what to warn of if not all could be given.
    func give(
        _ permissions: Permissions, to file: FileDescriptor, _ path: String
    ) throws(StoreError) -> StoreWarning? {
        var mode = permissions.mode
        var warning: StoreWarning?
        // Setting the group may fail for any reason; most often the user is not in the group.
        if let group = permissions.group, try call(.write, path, system.status(of: file)).group != group,
            (try? uninterrupted(system.setOwner(file, nil, group: group))) == nil
        {
            mode = permissions.modeWithoutGroup
            if mode != permissions.mode { warning = .groupNotGiven(path: path, mode: mode) }
        }
        // An inherited list grants nothing while the group's bits, which limit it, are empty. Setting or removing one
        // may fail for any reason; most often the file system supports no lists.
        if mode & 0o070 != 0 || permissions.accessList != nil && warning == nil,
            (try? uninterrupted(system.setAccessList(file, permissions.accessList))) == nil
        {
            mode = permissions.modeWithoutList
            warning = .accessListNotGiven(path: path, mode: mode)
        }
        do throws(Errno) {
            // Even without a group: the process's umask may have removed bits.
            try uninterrupted(system.setMode(file, mode))
        } catch {
            guard error.isRefusal else { throw .failed(.write, path: path, error) }
            return .modesNotKept(directory: Self.folder(of: path))
        }
        let status = try call(.write, path, system.status(of: file))
        guard status.mode & 0o777 == mode & 0o777 else {
            return .modesNotKept(directory: Self.folder(of: path))
        }
        return warning
    }

    func give(
        _ permissions: Permissions, at place: Place, _ mode: OpenMode, for path: String? = nil
    ) throws(StoreError) -> StoreWarning? {
        let path = path ?? place.path
        let file = try call(.write, path, system.open(place, mode))
        defer { system.close(file) }
        return try give(permissions, to: file, path)
    }
}

package struct SystemUser: Hashable, Sendable {
    package let id: UInt32
    /// Nil if unknown.
    package let name: String?

    package var isRoot: Bool { id == FileAccess.superuser }
}

extension FileAccess {
    /// Every program has to trust the superuser's files and links.
    static let superuser: UInt32 = 0

    private static let users = "/etc/passwd"
    private static let groups = "/etc/group"
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

    func groupName(_ id: UInt32) -> String? { name(in: entry(of: id, in: Self.groups)) }

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
    func groups(of user: UInt32) -> [UInt32] {
        guard let name = entry(of: user, in: Self.users)?[0] else { return [] }
        return entries(in: Self.groups).filter { Self.members($0).contains(name) }
            .compactMap { Int(digits: $0[2]).flatMap { UInt32(exactly: $0) } }
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

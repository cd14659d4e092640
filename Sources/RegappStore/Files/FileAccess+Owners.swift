internal import RegappValues

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

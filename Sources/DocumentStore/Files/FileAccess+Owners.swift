internal import PlainValues

/// A user of this machine, as errors name one.
package struct SystemUser: Hashable, Sendable {
    /// The number that files bear.
    package let id: UInt32
    /// The name; nil where nobody knows one.
    package let name: String?

    /// Whether it is the superuser, whose files and links every program has to trust.
    package var isRoot: Bool { id == FileAccess.superuser }

    /// Puts a user together.
    package init(id: UInt32, name: String?) {
        self.id = id
        self.name = name
    }
}

/// A group of this machine, as messages name one.
package struct SystemGroup: Hashable, Sendable {
    /// The number that files bear.
    package let id: UInt32
    /// The name; nil where nobody knows one.
    package let name: String?

    /// Puts a group together.
    package init(id: UInt32, name: String?) {
        self.id = id
        self.name = name
    }
}

extension FileAccess {
    /// The superuser, whose files and links every program has to trust.
    static let superuser: UInt32 = 0

    /// The users and groups of this machine.
    private static let (users, groups) = ("/etc/passwd", "/etc/group")
    /// The most bytes of either that are read: some 10,000 users.
    private static let mostBytesOfUsers = 1 << 20

    /// Throws a refusal unless a file belongs to one of some users.
    func require(
        _ owners: [UInt32], toOwn status: FileStatus, _ path: @autoclosure () -> String,
        orElse refusal: (SystemUser) -> FileRefusal
    ) throws(StoreError) {
        guard !owners.contains(status.owner) else { return }
        throw .refused(path: path(), refusal(user(status.owner)))
    }

    /// The user of a number.
    ///
    /// The corresponding C function is `getpwuid`; it is not called, since in a static executable it loads libraries
    /// while it runs.
    func user(_ id: UInt32) -> SystemUser {
        SystemUser(id: id, name: name(in: entry(of: id, in: Self.users)))
    }

    /// The group of a number. The corresponding C function is `getgrgid`.
    func group(_ id: UInt32) -> SystemGroup {
        SystemGroup(id: id, name: name(in: entry(of: id, in: Self.groups)))
    }

    /// The group that a user's files get by themselves; nil where nobody knows it.
    func primaryGroup(of user: UInt32) -> UInt32? {
        // name:password:uid:gid:…
        guard let fields = entry(of: user, in: Self.users), fields.count > 3 else { return nil }
        return Int(digits: fields[3]).flatMap { UInt32(exactly: $0) }
    }

    /// The fields of the line whose third one is this number; nil where there is none, or the file cannot be read.
    private func entry(of id: UInt32, in path: String) -> [ArraySlice<UInt8>]? {
        guard let bytes = try? contents(ofSetting: path) else { return nil }
        let number = Array("\(id)".utf8)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            if fields.count > 2, fields[2].elementsEqual(number) { return fields }
        }
        return nil
    }

    private func contents(ofSetting path: String) throws(StoreError) -> [UInt8] {
        let file = try call(.read, path, openExternalFile(path))
        defer { system.close(file) }
        return try readToEnd(file, path, limit: Self.mostBytesOfUsers)
    }

    private func name(in entry: [ArraySlice<UInt8>]?) -> String? {
        entry?.first.flatMap { Self.isPlain($0) ? String(decoding: $0, as: UTF8.self) : nil }
    }

    /// Whether a name can be typed as a word of a command, as every name that the system's tools give can.
    private static func isPlain(_ name: ArraySlice<UInt8>) -> Bool {
        guard let first = name.first, first != UInt8(ascii: "-") else { return false }
        return name.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

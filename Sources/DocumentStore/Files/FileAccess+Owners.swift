/// A user of this machine, as errors name one.
package struct SystemUser: Hashable, Sendable {
    /// The number that files bear.
    package let id: UInt32
    /// The name; nil where nobody knows one.
    package let name: String?

    /// Puts a user together.
    package init(id: UInt32, name: String?) {
        self.id = id
        self.name = name
    }
}

extension FileAccess {
    /// The superuser, whose files and links every program has to trust.
    static let superuser: UInt32 = 0

    /// The users of this machine.
    private static let users = "/etc/passwd"
    /// The most bytes of it that are read: some 10,000 users.
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
    private func user(_ id: UInt32) -> SystemUser {
        SystemUser(id: id, name: try? name(of: id))
    }

    private func name(of id: UInt32) throws(StoreError) -> String? {
        let path = Self.users
        let file = try call(.read, path) { () throws(Errno) in
            try openExternalFile(path)
        }
        defer { system.close(file) }
        let bytes = try readToEnd(file, path, limit: Self.mostBytesOfUsers)
        let number = Array("\(id)".utf8)
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            // name:password:uid:gid:…
            let fields = line.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard fields.count > 2, fields[2].elementsEqual(number) else { continue }
            return Self.isPlain(fields[0]) ? String(decoding: fields[0], as: UTF8.self) : nil
        }
        return nil
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

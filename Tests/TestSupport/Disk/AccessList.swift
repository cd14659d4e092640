/// An access control list of a file, as Linux keeps it in `system.posix_acl_access`.
package struct AccessList: Hashable, Sendable {
    /// Whom an entry is about.
    package enum Tag: UInt16, Hashable, Sendable {
        case owner = 0x01
        case user = 0x02
        case owningGroup = 0x04
        case group = 0x08
        case mask = 0x10
        case others = 0x20
    }

    package struct Entry: Hashable, Sendable {
        let tag: Tag
        var rights: UInt32
        /// The user or group; the largest number for the tags that need none.
        let id: UInt32
    }

    private static let version: [UInt8] = [2, 0, 0, 0]
    private var entries: [Entry]

    /// A list that lets one user in beside what a mode says.
    package init(mode: UInt32, user: UInt32, rights: UInt32) {
        entries = [
            Entry(tag: .owner, rights: mode >> 6 & 7, id: .max), Entry(tag: .user, rights: rights, id: user),
            Entry(tag: .owningGroup, rights: 0, id: .max), Entry(tag: .mask, rights: mode >> 3 & 7, id: .max),
            Entry(tag: .others, rights: mode & 7, id: .max),
        ]
    }

    init?(_ bytes: [UInt8]) {
        guard bytes.starts(with: Self.version), bytes.count % 8 == 4 else { return nil }
        entries = []
        for start in stride(from: 4, to: bytes.count, by: 8) {
            func number(_ offset: Int, _ count: Int) -> UInt32 {
                (0..<count).reduce(0) { $0 | UInt32(bytes[start + offset + $1]) << (8 * UInt32($1)) }
            }
            guard let tag = Tag(rawValue: UInt16(number(0, 2))) else { return nil }
            entries.append(Entry(tag: tag, rights: number(2, 2), id: number(4, 4)))
        }
    }

    /// What the kernel hands out.
    package var bytes: [UInt8] {
        entries.reduce(into: Self.version) { bytes, entry in
            let tag = UInt32(entry.tag.rawValue)
            bytes += [UInt8(tag), 0, UInt8(entry.rights), 0]
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: entry.id >> (8 * UInt32($0))) }
        }
    }

    /// A mode with the bits that the list shows in it: of the group those of the mask.
    func shown(in mode: UInt32) -> UInt32 {
        mode & ~0o777 | rights(.owner) << 6 | rights(.mask) << 3 | rights(.others)
    }

    /// Takes over what `chmod` sets: of the group's bits the mask.
    mutating func take(_ mode: UInt32) {
        for index in entries.indices {
            switch entries[index].tag {
            case .owner: entries[index].rights = mode >> 6 & 7
            case .mask: entries[index].rights = mode >> 3 & 7
            case .others: entries[index].rights = mode & 7
            default: break
            }
        }
    }

    /// Whether some rights are granted to a user who is not the owner.
    func grants(_ rights: UInt32, to user: Identity, owningGroup: UInt32) -> Bool {
        let bound = self.rights(.mask)
        if let entry = entries.first(where: { $0.tag == .user && $0.id == user.user }) {
            return entry.rights & bound & rights == rights
        }
        let groups = entries.filter {
            $0.tag == .group && user.groups.contains($0.id)
                || $0.tag == .owningGroup && user.groups.contains(owningGroup)
        }
        guard groups.isEmpty else { return groups.contains { $0.rights & bound & rights == rights } }
        return self.rights(.others) & rights == rights
    }

    private func rights(_ tag: Tag) -> UInt32 { entries.first { $0.tag == tag }?.rights ?? 0 }
}

package enum FileKind: Hashable, Sendable {
    case regular, directory, symbolicLink, other
}

/// What `fstat` and `lstat` return.
package struct FileStatus: Hashable, Sendable {
    package var kind: FileKind
    package var size: Int
    /// The permission bits, `0o000 … 0o7777`.
    package var mode: UInt32
    package var owner: UInt32
    package var group: UInt32
    package var device: UInt64
    /// Unique among the files that exist on its device.
    package var inode: UInt64
    /// When anything of it last changed, in nanoseconds since 1970; no program can set that.
    package var changed: Int64
    /// When it was last written, in nanoseconds since 1970.
    package var modified: Int64

    package init(
        kind: FileKind, size: Int, mode: UInt32, owner: UInt32, group: UInt32, device: UInt64, inode: UInt64,
        changed: Int64, modified: Int64
    ) {
        self.kind = kind
        self.size = size
        self.mode = mode
        self.owner = owner
        self.group = group
        self.device = device
        self.inode = inode
        self.changed = changed
        self.modified = modified
    }

    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

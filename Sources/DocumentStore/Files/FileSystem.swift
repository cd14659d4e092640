/// An open file or directory, as the kernel numbers it.
package struct FileDescriptor: Hashable, Sendable {
    /// The number that the system calls take.
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

/// How a file is opened.
///
/// Every way closes on exec; all but `externalFile`, `setting` and the folders' refuse a symbolic link in the last place
/// (`ELOOP`).
package enum OpenMode: Hashable, Sendable {
    /// Reading an existing file; a FIFO or a device does not block.
    case reading
    /// Writing a file that must not exist yet, created with mode 0600.
    case creating
    /// The lock file: opened, or created empty with mode 0600.
    case locking
    /// A directory, to list or to synchronise it.
    case directory
    /// Whatever stands there, a link itself included: only to be told what it is and where it points.
    case entry
    /// A directory that a path of any length leads to, links on it followed: only to find names in it.
    case folder
    /// The same, but refused (`ELOOP`) where any link is on the path. The corresponding C function is `openat2`, which
    /// not every kernel has, and some sandboxes forbid.
    case folderWithoutLinks
    /// Reading whatever a user named on the command line: links are followed, a pipe is waited for.
    case externalFile
    /// Reading a file that a user never named: links are followed, a FIFO or a device does not block.
    case setting
}

/// What kind of thing a name stands for.
package enum FileKind: Hashable, Sendable {
    case regular, directory, symbolicLink, other
}

/// What `fstat` and `lstat` tell about a file.
package struct FileStatus: Hashable, Sendable {
    package var kind: FileKind
    /// Its size in bytes.
    package var size: Int
    /// The permission bits, `0o000 … 0o7777`.
    package var mode: UInt32
    package var owner: UInt32
    package var group: UInt32
    /// The file system that holds it.
    package var device: UInt64
    /// The number that tells it from every other file that exists at the same time on its device.
    package var inode: UInt64
    /// When it was last written, or got its name, in seconds since 1970: a renamed file is as young as its name.
    package var changed: Int64

    package init(
        kind: FileKind, size: Int, mode: UInt32, owner: UInt32, group: UInt32, device: UInt64, inode: UInt64,
        changed: Int64
    ) {
        self.kind = kind
        self.size = size
        self.mode = mode
        self.owner = owner
        self.group = group
        self.device = device
        self.inode = inode
        self.changed = changed
    }

    /// Whether both tell of one and the same file.
    func isSameFile(as other: FileStatus) -> Bool { device == other.device && inode == other.inode }
}

/// The POSIX calls that the store is made of, one method a call.
///
/// Nothing here retries, loops or decides: a call may be interrupted (`EINTR`), read or write less than asked, or
/// fail, and the store copes. Tests put doubles in its place that fail at the Nth call or remember what a power
/// cut would leave. Every call on a name takes the open directory that the name is in.
package protocol FileSystem: Sendable {
    /// Opens a file. The corresponding C function is `openat`.
    func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor
    /// Closes a file. The corresponding C function is `close`; its errors are not reported, since what was
    /// written is judged by `synchronize`.
    func close(_ file: FileDescriptor)
    /// Tells what an open file is. The corresponding C function is `fstat`.
    func status(of file: FileDescriptor) throws(Errno) -> FileStatus
    /// Tells what a name stands for, a symbolic link itself included. The corresponding C function is
    /// `fstatat`.
    func linkStatus(_ place: Place) throws(Errno) -> FileStatus
    /// Reads at most `count` bytes from where the last read ended; none at the end of the file. The
    /// corresponding C function is `read`.
    func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8]
    /// Writes some of the bytes, at least one, and returns how many. The corresponding C function is `write`.
    func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int
    /// Sets the permission bits. The corresponding C function is `fchmod`.
    func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno)
    /// Gives a file to a group, and to another owner unless that is nil. The corresponding C function is `fchown`.
    func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno)
    /// The access control list of an open file, as the kernel writes it down; nil where it has none beyond its mode, or
    /// its file system knows none. The corresponding C function is `fgetxattr`.
    func accessList(of file: FileDescriptor) throws(Errno) -> [UInt8]?
    /// Gives an open file an access control list, or with nil takes away the one that it has. The corresponding C
    /// functions are `fsetxattr` and `fremovexattr`.
    func setAccessList(_ file: FileDescriptor, _ list: [UInt8]?) throws(Errno)
    /// Waits until a file's content, or a directory's names, are on the disk. The corresponding C function is
    /// `fsync`.
    func synchronize(_ file: FileDescriptor) throws(Errno)
    /// Waits until everything written to the file system that holds `file` is on the disk. The corresponding C
    /// function is `syncfs`.
    func synchronizeFileSystem(of file: FileDescriptor) throws(Errno)
    /// Gives a file another name, replacing what had it. The corresponding C function is `renameat`.
    func rename(_ old: Place, to new: Place) throws(Errno)
    /// Gives a file another name that must be free (`EEXIST` otherwise). The corresponding C function is
    /// `renameat2` with `RENAME_NOREPLACE`.
    func renameIfAbsent(_ old: Place, to new: Place) throws(Errno)
    /// Gives a file a second name that must be free. The corresponding C function is `linkat`.
    func link(_ existing: Place, as new: Place) throws(Errno)
    /// Removes a name. The corresponding C function is `unlinkat`.
    func unlink(_ place: Place) throws(Errno)
    /// Creates a directory with mode 0700. The corresponding C function is `mkdirat`.
    func makeDirectory(_ place: Place) throws(Errno)
    /// Removes an empty directory. The corresponding C function is `unlinkat` with
    /// `AT_REMOVEDIR`.
    func removeDirectory(_ place: Place) throws(Errno)
    /// Returns where an open symbolic link points. The corresponding C function is `readlinkat`.
    func readLink(_ link: FileDescriptor) throws(Errno) -> String
    /// Lists at most `limit` names in an open directory, without `.` and `..`, in no order; bytes that are not
    /// UTF-8 show as U+FFFD. The corresponding C function is `readdir`.
    func names(in directory: FileDescriptor, upTo limit: Int) throws(Errno) -> [String]
    /// Takes the exclusive lock of an open file if it is free, and tells whether it did; closing the file gives
    /// it back. The corresponding C function is `flock` with `LOCK_EX | LOCK_NB`.
    func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool
    /// Lets time pass while a lock is held by somebody else. The corresponding C function is `nanosleep`.
    func pause(milliseconds: Int)
    /// The user whose files are this program's own. The corresponding C function is `geteuid`.
    var user: UInt32 { get }
}

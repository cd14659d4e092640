package struct FileDescriptor: Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

/// All modes close on exec. A symbolic link as the last part is followed by `folder`, `externalFile` and `setting`,
/// opened itself by `entry`, and refused by all others (`ELOOP`; `ENOTDIR` by `directory`).
package enum OpenMode: Hashable, Sendable {
    /// To read an existing file; does not block on a FIFO or device.
    case reading
    /// To write a file that must not exist yet, created with mode 0600.
    case creating
    /// To add to an existing file at its end.
    case appending
    /// The lock file: opened, or created empty with mode 0600.
    case locking
    /// To list or synchronise a directory.
    case directory
    /// Anything, without following a link: only for its status and a link's target.
    case entry
    /// A directory at a path of any length, following links: only to find names in it.
    case folder
    /// Like `folder`, but refuses a link anywhere in the path (`openat2`, which old kernels and some sandboxes lack).
    case folderWithoutLinks
    /// To read what a user named: follows links and waits for a pipe.
    case externalFile
    /// To read what no user named: follows links, does not block on a FIFO or device.
    case setting
}

/// The store's POSIX calls, one method each, with the C function in brackets.
///
/// Nothing here retries or decides: a call may be interrupted (`EINTR`), read or write less than asked, or fail, which
/// the store handles. Tests substitute doubles that fail at the Nth call or remember what a power cut would leave.
/// Every call on a name takes the open directory that the name is in.
package protocol FileSystem: Sendable {
    /// `openat`.
    func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor
    /// `close`. Its errors are not reported, since `synchronize` judges what was written.
    func close(_ file: FileDescriptor)
    /// `fstat`.
    func status(of file: FileDescriptor) throws(Errno) -> FileStatus
    /// The status of a name, without following a link (`fstatat`).
    func linkStatus(_ place: Place) throws(Errno) -> FileStatus
    /// Reads at most `count` bytes from where the last read ended (`read`); empty at the end of the file.
    func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8]
    /// Writes some of the bytes, at least one, and returns how many (`write`).
    func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int
    /// `fchmod`.
    func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno)
    /// Sets the last modification and access of an open file, in nanoseconds since 1970 (`futimens`).
    func setModified(_ file: FileDescriptor, _ nanoseconds: Int64) throws(Errno)
    /// Sets the group, and the owner unless that is nil (`fchown`).
    func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno)
    /// The access control list in the kernel's format (`fgetxattr`); nil if there is none or no support for it.
    func accessList(of file: FileDescriptor) throws(Errno) -> [UInt8]?
    /// Sets the access control list, or removes it for nil (`fsetxattr` and `fremovexattr`).
    func setAccessList(_ file: FileDescriptor, _ list: [UInt8]?) throws(Errno)
    /// Waits until a file's content, or a directory's names, are on the disk (`fsync`).
    func synchronize(_ file: FileDescriptor) throws(Errno)
    /// Begins to write a file's content to the disk and does not wait (`sync_file_range`): what is synchronised next has
    /// less to wait for. Only a hint.
    func startSynchronizing(_ file: FileDescriptor)
    /// Waits until everything written to the file system of `file` is on the disk (`syncfs`).
    func synchronizeFileSystem(of file: FileDescriptor) throws(Errno)
    /// Renames a file, replacing the one that has the new name (`renameat`); if that must be free, fails with `EEXIST`
    /// instead (`renameat2` with `RENAME_NOREPLACE`).
    func rename(_ old: Place, to new: Place, mustBeFree: Bool) throws(Errno)
    /// Gives a file a second name, which must be free (`linkat`).
    func link(_ existing: Place, as new: Place) throws(Errno)
    /// Removes a name (`unlinkat`).
    func unlink(_ place: Place) throws(Errno)
    /// Creates a directory with mode 0700 (`mkdirat`).
    func makeDirectory(_ place: Place) throws(Errno)
    /// Removes an empty directory (`unlinkat` with `AT_REMOVEDIR`).
    func removeDirectory(_ place: Place) throws(Errno)
    /// The target of an open symbolic link (`readlinkat`).
    func readLink(_ link: FileDescriptor) throws(Errno) -> String
    /// Lists at most `limit` names in an open directory, without `.` and `..`, in no particular order (`readdir`).
    func names(in directory: FileDescriptor, upTo limit: Int) throws(Errno) -> FileNames
    /// Takes the exclusive lock of an open file if it is free, and returns whether it did (`flock` with `LOCK_EX` and
    /// `LOCK_NB`); closing the file releases it.
    func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool
    /// The process that holds the lock of an open file; nil if the system does not say (`/proc/locks`).
    func lockHolder(of file: FileDescriptor) -> LockHolder?
    /// Keeps Ctrl-Z and the like from stopping this process until `releaseStops` has been called as often
    /// (`sigaction`). SIGSTOP cannot be held back.
    func holdStops()
    /// Undoes one `holdStops`; after the last one, a signal that was held back stops the process.
    func releaseStops()
    /// Sleeps while another process holds a lock (`nanosleep`).
    func pause(milliseconds: Int)
    /// The effective user (`geteuid`).
    var user: UInt32 { get }
}

extension FileSystem {
    package func lockHolder(of file: FileDescriptor) -> LockHolder? { nil }
    package func setModified(_ file: FileDescriptor, _ nanoseconds: Int64) throws(Errno) {}
    package func startSynchronizing(_ file: FileDescriptor) {}
    package func holdStops() {}
    package func releaseStops() {}
}

package struct LockHolder: Hashable, Sendable {
    package let process: Int32
    /// Nil if unknown.
    package let name: String?
}

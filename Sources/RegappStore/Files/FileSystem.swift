internal import RegappValues

/// A system call's error number.
package struct Errno: Error, Hashable, Sendable, RawRepresentable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Not permitted, whatever the permission bits say.
    package static let notPermitted = Errno(rawValue: 1)
    package static let noEntry = Errno(rawValue: 2)
    package static let interrupted = Errno(rawValue: 4)
    package static let inputOutput = Errno(rawValue: 5)
    package static let accessDenied = Errno(rawValue: 13)
    package static let busy = Errno(rawValue: 16)
    package static let exists = Errno(rawValue: 17)
    /// The two names are on different file systems, or on separate parts of one.
    package static let crossDevice = Errno(rawValue: 18)
    /// A part of the path is not a directory.
    package static let notDirectory = Errno(rawValue: 20)
    package static let isDirectory = Errno(rawValue: 21)
    /// The arguments are invalid for this file system.
    package static let invalid = Errno(rawValue: 22)
    package static let tooManyOpenFiles = Errno(rawValue: 24)
    package static let readOnly = Errno(rawValue: 30)
    package static let nameTooLong = Errno(rawValue: 36)
    package static let notImplemented = Errno(rawValue: 38)
    package static let notEmpty = Errno(rawValue: 39)
    /// The last part of the path is a symbolic link, or there are too many links.
    package static let loop = Errno(rawValue: 40)
    /// There is no such attribute.
    package static let noData = Errno(rawValue: 61)
    package static let notSupported = Errno(rawValue: 95)

    /// A file system answers like this if it does not know a call or a flag at all.
    var isRefusal: Bool {
        [.invalid, .notImplemented, .crossDevice, .notPermitted, .notSupported].contains(self)
    }
}

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
    /// Renames a file, replacing the one that has the new name (`renameat`).
    func rename(_ old: Place, to new: Place) throws(Errno)
    /// Renames a file (`renameat2` with `RENAME_NOREPLACE`); the new name must be free (`EEXIST` otherwise).
    func renameIfAbsent(_ old: Place, to new: Place) throws(Errno)
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

/// A file open for reading; closed when the value is destroyed.
struct OpenFile: ~Copyable {
    let descriptor: FileDescriptor
    let place: Place
    /// Right after it was opened.
    let status: FileStatus
    private let system: any FileSystem

    init(
        _ descriptor: FileDescriptor, at place: Place, _ status: FileStatus, _ system: any FileSystem
    ) {
        self.descriptor = descriptor
        self.place = place
        self.status = status
        self.system = system
    }

    deinit { system.close(descriptor) }
}

/// Reads a file line by line; closes it when the value is destroyed.
struct LineReader: ~Copyable {
    private static let pieceSize = 64 << 10

    private let files: FileAccess
    let file: OpenFile
    private var bytes: [UInt8] = []
    private var position = 0
    /// Before this offset there is no further line feed.
    private var searched = 0

    init(_ files: FileAccess, _ file: consuming OpenFile) {
        self.files = files
        self.file = file
    }

    /// Without its line feed; nil at the end, for an unfinished last line, and for a line of more than `limit` bytes.
    mutating func next(limit: Int = .max) throws(StoreError) -> ArraySlice<UInt8>? {
        while true {
            if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { (position, searched) = (end + 1, end + 1) }
                return bytes[position..<end]
            }
            guard bytes.count - position <= limit else { return nil }
            let piece = try files.call(
                .read, file.place.path, files.system.read(file.descriptor, upTo: Self.pieceSize))
            guard !piece.isEmpty else { return nil }
            bytes.removeSubrange(..<position)
            position = 0
            searched = bytes.count
            bytes += piece
        }
    }

}

/// A folder's names in one piece of memory: as strings, 300,000 would take three times as much.
package struct FileNames: Sendable {
    private typealias Extent = (start: UInt32, count: UInt32)

    private var bytes: [UInt8] = []
    private var extents: [Extent] = []

    package init(_ names: some Sequence<String>) {
        for name in names { append(name.utf8) }
    }

    mutating func append(_ name: some Collection<UInt8>) {
        extents.append((start: UInt32(bytes.count), count: UInt32(name.count)))
        bytes += name
    }

    private func bytes(of extent: Extent) -> ArraySlice<UInt8> {
        bytes[Int(extent.start)..<Int(extent.start) + Int(extent.count)]
    }

    package mutating func removeAll(where isMeant: (ArraySlice<UInt8>) -> Bool) {
        var kept = 0
        for index in extents.indices where !isMeant(bytes(of: extents[index])) {
            extents.swapAt(kept, index)
            kept += 1
        }
        extents.removeSubrange(kept...)
    }

    /// Names begin alike; the next eight bytes tell most of them apart, much faster than comparing whole names.
    package mutating func sortByBytes() {
        guard let first = extents.first else { return }
        let alike = extents.reduce(Int(first.count)) { sharedBytes(of: first, with: $1, upTo: $0) }
        var keyed = extents.map { (key: word(of: $0, at: alike), extent: $0) }
        keyed.sort { left, right in
            guard left.key == right.key else { return left.key < right.key }
            return bytes(of: left.extent).lexicographicallyPrecedes(bytes(of: right.extent))
        }
        for index in extents.indices { extents[index] = keyed[index].extent }
    }

    /// The length of the common prefix, up to a limit.
    private func sharedBytes(of left: Extent, with right: Extent, upTo limit: Int) -> Int {
        let limit = Swift.min(limit, Int(left.count), Int(right.count))
        let left = Int(left.start)
        let right = Int(right.start)
        for index in 0..<limit where bytes[left + index] != bytes[right + index] { return index }
        return limit
    }

    /// Eight bytes as a big-endian number; missing bytes are zeros.
    private func word(of extent: Extent, at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in offset..<offset + 8 {
            word = word << 8 | (index < extent.count ? UInt64(bytes[Int(extent.start) + index]) : 0)
        }
        return word
    }

    /// Names must be sorted; nil if the name is not there.
    package func index(ofSorted name: String) -> Int? {
        let bytes = name.utf8.span
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if precedes(extents[middle], bytes) { low = middle + 1 } else { high = middle }
        }
        return low < count && name.hasBytes(self.bytes(of: extents[low]).span) ? low : nil
    }

    private func precedes(_ extent: Extent, _ name: Span<UInt8>) -> Bool {
        let own = bytes(of: extent).span
        for index in 0..<Swift.min(own.count, name.count) where own[index] != name[index] {
            return own[index] < name[index]
        }
        return own.count < name.count
    }
}

extension FileNames: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { extents.count }

    /// Bytes that are not UTF-8 become U+FFFD.
    package subscript(index: Int) -> String { String(decoding: bytes(of: extents[index]), as: UTF8.self) }
}

extension FileNames: Equatable, ExpressibleByArrayLiteral {
    package init(arrayLiteral names: String...) { self.init(names) }

    package static func == (left: FileNames, right: FileNames) -> Bool { left.elementsEqual(right) }
}

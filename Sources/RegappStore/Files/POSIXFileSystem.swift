// The only file of the module that calls libc for files.
internal import CRegappLinux
internal import Glibc
internal import Synchronization

/// The real file system: each method is the C call that the protocol names.
package struct POSIXFileSystem: FileSystem {
    package init() {}

    package var user: UInt32 { geteuid() }

    package func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        let directory = place.directory.rawValue
        if mode == .folderWithoutLinks {
            let found = unsafe regapp_open_without_links(
                directory, place.name, REGAPP_O_PATH | O_DIRECTORY | O_CLOEXEC)
            return FileDescriptor(rawValue: try check(found))
        }
        let flags =
            switch mode {
            case .reading: O_RDONLY | O_NONBLOCK | O_NOFOLLOW
            case .creating: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            case .appending: O_WRONLY | O_APPEND | O_NONBLOCK | O_NOFOLLOW
            case .locking: O_RDWR | O_CREAT | O_NONBLOCK | O_NOFOLLOW
            case .directory: O_RDONLY | O_DIRECTORY | O_NOFOLLOW
            case .entry: REGAPP_O_PATH | O_NOFOLLOW
            case .folder, .folderWithoutLinks: REGAPP_O_PATH | O_DIRECTORY
            case .externalFile: O_RDONLY
            case .setting: O_RDONLY | O_NONBLOCK
            }
        let descriptor = unsafe openat(directory, place.name, flags | O_NOCTTY | O_CLOEXEC, mode_t(0o600))
        return FileDescriptor(rawValue: try check(descriptor))
    }

    package func close(_ file: FileDescriptor) { _ = Glibc.close(file.rawValue) }

    package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
        var status = stat()
        try check(unsafe fstat(file.rawValue, &status))
        return FileStatus(status)
    }

    package func linkStatus(_ place: Place) throws(Errno) -> FileStatus {
        var status = stat()
        try check(unsafe fstatat(place.directory.rawValue, place.name, &status, AT_SYMLINK_NOFOLLOW))
        return FileStatus(status)
    }

    package func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8] {
        try unsafe bytes(upTo: count) { unsafe Glibc.read(file.rawValue, $0.baseAddress, count) }
    }

    package func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        try check(
            unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file.rawValue, $0.baseAddress, $0.count) })
    }

    package func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno) {
        try check(fchmod(file.rawValue, mode))
    }

    package func setModified(_ file: FileDescriptor, _ nanoseconds: Int64) throws(Errno) {
        let whole = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let time = timespec(tv_sec: Int(whole.quotient), tv_nsec: Int(whole.remainder))
        try check(unsafe futimens(file.rawValue, [time, time]))
    }

    package func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno) {
        // The largest number keeps the owner.
        try check(fchown(file.rawValue, owner ?? .max, group))
    }

    package func synchronize(_ file: FileDescriptor) throws(Errno) { try check(fsync(file.rawValue)) }

    package func startSynchronizing(_ file: FileDescriptor) {
        _ = sync_file_range(file.rawValue, 0, 0, UInt32(REGAPP_SYNC_FILE_RANGE_WRITE))
    }

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {
        try check(syncfs(file.rawValue))
    }

    package func accessList(of file: FileDescriptor) throws(Errno) -> [UInt8]? {
        do throws(Errno) {
            return try unsafe bytes(upTo: Self.longestAccessList) { buffer in
                unsafe fgetxattr(file.rawValue, Self.accessListName, buffer.baseAddress, buffer.count)
            }
        } catch {
            if error == .noData || error == .notSupported { return nil }
            throw error
        }
    }

    package func setAccessList(_ file: FileDescriptor, _ list: [UInt8]?) throws(Errno) {
        if let list {
            try check(unsafe fsetxattr(file.rawValue, Self.accessListName, list, list.count, 0))
        } else {
            do throws(Errno) { try check(unsafe fremovexattr(file.rawValue, Self.accessListName)) } catch {
                guard error == .noData || error == .notSupported else { throw error }
            }
        }
    }

    private static let accessListName = "system.posix_acl_access"
    private static let longestAccessList = 64 << 10

    package func rename(_ old: Place, to new: Place, mustBeFree: Bool) throws(Errno) {
        let from = old.directory.rawValue
        let to = new.directory.rawValue
        guard mustBeFree else {
            try check(unsafe renameat(from, old.name, to, new.name))
            return
        }
        try check(unsafe renameat2(from, old.name, to, new.name, REGAPP_RENAME_NOREPLACE))
    }

    package func link(_ existing: Place, as new: Place) throws(Errno) {
        try check(
            unsafe linkat(existing.directory.rawValue, existing.name, new.directory.rawValue, new.name, 0))
    }

    package func unlink(_ place: Place) throws(Errno) {
        try check(unsafe unlinkat(place.directory.rawValue, place.name, 0))
    }

    package func makeDirectory(_ place: Place) throws(Errno) {
        try check(unsafe mkdirat(place.directory.rawValue, place.name, 0o700))
    }

    package func removeDirectory(_ place: Place) throws(Errno) {
        try check(unsafe unlinkat(place.directory.rawValue, place.name, AT_REMOVEDIR))
    }

    package func readLink(_ link: FileDescriptor) throws(Errno) -> String {
        let bytes = try unsafe bytes(upTo: Int(PATH_MAX)) { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { room in
                guard let start = room.baseAddress else { return 0 }
                return unsafe readlinkat(link.rawValue, "", start, room.count)
            }
        }
        // A target of this length may have been cut; no kernel follows a longer one anyway.
        guard bytes.count < Int(PATH_MAX) else { throw .nameTooLong }
        guard let target = String(validating: bytes, as: UTF8.self) else { throw .invalid }
        return target
    }

    package func names(in directory: FileDescriptor, upTo limit: Int) throws(Errno) -> FileNames {
        // fdopendir takes over the descriptor, so it gets a copy.
        let own = try check(unsafe openat(directory.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        guard let stream = unsafe fdopendir(own) else {
            let error = Errno.current
            _ = Glibc.close(own)
            throw error
        }
        defer { unsafe closedir(stream) }
        var names: FileNames = []
        while names.count < limit {
            errno = 0
            guard let entry = unsafe readdir(stream) else {
                guard errno == 0 else { throw Errno.current }
                break
            }
            unsafe withUnsafeBytes(of: &entry.pointee.d_name) { name in
                let name = unsafe name.prefix { $0 != 0 }
                if unsafe !name.elementsEqual(".".utf8) && !name.elementsEqual("..".utf8) {
                    unsafe names.append(name)
                }
            }
        }
        return names
    }

    package func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool {
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) != 0 else { return true }
        let error = Errno.current
        guard error.rawValue == EWOULDBLOCK else { throw error }
        return false
    }

    package func lockHolder(of file: FileDescriptor) -> LockHolder? {
        guard let status = try? status(of: file), let locks = text(of: "/proc/locks") else { return nil }
        // The device numbers as glibc packs them: gnu_dev_major(3).
        let major = status.device >> 8 & 0xFFF | status.device >> 32 & ~0xFFF
        let minor = status.device & 0xFF | status.device >> 12 & ~0xFF
        func digits(_ number: UInt64) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }
        let id = "\(digits(major)):\(digits(minor)):\(status.inode)"
        for line in locks.split(separator: "\n") {
            // Such as `1: FLOCK  ADVISORY  WRITE 4242 fe:00:131090 0 EOF`; one that waits has an arrow.
            let words = line.split(separator: " ")
            guard words.count > 5, words[1] == "FLOCK", words[5] == id, let process = Int32(words[4]),
                process > 0
            else { continue }
            // Another process may have inherited the lock.
            guard kill(process, 0) == 0 || errno == EPERM else { return nil }
            let name = text(of: "/proc/\(process)/comm")?.split(separator: "\n").first
            return LockHolder(process: process, name: name.map(String.init))
        }
        return nil
    }

    private func text(of path: String) -> String? {
        guard let file = try? open(Folder.workingDirectory[path], .setting) else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        while let part = try? read(file, upTo: 64 << 10), !part.isEmpty { bytes += part }
        return String(decoding: bytes, as: UTF8.self)
    }

    package func holdStops() {
        caughtStops.withLock { caught in
            guard stopHolders.add(1, ordering: .sequentiallyConsistent).oldValue == 0 else { return }
            for number in [SIGTSTP, SIGTTIN, SIGTTOU] {
                var action = sigaction()
                unsafe sigaction(number, nil, &action)
                guard unsafe action.__sigaction_handler.sa_handler == nil else { continue }
                unsafe action.__sigaction_handler.sa_handler = {
                    heldStop.store($0, ordering: .sequentiallyConsistent)
                    // Another thread may have released the last lock while the signal was on its way to this one.
                    if !areStopsHeld { sendHeldStop() }
                }
                action.sa_flags = SA_RESTART
                unsafe sigaction(number, &action, nil)
                caught.append(number)
            }
        }
    }

    package func releaseStops() {
        caughtStops.withLock { caught in
            if stopHolders.load(ordering: .sequentiallyConsistent) == 1 {
                for number in caught {
                    var standard = sigaction()
                    unsafe standard.__sigaction_handler.sa_handler = SIG_DFL
                    unsafe sigaction(number, &standard, nil)
                }
                caught = []
            }
            // Only after the default actions are back: from now on a running handler stops the process itself.
            stopHolders.subtract(1, ordering: .sequentiallyConsistent)
        }
        // For the program's own handler or the default action.
        if !areStopsHeld { sendHeldStop() }
    }

    /// Stops this process once no store of it holds a lock, before one takes it again: for programs that handle Ctrl-Z.
    package static func whileNoneIsLocked(_ stop: () -> Void) {
        func tryToStop() -> Bool {
            caughtStops.withLock { _ in
                if !areStopsHeld { stop() }
                return !areStopsHeld
            }
        }
        while !tryToStop() { POSIXFileSystem().pause(milliseconds: 5) }
    }

    package func pause(milliseconds: Int) {
        var time = timespec(tv_sec: milliseconds / 1000, tv_nsec: milliseconds % 1000 * 1_000_000)
        unsafe nanosleep(&time, nil)
    }

    /// - Parameter call: writes at most so many bytes into memory and returns how many.
    private func bytes(
        upTo count: Int, _ call: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) throws(Errno) -> [UInt8] {
        var result = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            result = unsafe call(buffer)
            initialized = max(0, result)
        }
        try check(result)
        return bytes
    }

    @discardableResult
    private func check<Result: SignedInteger>(_ result: Result) throws(Errno) -> Result {
        guard result >= 0 else { throw Errno.current }
        return result
    }
}

// The signals by which a terminal stops a process: all its threads stop, whichever has the lock.

/// Signals whose default action is replaced; ignored ones stay ignored. A program's own handler must wait itself.
private let caughtStops = Locked<[Int32]>([])
private let stopHolders = Atomic(0)
/// The signal that came while stops were held; 0 for none.
private let heldStop = Atomic<Int32>(0)

private var areStopsHeld: Bool { stopHolders.load(ordering: .sequentiallyConsistent) > 0 }

private func sendHeldStop() {
    let number = heldStop.exchange(0, ordering: .sequentiallyConsistent)
    if number != 0 { kill(getpid(), number) }
}

extension Errno {
    fileprivate static var current: Errno { Errno(rawValue: errno) }

    /// The system's words, such as `No space left on device` (`strerror_r`).
    package var reason: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(rawValue, &buffer, buffer.count) == 0 else { return "error \(rawValue)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension timespec {
    /// Since 1970; 0 for a time that does not fit.
    fileprivate var nanoseconds: Int64 {
        let seconds = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        return seconds.overflow ? 0 : seconds.partialValue &+ Int64(tv_nsec)
    }
}

extension FileStatus {
    fileprivate init(_ status: stat) {
        let kind: FileKind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .directory
            case S_IFLNK: .symbolicLink
            default: .other
            }
        self.init(
            kind: kind, size: Int(status.st_size), mode: status.st_mode & 0o7777, owner: status.st_uid,
            group: status.st_gid, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            changed: status.st_ctim.nanoseconds, modified: status.st_mtim.nanoseconds)
    }
}

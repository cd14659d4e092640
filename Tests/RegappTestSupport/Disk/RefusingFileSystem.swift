package import RegappStore

/// A file system that does not know some calls, or flags of theirs, and says so every time.
package struct RefusingFileSystem: ForwardingFileSystem {
    package enum Refused: Hashable, Sendable, CaseIterable {
        /// Renaming to a name that must be free.
        case freeRename
        case link
        case directorySync
        case fileSystemSync
        case mode
        case group
        case accessList
        /// Renaming from one folder to another.
        case distantRename
        /// Opening a path only where no link is on it.
        case openWithoutLinks
        case lock
    }

    package let base: any FileSystem
    package let openPaths = OpenPaths()
    private let refused: Set<Refused>
    private let error: Errno

    package init(_ base: any FileSystem, _ refused: Set<Refused>, _ error: Errno) {
        self.base = base
        self.refused = refused
        self.error = error
    }

    package func forward<Result: Sendable>(
        _ call: Call, _ body: @autoclosure () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        if refuses(call) { throw error }
        return try body()
    }

    package func synchronize(_ file: FileDescriptor) throws(Errno) {
        if refused.contains(.directorySync), try base.status(of: file).kind == .directory { throw error }
        try base.synchronize(file)
    }

    private func refuses(_ call: Call) -> Bool {
        switch call {
        case .renameIfAbsent(let old, let new):
            refused.contains(.freeRename) || refused.contains(.distantRename) && areDistant(old, new)
        case .rename(let old, let new): refused.contains(.distantRename) && areDistant(old, new)
        case .link(let old, let new):
            refused.contains(.link) || refused.contains(.distantRename) && areDistant(old, new)
        case .synchronizeFileSystem: refused.contains(.fileSystemSync)
        case .open(_, .folderWithoutLinks): refused.contains(.openWithoutLinks)
        case .setMode: refused.contains(.mode)
        case .setOwner: refused.contains(.group)
        case .setAccessList: refused.contains(.accessList)
        case .tryLock: refused.contains(.lock)
        default: false
        }
    }

    private func areDistant(_ old: String, _ new: String) -> Bool {
        old.split(separator: "/").dropLast() != new.split(separator: "/").dropLast()
    }
}

/// A file system that keeps no modes: it accepts them, and shows one that lets every user in.
package struct WithoutModes: ForwardingFileSystem {
    package let base: any FileSystem
    package let openPaths = OpenPaths()

    package init(_ base: any FileSystem) { self.base = base }

    package func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno) {}

    package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
        var status = try base.status(of: file)
        status.mode = 0o755
        return status
    }

    package func linkStatus(_ place: Place) throws(Errno) -> FileStatus {
        var status = try base.linkStatus(place)
        status.mode = 0o755
        return status
    }
}

package import RegappStore

/// A store whose files are never synchronised: a mutation that a crash test must notice.
package struct WithoutFileSync: ForwardingFileSystem {
    package let base: any FileSystem
    package let openPaths = OpenPaths()

    /// Drops every `fsync` of a file on its way to `base`; those of directories pass.
    package init(_ base: any FileSystem) {
        self.base = base
    }

    package func synchronize(_ file: FileDescriptor) throws(Errno) {
        guard try base.status(of: file).kind == .directory else { return }
        try base.synchronize(file)
    }

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {}
}

/// A store whose history is never synchronised, so that the record of a change may reach the disk after it: a mutation
/// that a crash test must notice.
package struct WithoutHistorySync: ForwardingFileSystem {
    package let base: any FileSystem
    package let openPaths = OpenPaths()

    package init(_ base: any FileSystem) { self.base = base }

    package func synchronize(_ file: FileDescriptor) throws(Errno) {
        guard openPaths[file].contains("/history") == false else { return }
        try base.synchronize(file)
    }
}

/// A store whose directories are never synchronised: a mutation that a crash test must notice.
package struct WithoutDirectorySync: ForwardingFileSystem {
    package let base: any FileSystem
    package let openPaths = OpenPaths()

    /// Drops every `fsync` of a directory on its way to `base`; those of files pass.
    package init(_ base: any FileSystem) {
        self.base = base
    }

    package func synchronize(_ file: FileDescriptor) throws(Errno) {
        guard try base.status(of: file).kind != .directory else { return }
        try base.synchronize(file)
    }

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {}
}

public import DocumentStore

/// A store whose files are never synchronised: a mutation that a crash test must notice.
public struct WithoutFileSync: ForwardingFileSystem {
    public let base: any FileSystem
    public let openPaths = OpenPaths()

    /// Drops every `fsync` of a file on its way to `base`; those of directories pass.
    public init(_ base: any FileSystem) {
        self.base = base
    }

    public func synchronize(_ file: FileDescriptor) throws(Errno) {
        guard try base.status(of: file).kind == .directory else { return }
        try base.synchronize(file)
    }

    public func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {}
}

/// A store whose directories are never synchronised: a mutation that a crash test must notice.
public struct WithoutDirectorySync: ForwardingFileSystem {
    public let base: any FileSystem
    public let openPaths = OpenPaths()

    /// Drops every `fsync` of a directory on its way to `base`; those of files pass.
    public init(_ base: any FileSystem) {
        self.base = base
    }

    public func synchronize(_ file: FileDescriptor) throws(Errno) {
        guard try base.status(of: file).kind != .directory else { return }
        try base.synchronize(file)
    }

    public func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {}
}

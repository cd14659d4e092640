public import DocumentStore

/// A file system in front of another one: every call passes through one of three doors, which an adopter may
/// shut, delay or watch.
public protocol ForwardingFileSystem: FileSystem {
    /// The file system behind.
    var base: any FileSystem { get }
    /// The paths that open files were opened by.
    var openPaths: OpenPaths { get }
    /// Every call that can fail passes here; the standard implementation lets it through.
    func forward<Result: Sendable>(
        _ call: Call, _ body: () throws(Errno) -> Result
    ) throws(Errno) -> Result
    /// Every `close` and `pause` passes here.
    func forwardSurely(_ call: Call, _ body: () -> Void)
    /// How many bytes a read or write may move at most, `count` being what was asked for.
    func allowance(for call: Call, _ count: Int) -> Int
}

/// The paths that open files were opened by.
public final class OpenPaths: Sendable {
    private let paths = Locked<[FileDescriptor: String]>([:])

    /// Knows of no open file yet.
    public init() {}

    subscript(file: FileDescriptor) -> String {
        paths.withLock { $0[file] } ?? "file \(file.rawValue)"
    }

    func set(_ path: String?, for file: FileDescriptor) {
        paths.withLock { $0[file] = path }
    }
}

extension ForwardingFileSystem {
    public func forward<Result: Sendable>(
        _ call: Call, _ body: () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        try body()
    }

    public func forwardSurely(_ call: Call, _ body: () -> Void) {
        body()
    }

    public func allowance(for call: Call, _ count: Int) -> Int { count }

    public var user: UInt32 { base.user }

    public func open(_ path: String, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        let file = try forward(.open(path, mode)) { () throws(Errno) in try base.open(path, mode) }
        openPaths.set(path, for: file)
        return file
    }

    public func close(_ file: FileDescriptor) {
        forwardSurely(.close(openPaths[file])) {
            openPaths.set(nil, for: file)
            base.close(file)
        }
    }

    public func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
        try forward(.status(openPaths[file])) { () throws(Errno) in try base.status(of: file) }
    }

    public func linkStatus(_ path: String) throws(Errno) -> FileStatus {
        try forward(.linkStatus(path)) { () throws(Errno) in try base.linkStatus(path) }
    }

    public func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8] {
        let call = Call.read(openPaths[file], upTo: count)
        return try forward(call) { () throws(Errno) in
            try base.read(file, upTo: allowance(for: call, count))
        }
    }

    public func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let call = Call.write(openPaths[file], count: bytes.count)
        return try forward(call) { () throws(Errno) in
            try base.write(file, bytes.prefix(allowance(for: call, bytes.count)))
        }
    }

    public func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno) {
        try forward(.setMode(openPaths[file], mode)) { () throws(Errno) in try base.setMode(file, mode) }
    }

    public func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno) {
        try forward(.setOwner(openPaths[file], owner, group: group)) { () throws(Errno) in
            try base.setOwner(file, owner, group: group)
        }
    }

    public func synchronize(_ file: FileDescriptor) throws(Errno) {
        try forward(.synchronize(openPaths[file])) { () throws(Errno) in try base.synchronize(file) }
    }

    public func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {
        try forward(.synchronizeFileSystem(openPaths[file])) { () throws(Errno) in
            try base.synchronizeFileSystem(of: file)
        }
    }

    public func rename(_ old: String, to new: String) throws(Errno) {
        try forward(.rename(old, to: new)) { () throws(Errno) in try base.rename(old, to: new) }
    }

    public func renameIfAbsent(_ old: String, to new: String) throws(Errno) {
        try forward(.renameIfAbsent(old, to: new)) { () throws(Errno) in
            try base.renameIfAbsent(old, to: new)
        }
    }

    public func link(_ existing: String, as new: String) throws(Errno) {
        try forward(.link(existing, as: new)) { () throws(Errno) in try base.link(existing, as: new) }
    }

    public func unlink(_ path: String) throws(Errno) {
        try forward(.unlink(path)) { () throws(Errno) in try base.unlink(path) }
    }

    public func makeDirectory(_ path: String) throws(Errno) {
        try forward(.makeDirectory(path)) { () throws(Errno) in try base.makeDirectory(path) }
    }

    public func removeDirectory(_ path: String) throws(Errno) {
        try forward(.removeDirectory(path)) { () throws(Errno) in try base.removeDirectory(path) }
    }

    public func readLink(_ path: String) throws(Errno) -> String {
        try forward(.readLink(path)) { () throws(Errno) in try base.readLink(path) }
    }

    public func names(in directory: FileDescriptor, upTo limit: Int) throws(Errno) -> [String] {
        try forward(.names(openPaths[directory])) { () throws(Errno) in
            try base.names(in: directory, upTo: limit)
        }
    }

    public func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool {
        try forward(.tryLock(openPaths[file])) { () throws(Errno) in try base.tryLock(file) }
    }

    public func pause(milliseconds: Int) {
        forwardSurely(.pause(milliseconds: milliseconds)) { base.pause(milliseconds: milliseconds) }
    }
}

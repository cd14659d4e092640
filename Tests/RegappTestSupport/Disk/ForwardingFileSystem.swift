package import RegappStore

/// A file system in front of another: every call passes one of three functions, to be shut, delayed or watched.
package protocol ForwardingFileSystem: FileSystem {
    var base: any FileSystem { get }
    var openPaths: OpenPaths { get }
    /// Every call that can fail passes here; the standard implementation lets it through.
    func forward<Result: Sendable>(
        _ call: Call, _ body: @autoclosure () throws(Errno) -> Result
    ) throws(Errno) -> Result
    /// Every `close` and `pause` passes here.
    func forwardSurely(_ call: Call, _ body: () -> Void)
    /// How many bytes a read or write may move at most, `count` being what was asked for.
    func allowance(for call: Call, _ count: Int) -> Int
}

/// The paths that open files were opened by.
package final class OpenPaths: Sendable {
    private let paths = Locked<[FileDescriptor: String]>([:])

    package init() {}

    /// Nil where it is not open.
    package func path(of file: FileDescriptor) -> String? { paths.withLock { $0[file] } }

    subscript(file: FileDescriptor) -> String {
        paths.withLock { $0[file] } ?? "file \(file.rawValue)"
    }

    func set(_ path: String?, for file: FileDescriptor) {
        paths.withLock { $0[file] = path }
    }
}

extension ForwardingFileSystem {
    package func forward<Result: Sendable>(
        _ call: Call, _ body: @autoclosure () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        try body()
    }

    package func forwardSurely(_ call: Call, _ body: () -> Void) {
        body()
    }

    package func allowance(for call: Call, _ count: Int) -> Int { count }

    package var user: UInt32 { base.user }

    package func open(_ place: Place, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        let path = place.path
        let file = try forward(.open(path, mode), base.open(place, mode))
        openPaths.set(path, for: file)
        return file
    }

    package func close(_ file: FileDescriptor) {
        forwardSurely(.close(openPaths[file])) {
            openPaths.set(nil, for: file)
            base.close(file)
        }
    }

    package func setModified(_ file: FileDescriptor, _ nanoseconds: Int64) throws(Errno) {
        try base.setModified(file, nanoseconds)
    }

    package func status(of file: FileDescriptor) throws(Errno) -> FileStatus {
        try forward(.status(openPaths[file]), base.status(of: file))
    }

    package func linkStatus(_ place: Place) throws(Errno) -> FileStatus {
        try forward(.linkStatus(place.path), base.linkStatus(place))
    }

    package func read(_ file: FileDescriptor, upTo count: Int) throws(Errno) -> [UInt8] {
        let call = Call.read(openPaths[file], upTo: count)
        return try forward(call, base.read(file, upTo: allowance(for: call, count)))
    }

    package func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
        let call = Call.write(openPaths[file], count: bytes.count)
        return try forward(call, base.write(file, bytes.prefix(allowance(for: call, bytes.count))))
    }

    package func setMode(_ file: FileDescriptor, _ mode: UInt32) throws(Errno) {
        try forward(.setMode(openPaths[file], mode), base.setMode(file, mode))
    }

    package func setOwner(_ file: FileDescriptor, _ owner: UInt32?, group: UInt32) throws(Errno) {
        try forward(.setOwner(openPaths[file], owner, group: group), base.setOwner(file, owner, group: group))
    }

    package func accessList(of file: FileDescriptor) throws(Errno) -> [UInt8]? {
        try forward(.accessList(openPaths[file]), base.accessList(of: file))
    }

    package func setAccessList(_ file: FileDescriptor, _ list: [UInt8]?) throws(Errno) {
        try forward(.setAccessList(openPaths[file], list), base.setAccessList(file, list))
    }

    package func synchronize(_ file: FileDescriptor) throws(Errno) {
        try forward(.synchronize(openPaths[file]), base.synchronize(file))
    }

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {
        try forward(.synchronizeFileSystem(openPaths[file]), base.synchronizeFileSystem(of: file))
    }

    package func rename(_ old: Place, to new: Place, mustBeFree: Bool) throws(Errno) {
        let call: Call =
            mustBeFree ? .renameIfAbsent(old.path, to: new.path) : .rename(old.path, to: new.path)
        try forward(call, base.rename(old, to: new, mustBeFree: mustBeFree))
    }

    package func link(_ existing: Place, as new: Place) throws(Errno) {
        try forward(.link(existing.path, as: new.path), base.link(existing, as: new))
    }

    package func unlink(_ place: Place) throws(Errno) {
        try forward(.unlink(place.path), base.unlink(place))
    }

    package func makeDirectory(_ place: Place) throws(Errno) {
        try forward(.makeDirectory(place.path), base.makeDirectory(place))
    }

    package func removeDirectory(_ place: Place) throws(Errno) {
        try forward(.removeDirectory(place.path), base.removeDirectory(place))
    }

    package func readLink(_ link: FileDescriptor) throws(Errno) -> String {
        try forward(.readLink(openPaths[link]), base.readLink(link))
    }

    package func names(in directory: FileDescriptor, upTo limit: Int) throws(Errno) -> FileNames {
        try forward(.names(openPaths[directory]), base.names(in: directory, upTo: limit))
    }

    package func tryLock(_ file: FileDescriptor) throws(Errno) -> Bool {
        try forward(.tryLock(openPaths[file]), base.tryLock(file))
    }

    package func pause(milliseconds: Int) {
        forwardSurely(.pause(milliseconds: milliseconds)) { base.pause(milliseconds: milliseconds) }
    }
}

package import DocumentStore

/// The calls on names by whole paths, as a test's hand makes them.
extension FileSystem {
    /// Opens what a path leads to.
    package func open(_ path: String, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        try open(Folder.workingDirectory[path], mode)
    }

    /// Tells what a path leads to, a link in the last place itself.
    package func linkStatus(_ path: String) throws(Errno) -> FileStatus {
        try linkStatus(Folder.workingDirectory[path])
    }

    /// Gives what a path leads to another name.
    package func rename(_ old: String, to new: String) throws(Errno) {
        try rename(Folder.workingDirectory[old], to: Folder.workingDirectory[new])
    }

    /// Gives what a path leads to another name that must be free.
    package func renameIfAbsent(_ old: String, to new: String) throws(Errno) {
        try renameIfAbsent(Folder.workingDirectory[old], to: Folder.workingDirectory[new])
    }

    /// Gives what a path leads to a second name.
    package func link(_ existing: String, as new: String) throws(Errno) {
        try link(Folder.workingDirectory[existing], as: Folder.workingDirectory[new])
    }

    /// Removes a name.
    package func unlink(_ path: String) throws(Errno) {
        try unlink(Folder.workingDirectory[path])
    }

    /// Creates a directory.
    package func makeDirectory(_ path: String) throws(Errno) {
        try makeDirectory(Folder.workingDirectory[path])
    }

    /// Removes an empty directory.
    package func removeDirectory(_ path: String) throws(Errno) {
        try removeDirectory(Folder.workingDirectory[path])
    }

    /// Tells where a link points.
    package func readLink(_ path: String) throws(Errno) -> String {
        let link = try open(path, .entry)
        defer { close(link) }
        return try readLink(link)
    }
}

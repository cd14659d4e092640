package import RegappStore

/// The calls on names by whole paths, for a test.
extension FileSystem {
    package func open(_ path: String, _ mode: OpenMode) throws(Errno) -> FileDescriptor {
        try open(Folder.workingDirectory[path], mode)
    }

    package func linkStatus(_ path: String) throws(Errno) -> FileStatus {
        try linkStatus(Folder.workingDirectory[path])
    }

    package func rename(_ old: String, to new: String) throws(Errno) {
        try rename(Folder.workingDirectory[old], to: Folder.workingDirectory[new], mustBeFree: false)
    }

    package func renameIfAbsent(_ old: String, to new: String) throws(Errno) {
        try rename(Folder.workingDirectory[old], to: Folder.workingDirectory[new], mustBeFree: true)
    }

    package func link(_ existing: String, as new: String) throws(Errno) {
        try link(Folder.workingDirectory[existing], as: Folder.workingDirectory[new])
    }

    package func unlink(_ path: String) throws(Errno) {
        try unlink(Folder.workingDirectory[path])
    }

    package func makeDirectory(_ path: String) throws(Errno) {
        try makeDirectory(Folder.workingDirectory[path])
    }

    package func removeDirectory(_ path: String) throws(Errno) {
        try removeDirectory(Folder.workingDirectory[path])
    }

    package func readLink(_ path: String) throws(Errno) -> String {
        let link = try open(path, .entry)
        defer { close(link) }
        return try readLink(link)
    }
}

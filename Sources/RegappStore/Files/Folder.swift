/// An open directory, which stays the same even if its names change.
///
/// It is closed with its last copy.
package struct Folder: Sendable {
    /// The working directory, to which paths are relative. Never closed.
    package static let workingDirectory = Folder(FileDescriptor(rawValue: -100), at: "")

    private let handle: Handle
    /// Where it was found, for messages only: no call takes it.
    package let path: String
    /// Its status when it was opened; nil if that was not asked for.
    let opened: FileStatus?

    var descriptor: FileDescriptor { handle.descriptor }

    init(_ descriptor: FileDescriptor, at path: String, _ opened: FileStatus? = nil) {
        self.init(Handle(descriptor, nil), at: path, opened)
    }

    init(_ descriptor: FileDescriptor, at path: String, _ opened: FileStatus, of system: any FileSystem) {
        self.init(Handle(descriptor, system), at: path, opened)
    }

    private init(_ handle: Handle, at path: String, _ opened: FileStatus?) {
        (self.handle, self.path, self.opened) = (handle, path, opened)
    }

    func withPath(_ path: String) -> Folder { Folder(handle, at: path, opened) }

    func isSame(as other: Folder) -> Bool {
        guard let opened, let theirs = other.opened else { return false }
        return opened.isSameFile(as: theirs)
    }

    package subscript(name: String) -> Place { Place(folder: self, name: name) }

    /// Itself, to be listed or synchronised.
    var itself: Place { self["."] }

    private final class Handle: Sendable {
        let descriptor: FileDescriptor
        /// Nil if it must not be closed.
        private let system: (any FileSystem)?

        init(_ descriptor: FileDescriptor, _ system: (any FileSystem)?) {
            (self.descriptor, self.system) = (descriptor, system)
        }

        deinit { system?.close(descriptor) }
    }
}

/// A name in an open directory. Every call on a name takes one, so it cannot be redirected.
package struct Place: Sendable {
    package let folder: Folder
    /// One name, without a slash.
    package let name: String

    package var directory: FileDescriptor { folder.descriptor }

    /// Its path, for messages only: no call takes it.
    package var path: String {
        if name == "." || folder.path.isEmpty { return folder.path.isEmpty ? name : folder.path }
        return FileAccess.path(folder.path, name)
    }
}

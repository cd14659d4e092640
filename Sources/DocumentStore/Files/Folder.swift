/// A directory that is open, so that it stays the same one whatever becomes of the names that led to it.
///
/// It is closed when nobody knows it any more.
package struct Folder: Sendable {
    /// The folder that paths begin in: a name in it is a whole path. Never closed.
    package static let workingDirectory = Folder(FileDescriptor(rawValue: -100), at: "")

    private let handle: Handle
    /// Where it was found, for messages: no call takes it.
    package let path: String
    /// What it was when it was opened; nil where nobody asked.
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

    /// The same folder under the name that messages give it.
    func told(as path: String) -> Folder { Folder(handle, at: path, opened) }

    /// Whether both are one and the same directory, by whatever names.
    func isSame(as other: Folder) -> Bool {
        guard let opened, let theirs = other.opened else { return false }
        return opened.isSameFile(as: theirs)
    }

    /// A name in it.
    package subscript(name: String) -> Place { Place(folder: self, name: name) }

    /// Itself, to be opened for listing or synchronising.
    var itself: Place { self["."] }

    private final class Handle: Sendable {
        let descriptor: FileDescriptor
        /// Nil where it is not to be closed.
        private let system: (any FileSystem)?

        init(_ descriptor: FileDescriptor, _ system: (any FileSystem)?) {
            (self.descriptor, self.system) = (descriptor, system)
        }

        deinit { system?.close(descriptor) }
    }
}

/// A name in an open directory: what every call on names takes, so that nobody can lead it elsewhere.
package struct Place: Sendable {
    /// The directory.
    package let folder: Folder
    /// One name, without a slash.
    package let name: String

    /// The descriptor that the system calls take beside the name.
    package var directory: FileDescriptor { folder.descriptor }

    /// Where it is, for messages: no call takes it.
    package var path: String {
        if name == "." || folder.path.isEmpty { return folder.path.isEmpty ? name : folder.path }
        return folder.path == "/" ? "/" + name : folder.path + "/" + name
    }
}

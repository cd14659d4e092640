/// A file that is open for reading; closed when the value goes.
struct OpenFile: ~Copyable {
    let descriptor: FileDescriptor
    /// Where it was found, for messages.
    let path: String
    /// Its status right after it was opened.
    let status: FileStatus
    private let system: any FileSystem

    init(
        _ descriptor: FileDescriptor, _ path: String, _ status: FileStatus, _ system: any FileSystem
    ) {
        (self.descriptor, self.path, self.status, self.system) = (descriptor, path, status, system)
    }

    deinit { system.close(descriptor) }
}

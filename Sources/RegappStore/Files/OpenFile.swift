/// A file that is open for reading; closed when the value goes.
struct OpenFile: ~Copyable {
    let descriptor: FileDescriptor
    /// Makes the path at which it was found, which only messages need.
    private let makePath: () -> String
    var path: String { makePath() }
    /// Its status right after it was opened.
    let status: FileStatus
    private let system: any FileSystem

    init(
        _ descriptor: FileDescriptor, _ path: @autoclosure @escaping () -> String, _ status: FileStatus,
        _ system: any FileSystem
    ) {
        (self.descriptor, makePath, self.status, self.system) = (descriptor, path, status, system)
    }

    deinit { system.close(descriptor) }
}

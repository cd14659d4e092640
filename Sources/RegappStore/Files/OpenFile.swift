/// A file that is open for reading; closed when the value goes.
struct OpenFile: ~Copyable {
    let descriptor: FileDescriptor
    private let place: Place
    /// The path at which it was found, which only messages need.
    var path: String { place.path }
    /// Its status right after it was opened.
    let status: FileStatus
    private let system: any FileSystem

    init(
        _ descriptor: FileDescriptor, at place: Place, _ status: FileStatus, _ system: any FileSystem
    ) {
        (self.descriptor, self.place, self.status, self.system) = (descriptor, place, status, system)
    }

    deinit { system.close(descriptor) }
}

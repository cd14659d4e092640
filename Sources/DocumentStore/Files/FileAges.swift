/// The calls that a cache makes on top of the store's: when a file was last of use.
package protocol FileAges: FileSystem {
    /// Tells when a name's own file was last written, or what `setModified` set since, in nanoseconds since 1970.
    /// The corresponding C function is `fstatat`.
    func modified(_ place: Place) throws(Errno) -> Int64
    /// Sets that time, and that of the last reading, for an open file of this user. The corresponding C function is
    /// `futimens`.
    func setModified(_ file: FileDescriptor, _ nanoseconds: Int64) throws(Errno)
}

/// The calls that a cache makes on top of the store's: when a file was last of use.
package protocol FileAges: FileSystem {
    /// Tells when a name's own file was last written, or what `setModified` set since, in nanoseconds since 1970.
    /// The corresponding C function is `fstatat`.
    func modified(_ place: Place) throws(Errno) -> Int64
    /// Sets that time, and that of the last reading, for an open file of this user. The corresponding C function is
    /// `futimens`.
    func setModified(_ file: FileDescriptor, _ nanoseconds: Int64) throws(Errno)
}

// Files that a cache keeps: none is worth waiting for, and a failure of theirs is nobody's error.
extension FileAges {
    /// The content of a file of this user; nil where there is none or it cannot be read.
    ///
    /// - Parameter time: when it is to count as modified, in nanoseconds since 1970.
    package func kept(_ place: Place, limit: Int, at time: Int64) -> [UInt8]? {
        let files = FileAccess(system: self, queue: .anywhere)
        guard let file = (try? files.openFile(place)) ?? nil, file.status.owner == user else { return nil }
        try? setModified(file.descriptor, time)
        return try? files.contents(of: file, limit: limit)
    }

    /// Replaces a file in one step, as the store does, but waits for no disk: what a power cut leaves of it may be
    /// damaged. Returns whether it worked.
    ///
    /// - Parameters:
    ///   - draft: a free name in the same folder.
    ///   - time: when it counts as modified, in nanoseconds since 1970.
    package func keep(_ place: Place, by draft: Place, _ bytes: [UInt8], at time: Int64) -> Bool {
        let files = FileAccess(system: self, queue: .anywhere)
        do throws(StoreError) {
            try files.create(draft, bytes, synchronously: false) { file in try? setModified(file, time) }
            try files.rename(draft, to: place, mustBeFree: false)
            return true
        } catch {
            _ = try? files.remove(draft)
            return false
        }
    }
}

/// The calls that a cache needs beyond the store's: when a file was last used.
package protocol FileAges: FileSystem {
    /// When a file was last written, or what `setModified` set since, in nanoseconds since 1970; a link is not
    /// followed (`fstatat`).
    func modified(_ place: Place) throws(Errno) -> Int64
    /// Sets the times of last modification and access of an open file (`futimens`).
    func setModified(_ file: FileDescriptor, _ nanoseconds: Int64) throws(Errno)
}

// Files of a cache: not worth waiting for, and their errors are not reported.
extension FileAges {
    /// The content of a file of this user; nil if there is none or it cannot be read.
    ///
    /// - Parameter time: its new modification time, in nanoseconds since 1970.
    package func cacheFile(_ place: Place, limit: Int, at time: Int64) -> [UInt8]? {
        let files = FileAccess(system: self, queue: .anywhere)
        guard let file = (try? files.openFile(place)) ?? nil, file.status.owner == user else { return nil }
        try? setModified(file.descriptor, time)
        return try? files.contents(of: file, limit: limit)
    }

    /// Replaces a file in one step, like the store, but does not wait for the disk: after a power cut it may be
    /// damaged. Returns whether it worked.
    ///
    /// - Parameters:
    ///   - temporary: a free name in the same folder.
    ///   - time: its modification time, in nanoseconds since 1970.
    package func replaceCacheFile(_ place: Place, by temporary: Place, _ bytes: [UInt8], at time: Int64)
        -> Bool
    {
        let files = FileAccess(system: self, queue: .anywhere)
        do throws(StoreError) {
            try files.replace(place, by: temporary, with: bytes, synchronously: false) { file in
                try? setModified(file, time)
            }
            return true
        } catch {
            _ = try? files.remove(temporary)
            return false
        }
    }
}

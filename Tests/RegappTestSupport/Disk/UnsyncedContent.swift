/// The writes to one file since its last fsync, and what of them a power cut may leave.
struct UnsyncedContent: Sendable {
    /// One possible content.
    struct Version: Hashable, Sendable {
        var bytes: [UInt8]
        var mode: UInt32
        var group: UInt32

        /// The same bytes with the mode and group of another version.
        func with(_ rights: Version) -> Version {
            Version(bytes: bytes, mode: rights.mode, group: rights.group)
        }
    }

    private let synced: Version
    private var writes: [(offset: Int, bytes: [UInt8])] = []
    /// The modes and groups that it had one after the other, without bytes.
    private var rights: [Version]

    init(_ inode: Inode) {
        synced = Version(bytes: inode.bytes, mode: inode.mode, group: inode.group)
        rights = [Version(bytes: [], mode: inode.mode, group: inode.group)]
    }

    mutating func add(offset: Int, _ bytes: [UInt8]) {
        writes.append((offset, bytes))
    }

    mutating func add(mode: UInt32) {
        rights.append(Version(bytes: [], mode: mode, group: latest.group))
    }

    mutating func add(group: UInt32) {
        rights.append(Version(bytes: [], mode: latest.mode, group: group))
    }

    private var latest: Version { rights[rights.count - 1] }

    /// What programs see while the machine runs.
    var complete: Version { version(firstBytes: total) }

    /// What may be there after a power cut, each once, the complete one first.
    ///
    /// None of the writes, all of them cut short, zeros where they would be, and only the later ones with
    /// zeros before them; each with the latest mode and group, and with every earlier pair for all or nothing.
    var versions: [Version] {
        var found = [complete, synced.with(latest)]
        found += rights.flatMap { [synced.with($0), complete.with($0)] }
        found += cuts.map { version(firstBytes: $0) }
        found += boundaries.map { version(zeroedBytes: $0) }
        var seen: Set<Version> = []
        return found.filter { seen.insert($0).inserted }
    }

    private var total: Int { writes.reduce(0) { $0 + $1.bytes.count } }

    /// How many written bytes stand after each write.
    private var boundaries: [Int] {
        var sum = 0
        return writes.map {
            sum += $0.bytes.count
            return sum
        }
    }

    private var cuts: [Int] {
        guard total > 0 else { return [] }
        return [0, 1, total / 2, total - 1] + Self.spread(boundaries)
    }

    /// At most 16 of them: a file written byte by byte would have as many boundaries as bytes.
    private static func spread(_ boundaries: [Int]) -> [Int] {
        guard boundaries.count > 16 else { return boundaries }
        return Array(boundaries.prefix(8) + boundaries.suffix(8))
    }

    private func version(firstBytes count: Int) -> Version {
        var bytes = synced.bytes
        var left = count
        for write in writes where left > 0 {
            bytes = bytes.overwritten(at: write.offset, with: write.bytes.prefix(left))
            left -= write.bytes.count
        }
        return Version(bytes: bytes, mode: 0, group: 0).with(latest)
    }

    private func version(zeroedBytes count: Int) -> Version {
        var bytes = synced.bytes
        var left = count
        for write in writes {
            let lost = max(0, min(left, write.bytes.count))
            let kept = write.bytes.dropFirst(lost)
            bytes = bytes.overwritten(at: write.offset, with: [UInt8](repeating: 0, count: lost) + kept)
            left -= lost
        }
        return Version(bytes: bytes, mode: 0, group: 0).with(latest)
    }
}

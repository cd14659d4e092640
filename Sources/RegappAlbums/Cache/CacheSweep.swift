internal import RegappStore

/// Keeps all entries under a cache's root within the size limit, removing the least recently used first.
///
/// The root may contain other files, even documents: only folders and files with the cache's own names are
/// counted and removed. A scan costs a system call a file, so the total is remembered and updated. It is scanned again
/// when the total reaches the limit, and from time to time because other processes write too.
final class CacheSweep: Sendable {
    private struct Estimate {
        var total = 0
        var storesSinceScan = Int.max
    }

    private struct Item {
        let place: Place
        let size: Int
        let lastUse: Int64
    }

    /// The number of stored entries after which a process scans again for other processes' entries.
    private static let scanInterval = 64
    /// The age after which an unfinished file is removed, in milliseconds: an hour.
    private static let litterAge: Int64 = 3_600_000

    private let root: String
    private let byteLimit: Int
    private let files: CacheFiles
    private let estimate = Locked(Estimate())

    init(root: String, byteLimit: Int, files: CacheFiles) {
        self.root = root
        self.byteLimit = byteLimit
        self.files = files
    }

    func makeRoom(for size: Int, now: Int64) -> Bool {
        guard size <= byteLimit / 2 else { return false }
        estimate.withLock { estimate in
            if estimate.storesSinceScan >= Self.scanInterval || estimate.total > byteLimit - size {
                estimate.total = sweep(leaving: byteLimit - size, now: now)
                estimate.storesSinceScan = 0
            }
            estimate.total += size
            estimate.storesSinceScan += 1
        }
        return true
    }

    /// Removes the least recently used entries until no more than `bytes` are left; returns the bytes left.
    private func sweep(leaving bytes: Int, now: Int64) -> Int {
        let items = items(now: now)
        var total = items.reduce(0) { $0 + $1.size }
        guard total > bytes else { return total }
        // Some margin below the limit, or every further entry would scan again.
        let goal = bytes - bytes / 10
        for item in items.sorted(by: { ($0.lastUse, $0.place.path) < ($1.lastUse, $1.place.path) })
        where total > goal {
            try? files.system.unlink(item.place)
            total -= item.size
        }
        return total
    }

    private func items(now: Int64) -> [Item] {
        var items: [Item] = []
        guard let root = files.folder(root) else { return [] }
        for name in files.names(in: root) where AnswerCache.isFolder(name) {
            guard let directory = files.folder(root[name]) else { continue }
            for name in files.names(in: directory) where AnswerCache.isOwn(name) {
                let place = directory[name]
                guard let lastUse = files.lastUse(of: place) else { continue }
                let isUnfinished = name.hasPrefix(CacheFiles.unfinished)
                let isOver = RateLimitMemory.end(of: name).map { $0 <= now }
                if isOver ?? (isUnfinished && lastUse < now - Self.litterAge) {
                    try? files.system.unlink(place)
                } else if let status = try? files.system.linkStatus(place), status.kind == .regular {
                    items.append(Item(place: place, size: status.size, lastUse: lastUse))
                }
            }
        }
        return items
    }
}

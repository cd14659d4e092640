package import RegappStore
internal import RegappValues

/// A cache of the answers and covers of one catalogue, in a directory that all processes of a user share.
///
/// Each entry is a file, replaced atomically and carrying a checksum: readers and writers in several processes need no
/// lock, and a damaged entry counts as missing. All catalogues together are limited to 50 MiB; the least recently used
/// entries are removed first. Failures of the cache are not errors: a catalogue without a cache is only slower.
///
/// In a directory that other users can reach no answers are kept, only the time before which the catalogue must not be
/// asked, which reveals nothing.
package final class AnswerCache: Sendable {
    enum Kind: String, CaseIterable {
        case search, songs, cover
    }

    private static let otherPrefix = "other-"

    static func isFolder(_ name: String) -> Bool {
        name == CatalogAddress.appleHost || name.hasPrefix(otherPrefix)
    }

    static func isOwn(_ name: String) -> Bool {
        name.hasPrefix(CacheFiles.unfinished) || RateLimitMemory.end(of: name) != nil
            || Kind.allCases.contains { name.hasPrefix($0.rawValue + "-") }
    }

    /// The size limit of everything under the root, in bytes.
    package static let byteLimit = 50 << 20

    let rateLimit: RateLimitMemory

    private let directory: @Sendable (_ making: Bool) -> Folder?
    private let files: CacheFiles
    private let sweep: CacheSweep
    private let keepsAnswers: Bool

    /// Makes a cache under `root`, an absolute path that need not exist: it and its folder for this catalogue are
    /// created when something is kept. Catalogues other than Apple's get folders of their own.
    package init(
        root: String, catalogue: CatalogAddress, keepsAnswers: Bool = true,
        files system: any FileAges = POSIXFileSystem(), byteLimit: Int = AnswerCache.byteLimit
    ) {
        self.keepsAnswers = keepsAnswers
        let digest = ContentDigest(catalogue.text)
        let folder = catalogue == .apple ? CatalogAddress.appleHost : Self.otherPrefix + digest.paddedText
        let files = CacheFiles(system: system)
        self.files = files
        directory = { making in
            files.folder(root, making: making).flatMap { files.folder($0[folder], making: making) }
        }
        sweep = CacheSweep(root: root, byteLimit: byteLimit, files: files)
        rateLimit = RateLimitMemory(directory: directory, files: files)
    }

    /// Returns the entry for a question, valid or expired, and marks it as used.
    func entry(_ kind: Kind, _ key: String, now: Int64) -> CacheEntry? {
        guard keepsAnswers, let directory = directory(false) else { return nil }
        let bytes = files.read(directory[name(kind, key)], usedAt: now)
        // Another question may have the same digest.
        return bytes.flatMap(CacheEntry.init).flatMap { $0.key == key ? $0 : nil }
    }

    func store(_ entry: CacheEntry, _ kind: Kind, now: Int64) {
        guard keepsAnswers else { return }
        let bytes = entry.bytes
        guard let directory = directory(true), sweep.makeRoom(for: bytes.count, now: now) else { return }
        files.replace(directory[name(kind, entry.key)], with: bytes, usedAt: now)
    }

    /// The entries of a kind, the most recently used first, each read only when it is reached.
    func lastUsed(_ kind: Kind, now: Int64) -> some Sequence<CacheEntry> {
        let folder = keepsAnswers ? directory(false) : nil
        let places = folder.map { folder in
            files.names(in: folder).filter { $0.hasPrefix(kind.rawValue + "-") }.map { folder[$0] }
        }
        let dated = (places ?? []).compactMap { place in
            files.lastUse(of: place).map { (place: place, lastUse: $0) }
        }
        let ordered = dated.sorted { ($1.lastUse, $1.place.name) < ($0.lastUse, $0.place.name) }
        // Looking through entries is not using them: the times stay as they are.
        return ordered.lazy.compactMap { [files] item in
            files.read(item.place, usedAt: item.lastUse).flatMap(CacheEntry.init)
        }
    }

    private func name(_ kind: Kind, _ key: String) -> String {
        "\(kind.rawValue)-\(ContentDigest(key).paddedText)"
    }
}

/// Why no answers are kept in the directory of the cache.
package enum CacheWarning: Hashable, Sendable {
    /// Other users can reach it; `mode` holds its permission bits.
    case looseMode(path: String, mode: UInt32)
    case foreign(path: String)
    case symbolicLink(path: String)

    /// The warning about the directory at `root`; nil if it is private, or does not exist yet.
    package static func check(
        _ root: String, files system: any FileAges = POSIXFileSystem()
    ) -> CacheWarning? {
        // A directory that cannot be examined is never written to either, so there is nothing to warn of.
        guard let status = try? system.linkStatus(Folder.workingDirectory[root]) else { return nil }
        switch status.kind {
        case .symbolicLink: return .symbolicLink(path: root)
        case .directory where status.owner != system.user: return .foreign(path: root)
        case .directory where status.mode & 0o077 != 0:
            return .looseMode(path: root, mode: status.mode & 0o777)
        default: return nil
        }
    }
}

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

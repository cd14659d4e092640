package import RegappStore
internal import RegappValues

/// A cache of the answers and covers of one catalogue, in a directory shared by all processes of a user.
///
/// Each entry is a file with a checksum, replaced atomically: processes need no lock, and a damaged entry counts as
/// missing. All catalogues share a limit of 50 MiB; the least recently used entries are removed first. Failures of the
/// cache are not errors; they only make the catalogue slower. In a directory that other users can reach, only the time
/// of the next permitted request is kept, which reveals nothing.
package final class AnswerCache: Sendable {
    enum Kind: String, CaseIterable {
        case search, songs, cover
    }

    private static let otherPrefix = "other-"
    private static let unfinishedPrefix = ".new-"
    /// The largest accepted answer, and the lines before it in its file, in bytes.
    private static let fileLimit = Catalogue.answerByteLimit + 64 << 10
    /// The size limit of everything under the root, in bytes.
    package static let byteLimit = 50 << 20
    /// How many entries this process stores between two scans of the cache.
    private static let scanInterval = 64
    /// The age after which an unfinished file is removed, in milliseconds: an hour.
    private static let litterAge: Int64 = 3_600_000

    private let root: String
    private let folderName: String
    private let files: any FileSystem
    private let keepsAnswers: Bool
    private let byteLimit: Int
    /// A scan costs a system call a file, so the total of all entries is remembered. It is counted again at the limit,
    /// and from time to time because other processes write too.
    private let estimate = Locked((total: 0, storesSinceScan: Int.max))

    /// `root` is an absolute path; it and its folder for this catalogue are created when something is kept.
    package init(
        root: String, catalogue: CatalogAddress, keepsAnswers: Bool = true,
        files: any FileSystem = POSIXFileSystem(), byteLimit: Int = AnswerCache.byteLimit
    ) {
        self.root = root
        self.files = files
        self.keepsAnswers = keepsAnswers
        self.byteLimit = byteLimit
        let digest = ContentDigest(catalogue.text)
        folderName = catalogue == .apple ? CatalogAddress.appleHost : Self.otherPrefix + digest.text
    }

    private func folder(making: Bool) -> Folder? {
        files.ownFolder(root, makingMissing: making).flatMap {
            files.ownFolder($0[folderName], makingMissing: making)
        }
    }

    /// Returns the entry for a question, valid or expired, and marks it as used.
    func entry(_ kind: Kind, _ key: String, now: Int64) -> CacheEntry? {
        guard keepsAnswers, let folder = folder(making: false) else { return nil }
        let bytes = files.cacheFile(folder[name(kind, key)], limit: Self.fileLimit, usedAt: now)
        // Another question may have the same digest.
        return bytes.flatMap(CacheEntry.init).flatMap { $0.key == key ? $0 : nil }
    }

    func store(_ entry: CacheEntry, _ kind: Kind, now: Int64) {
        guard keepsAnswers else { return }
        let bytes = entry.bytes
        guard let folder = folder(making: true), makeRoom(for: bytes.count, now: now) else { return }
        let draft = folder["\(Self.unfinishedPrefix)\(UInt64.random(in: 0 ... .max))"]
        files.replaceCacheFile(folder[name(kind, entry.key)], by: draft, bytes, usedAt: now)
    }

    /// The entries of a kind, the most recently used first, each read only when it is reached.
    func lastUsed(_ kind: Kind) -> some Sequence<CacheEntry> {
        let folder = keepsAnswers ? folder(making: false) : nil
        let places = folder.map { folder in
            files.names(in: folder).filter { $0.hasPrefix(kind.rawValue + "-") }.map { folder[$0] }
        }
        let ordered = (places ?? []).compactMap { place in
            files.lastUse(of: place).map { (place: place, lastUse: $0) }
        }.sorted { ($1.lastUse, $1.place.name) < ($0.lastUse, $0.place.name) }
        // Looking through entries is not using them: the times stay as they are.
        return ordered.lazy.compactMap { [files] item in
            files.cacheFile(item.place, limit: Self.fileLimit, usedAt: item.lastUse).flatMap(CacheEntry.init)
        }
    }

    private func name(_ kind: Kind, _ key: String) -> String {
        "\(kind.rawValue)-\(ContentDigest(key).text)"
    }

    // MARK: Refusals

    private static let refusalPrefix = "busy-"

    /// The time in the name of a refusal's file; nil for other names.
    private static func refusalEnd(_ name: String) -> Int64? {
        name.hasPrefix(refusalPrefix) ? Int64(name.dropFirst(refusalPrefix.count)) : nil
    }

    /// The time before which no process of this user may ask the catalogue, in milliseconds since 1970; nil for none.
    /// Times too far ahead are ignored (the clock was set back), and so are directories that other users can write to:
    /// they could block every request.
    func refusalEnd(now: Int64) -> Int64? {
        guard let folder = folder(making: false) else { return nil }
        let furthest = now + Int64(TransportAnswer.longestPause) * 1000
        return files.names(in: folder).compactMap(Self.refusalEnd).filter { $0 > now && $0 <= furthest }.max()
    }

    /// Records that the catalogue refuses requests for `seconds`. The end is the name of an empty file, and the latest
    /// counts: nothing to lock or damage, and two racing processes cannot shorten each other's time.
    func noteRefusal(seconds: Int, now: Int64) {
        let end = now + Int64(min(max(seconds, 1), TransportAnswer.longestPause)) * 1000
        guard let folder = folder(making: true) else { return }
        for name in files.names(in: folder) where Self.refusalEnd(name).map({ $0 <= now }) == true {
            try? files.unlink(folder[name])
        }
        // A file of that name already says the same.
        if let file = try? files.open(folder["\(Self.refusalPrefix)\(end)"], .creating) { files.close(file) }
    }

    // MARK: Room

    private func makeRoom(for size: Int, now: Int64) -> Bool {
        guard size <= byteLimit / 2 else { return false }
        estimate.withLock { estimate in
            if estimate.storesSinceScan >= Self.scanInterval || estimate.total > byteLimit - size {
                estimate = (removeLongestUnused(leaving: byteLimit - size, now: now), 0)
            }
            estimate.total += size
            estimate.storesSinceScan += 1
        }
        return true
    }

    /// Removes the least recently used entries until no more than `bytes` are left; returns the bytes left.
    private func removeLongestUnused(leaving bytes: Int, now: Int64) -> Int {
        let entries = allEntries(now: now)
        var total = entries.reduce(0) { $0 + $1.size }
        guard total > bytes else { return total }
        // Some margin below the limit, or every further entry would scan again.
        let goal = bytes - bytes / 10
        for entry in entries.sorted(by: { ($0.lastUse, $0.place.path) < ($1.lastUse, $1.place.path) })
        where total > goal {
            try? files.unlink(entry.place)
            total -= entry.size
        }
        return total
    }

    /// The entries of all catalogues. The root may contain other files, even documents: only folders and files with the
    /// cache's own names count. Removes expired refusals and abandoned unfinished files.
    private func allEntries(now: Int64) -> [(place: Place, size: Int, lastUse: Int64)] {
        var entries: [(place: Place, size: Int, lastUse: Int64)] = []
        guard let root = files.ownFolder(root, makingMissing: false) else { return [] }
        for name in files.names(in: root)
        where name == CatalogAddress.appleHost || name.hasPrefix(Self.otherPrefix) {
            guard let directory = files.ownFolder(root[name], makingMissing: false) else { continue }
            for name in files.names(in: directory) {
                let isUnfinished = name.hasPrefix(Self.unfinishedPrefix)
                let isOver = Self.refusalEnd(name).map { $0 <= now }
                let isEntry = Kind.allCases.contains { name.hasPrefix($0.rawValue + "-") }
                let place = directory[name]
                guard isUnfinished || isOver != nil || isEntry, let lastUse = files.lastUse(of: place)
                else { continue }
                if isOver ?? (isUnfinished && lastUse < now - Self.litterAge) {
                    try? files.unlink(place)
                } else if let status = try? files.linkStatus(place), status.kind == .regular {
                    entries.append((place, status.size, lastUse))
                }
            }
        }
        return entries
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
        _ root: String, files system: any FileSystem = POSIXFileSystem()
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

extension FileSystem {
    fileprivate func names(in folder: Folder) -> FileNames {
        BackgroundQueue.checkBackground()
        guard let file = try? open(folder["."], .directory) else { return [] }
        defer { close(file) }
        return (try? names(in: file, upTo: .max)) ?? []
    }

    /// In milliseconds since 1970.
    fileprivate func lastUse(of place: Place) -> Int64? {
        (try? linkStatus(place)).map { $0.modified / 1_000_000 }
    }
}

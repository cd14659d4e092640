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

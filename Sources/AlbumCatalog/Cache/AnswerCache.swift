public import DocumentStore
internal import PlainValues

/// The answers and covers that one catalogue gave, kept in a directory that all processes of a user share.
///
/// An entry is a file of its own, replaced atomically and sealed with a checksum: readers and writers of several
/// processes need no lock, and a damaged entry is one that is not there. All catalogues together are held under
/// 50 MiB, the longest unused entries going first. No failure of the cache is an error: a catalogue without one
/// is slower, that is all.
///
/// A directory that others may reach is not trusted with answers: then only what says nothing is kept there, until
/// when the catalogue is not to be asked.
public final class AnswerCache: Sendable {
    /// What is kept, by the beginning of its file's name.
    enum Kind: String, CaseIterable {
        case search, songs, cover
    }

    /// How the folders of catalogues other than Apple's begin.
    private static let otherPrefix = "other-"

    /// Whether a name under the root is that of a catalogue's folder.
    static func isFolder(_ name: String) -> Bool {
        name == CatalogAddress.apple.host || name.hasPrefix(otherPrefix)
    }

    /// Whether a name in such a folder is one that this cache gives.
    static func isOwn(_ name: String) -> Bool {
        name.hasPrefix(CacheFiles.unfinished) || RateLimitMemory.end(of: name) != nil
            || Kind.allCases.contains { name.hasPrefix($0.rawValue + "-") }
    }

    /// The bound of everything under the root, in bytes.
    public static let byteLimit = 50 << 20

    /// When the catalogue may be asked again.
    let rateLimit: RateLimitMemory

    private let root: String
    private let directory: String
    private let files: CacheFiles
    private let sweep: CacheSweep
    private let keepsAnswers: Bool

    /// Uses `root`, an absolute path, which need not exist: it and its folder for this catalogue are made when
    /// something is kept. Catalogues other than Apple's get folders of their own.
    public init(
        root: String, catalogue: CatalogAddress, keepsAnswers: Bool = true,
        files system: any FileAges = POSIXFileSystem(), byteLimit: Int = AnswerCache.byteLimit
    ) {
        self.keepsAnswers = keepsAnswers
        self.root = root
        let folder = catalogue == .apple ? catalogue.host : Self.otherPrefix + fingerprint(catalogue.text)
        directory = "\(root)/\(folder)"
        files = CacheFiles(system: system)
        sweep = CacheSweep(root: root, byteLimit: byteLimit, files: files)
        rateLimit = RateLimitMemory(directory: directory, files: files)
    }

    /// Returns what is kept for a question, fresh or not, and notes that it was of use.
    func entry(_ kind: Kind, _ key: String, now: Int64) -> CacheEntry? {
        guard keepsAnswers else { return nil }
        let bytes = files.read("\(directory)/\(name(kind, key))", usedAt: now)
        // Another question may have the same fingerprint.
        return bytes.flatMap(CacheEntry.init).flatMap { $0.key == key ? $0 : nil }
    }

    /// Keeps an entry in the place of an older one.
    func store(_ entry: CacheEntry, _ kind: Kind, now: Int64) {
        guard keepsAnswers else { return }
        let bytes = entry.bytes
        guard files.prepare(root), files.prepare(directory), sweep.makeRoom(for: bytes.count, now: now) else {
            return
        }
        files.replace(name(kind, entry.key), in: directory, with: bytes, usedAt: now)
    }

    /// The entries of a kind, the last used first, each read only when it is reached.
    func lastUsed(_ kind: Kind, now: Int64) -> some Sequence<CacheEntry> {
        let names =
            keepsAnswers ? files.names(in: directory).filter { $0.hasPrefix(kind.rawValue + "-") } : []
        let dated = names.compactMap { name in
            files.lastUse(of: "\(directory)/\(name)").map { (path: "\(directory)/\(name)", lastUse: $0) }
        }
        let ordered = dated.sorted { ($1.lastUse, $1.path) < ($0.lastUse, $0.path) }
        // Looking for something is no use of it: the times stay as they are.
        return ordered.lazy.compactMap { [files] item in
            files.read(item.path, usedAt: item.lastUse).flatMap(CacheEntry.init)
        }
    }

    private func name(_ kind: Kind, _ key: String) -> String {
        "\(kind.rawValue)-\(fingerprint(key))"
    }
}

/// Sixteen hexadecimal digits for a text: FNV-1a, 64 bits. Different texts may share one.
private func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    return hash.zeroPadded(to: 16, radix: 16)
}

/// Why no answers are kept in the directory of the cache.
public enum CacheWarning: Hashable, Sendable {
    /// Other users may reach it; `mode` holds its permission bits.
    case looseMode(path: String, mode: UInt32)
    /// It is a symbolic link, which may lead anywhere.
    case symbolicLink(path: String)

    /// The warning about the directory at `root`; nil if it is private, or does not exist yet.
    public static func check(
        _ root: String, files system: any FileAges = POSIXFileSystem()
    ) -> CacheWarning? {
        // A directory that cannot be examined is never written to either: nothing to warn of.
        guard let status = try? system.linkStatus(root) else { return nil }
        switch status.kind {
        case .symbolicLink: return .symbolicLink(path: root)
        case .directory where status.mode & 0o077 != 0:
            return .looseMode(path: root, mode: status.mode & 0o777)
        default: return nil
        }
    }
}

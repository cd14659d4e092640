public import DocumentStore

/// Why the directory of the cache is not to be used as it stands.
public enum CacheRootTrouble: Hashable, Sendable {
    /// Others than its owner may reach it; `mode` holds its permission bits.
    case loose(path: String, mode: UInt32)
    /// It belongs to another user.
    case foreign(path: String)
    /// It is a symbolic link, which may lead anywhere.
    case symbolicLink(path: String)

    /// Looks at the directory at `root`; nil where it is private, or is not there and can be made so.
    public static func check(
        _ root: String, files system: any FileAges = POSIXFileSystem()
    ) -> CacheRootTrouble? {
        // What cannot be looked at is never written to either: no trouble to tell of.
        guard let status = try? system.linkStatus(root) else { return nil }
        switch status.kind {
        case .symbolicLink: return .symbolicLink(path: root)
        case .directory where status.owner != system.user: return .foreign(path: root)
        case .directory where status.mode & 0o077 != 0:
            return .loose(path: root, mode: status.mode & 0o777)
        default: return nil
        }
    }
}

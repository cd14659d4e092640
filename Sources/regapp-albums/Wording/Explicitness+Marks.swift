import AlbumCatalog

extension Explicitness {
    /// What stands behind a title, written out.
    var mark: String {
        switch self {
        case .explicit: " [explicit]"
        case .cleaned: " [clean]"
        case .notExplicit: ""
        }
    }

    /// What stands behind a title where there is little room.
    var shortMark: String {
        switch self {
        case .explicit: " [E]"
        case .cleaned: " [C]"
        case .notExplicit: ""
        }
    }
}

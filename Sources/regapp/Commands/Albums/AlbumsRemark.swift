import AlbumCatalog

/// Why a command for albums ends that no error of the catalogue explains.
enum AlbumsError: Error, Hashable, Sendable {
    case termTooLong(limit: Int)
    case tooManyOpenFiles
}

/// What one should know about an answer of the catalogue, or the way to it: told on standard error.
enum AlbumsRemark: Sendable {
    case otherCatalogue(address: String)
    case cacheRoot(CacheWarning)
    /// Nobody named a store.
    case store(Storefront)
    /// How many milliseconds old the answer is, and why there is no newer one.
    case outdated(age: Int64, CatalogError)
    case unreadableItems(Int)
    case nothingFound
}

/// What takes so long that it is said.
enum AlbumsWork: Sendable {
    case search, covers, lookup, cover
}

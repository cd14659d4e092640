import RegappAlbums
import RegappCommandLine
import RegappWording

// Messages of commands about the album catalogue, its answers and its cache.

extension Message {
    static func cacheRoot(_ warning: CacheWarning) -> Message {
        switch warning {
        case .looseMode(let path, let mode):
            .warning(
                "\(mode.reach(path)); answers are not kept there",
                hint: .repair(0o700, nil) { .words($0 + [path]) })
        case .foreign(let path): .warning("\(path) belongs to another user; nothing is kept there")
        case .symbolicLink(let path):
            .warning("\(path) is a symbolic link; answers are not kept there")
        }
    }

    /// Which store is asked if none was named.
    static func store(_ store: Storefront) -> Message {
        .hint("the store is that of \(store.code); \(.words("--country")) names another")
    }

    /// - Parameters:
    ///   - age: the age of the answer, in milliseconds.
    ///   - error: why there is no newer one.
    static func outdated(age: Int64, _ error: CatalogError) -> Message {
        .warning("\(error.words); this is the answer \(String.asOf(age))")
    }

}

/// The text beside the spinner.
enum AlbumsWork {
    static let search = "searching albums"
    static let covers = "fetching covers"
    static let lookup = "looking up the album"
    static let cover = "fetching the cover"
}

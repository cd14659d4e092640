import CommandParser
import AlbumCatalog
import DocumentStore
import RegappProcess

extension Report {
    /// Tells why the catalogue gave no answer.
    init(_ error: CatalogError) {
        switch error {
        case .cancelled: self = .interrupted
        case .rateLimited: self.init(.busy, error.words)
        case .noSuchAlbum:
            self.init(.notFound, error.words, hint: "\(.words("--country")) asks another store")
        case .badParameter(let names) where names.contains("country"):
            self.init(
                .unavailable, error.words,
                hint: "give a country that has a store, such as \(.words("--country", "US"))")
        case .offline, .unknownHost:
            self.init(.unavailable, error.words, hint: "check the network connection")
        default: self.init(.unavailable, error.words)
        }
    }

    /// Tells why the address of another catalogue is not taken.
    init(_ refusal: CatalogAddress.Refusal) {
        let reason =
            switch refusal {
            case .malformed: "it does not read as https://HOST[:PORT][/PATH]"
            case .scheme(let scheme): "'\(scheme)' is neither https nor http"
            case .plainHTTP(let host): "plain http is for this machine only, not for '\(host)'"
            case .ipv6: "an IPv6 number cannot be asked; name the host, such as 'localhost'"
            case .credentials: "a user or password may not stand in it"
            }
        self.init(.usage, "REGAPP_ALBUMS_URL is not taken: \(reason)")
    }
}

extension CacheRootTrouble {
    /// The trouble as a sentence and what to type about it.
    var words: (warning: String, hint: Hint?) {
        switch self {
        case .loose(let path, let mode):
            let words = StoreWarning.looseMode(path: path, mode: mode, instead: 0o700).words
            return (words.warning + "; answers are not kept there", words.hint)
        case .foreign(let path): return ("\(path) belongs to another user; nothing is kept there", nil)
        case .symbolicLink(let path):
            return ("\(path) is a symbolic link; answers are not kept there", nil)
        }
    }
}

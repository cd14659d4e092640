import CommandParser
import AlbumCatalog
import DocumentStore

extension Report {
    /// Tells why the catalogue gave no answer.
    init(_ error: CatalogError) {
        switch error {
        case .cancelled: self = .interrupted
        case .rateLimited: self.init(.busy, error.words)
        case .noSuchAlbum:
            self.init(.notFound, error.words, hint: "\(.words("--country")) asks another store")
        case .noSuchStore:
            self.init(
                .unavailable, error.words,
                hint: "give a country that has a store, such as \(.words("--country", "US"))")
        case .curlNotInstalled:
            self.init(
                .unavailable, error.words, hint: "on Debian, type \(.words("apt", "install", "curl"))")
        case .offline, .unknownHost:
            self.init(.unavailable, error.words, hint: "check the network connection")
        case .curlFailed, .unreachable, .insecure, .timeout, .connectionLost, .notHTTP, .tooLarge,
            .redirected, .status,
            .badParameter, .message, .notJSON, .unexpectedShape:
            self.init(.unavailable, error.words)
        }
    }

    /// Tells why the address of another catalogue is not taken.
    init(_ refusal: CatalogAddress.ParseError) {
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

    /// Tells why a command for albums ends that no error of the catalogue explains.
    init(_ error: AlbumsError) {
        switch error {
        case .termTooLong(let limit):
            self.init(.usage, "TERM is longer than \(limit) bytes", hint: "a few words are enough")
        case .tooManyOpenFiles: self.init(.inputOutput, "cannot use the terminal: too many open files")
        }
    }

    /// Tells why there are no album screens, and what to type instead.
    init(_ obstacle: ScreenObstacle) {
        let reason =
            switch obstacle {
            case .noTerminal: "need a terminal"
            case .noInput: "need input, which --no-input forbids"
            }
        self.init(.usage, "the album screens \(reason)", hint: "type \(.regapp("albums", "search", "TERM"))")
    }
}

extension AlbumsRemark: Remark {
    var lines: [DiagnosticLine] {
        switch self {
        case .otherCatalogue(let address): return [.hint("the catalogue is \(address)")]
        case .cacheRoot(let warning):
            let words = warning.words
            return [.warning(words.warning)] + (words.hint.map { [.hint($0)] } ?? [])
        case .store(let store):
            return [.hint("the store is that of \(store.code); \(.words("--country")) names another")]
        case .outdated(let age, let error):
            let time = ageWords(milliseconds: age)
            return [.warning("\(error.words); this answer is \(time) old")]
        case .unreadableItems(1):
            return [.warning("1 item of the catalogue's answer could not be read, and was left out")]
        case .unreadableItems(let count):
            return [.warning("\(count) items of the catalogue's answer could not be read, and were left out")]
        case .nothingFound: return [.hint("nothing was found")]
        }
    }
}

extension AlbumsWork {
    /// The work as the line with the spinner names it.
    var words: String {
        switch self {
        case .search: "searching albums"
        case .covers: "fetching covers"
        case .lookup: "looking up the album"
        case .cover: "fetching the cover"
        }
    }
}

extension CacheWarning {
    /// The warning as a sentence and what to type about it.
    var words: (warning: String, hint: Hint?) {
        switch self {
        case .looseMode(let path, let mode):
            let words = StoreWarning.looseMode(path: path, mode: mode, instead: 0o700).words
            return (words.warning + "; answers are not kept there", words.hint)
        case .foreign(let path): return ("\(path) belongs to another user; nothing is kept there", nil)
        case .symbolicLink(let path):
            return ("\(path) is a symbolic link; answers are not kept there", nil)
        }
    }
}

import RegappCore
import RegappAlbums
import RegappCommandLine
import RegappStore
import RegappWording

// Messages about the process: how it was started, its streams, and the documents directory.

extension Report {
    // MARK: How this process was started, and what surrounds it

    static func output(_ errno: Int32) -> Report {
        Report(.inputOutput, "cannot write standard output: \(Errno(rawValue: errno).reason)")
    }

    /// Why there are no album screens, and what to type instead.
    init(_ obstacle: ScreenObstacle) {
        self.init(
            .usage, "the album screens \(obstacle.reason)",
            hint: "type \(.regapp("albums", "search", "TERM"))")
    }

    static func accountsScreen(_ obstacle: ScreenObstacle) -> Report {
        Report(.usage, "the screens \(obstacle.reason)", hint: "type \(.regapp("accounts", "list"))")
    }

    // MARK: The documents directory

    static func nobodyLoggedIn(missing path: String) -> Report {
        let report = Report(AccountsError.nobodyLoggedIn)
        let addition = ", and \(path), which $REGAPP_DOCUMENTS names, does not exist"
        return Report(report.exit, report.errors.map { $0 + addition }, hints: report.hints)
    }
}

extension DocumentsDirectory.Source {
    var name: String {
        switch self {
        case .option: "--documents"
        case .variable: "$REGAPP_DOCUMENTS"
        }
    }
}

extension ScreenObstacle {
    fileprivate var reason: String {
        switch self {
        case .noTerminal: "need a terminal"
        case .noInput: "need input, which --no-input forbids"
        }
    }
}

// Messages of commands about the album catalogue, its answers and its cache.

extension Message {
    static func cacheRoot(_ warning: CacheWarning) -> Message {
        switch warning {
        case .looseMode(let path, let mode):
            .warning(
                "\(mode.reach(path)); answers are not kept there",
                hint: "\(bare: .words("chmod", "700", path))")
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

import Accounts
import AlbumCatalog
import CommandParser
import DocumentStore
import Glibc
import RegappProcess

/// `regapp-albums`: the commands and screens for albums, run by `regapp albums`.
@main
enum Program {
    static func main() {
        ProcessHardening.apply()
        ProcessHardening.keepLittleMemory()
        // Not exit(): all output is written, and what libraries do at an exit (OpenSSL frees its tables) takes time
        // and would happen under the feet of a transfer that is still running.
        _exit(ExitCode.afterRunning(run).rawValue)
    }

    private static func run(_ invocation: Invocation) throws(Report) {
        var output = Output()
        switch invocation.command {
        case .version: try output.line("regapp-albums \(Regapp.version)")
        case .help: try output.text(Regapp.help(for: invocation.arguments))
        case .albumsScreens, .albumsSearch, .albumsShow: return try runAlbums(invocation)
        default:
            throw Report(
                .usage, "regapp-albums runs album commands only", hint: "type \(.regapp("help", "albums"))")
        }
        try output.flush()
    }

    private static func runAlbums(_ invocation: Invocation) throws(Report) {
        guard let environment = ProcessEnvironment.live() else {
            throw Report(.failure, "the clock of this machine is not set")
        }
        try SiblingProgram.requireSameVersion(environment)
        let reader = ReaderLocale(
            allCategories: environment.variable("LC_ALL"), collation: environment.variable("LC_COLLATE"),
            language: environment.variable("LANG"))
        shortenLocale(environment)
        var option: String?
        if case .given(let text) = invocation.value(.documents) { option = text }
        let directory = try DocumentsDirectory.resolve(option: option, environment)
        let store = DocumentStore(directory: directory, layout: .regapp)
        try DocumentsDirectory.requirePresent(store, option: option)
        defer { tellWarnings(of: store) }
        let catalogue = try catalogue(environment)
        if invocation.command == .albumsScreens {
            return try AlbumScreensCommand.run(
                invocation, environment, store: store, catalogue: catalogue, reader: reader)
        }
        // Only whoever is logged in may ask.
        _ = try Visitor(in: store, environment)
        var context = AlbumsContext(
            invocation: invocation, environment: environment, catalogue: catalogue, reader: reader)
        if invocation.command == .albumsSearch {
            try SearchCommand.run(&context)
        } else {
            try ShowAlbumCommand.run(&context)
        }
        try context.output.flush()
    }

    private static func tellWarnings(of store: DocumentStore) {
        for warning in store.takeWarnings() { Diagnostics.tell(warning) }
    }

    private static func catalogue(_ environment: ProcessEnvironment) throws(Report) -> Catalogue {
        var address = CatalogAddress.apple
        if let text = environment.variable("REGAPP_ALBUMS_URL") {
            do throws(CatalogAddress.Refusal) { address = try CatalogAddress(text) } catch {
                throw Report(error)
            }
            Diagnostics.hint("the catalogue is \(address.text)")
            if !address.isSecure { keepFromProxies(address.host, environment) }
        }
        let home = environment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
        let folder = environment.variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        let surroundings = Surroundings(
            now: now,
            pause: { milliseconds, cancellation in cancellation.wait(milliseconds: milliseconds) })
        return Catalogue(
            address: address, transport: URLSessionTransport(),
            cache: folder.flatMap { cache(in: $0 + "/regapp", of: address) },
            surroundings: surroundings)
    }

    /// Takes locales of no sensible length out of the environment: ICU reads it by itself, and overruns its stack.
    private static func shortenLocale(_ environment: ProcessEnvironment) {
        for name in ["LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG"] {
            if let value = environment.variable(name), value.utf8.count > 64 { unsafe unsetenv(name) }
        }
    }

    /// Asks a host without a proxy: what goes over plain HTTP stays on this machine. The network library reads the
    /// environment.
    private static func keepFromProxies(_ host: String, _ environment: ProcessEnvironment) {
        let others = environment.variable("no_proxy") ?? environment.variable("NO_PROXY")
        // An asterisk stands for every host, but only alone.
        if others == "*" { return }
        unsafe setenv("no_proxy", others.map { "\($0),\(host)" } ?? host, 1)
    }

    /// The time in milliseconds since 1970.
    @Sendable private static func now() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    /// The cache in a directory; it keeps no answers where others could reach it, and is none where it is another
    /// user's, which is said.
    private static func cache(in root: String, of address: CatalogAddress) -> AnswerCache? {
        let trouble = CacheRootTrouble.check(root)
        if let words = trouble?.words {
            Diagnostics.warning(words.warning)
            if let hint = words.hint { Diagnostics.hint(hint) }
        }
        if case .foreign = trouble { return nil }
        return AnswerCache(root: root, catalogue: address, keepsAnswers: trouble == nil)
    }
}

import Accounts
import AlbumCatalog
import CommandParser
import DocumentStore
import Glibc
import RegappProcess

/// `regapp-albums`: the commands and screens for albums, run by `regapp albums`.
@main
enum Main {
    /// The program as it is run: `regapp albums …`.
    private static let program = Program(
        name: Regapp.name, version: Regapp.version,
        commands: [AlbumsProgram.self] + commands.map { $0 }, groups: [AlbumsGroup.self],
        everywhere: CommonOptions.self)

    private static let commands: [any AlbumCommand.Type] = [
        AlbumScreensCommand.self, AlbumSearchCommand.self, AlbumShowCommand.self,
    ]

    static func main() {
        ProcessHardening.apply()
        ProcessHardening.keepLittleMemory()
        // Not exit(): all output is written, and what libraries do at an exit (OpenSSL frees its tables) takes time
        // and would happen under the feet of a transfer that is still running.
        _exit(ExitCode.afterRunning(program, run).rawValue)
    }

    private static func run(_ line: ParsedLine) throws(Report) {
        guard let command = commands.first(where: { $0 == line.command }) else {
            return try line.read(AlbumsProgram.self).run()
        }
        guard let environment = ProcessEnvironment.live() else { throw Report(.clockNotSet) }
        try SiblingProgram.requireSameVersion(environment)
        let reader = ReaderLocale(
            allCategories: environment.variable("LC_ALL"), collation: environment.variable("LC_COLLATE"),
            language: environment.variable("LANG"))
        shortenLocale(environment)
        let options = line.read(CommonOptions.self)
        let directory = try DocumentsDirectory.resolve(option: options.documents, environment)
        let store = DocumentStore(directory: directory, layout: .regapp)
        try DocumentsDirectory.requirePresent(store, option: options.documents)
        defer { for warning in store.takeWarnings() { Diagnostics.tell(warning) } }
        var context = AlbumsContext(
            options: options, environment: environment, store: store, catalogue: try catalogue(environment),
            reader: reader)
        try line.read(command).run(&context)
        try context.output.flush()
    }

    private static func catalogue(_ environment: ProcessEnvironment) throws(Report) -> Catalogue {
        var address = CatalogAddress.apple
        if let text = environment.variable("REGAPP_ALBUMS_URL") {
            do throws(CatalogAddress.ParseError) { address = try CatalogAddress(text) } catch {
                throw Report(error)
            }
            Diagnostics.tell(AlbumsRemark.otherCatalogue(address: address.text))
        }
        let home = environment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
        let folder = environment.variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        return Catalogue(
            address: address, transport: CurlTransport(variable: environment.variable),
            cache: folder.flatMap { cache(in: $0 + "/regapp", of: address) },
            surroundings: Surroundings(now: now))
    }

    /// Removes locales of unreasonable length from the environment: ICU reads it by itself, and overruns its stack.
    private static func shortenLocale(_ environment: ProcessEnvironment) {
        for name in ["LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG"] {
            if let value = environment.variable(name), value.utf8.count > 64 { unsafe unsetenv(name) }
        }
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
        let warning = CacheWarning.check(root)
        if let warning { Diagnostics.tell(AlbumsRemark.cacheRoot(warning)) }
        if case .foreign = warning { return nil }
        return AnswerCache(root: root, catalogue: address, keepsAnswers: warning == nil)
    }
}

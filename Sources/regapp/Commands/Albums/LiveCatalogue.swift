import RegappAlbums
import RegappWording

extension Catalogue {
    /// - Parameter tell: gets warnings about the access to the catalogue.
    init(_ environment: ProcessEnvironment, tell: (Message) -> Void) throws {
        var address = CatalogAddress.apple
        if let text = environment.variable("REGAPP_ALBUMS_URL") {
            address = try CatalogAddress(text)
            tell(.otherCatalogue(address))
        }
        let home = environment.variable("HOME").flatMap { $0.hasPrefix("/") ? $0 + "/.cache" : nil }
        let folder = environment.variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        self.init(
            address: address, transport: CurlTransport(variable: environment.variable),
            cache: folder.flatMap { Self.cache(in: $0 + "/regapp", of: address, tell: tell) },
            surroundings: Surroundings(now: ProcessSurroundings.now))
    }

    /// The cache in a directory. It keeps no answers if others could read them; a directory of another user is not
    /// used, with a warning.
    private static func cache(
        in root: String, of address: CatalogAddress, tell: (Message) -> Void
    ) -> AnswerCache? {
        let warning = CacheWarning.check(root)
        if let warning { tell(.cacheRoot(warning)) }
        if case .foreign = warning { return nil }
        return AnswerCache(root: root, catalogue: address, keepsAnswers: warning == nil)
    }
}

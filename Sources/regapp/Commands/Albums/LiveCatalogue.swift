import AlbumCatalog

extension Catalogue {
    /// The catalogue and the cache that an environment names.
    ///
    /// - Parameter tell: gets what one should know about the way to the catalogue.
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

    /// The cache in a directory; it keeps no answers where others could reach it, and is none where it is another
    /// user's, which is said.
    private static func cache(
        in root: String, of address: CatalogAddress, tell: (Message) -> Void
    ) -> AnswerCache? {
        let warning = CacheWarning.check(root)
        if let warning { tell(.cacheRoot(warning)) }
        if case .foreign = warning { return nil }
        return AnswerCache(root: root, catalogue: address, keepsAnswers: warning == nil)
    }
}

internal import RegappAlbums
internal import RegappJSON

/// An answer of the catalogue: a byte that chooses the question, then the body.
struct CatalogueProperties {
    private let isSearch: Bool
    private let status: Int
    private let body: [UInt8]
    /// The album of the fixtures.
    private static let album: Int64 = 9_000_000_001

    init(_ input: [UInt8]) {
        var rest = FuzzInput(input)
        let choice = rest.number()
        isSearch = choice & 1 == 0
        status = choice & 6 == 6 ? 403 : 200
        body = rest.remainder()
    }

    func check() throws(BrokenProperty) {
        if isSearch { try checkSearch() } else { try checkAlbum() }
    }

    private func checkSearch() throws(BrokenProperty) {
        guard let albums = try search(body) else { return }
        let printed = CatalogJSON.text(of: albums)
        try checkPrinted(printed)
        try require(Set(albums.map(\.collectionId)).count == albums.count, "each album comes once")
        guard albums.count <= CatalogQuery.greatestLimit else {
            throw BrokenProperty(description: "no more albums than were asked for")
        }
        let again = try search(Array("{\"results\": ".utf8) + printed + Array("}".utf8))
        try require(again.map(CatalogJSON.text) == printed, "albums that are printed read as those albums")
    }

    private func checkAlbum() throws(BrokenProperty) {
        guard let contents = try album(body) else { return }
        let printed = CatalogJSON.text(of: contents)
        try checkPrinted(printed)
        try require(
            contents.songs.allSatisfy(\.isSong) && !contents.others.contains(where: \.isSong),
            "songs are songs")
        guard let document = try? JSONDocument(parsing: printed), document.root.members.count == 3 else {
            throw BrokenProperty(description: "an album prints as its album, songs and others")
        }
        // The three values hold what an answer would.
        var items: [[UInt8]] = []
        for value in document.root.members.map(\.value) {
            if case .array(let elements) = value.content {
                items += elements.map { Array(printed[$0.range]) }
            } else {
                items.append(Array(printed[value.range]))
            }
        }
        let again = try album(
            Array("{\"results\": [".utf8) + items.joined(separator: [UInt8(ascii: ",")]) + Array("]}".utf8))
        try require(again.map(CatalogJSON.text) == printed, "an album that is printed reads as that album")
    }

    private func checkPrinted(_ printed: [UInt8]) throws(BrokenProperty) {
        guard let text = String(validating: printed, as: UTF8.self),
            (try? JSONDocument(parsing: printed)) != nil
        else {
            throw BrokenProperty(description: "what is printed is JSON")
        }
        try require(
            !text.unicodeScalars.contains { $0 != "\n" && $0.steers }, "what is printed steers no terminal")
    }

    // MARK: Asking

    private func search(_ body: [UInt8]) throws(BrokenProperty) -> [Album]? {
        try asked(body) { catalogue, store throws(CatalogError) in
            let reader = ReaderLocale(allCategories: nil, collation: nil, language: "en_US.UTF-8")
            return try catalogue.search("x", in: store, for: reader, cancellation: Cancellation())
        }
    }

    private func album(_ body: [UInt8]) throws(BrokenProperty) -> AlbumContents? {
        try asked(body) { catalogue, store throws(CatalogError) in
            try catalogue.album(Self.album, in: store, cancellation: Cancellation())
        }
    }

    private func asked<Value>(
        _ body: [UInt8], _ question: (Catalogue, Storefront) throws(CatalogError) -> CatalogResult<Value>
    ) throws(BrokenProperty) -> Value? {
        let catalogue = Catalogue(
            address: .apple, transport: OneAnswer(status: status, body: body), cache: nil,
            surroundings: Surroundings(now: { 0 }, pause: { _, _ in }))
        guard let found = try? question(catalogue, .unitedStates) else { return nil }
        try require(status == 200, "an error is no answer")
        return found.value
    }
}

/// A transport that always gives the same answer.
private struct OneAnswer: Transport {
    let status: Int
    let body: [UInt8]

    func send(
        _ requests: [TransportRequest], patience: Int, cancellation: Cancellation,
        receive: (Int, Result<TransportAnswer, CatalogError>) -> Void
    ) {
        for index in requests.indices {
            receive(index, .success(TransportAnswer(status: status, headers: [:], body: body)))
        }
    }
}

extension Unicode.Scalar {
    /// C0, DEL, C1, bidi controls and line separators.
    fileprivate var steers: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

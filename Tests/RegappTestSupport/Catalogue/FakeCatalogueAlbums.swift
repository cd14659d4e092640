/// Makes up albums: any number of them, always the same ones.
struct FakeCatalogueAlbums {
    /// Where their covers are served.
    let origin: String

    private static let words = [
        "Night", "Свет", "Дорога", "Ёлка", "Moon", "River", "Часть", "2", "10", "Vol.", "Сон", "Blue", "Red",
        "Город", "Song", "Book", "Live", "Été", "Über", "夜",
    ]

    /// The text of an answer with `count` items, of which only `distinct` have identities of their own. Names have
    /// one to six words, or `nameLength` characters.
    func answer(count: Int, distinct: Int? = nil, nameLength: Int? = nil) -> String {
        // A linear congruential generator: Knuth's constants for 64 bits.
        var state: UInt64 = 20_240_229
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(bound))
        }
        func phrase(_ words: Int) -> String {
            (0..<words).map { _ in Self.words[random(Self.words.count)] }.joined(separator: " ")
        }
        let items = (0..<count).map { place in
            var name = phrase(1 + random(6))
            if let nameLength {
                name = String(repeating: name + " ", count: nameLength / (name.count + 1) + 1)
            }
            return item(
                id: 7_000_000_001 + Int64(place % (distinct ?? max(count, 1))) * 7919,
                name: nameLength.map { String(name.prefix($0)) } ?? name, artist: phrase(2),
                year: 1960 + random(66),
                trackCount: 1 + random(24), isExplicit: random(10) == 0)
        }
        return
            "\n\n\n{\n \"resultCount\":\(count),\n \"results\": [\n\(items.joined(separator: ", \n"))]\n}\n\n\n"
    }

    /// One item, about as long as those of the service.
    private func item(
        id: Int64, name: String, artist: String, year: Int, trackCount: Int, isExplicit: Bool
    ) -> String {
        let padding = String(repeating: "0123456789abcdef-", count: 8)
        return """
            {"wrapperType":"collection", "collectionType":"Album", "artistId":\(id % 1000 + 500), \
            "collectionId":\(id), "amgArtistId":77, "artistName":"\(artist)", "collectionName":"\(name)", \
            "collectionCensoredName":"\(name)", "artistViewUrl":"https://shop.example/artist/\(padding)/\(id)?uo=4", \
            "collectionViewUrl":"https://shop.example/album/\(padding)/\(id)?uo=4", \
            "artworkUrl60":"\(origin)/art/good/\(padding)\(id)/60x60bb.jpg", \
            "artworkUrl100":"\(origin)/art/good/\(padding)\(id)/100x100bb.jpg", "collectionPrice":9.99, \
            "collectionExplicitness":"\(isExplicit ? "explicit" : "notExplicit")", "trackCount":\(trackCount), \
            "copyright":"℗ \(year) A made-up label of considerable size, under licence of another one", \
            "country":"USA", "currency":"USD", "releaseDate":"\(year)-03-07T08:00:00Z", \
            "primaryGenreName":"Invented"}
            """
    }
}

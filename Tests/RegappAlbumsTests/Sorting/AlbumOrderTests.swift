import RegappTestSupport
import Testing

@testable import RegappAlbums

struct AlbumOrderTests {
    private func sorted(_ titles: [String], _ reader: ReaderLocale) -> [String] {
        let albums = titles.enumerated().map { Album(collectionId: Int64($0), collectionName: $1) }
        return albums.sorted(by: .title, for: reader).map(\.collectionName)
    }

    @Test func `case is set aside`() {
        #expect(sorted(["b", "C", "A", "B2", "a1"], english) == ["A", "a1", "b", "B2", "C"])
    }

    @Test func `numbers stand by value`() {
        #expect(sorted(["Vol. 10", "Vol. 9", "Vol. 2"], english) == ["Vol. 2", "Vol. 9", "Vol. 10"])
    }

    @Test(arguments: [english, russian, ReaderLocale(allCategories: nil, collation: nil, language: nil)])
    func `Ё stands beside Е`(reader: ReaderLocale) {
        #expect(
            sorted(["Жук", "Ёлка", "Яр", "Ель", "Ежи", "Дом"], reader) == [
                "Дом", "Ежи", "Ёлка", "Ель", "Жук", "Яр",
            ])
    }

    @Test func `the reader's alphabet comes first, and its letters stand where it has them`() {
        #expect(sorted(["Zebra", "Жук"], russian) == ["Жук", "Zebra"])
        #expect(sorted(["Жук", "Zebra"], english) == ["Zebra", "Жук"])
        let swedish = ReaderLocale(allCategories: nil, collation: nil, language: "sv_SE")
        #expect(sorted(["Zebra", "Äpple", "Apa"], swedish) == ["Apa", "Zebra", "Äpple"])
        #expect(sorted(["Zebra", "Äpple", "Apa"], english) == ["Apa", "Äpple", "Zebra"])
    }

    @Test func `equal titles stand by artist, year and identity, in whatever order they come`() {
        func album(_ id: Int64, _ artist: String, _ year: String?) -> Album {
            var album = Album(collectionId: id, collectionName: id % 2 == 0 ? "Night" : "night")
            album.artistName = artist
            album.releaseDate = year.map { "\($0)-01-01T08:00:00Z" }
            return album
        }
        let ordered = [
            album(9, "Ada", "2001"), album(3, "Bob", nil), album(7, "Bob", "1999"), album(4, "Bob", "2005"),
            album(8, "Bob", "2005"),
        ]
        for seed in 0..<20 {
            var generator = SeededGenerator(seed: UInt64(seed))
            #expect(ordered.shuffled(using: &generator).sorted(by: .title, for: english) == ordered)
        }
    }

    @Test func `an accent counts only where the letters are the same throughout`() {
        #expect(
            sorted(["Élan Z", "Elan Z", "Elan", "Élan A", "Élan"], english) == [
                "Elan", "Élan", "Élan A", "Elan Z", "Élan Z",
            ])
        // Also where scripts mix.
        #expect(sorted(["EЖB", "é~-"], russian) == ["é~-", "EЖB"])
        #expect(sorted(["еЖ", "Ё1!Ёb"], russian) == ["Ё1!Ёb", "еЖ"])
    }

    @Test(arguments: 1...20)
    func `any titles stand the same in whatever order they come`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = [
            "a", "B", "b", "é", "E", "Ё", "Ж", "е", "夜", "1", "10", "007", " ", "-", "~", "'", "e\u{301}",
        ]
        let albums = (Int64(0)..<60).map { id in
            let title = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }
            return Album(collectionId: id, collectionName: title.joined())
        }
        let ordered = albums.sorted(by: .title, for: russian)
        for _ in 0..<5 {
            #expect(albums.shuffled(using: &generator).sorted(by: .title, for: russian) == ordered)
        }
        // A title alone stands where it stands among the others.
        for (first, second) in zip(ordered, ordered.dropFirst()) {
            #expect([second, first].sorted(by: .title, for: russian) == [first, second])
        }
    }

    @Test func `texts that are canonically the same, or differ in case only, have the same key`() {
        let collator = Collator("en_US")
        let keys = [
            ("a\u{323}\u{307}", "a\u{307}\u{323}"), ("\u{C9}tude", "e\u{301}TUDE"), ("a", "\u{E1}"),
            ("", " "),
        ].map { (collator.key($0), collator.key($1)) }
        #expect(keys[0].0 == keys[0].1)
        #expect(keys[1].0 == keys[1].1)
        #expect(keys[2].0.lexicographicallyPrecedes(keys[2].1))
        #expect(keys[3].0.lexicographicallyPrecedes(keys[3].1))
    }

    @Test(arguments: ["xx_YY", "zz", "_", ""])
    func `an unknown locale gets the order of no language`(identifier: String) {
        let some = Collator(identifier)
        let none = Collator("")
        for text in ["Ёлка", "Zebra", "Äpple", "10"] {
            let (key, expected) = (some.key(text), none.key(text))
            #expect(key == expected)
        }
    }

    @Test func `a title of ten thousand characters has its place`() {
        let long = String(repeating: "ночь 夜 ", count: 1250)
        // What is so far behind does not count; then the identity does.
        #expect(sorted(["о", long + "b", long + "a", "м"], russian) == ["м", long + "b", long + "a", "о"])
        let short = String(repeating: "ночь 夜 ", count: 100)
        #expect(
            sorted(["о", short + "b", short + "a", "м"], russian) == ["м", short + "a", short + "b", "о"])
    }

    @Test func `tracks stand by disc and number, those without come last`() {
        func track(_ id: Int64, _ disc: Int?, _ number: Int?) -> Track {
            var track = Track(trackId: id, trackName: "\(id)", kind: "song")
            (track.discNumber, track.trackNumber) = (disc, number)
            return track
        }
        let tracks = [track(1, nil, nil), track(2, 2, 1), track(3, 1, 10), track(4, 1, 2), track(5, 1, nil)]
        #expect(tracks.inAlbumOrder().map(\.trackId) == [4, 3, 5, 2, 1])
    }
}

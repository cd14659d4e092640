import RegappTerminal
import RegappStore
@testable import RegappScreens
@testable import RegappCore
@testable import RegappAlbums
@testable import regapp

/// Made-up albums for the screens.
enum AlbumSamples {
    private static let directory: AccountStore = {
        let store = DocumentStore(directory: ScreenDriver.documents, layout: .regapp)
        return AccountStore(store, .albums, now: ScreenDriver.now)
    }()

    /// Files by which Bob is logged in.
    static let currentUser = files(ScreenFiles.bob)

    static func files(_ account: String) -> DirectoryState.Reading {
        do throws(AccountsError) {
            let file = try AccountFile(
                parsing: Array(account.utf8), path: "", policy: .albums, now: ScreenDriver.now)
            return .success(DirectoryState(directory: directory, user: .loggedIn(file)))
        } catch {
            return .failure(error)
        }
    }

    static let loggedOut = DirectoryState.Reading.success(
        DirectoryState(directory: directory, user: .loggedOut))

    /// Four coloured quarters.
    static let picture: PixelGrid? = {
        let quarters = [[(200, 30, 30), (30, 160, 60)], [(40, 60, 200), (230, 230, 230)]]
        let pixels = (0..<256).map { place in
            let (red, green, blue) = quarters[place / 128][place % 16 / 8]
            return Pixel(red: UInt8(red), green: UInt8(green), blue: UInt8(blue))
        }
        return PixelGrid(width: 16, height: 16, pixels: pixels)
    }()

    /// Titles that are hard to place: wide, joined, combined, right to left, long, hostile.
    static let world: [Album] = [
        album(1, "夜の港", "ランタン", "2030"), album(2, "Ночь", "Фонари", "1988"),
        album(3, "👩‍👩‍👧 Family 🇫🇷", "Été", "2001"), album(4, "שירי הלילה", "הפנסים", "1999"),
        album(5, "e\u{301}toile", "The Lanterns", "2011"),
        album(
            6, "A title that goes on and on until there is no room left for it in any window", "Ada Quill",
            nil),
        album(7, "\u{1B}[31mRed\u{202E}", "\u{9B}2J", "1970"),
    ]

    /// So many albums with numbers as titles.
    static func many(_ count: Int) -> [Album] {
        (1...count).map { album(Int64($0), "Night \($0)", "The Lanterns", "2011") }
    }

    static func album(_ id: Int64, _ title: String, _ artist: String, _ year: String?) -> Album {
        var album = Album(collectionId: id, collectionName: title)
        album.artistName = artist
        album.releaseDate = year.map { $0 + "-05-01T07:00:00Z" }
        album.primaryGenreName = "Rock"
        album.trackCount = 7
        album.artworkUrl100 = "https://art.example/\(id)/100x100bb.jpg"
        album.collectionViewUrl = "https://shop.example/album/\(id)?uo=4"
        album.copyright = "℗ 2020 Lantern Works"
        return album
    }

    /// An album of two discs with a video, one song in strong words and one of another artist.
    static func contents(of album: Album) -> AlbumContents {
        var songs = [
            track(11, "First Pier", disc: 1, 1, milliseconds: 3_725_000),
            track(12, "Second Pier", disc: 1, 2, milliseconds: 65_000),
            track(21, "夜の港 — a long way home through a city of lights", disc: 2, 1, milliseconds: 201_499),
            track(22, "High Tide", disc: 2, 2, milliseconds: nil),
        ]
        songs[1].trackExplicitness = .explicit
        songs[3].artistName = "Ada Quill"
        var video = Track(trackId: 31, trackName: "Low Tide (Film)", kind: "music-video")
        video.trackTimeMillis = 240_000
        return AlbumContents(album: album, songs: songs, others: [video])
    }

    static func contents(of album: Album, songs count: Int) -> AlbumContents {
        let songs = (0..<count).map {
            track(Int64($0), "Song \($0 + 1)", disc: 1, $0 + 1, milliseconds: 60_000)
        }
        return AlbumContents(album: album, songs: songs, others: [])
    }

    private static func track(
        _ id: Int64, _ name: String, disc: Int, _ number: Int, milliseconds: Int64?
    ) -> Track {
        var track = Track(trackId: id, trackName: name, kind: "song")
        track.discNumber = disc
        track.trackNumber = number
        track.trackTimeMillis = milliseconds
        return track
    }
}

import Foundation
import RegappValues
import RegappTestSupport
import Testing

@testable import RegappAlbums
@testable import RegappTerminal
@testable import RegappScreens
@testable import regapp

/// A picture of the documentation, drawn from a frame of the program.
struct Picture: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let title: String
    /// What holds there, as ``ScreenStack/scene`` says it.
    let scene: String
    var size = Size.usual
    let driver: @Sendable () throws -> any KeyDriver

    /// With room for phones in the list.
    private static let wide = Size(columns: 90, rows: 24)

    static let all = [
        Picture(
            testDescription: "registration",
            title: "The form to register, with a calendar beside the birthday.",
            scene: "Registration at birthday, its calendar at 1990-05-28: firstName Ann, lastName Lee, "
                + "birthday 1990-05-28"
        ) {
            let driver = try ScreenDriver(ScreenFiles.albums)
            driver.type(.to("Register"), .key(.enter))
            driver.type(
                .to("firstName"), "Ann", .to("lastName"), "Lee", .to("birthday"), " ", "<<<<<<<<<<<<<<<<<<",
                .key(.pageDown, times: 4))
            return driver
        },
        Picture(
            testDescription: "profile",
            title: "The data of a profile, with buttons to edit, log out, search albums and open the editor.",
            scene: "User at Edit: email ann@example.org, password 12345, firstName Ann, lastName Lee"
        ) { try ScreenDriver(["profile.json": ScreenFiles.profile]) },
        Picture(
            testDescription: "editor",
            title:
                "A mistake in the text of an editor, with its line, and buttons to fix, keep or discard it.",
            scene:
                "'Not saved' at Edit again, over User at Edit: email ann@example.org, password 12345, firstName Ann, "
                + "lastName Lee"
        ) {
            let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
            driver.receive(.editorNeeds(try ScreenProblemTests.mistakes()))
            return driver
        },
        Picture(
            testDescription: "accounts",
            title: "The list of all accounts, with the state of each and the keys that change them.",
            scene: "Accounts, 15 at carla@club.example, 1 marked", size: wide
        ) {
            let driver = try ScreenDriver(Club.files)
            driver.send(.resize(wide))
            driver.type(.to("Accounts"), .key(.enter), .key(.down), " ")
            return driver
        },
        Picture(
            testDescription: "album", title: "An album: its cover, drawn in half blocks, and its songs.",
            scene: "Album of Night Harbour, 9 songs"
        ) {
            let driver = AlbumScreenDriver()
            let withoutPhone = ScreenFiles.bob.replacing(",\n  \"phone\": \"+79161234567\"", with: "")
            driver.read(AlbumSamples.files(withoutPhone))
            driver.search("night", finding: [NightHarbour.contents.album])
            driver.type(.key(.enter))
            driver.lookUp(NightHarbour.contents)
            for request in driver.coverRequests {
                driver.receive(.cover(request, request.scaled(NightHarbour.cover)))
            }
            return driver
        },
    ]
}

/// The members of a club: nearly all can log in.
private enum Club {
    static let files: [String: String] = {
        var files = ["policy.json": "{\"policy\": \"service\"}\n"]
        for (name, phone, more) in members {
            let parts = name.split(separator: " ")
            // Short, so that all columns have room.
            let email = parts[0].lowercased() + "@club.example"
            files["accounts/\(email).json"] =
                "{\"email\": \"\(email)\", \"firstName\": \"\(parts[0])\", \"lastName\": \"\(parts[1])\", "
                + "\"phone\": \"\(phone)\"\(more)}\n"
        }
        return files
    }()

    private static let hash = #", "passwordHash": "\#(RegistrySession.hash)""#

    private static func until(_ day: String) -> String { hash + ", \"expires\": \"\(day)\"" }

    /// The phones are reserved for films and books.
    private static let members = [
        ("Anna Lindqvist", "+46701740605", until("2031-12-31")),
        ("Ben Okafor", "+447700900142", until("2031-12-31")),
        ("Carla Moretti", "+12025550171", hash), ("David Kim", "+447700900823", until("2032-06-30")),
        ("Elif Yilmaz", "+12025550118", until("2031-12-31")),
        ("Frank Weber", "+61491570156", until("2020-12-31")),
        ("Grace Liu", "+12025550164", until("2032-06-30")), ("Hugo Martin", "+33199004021", hash),
        ("Ines Costa", "+447700900307", until("2031-12-31")),
        ("Jonas Berg", "+46701740635", until("2032-06-30")),
        ("Kate Murphy", "+353209120473", #", "passwordHash": "!\#(RegistrySession.hash)""#),
        ("Leo Novak", "+447700900655", until("2031-12-31")),
        ("Maria Silva", "+12025550139", until("2032-06-30")),
        ("Nils Dahl", "+46701740699", ""), ("Olga Petrova", "+61491570737", hash),
    ]
}

/// An album without an artist.
private enum NightHarbour {
    static let contents: AlbumContents = {
        var album = AlbumSamples.album(9_000_000_001, "Night Harbour", "The Lanterns", "1999")
        album.trackCount = titles.count
        album.copyright = "℗ 1999 Lantern Works"
        let songs = titles.enumerated().map { place, title in
            var song = Track(trackId: Int64(place), trackName: title, kind: "song")
            (song.discNumber, song.trackNumber) = (1, place + 1)
            song.trackTimeMillis = Int64(150_000 + 37_000 * (place * 5 % 7))
            return song
        }
        return AlbumContents(album: album, songs: songs, others: [])
    }()

    private static let titles = [
        "First Ferry", "Lights on the Quay", "Salt", "The Pilot", "Fog Bell", "Harbour Street", "Low Tide",
        "Seven Boats", "Night Harbour",
    ]

    /// A moon over the sea.
    static let cover: PixelGrid? = {
        let size = 26
        let pixels = (0..<size * size).map { place in
            let (column, row) = (place % size, place / size)
            let (across, down) = (column - 17, row - 8)
            let isMoon = across * across + down * down < 20
            let isGleam = row > 17 && row % 2 == 0 && abs(across) <= 1 + row * 3 % 4
            if isMoon || isGleam { return Pixel(red: 245, green: 220, blue: 150) }
            if row > 16 { return Pixel(red: 10, green: UInt8(70 - row), blue: UInt8(130 - 2 * row)) }
            return Pixel(red: UInt8(30 + 6 * row), green: UInt8(24 + 2 * row), blue: UInt8(70 + 3 * row))
        }
        return PixelGrid(width: size, height: size, pixels: pixels)
    }()
}

/// The pictures of the documentation show what the program shows.
@Suite struct PictureTests {
    @Test(arguments: Picture.all, ["light", "dark", "16"])
    func `a picture is a frame of the program`(picture: Picture, name: String) throws {
        let theme = name == "light" ? ScreenPicture.Theme.light : .dark
        let ground = name == "light" ? RGB(255, 255, 255) : name == "dark" ? RGB(0x1E, 0x1E, 0x1E) : nil
        let driver = try picture.driver()
        let screen = driver.screens.render(picture.size).shown(in: Palette(.trueColour, background: ground))
        let svg = try ScreenPicture.svg(screen, title: picture.title, theme: theme)
        let path = "\(DocumentationPage.guide)/Pictures/\(picture.testDescription)-\(name).svg"
        try Repository.expect(svg, isIn: path, where: driver.screens.scene, are: picture.scene)
    }

    @Test func `the pictures stand in a page as large as they are`() throws {
        let pages = try DocumentationPage.all()
        for picture in Picture.all {
            let name = "Pictures/\(picture.testDescription)-light.svg"
            let svg = try Repository.text("\(DocumentationPage.guide)/\(name)")
            let size = try #require(svg.firstMatch(of: /width="(\d+)" height="(\d+)"/))
            #expect(svg.contains("viewBox=\"0 0 \(size.1) \(size.2)\">"))
            let shown = pages.filter { $0.text.contains(name) }
            #expect(!shown.isEmpty && shown.allSatisfy { $0.text.contains("\(name)\" \(size.0) alt=\"") })
        }
    }
}

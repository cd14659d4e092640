import Testing

@testable import RegappAlbums
@testable import RegappTerminal
@testable import RegappWording
@testable import regapp

/// Tables and pages of albums as text of a width.
@Suite struct PrintedAlbumsTests {
    private static let longAddress = "https://shop.example/" + String(repeating: "long", count: 40)

    private static func explicit(_ album: Album) -> Album {
        var album = album
        album.collectionExplicitness = .explicit
        return album
    }

    @Test(arguments: [30, 34, 40, 47, 48, 60, 80, 200])
    func `each row holds its id and fits`(columns: Int) {
        var albums = AlbumSamples.world
        albums.append(AlbumSamples.album(.max, "A title of some length", "An artist of some length", "2001"))
        for albums in [AlbumSamples.world, albums, AlbumSamples.many(9)] {
            let table = AlbumTable.rows(albums, columns: columns)
            for (album, row) in zip(albums, table.rows) {
                #expect(row.hasSuffix(" \(album.collectionId)"), "\(row)")
                #expect(row.displayWidth <= columns, "\(row)")
            }
        }
    }

    @Test func `the year gives way before the songs, and both before title and artist`() {
        let long = AlbumSamples.album(1_234_567_890, "A title of some length", "An artist of its own", "2001")
        let heads = [80, 40, 32].map { AlbumTable.rows([long], columns: $0).head }
        #expect(heads.map { $0.contains("SONGS") } == [true, true, false])
        #expect(heads.map { $0.contains("YEAR") } == [true, false, false])
        #expect(heads.allSatisfy { $0.contains("TITLE") && $0.contains("ARTIST") && $0.hasSuffix("ID") })
    }

    @Test func `without a width nothing is cut`() {
        let table = AlbumTable.rows(AlbumSamples.world, columns: nil)
        #expect(table.rows.allSatisfy { !$0.contains("…") })
        #expect(table.rows[5].contains("no room left for it in any window"))
    }

    @Test(arguments: [
        (80, " [explicit]  "), (60, " [explicit]  "), (44, " [E]  "), (30, " [E]  "), (22, " [E]  "),
    ])
    func `a long title gives way to its mark in the table`(columns: Int, mark: String) {
        var albums = AlbumSamples.world.map(Self.explicit)
        // Ids are as long as this.
        albums.append(AlbumSamples.album(1_234_567_890, "Short", "The Lanterns", nil))
        let row = AlbumTable.rows(albums, columns: columns).rows[5]
        #expect(row.contains("…" + mark), "\(row)")
    }

    @Test func `a long title gives way to its mark on the album's page`() {
        var contents = AlbumSamples.contents(of: Self.explicit(AlbumSamples.world[5]))
        contents = AlbumContents(
            album: contents.album,
            songs: contents.songs.map { song in
                var song = song
                song.trackExplicitness = .explicit
                return song
            }, others: contents.others)
        let page = PrintedAlbum(contents: contents, columns: 36)
        #expect(page.facts[0].hasSuffix("… [explicit]"))
        #expect(page.tracks.contains { $0.hasSuffix("… [explicit]     3:21") }, "\(page.tracks)")
        #expect(page.tracks.allSatisfy { $0.displayWidth <= 36 })
    }

    @Test func `durations end in one column where a width is known`() {
        let contents = AlbumSamples.contents(of: AlbumSamples.world[0])
        #expect(
            PrintedAlbum(contents: contents, columns: 80).tracks == [
                "Disc 1", "  1  First Pier                                         1:02:05",
                "  2  Second Pier [explicit]                                1:05", "",
                "Disc 2", "  1  夜の港 — a long way home through a city of lights     3:21",
                "  2  High Tide", "", Shown.tracks(5, of: 7), "",
                "Also on this album:", "     Low Tide (Film)  4:00 (music-video)",
            ])
        let piped = PrintedAlbum(contents: contents, columns: nil).tracks
        #expect(
            piped.contains("  1  First Pier  1:02:05") && piped.contains("  2  Second Pier [explicit]  1:05"))
    }

    @Test(arguments: [20, 24, 40, 80])
    func `a list of tracks never leaves its width`(columns: Int) {
        var contents = AlbumSamples.contents(of: AlbumSamples.world[5])
        contents.others.append(Track(trackId: 9, trackName: "Booklet", kind: "interactive-booklet"))
        let lines = PrintedAlbum(contents: contents, columns: columns).tracks.filter { $0.hasPrefix("  ") }
        #expect(lines.count == 6)
        #expect(lines.allSatisfy { $0.displayWidth <= columns && $0.last != " " }, "\(lines)")
    }

    private static let plain = ["TERM": "xterm"]
    private static let uncoloured = ["TERM": "xterm-256color", "NO_COLOR": "1"]

    @Test(
        arguments: [
            (.auto, true, plain, .sixteen), (.auto, true, uncoloured, nil), (.auto, false, plain, nil),
            (.always, true, plain, .sixteen), (.always, true, uncoloured, nil),
            (.always, true, ["TERM": "xterm", "NO_COLOR": ""], .sixteen),
            (.always, true, ["TERM": "vt100"], Palette.Depth.none), (.always, false, plain, .trueColour),
            (.always, false, uncoloured, nil), (.never, true, plain, nil),
        ] as [(Wanted, Bool, [String: String], Palette.Depth?)])
    func `covers have the colours that the terminal has`(
        when: Wanted, isTerminal: Bool, variables: [String: String], depth: Palette.Depth?
    ) {
        func appearance(_ color: Wanted? = nil) -> Appearance {
            Appearance(color: color, isTerminal: { _ in isTerminal }, variable: { variables[$0] })
        }
        #expect(appearance().covers(when)?.palette.depth == depth)
        #expect(appearance(.never).covers(when) == nil)
    }

    /// Everything that an appearance decides.
    private func decisions(_ appearance: Appearance) -> [String] {
        let streams: [Terminal.Stream] = [.standardOutput, .standardError]
        return streams.map { "\(appearance.palette(of: $0))" }
            + Wanted.allCases.map { "\(appearance.screensShowCovers($0))" }
            + Wanted.allCases.map { "\(appearance.covers($0) == nil)" }
            + ["\(appearance.palette)", "\(appearance.converses)", "\(appearance.abilities)"]
    }

    @Test(
        arguments: [
            plain, ["TERM": "xterm-256color", "COLORTERM": "truecolor", "COLORFGBG": "0;15"],
            ["TERM": "linux"],
            ["TERM": "xterm-kitty", "LC_ALL": "C"], ["TERM": "xterm", "ACCESSIBLE": "1"], [:],
        ], [true, false])
    func `--no-color and NO_COLOR mean the same, no covers`(variables: [String: String], isTerminal: Bool) {
        func decisions(_ hasNoColor: Bool, _ value: String?) -> [String] {
            let all = variables.merging(["NO_COLOR": value ?? ""]) { $1 }
            return self.decisions(
                Appearance(
                    color: hasNoColor ? .never : nil, isTerminal: { _ in isTerminal }, variable: { all[$0] }))
        }
        #expect(decisions(true, nil) == decisions(false, "1"))
        #expect(decisions(true, nil) == decisions(true, "1"))
        #expect(decisions(true, nil)[2..<8] == ["false", "false", "false", "true", "true", "true"])
    }

    static let forcing: [(Wanted?, [String: String], pipe: Bool, terminal: Bool)] = [
        (nil, [:], false, true), (.always, [:], true, true), (.always, ["NO_COLOR": "1"], true, true),
        (.always, ["TERM": "dumb"], true, true), (.auto, ["NO_COLOR": "1"], false, false),
        (.never, ["FORCE_COLOR": "1"], false, false), (nil, ["FORCE_COLOR": "3"], true, true),
        (nil, ["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], true, true),
        (nil, ["CLICOLOR_FORCE": "0"], false, true),
        (nil, ["FORCE_COLOR": "1", "NO_COLOR": "1"], false, false), (nil, ["CLICOLOR": "0"], false, false),
    ]

    @Test(arguments: forcing)
    func `colours can be forced and forbidden`(
        color: Wanted?, variables: [String: String], pipe: Bool, terminal: Bool
    ) {
        let all = Self.plain.merging(variables) { $1 }
        let hasColours = [false, true].map { isTerminal in
            let appearance = Appearance(color: color, isTerminal: { _ in isTerminal }, variable: { all[$0] })
            return appearance.palette(of: .standardOutput).depth != .none
        }
        #expect(hasColours == [pipe, terminal])
    }

    static let lines: [([String: String], converses: Bool)] = [
        ([:], true), (["TERM": "xterm"], false), (["TERM": "unknown"], true), (["TERM": "emacs"], true),
        (["TERM": "cons25"], true), (["TERM": "network"], true),
        (["TERM": "xterm", "ACCESSIBLE": "0"], false),
        (["TERM": "xterm", "ACCESSIBLE": "false"], false), (["TERM": "xterm", "ACCESSIBLE": "yes"], true),
    ]

    @Test(arguments: lines)
    func `screen readers and line terminals get no screens`(variables: [String: String], converses: Bool) {
        let appearance = Appearance(isTerminal: { _ in true }, variable: { variables[$0] })
        #expect(appearance.converses == converses)
    }

    @Test(arguments: [(false, 80, false), (false, 200, true), (true, 20, true)])
    func `a link stands beside a cover only where it fits or can be carried`(
        hasLinks: Bool, columns: Int, isBeside: Bool
    ) {
        let printer = CoverPrinter(
            palette: Palette(.trueColour),
            abilities: TerminalAbilities(hasLinks: hasLinks, hasKittyGraphics: false))
        let link = printer.link(Self.longAddress, columns: columns)
        #expect((link != nil) == isBeside)
        #expect(link.map { $0.contains(Self.longAddress) } ?? true)
        #expect(printer.link(Self.longAddress, columns: nil)?.contains(Self.longAddress) == true)
    }
}

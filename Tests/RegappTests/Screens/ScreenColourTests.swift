import RegappTestSupport
import Testing

@testable import RegappTerminal

/// The colours of the screens, read from the escape codes that are written.
@Suite struct ScreenColourTests {
    /// Contrast of a text with what is behind it, on a terminal with this background.
    private func contrast(
        of text: String, on screen: ScreenModel, _ ground: Ground,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Double {
        let style = try #require(screen.style(of: text), "\(text)", sourceLocation: sourceLocation)
        #expect(!style.isFaint && !style.isReversed, "\(text)", sourceLocation: sourceLocation)
        let foreground = try #require(style.foreground, "\(text)", sourceLocation: sourceLocation)
        return try #require(foreground.contrast(with: style.background ?? ground.colour))
    }

    /// A form with labels and a problem, and one with a notice, with enabled buttons and the focus on each.
    private func screens(_ palette: Palette) throws -> [(ScreenModel, texts: [String])] {
        let login = try ScreenDriver()
        login.type("ab@de.g", .to("password"), .key(.control("s")))
        let ready = try ScreenDriver()
        ready.type("ann@example.org", .to("password"), "12345", .to("Log in"))
        let new = try ScreenDriver()
        new.type("ann@example.org", .to("password"), "12345", .key(.enter))
        let invalid = try ScreenDriver(["profile.json": "{\n  \"email\": 5\n}\n"])
        return [
            (login.frame().shown(in: palette), [Shown.registerOrLogIn, "Email", "Password", "✗ ", "regapp"]),
            (ready.frame().shown(in: palette), [Shown.registerOrLogIn, "Email", "[ Log in ]"]),
            (new.frame().shown(in: palette), [Shown.account, "Email", "Saved in", "[ Edit ]"]),
            (invalid.frame().shown(in: palette), ["✗ profile.json:2:"]),
        ]
    }

    @Test(arguments: Ground.all, [Palette.Depth.trueColour, .indexed])
    func `all text has a contrast of at least 4.5`(ground: Ground, depth: Palette.Depth) throws {
        for (screen, texts) in try screens(Palette(depth, background: ground.rgb)) {
            for text in texts {
                #expect(try contrast(of: text, on: screen, ground) >= 4.5, "\(text)")
            }
        }
    }

    @Test(arguments: Ground.all)
    func `a disabled button is half-way to the background and can still be read`(ground: Ground) throws {
        let palette = Palette(.trueColour, background: ground.rgb)
        let driver = try ScreenDriver()
        let disabled = driver.frame().shown(in: palette)
        driver.type("ann@example.org", .to("password"), "12345")
        let enabled = driver.frame().shown(in: palette)
        let half = try #require(disabled.style(of: "[ Log in ]")?.foreground?.channels)
        #expect(enabled.style(of: "[ Log in ]")?.foreground == nil, "the terminal's own")
        let channels = try #require(ground.colour.channels)
        let ink = channels[0] < 128 ? 255 : 0
        for channel in 0..<3 { #expect(abs(ink + channels[channel] - 2 * half[channel]) <= 1) }
        #expect(try contrast(of: "[ Log in ]", on: disabled, ground) >= 2.5)
    }

    @Test(arguments: [
        (RGB(0x65, 0x7B, 0x83), RGB(0xFD, 0xF6, 0xE3)), (RGB(0x83, 0x94, 0x96), RGB(0x00, 0x2B, 0x36)),
    ])
    func `where a theme's text is weak, labels are weaker, and a page behind a question weaker still`(
        text: RGB, background: RGB
    ) throws {
        let palette = Palette(.trueColour, text: text, background: background)
        let ground = Ground(testDescription: "Solarized", rgb: background)
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        let page = driver.frame().shown(in: palette)
        let label = try contrast(of: "First name", on: page, ground)
        #expect(label < text.contrast(with: background) && label >= 3)
        driver.type(.to("Log out"), .key(.enter))
        let behind = try contrast(of: "[ Edit ]", on: driver.frame().shown(in: palette), ground)
        #expect(behind < 0.75 * label && behind >= 2)
        let form = try ScreenDriver()
        let disabled = try contrast(of: "[ Log in ]", on: form.frame().shown(in: palette), ground)
        form.type("ann@example.org", .to("password"), "12345")
        let enabled = try contrast(of: "[ Log in ]", on: form.frame().shown(in: palette), ground)
        #expect(disabled >= 2.5 && enabled >= 5 && disabled < 0.6 * enabled)
    }

    /// Red, green, magenta and cyan: what the usual themes show well on a dark background and on a light one.
    private static let named: Set<CellStyle.Colour> = [.indexed(1), .indexed(2), .indexed(5), .indexed(6)]

    @Test func `on an unknown background, and of 16 colours, four are used by name, no background`() throws {
        for palette in [
            Palette(.indexed), Palette(.trueColour), Palette(.sixteen),
            Palette(.sixteen, background: RGB(0, 0, 0)),
        ] {
            let styles = try screens(palette).flatMap { $0.0.cells.joined().map(\.style) }
            #expect(styles.allSatisfy { $0.background == nil })
            #expect(Set(styles.compactMap(\.foreground)) == Self.named)
        }
    }

    @Test func `without colour only the terminal's own are used`() throws {
        for (screen, _) in try screens(Palette(.none)) {
            let styles = Set(screen.cells.joined().map(\.style))
            #expect(styles.count > 3 && styles.allSatisfy { $0 == $0.colourless })
        }
    }

    // MARK: Focus

    /// Screens at each place of the focus, one after the other.
    private func walks() throws -> [[Frame]] {
        let starts: [(files: [String: String], strokes: [Stroke])] = [
            ([:], []), (["profile.json": ScreenFiles.profile], []),
            (["profile.json": ScreenFiles.profile], ["e"]),
            (ScreenFiles.albums, []), (ScreenFiles.albums, [.to("Register"), .key(.enter)]),
        ]
        var walks: [[Frame]] = []
        for start in starts {
            let driver = try ScreenDriver(start.files)
            driver.type(start.strokes)
            walks.append(
                (0..<4).map { _ in
                    defer { driver.type(.key(.tab)) }
                    return driver.frame()
                })
        }
        let calendar = try ScreenDriver(ScreenFiles.albums)
        calendar.type(.to("Register"), .key(.enter), .to("birthday"), " ", .key(.up))
        walks.append(
            (0..<3).map { _ in
                defer { calendar.type(.key(.left)) }
                return calendar.frame()
            })
        return walks + [Self.albums()]
    }

    /// The albums from the field to the second row.
    private static func albums() -> [Frame] {
        let driver = AlbumScreenDriver()
        driver.search("night", finding: AlbumSamples.many(9))
        return (0..<3).map { number in
            defer { driver.type(.key(number == 0 ? .tab : .down)) }
            return driver.frame
        }
    }

    @Test(arguments: [
        NamedPalette("dark"), NamedPalette("16"), NamedPalette("unknown"), NamedPalette("no-colour"),
    ])
    func `the focus shows without colours and without the cursor`(named: NamedPalette) throws {
        for walk in try walks() {
            let shown = walk.map { frame in
                frame.shown(in: named.palette).cells.joined().map { cell in
                    var bare = cell
                    bare.style = cell.style.colourless
                    // Of the characters only the marks count: the words differ from place to place too.
                    if !["▸", "[", "]"].contains(cell.text) { bare.text = "" }
                    return bare
                }
            }
            for (one, next) in zip(shown, shown.dropFirst()) { #expect(one != next, "\(walk[0].text)") }
        }
    }
}

import RegappCore
import RegappValues
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappAlbums
@testable import RegappScreens

/// Random keys, pastes, resizes and answers: nothing traps, and no row shows what could steer a terminal.
@Suite struct AlbumScreenMonkeyTests {
    private static let events = Campaign.rounds(100_000, usually: 1_000)
    /// Drawing takes longer than answering, so only every so many frames are drawn.
    private static let eventsPerFrame = 40

    private static let keys: [KeyPress] = [
        .enter, .enter, .enter, .tab, .shiftTab, .backspace, .escape, .up, .down, .down, .left, .right, .home,
        .end, .pageUp, .pageDown, .control("u"), .control("w"), .control("r"), .character("/"),
        .character("r"), .character("d"), .character("f"), .control("s"), .character("n"), .character("漢"),
        .character(" "), KeyPress(.function(5)),
    ]
    private static let pastes = [
        "night", "ночь", "\u{1B}[2J\n\u{202E}", "👨‍👩‍👧", "e\u{301}", String(repeating: "x", count: 300),
    ]
    private static let errors: [CatalogError] = [
        .offline, .status(503), .rateLimited(seconds: 42), .message("\u{1B}]0;x\u{7}"), .notJSON,
        .badParameter(["country", "\u{202E}"]), .cancelled, .noSuchAlbum(id: 1, store: .unitedStates),
    ]

    @Test func `random input and answers trap nothing`() {
        var random = SeededGenerator(seed: 20_260_131)
        var driver = AlbumScreenDriver()
        var writer = FrameWriter(palette: Palette(.indexed))
        for number in 0..<Self.events {
            Self.act(on: driver, &random)
            if driver.isOver { driver = AlbumScreenDriver(showsCovers: random.number(0...2) > 0) }
            guard number % Self.eventsPerFrame == 0 else { continue }
            _ = writer.bytes(for: driver.frame)
            let isSafe = driver.frame.text.unicodeScalars.allSatisfy {
                $0 == "\n" || !$0.isUnprintable
            }
            #expect(isSafe)
        }
    }

    private static func act(on driver: AlbumScreenDriver, _ random: inout SeededGenerator) {
        switch random.number(0...39) {
        case 0: driver.send(.paste(random.pick(pastes)))
        case 1: driver.resize(random.number(0...159), random.number(0...59))
        case 2: driver.send(.tick)
        case 3: answer(driver, &random)
        case 4:
            for request in driver.coverRequests where random.number(0...1) == 0 {
                cover(driver, request, &random)
            }
        case 5: driver.fail(random.pick(errors))
        case 6 where random.number(0...19) == 0:
            driver.read(AlbumSamples.loggedOut)
        case 7: driver.read(AlbumSamples.currentUser)
        case 8: driver.receive(.recalled(["night", random.pick(pastes)]))
        default: driver.type(.key(random.pick(keys)))
        }
    }

    /// The answer to the question that was asked last, if there is one, or to another.
    private static func answer(_ driver: AlbumScreenDriver, _ random: inout SeededGenerator) {
        let albums =
            random.number(0...2) == 0 ? AlbumSamples.world : AlbumSamples.many(1 + random.number(0...299))
        if random.number(0...2) == 0 {
            driver.lookUp(AlbumSamples.contents(of: albums[0]))
        } else {
            driver.find(random.number(0...4) == 0 ? [] : albums, droppedCount: random.number(0...1))
        }
    }

    private static func cover(
        _ driver: AlbumScreenDriver, _ request: CoverRequest, _ random: inout SeededGenerator
    ) {
        driver.receive(
            .cover(request, random.number(0...3) == 0 ? nil : request.scaled(AlbumSamples.picture)))
    }
}

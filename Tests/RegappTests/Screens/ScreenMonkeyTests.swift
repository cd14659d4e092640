import RegappStore
import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import regapp

/// Random keys, pastes, resizes and hand edits: nothing traps, no file breaks a rule, only alerts drop typed values.
@Suite struct ScreenMonkeyTests {
    /// For each kind of screen.
    private static let events = Campaign.rounds(100_000, usually: 500)
    /// Drawing takes longer than answering, so only every so many frames are drawn.
    private static let eventsPerFrame = 40

    private static let keys: [KeyPress] = [
        .enter, .tab, .tab, .tab, .shiftTab, .backspace, .delete, .escape, .up, .down, .left, .right, .home,
        .end, .pageUp, .pageDown, KeyPress(.pageUp, .shift), KeyPress(.left, .control), KeyPress(.down, .alt),
        .control("a"), .control("e"), .control("k"), .control("u"), .control("w"), .control("r"), .alt("b"),
        .alt("d"), KeyPress(.function(5)), KeyPress(.insert),
    ]
    private static let words = [
        "ann@example.org", "bob@example.org", "Secret1", "password1", "Alex", "Ann", "1990-05-17",
        "2031-02-29", "+7 916 123-45-67", "89161234567", "+1 212 555 0100", "00 7 916 123 45 67",
        " Ann \nLee\n", "ё", "e\u{301}", "👨‍👩‍👧", "漢字", " ", "'", "\u{1B}[2J\n\t\u{202E}",
        String(repeating: "x", count: 300),
    ]

    /// Documents with which a kind of screen comes first.
    enum Start: String, CaseIterable, Sendable {
        case profile, user, albums, authorisation, registered

        var files: [String: String] {
            switch self {
            case .profile: [:]
            case .user: ["profile.json": ScreenFiles.profile]
            case .albums: ScreenFiles.albums
            case .authorisation: ScreenFiles.alexes(5)
            case .registered: ScreenFiles.bobLoggedIn
            }
        }
    }

    @Test(arguments: Start.allCases)
    func `random input traps nothing and leaves no invalid file`(start: Start) throws {
        var choices = SeededGenerator(seed: 20_260_131)
        let driver = try ScreenDriver(start.files)
        var titles: Set<String> = []
        var number = 0
        while number < Self.events || titles.count < 2 && number < 10 * Self.events {
            let event = Self.event(&choices)
            let before = TypedValues(driver)
            driver.send(event)
            #expect(before.isKept(by: event, driver), "event \(number), \(event): \(driver.frame().text)")
            driver.isOver = false
            number += 1
            if number % Self.eventsPerFrame == 0 {
                titles.insert(driver.frame().lines[2])
                _ = driver.frame(columns: choices.number(0...120), rows: choices.number(0...50))
            }
        }
        #expect(titles.count > 1, "the input never got beyond the first screen")
        let store = DocumentStore(directory: ScreenDriver.documents, layout: .regapp, fileSystem: driver.disk)
        let policy = try AccountStore(store, now: ScreenDriver.now).policy
        for (path, bytes) in driver.disk.tree()
        where path.hasSuffix("/profile.json") || path.contains("/accounts/") {
            _ = try AccountFile(parsing: bytes, path: path, policy: policy, now: ScreenDriver.now)
        }
    }

    @Test(arguments: Start.allCases)
    func `random bytes and sizes on a terminal end nothing badly, and it is restored`(start: Start) throws {
        var choices = SeededGenerator(seed: 31_012_026)
        let home = try TemporaryHome(start.files)
        for _ in 0..<Self.rounds {
            // Album screens that are opened by chance send no request, and an editor changes nothing.
            let terminal = try PseudoTerminal(
                .regapp, in: home, environment: ["REGAPP_ALBUMS_URL": "http://127.0.0.1:9", "EDITOR": "true"])
            try terminal.expectScreen("the screens") { $0.isAlternate }
            try Self.pound(terminal, &choices)
            let end = try terminal.waitForExit()
            #expect(end == .exited(0) || end == .exited(130))
            #expect(try terminal.attributes == freshAttributes())
            #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
        }
    }

    /// Types until the program has had enough, and ends it with Ctrl-C otherwise.
    private static func pound(_ terminal: PseudoTerminal, _ choices: inout SeededGenerator) throws {
        for _ in 0..<100 where terminal.process.ended == nil {
            let bytes = (0..<40).map { _ in choices.pick(pieces) }
            try? terminal.send(bytes.joined())
            try terminal.resize(columns: choices.number(1...150), rows: choices.number(1...60))
        }
        // Album screens that are open, or that keys still waiting open, handle each one themselves.
        for _ in 0..<60 where terminal.process.ended == nil {
            try? terminal.send("\u{3}")
            _ = terminal.process.wait(until: .now + .milliseconds(500))
        }
    }

    private static let rounds = Campaign.rounds(5, usually: 1)
    private static let pieces =
        "abcdefgh 0123456789@.ABCéж漢".map(String.init) + [
            "\t", "\t", "\r", "\u{7F}", "\u{1}", "\u{5}", "\u{B}", "\u{12}", "\u{15}", "\u{17}", "\u{1B}[Z",
            "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[H", "\u{1B}[F", "\u{1B}[5~", "\u{1B}[6~",
            "\u{1B}[I", "\u{1B}[O", "\u{1B}[200~+7 916\u{1B}[201~", "\u{1B}[1;5D", "\u{1B}[99;99;99x",
            "\u{C}", "\u{1B}]11;rgb:ff/ff/ff\u{7}", "\u{1B}]11;rgb:0", "\u{1B}[?62;4c",
        ]

    private static func event(_ choices: inout SeededGenerator) -> Event {
        switch choices.number(0...99) {
        case 0..<45: .key(choices.pick(keys))
        case 45..<80:
            .key(.character(Character(Unicode.Scalar(UInt8(choices.number(0x20...0x7E))))))
        case 80..<96: .paste(choices.pick(words))
        case 96: .focusGained
        case 97: .resumed
        case 98: .tick
        default: .resize(Size(columns: choices.number(0...200), rows: choices.number(0...60)))
        }
    }
}

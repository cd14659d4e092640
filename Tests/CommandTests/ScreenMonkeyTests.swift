import Accounts
import DocumentStore
import TerminalUI
import TestSupport
import Testing

@testable import regapp

/// Random keys, pastes, resizes and hand edits: nothing traps, and no file ever breaks a rule.
@Suite struct ScreenMonkeyTests {
    /// What the issue asks for, for each kind of screen.
    private static let events = 100_000
    /// Drawing takes longer than answering, so only every so many frames are drawn.
    private static let eventsPerFrame = 40

    private static let keys: [Key] = [
        .enter, .tab, .tab, .tab, .shiftTab, .backspace, .delete, .escape, .up, .down, .left, .right, .home,
        .end, .pageUp, .pageDown, Key(.pageUp, .shift), Key(.left, .control), Key(.down, .alt), .control("a"),
        .control("e"), .control("k"), .control("u"), .control("w"), .control("r"), .alt("b"), .alt("d"),
        Key(.function(5)), Key(.insert),
    ]
    private static let words = [
        "ann@example.org", "bob@example.org", "Secret1", "password1", "Alex", "Ann", "1990-05-17",
        "2031-02-29",
        "+7 916 123-45-67", "89161234567", "ё", "e\u{301}", "👨‍👩‍👧", "漢字", " ", "'", "\u{1B}[2J\n\t\u{202E}",
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
        var choices = Dice(state: 20_260_131)
        let driver = try ScreenDriver(start.files)
        var titles: Set<String> = []
        for number in 0..<Self.events {
            driver.send(Self.event(&choices))
            if number % Self.eventsPerFrame == 0 {
                titles.insert(driver.frame().lines[2])
                _ = driver.frame(
                    columns: choices.roll(0...120), rows: choices.roll(0...50))
            }
        }
        #expect(titles.count > 1, "the input never got beyond the first screen")
        let store = DocumentStore(
            directory: ScreenDriver.documents, layout: .regapp, fileSystem: driver.disk)
        let policy = try PolicyFile(of: store).policy
        for (path, bytes) in driver.disk.tree() where Self.isAccount(path) {
            _ = try AccountFile(parsing: bytes, path: path, policy: policy, today: ScreenDriver.today)
        }
    }

    private static func isAccount(_ path: String) -> Bool {
        path.hasSuffix("/profile.json") || path.contains("/accounts/")
    }

    private static func event(_ choices: inout Dice) -> Event {
        switch choices.roll(0...99) {
        case 0..<45: .key(keys[choices.roll(0...(keys.count - 1))])
        case 45..<80:
            .key(.character(Character(Unicode.Scalar(UInt8(choices.roll(0x20...0x7E))))))
        case 80..<96: .paste(words[choices.roll(0...(words.count - 1))])
        case 96: .focusGained
        case 97: .resumed
        case 98: .tick
        default: .resize(Size(columns: choices.roll(0...200), rows: choices.roll(0...60)))
        }
    }
}

/// The same numbers on every run: SplitMix64, by its author's public-domain description.
private struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
}

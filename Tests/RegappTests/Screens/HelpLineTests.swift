import RegappTerminal
import RegappTestSupport
import Testing

@testable import regapp

/// Every key that a help line names is pressed, and does what the line says.
@Suite struct `Help line` {
    /// A screen by the files and keys that lead to it.
    struct Place: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let files: [String: String]
        let strokes: [Stroke]

        init(_ name: String, _ files: [String: String], _ strokes: Stroke...) {
            (testDescription, self.files, self.strokes) = (name, files, strokes)
        }

        func driver() throws -> ScreenDriver {
            let driver = try ScreenDriver(files)
            driver.type(strokes)
            // A second Escape at once means nothing.
            if testDescription == "after the calendar" { driver.send(.tick) }
            return driver
        }
    }

    private static let user = ["profile.json": ScreenFiles.profile]

    /// The keys that a help line can name.
    static let keys: [String: [KeyPress]] = [
        "Tab": [.tab], "Enter": [.enter], "Esc": [.escape], "Space": [.character(" ")],
        "Ctrl-R": [.control("r")], "Ctrl-S": [.control("s")], "e": [.character("e")], "a": [.character("a")],
        "u": [.character("u")], "E": [.character("E")],
        "r": [.character("r")], "←↑↓→": [.left, .up, .down, .right], "PgUp/PgDn": [.pageUp, .pageDown],
        "Shift-PgUp/PgDn": [KeyPress(.pageUp, .shift), KeyPress(.pageDown, .shift)],
        "< >": [.character("<"), .character(">")], "{ }": [.character("{"), .character("}")],
        "?": [.character("?")], "F1": [KeyPress(.function(1))], "F5": [KeyPress(.function(5))],
        "↑": [.up], "↓": [.down], "↑↓": [.up, .down], "</>": [.character("<"), .character(">")],
        "g/G": [.character("g"), .character("G")], "/": [.character("/")], "d": [.character("d")],
        "f": [.character("f")], "q": [.character("q")], "s": [.character("s")], "Ctrl-C": [.control("c")],
    ]

    static let places = [
        Place("log in, empty", [:]),
        Place("log in, typed", [:], "ann@example.org", .to("password"), "12345"),
        Place("log in, wrong", [:], "ann@", .to("password"), "1234"),
        Place("log in, on the button", [:], "ann@example.org", .to("password"), "12345", .to("Log in")),
        Place("user info", user),
        Place("user info, on another button", user, .to("Albums")),
        Place("edit", user, "e"),
        Place("edit, last field", user, "e", .to("lastName"), "x"),
        Place("edit, wrong", user, "e", .key(.control("u"))),
        Place("edit, on Cancel", user, "e", .to("Cancel")),
        Place("user info, changed", user, "e", .key(.end), "x", .key(.control("s"))),
        Place("user info, on Undo", user, "e", "x", .key(.control("s")), .to("Undo")),
        Place("undoing", user, "e", "x", .key(.control("s")), "u"),
        Place("user info of a registry", ScreenFiles.bobLoggedIn),
        Place("edit of a registry", ScreenFiles.bobLoggedIn, "e", .to("birthday")),
        Place("registry, empty", ScreenFiles.albums),
        Place("registry, on Register", ScreenFiles.albums, .to("Register")),
        Place("registration", ScreenFiles.albums, .to("Register"), .key(.enter)),
        Place("registration, typed", ScreenFiles.albums, .to("Register"), .key(.enter), "Ann"),
        Place(
            "registration, birthday", ScreenFiles.albums, .to("Register"), .key(.enter),
            .to("birthday"), "1990-05-17"),
        Place(
            "calendar", ScreenFiles.albums, .to("Register"), .key(.enter), .to("birthday"),
            "1990-05-17", " "),
        Place("after the calendar", ScreenFiles.bobLoggedIn, "e", .to("birthday"), " ", .key(.escape)),
        Place("leaving", user, "e", .key(.end), "x", .key(.escape)),
        Place(
            "wrong password", ScreenFiles.albums, "bob@example.org", .to("password"), "Secret2", .key(.enter)),
        Place("a first password", ScreenFiles.alexes(1), "Alex", .to("password"), "password1", .key(.enter)),
        Place(
            "a first password, typed again", ScreenFiles.alexes(1), "Alex", .to("password"), "password1",
            .key(.enter), "password1"),
        Place("files that cannot be used", ["policy.json": "{"]),
        Place("a new profile", ["profile.json": "{"], .to("Replace it"), .key(.enter)),
    ]

    @Test(arguments: places)
    func `names keys that do what it says`(place: Place) throws {
        let line = try #require(try place.driver().frame(columns: 160).lines.last)
        let named = line.dropFirst().split(separator: "  ").map(String.init)
        #expect(!named.isEmpty)
        let labels = named.map { $0.drop { $0 != " " } }
        #expect(Set(labels).count == labels.count, "each action once: \(line)")
        for words in named {
            let name = try #require(
                Self.keys.keys.filter { words.hasPrefix($0 + " ") }.max { $0.count < $1.count }, "\(words)")
            for key in Self.keys[name] ?? [] {
                let driver = try place.driver()
                if place.files == ["policy.json": "{"] { driver.remove("policy.json") }
                let before = driver.frame()
                if key == .control("c") {
                    driver.isOver = !driver.asksBeforeLeaving()
                } else {
                    driver.type(.key(key))
                }
                let label = String(words.dropFirst(name.count + 1))
                #expect(Self.did(label, driver, since: before), "\(words): \(driver.frame().text)")
            }
        }
    }

    /// Whether what a label promises has happened.
    private static func did(_ label: String, _ driver: ScreenDriver, since before: Frame) -> Bool {
        let after = driver.frame()
        let hasMoved = after.cursor != nil && after.cursor != before.cursor
        switch label {
        case "next", "choose", "day": return hasMoved
        case "month", "year", "10 years":
            let old = label == "month" ? "May 1990" : "1990"
            return hasMoved && driver.shows("Mo Tu We") && !driver.shows(old)
        case "calendar": return driver.shows("Mo Tu We")
        case "pick": return !driver.shows("Mo Tu We") && driver.shows("1990-05-17")
        case "close": return !driver.shows("Mo Tu We") && !driver.screens.isAsking
        case "press": return after != before || driver.albumsNumber == 1 || driver.edited.count == 1
        case "reveal": return isHidden(before) != isHidden(after) || !isHidden(before)
        case "edit": return driver.shows("[ Save ]") || driver.shows(Shown.editAccount)
        case "albums": return driver.albumsNumber == 1
        case "undo": return driver.shows("Undo change 1?") || driver.shows("There is nothing to undo")
        case "as file", "fix": return driver.edited.count == 1
        case "keys": return driver.shows("│ Keys")
        case "read again": return driver.shows("[ Log in ]")
        case "cancel":
            if driver.shows(Shown.leaveThisForm) { driver.type(.to("Leave"), .key(.enter)) }
            return driver.shows(Shown.account) || driver.shows("[ Register ]")
        case "quit", "back": return hasLeft(driver, label)
        case "log in", "save", "register", "replace", "set password":
            // Where something is wrong, it is said where it is.
            return driver.shows(Shown.account) && !driver.shows("[ \(label.sentenceCased) ]")
                || saysWrong(driver)
        default: return false
        }
    }

    private static func isHidden(_ frame: Frame) -> Bool {
        frame.text.contains("••") || frame.text.contains("Password    ••••••••")
    }

    private static func hasLeft(_ driver: ScreenDriver, _ label: String) -> Bool {
        if driver.shows(Shown.leaveThisForm) { driver.type(.to("Leave"), .key(.enter)) }
        guard label == "back" else { return driver.isOver }
        return !driver.isOver && (driver.shows("[ Log in ]") || driver.shows("Replace it"))
    }

    private static func saysWrong(_ driver: ScreenDriver) -> Bool {
        let lines = driver.frame().lines
        guard let focused = lines.firstIndex(where: { $0.contains("▸") }) else { return false }
        return driver.frame().cursor?.row == focused && lines[(focused + 1)...].contains { $0.contains("✗") }
    }
}

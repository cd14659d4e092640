import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import regapp

/// What a few screens look like on terminals of all kinds, compared with `Fixtures/screens/look-NAME.txt`.
///
/// Under each line that is not all in the terminal's own style stand letters for the styles, explained at the end.
@Suite struct ScreenLookTests {
    /// Frames and their scenes.
    private func frames() throws -> [(frame: Frame, screens: ScreenStack, scene: String)] {
        let login = try ScreenDriver()
        login.type("ab@de.g", .to("password"), "1234", .key(.enter))
        let calendar = try ScreenDriver(ScreenFiles.albums)
        calendar.type(
            .to("Register"), .key(.enter), .to("firstName"), "Анна", .to("birthday"), " ", .key(.up))
        let alert = try ScreenDriver(ScreenFiles.albums)
        alert.type("bob@example.org", .to("password"), "Secret2", .key(.enter))
        let user = try ScreenDriver(["profile.json": ScreenFiles.profile])
        let albums = AlbumScreenDriver(showsCovers: false, columns: 120, rows: 40)
        albums.search("night", finding: AlbumSamples.world)
        let pages = [
            (login, "Login at email: email ab@de.g, password 1234"),
            (
                calendar,
                "Registration at birthday, its calendar at 2008-01-24: firstName Анна, birthday 2008-01-24"
            ),
            (
                alert,
                "'Not logged in' at OK, over RegistryLogin at password: email bob@example.org, password Secret2"
            ),
            (user, "User at Edit: email ann@example.org, password 12345, firstName Ann, lastName Lee"),
        ]
        return pages.flatMap { driver, scene in
            [Size.low, .usual, .large, Size(columns: 200, rows: 60)].map {
                (driver.frame(columns: $0.columns, rows: $0.rows), driver.screens, scene)
            }
        } + [(albums.frame, albums.screens, "Search at list: night, 7 albums at 夜の港")]
    }

    @Test(arguments: NamedPalette.all)
    func `screens look as they should`(named: NamedPalette) throws {
        var legend = StyleLegend()
        var text = ""
        let shown = try frames()
        for (frame, _, _) in shown {
            text += "== \(frame.size.columns)x\(frame.size.rows)\n"
            let lines = frame.shown(in: named.palette).cells.map { legend.lines(for: $0) }
            for rows in lines.chunked(where: { $0 == "|\n" }) {
                text += rows.count > 2 ? "(\(rows.count) empty rows)\n" : rows.joined()
            }
        }
        try ScreenGolden.expect(
            text + legend.text, of: shown.map(\.screens.scene), at: shown.map(\.scene),
            is: "look-" + named.testDescription)
    }

    @Test func `every screen has ASCII for all but what people have written`() throws {
        let ascii = NamedPalette("ascii").palette
        for (name, lines) in try ScreenGolden.all() where !name.hasPrefix("look-") {
            for line in lines {
                let own = line.filter { !$0.isWritten }
                var frame = Frame(Size(columns: own.displayWidth, rows: 1))
                frame.write(own, column: 0, row: 0)
                let printed = frame.printed(ascii).joined()
                #expect(printed.utf8.allSatisfy { $0 <= 0x7E }, "\(name)")
                #expect(printed.count { $0 == "?" } == own.count { $0 == "?" }, "\(name): \(own)")
            }
        }
    }
}

extension Character {
    /// Whether it is from a name, a title (letters, emoji, a publisher's sign) or a picture, whose colours are lost.
    fileprivate var isWritten: Bool {
        "℗▀▌▚▘▝▖▗".contains(self)
            || unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.isEmojiPresentation }
    }
}

extension [String] {
    /// Those after each other that meet a condition, together; any other alone.
    fileprivate func chunked(where isTogether: (String) -> Bool) -> [[String]] {
        reduce(into: []) { chunks, line in
            if let last = chunks.last?.last, isTogether(line), isTogether(last) {
                chunks[chunks.count - 1].append(line)
            } else {
                chunks.append([line])
            }
        }
    }
}

/// Letters for the styles of cells.
private struct StyleLegend {
    private var styles: [CellStyle] = []

    /// A line of text and, if some of it has a style, the line of their letters.
    mutating func lines(for cells: [ScreenCell]) -> String {
        let letters = cells.map { cell -> Character in
            let isSeen =
                cell.text != " " || cell.style.isUnderlined || cell.style.isReversed
                || cell.style.background != nil
            guard isSeen, cell.style != CellStyle() else { return " " }
            let place = styles.firstIndex(of: cell.style) ?? styles.count
            if place == styles.count { styles.append(cell.style) }
            return Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(clamping: place)))
        }
        return [("|", cells.map(\.text).joined()), (":", String(letters))].map { mark, text in
            let end = text.lastIndex { $0 != " " }
            return end.map { mark + text[...$0] + "\n" } ?? (mark == "|" ? "|\n" : "")
        }.joined()
    }

    var text: String {
        styles.enumerated().map { place, style in
            "\(Character(Unicode.Scalar(UInt8(ascii: "a") + UInt8(clamping: place)))) = \(style.words)\n"
        }.joined()
    }
}

extension CellStyle {
    fileprivate var words: String {
        let attributes = [
            (isBold, "bold"), (isFaint, "faint"), (isUnderlined, "underlined"), (isReversed, "reversed"),
        ].filter(\.0).map(\.1)
        let colours = [foreground.map { $0.words }, background.map { "on \($0.words)" }]
        return (attributes + colours.compactMap { $0 }).joined(separator: " ")
    }
}

extension CellStyle.Colour {
    fileprivate var words: String {
        switch self {
        case .indexed(let index): "colour \(index)"
        case .rgb(let red, let green, let blue):
            "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}

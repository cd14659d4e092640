import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct AlertTests {
    private static let alert = Alert(
        title: "Changed", parts: [.sentence("The file has changed since you began to edit it.")],
        buttons: ["Go back", "Load it"])

    @Test func `it stands in the middle over what is there`() {
        var frame = Frame(Size(columns: 40, rows: 9))
        frame.fill(Rect(frame.size), with: ".")
        frame.setCursor(column: 1, row: 1)
        Self.alert.draw(on: &frame, in: Rect(frame.size))
        #expect(
            frame.text == """
                ........................................
                   ╭────────────────────────────────╮
                   │ Changed                        │
                   │ The file has changed since you │
                   │ began to edit it.              │
                   │                                │
                   │ [ Go back ]  [ Load it ]       │
                   ╰────────────────────────────────╯
                ........................................

                """)
        #expect(frame.cursor == Position(column: 7, row: 6))
    }

    @Test(arguments: [
        ([KeyPress.enter], 0), ([.tab, .enter], 1), ([.right, .right, .enter], 0),
        ([.shiftTab, .character(" ")], 1), ([.escape], 0), ([.tab, .escape], 0),
    ])
    func `keys choose and press a button`(keys: [KeyPress], pressed: Int) {
        var alert = Self.alert
        var result: Int?
        for key in keys { result = alert.update(.key(key)) }
        #expect(result == pressed)
    }

    @Test func `a question stays whole, above the row that asked, and the page is faint`() {
        var frame = Frame(Size(columns: 40, rows: 20))
        frame.write("below", column: 0, row: 15)
        let alert = Alert(
            title: "Remove somebody.with.a.long.address@example.org?", parts: [],
            buttons: ["Back", "Remove"],
            isDestructive: true)
        alert.draw(on: &frame, in: Rect(frame.size), at: 10)
        let question = frame.lines.firstIndex { $0.contains("│ Remove  ") } ?? 0
        #expect(frame.lines[question + 1].hasSuffix("@example.org? │"))
        #expect(
            frame.lines[question + 1].contains("somebody.with") && frame.lines[question + 1].contains("…"))
        #expect(frame.lines.lastIndex { $0.contains("╯") } == 9)
        #expect(frame.style(column: 0, row: 15) == .dimmed)
        let row = frame.lines.firstIndex { $0.contains("[ Remove ]") } ?? 0
        #expect(frame.style(column: 15, row: row) == .problem)
    }

    @Test func `a menu is chosen by letters and arrows, and closed without a choice`() {
        var menu = Alert(
            title: "Sort by",
            menu: [.init("Email", isPresent: false), .init("Expires", detail: "3", isPresent: true)])
        var frame = Frame(Size(columns: 40, rows: 12))
        menu.draw(on: &frame, in: Rect(frame.size))
        #expect(frame.text.contains("│   e  Email       │") && frame.text.contains("│ ▸✓x  Expires   3 │"))
        let answers = [KeyPress.character("e"), .character("x"), .enter, .escape].map {
            menu.update(.key($0))
        }
        #expect(answers == [0, 1, 1, 2])
    }

    @Test func `what does not fit is cut after a whole part, and counted`() {
        let names = (1...4).map { Alert.Part.sentence("somebody.with.a.long.address\($0)@example.org") }
        let alert = Alert(
            title: "Remove 8 accounts?",
            parts: [.sentence("undo brings back what is removed")] + names + [.more(4)], buttons: ["Back"])
        var frame = Frame(Size(columns: 40, rows: 9))
        alert.draw(on: &frame, in: Rect(frame.size))
        #expect(frame.text.contains("│ (+5 more)"))
        #expect(frame.text.contains("│ Undo brings back what is removed │"))
        #expect(frame.lines.count { $0.contains("│ somebody.with.a") && $0.contains("…") } == 3)
        #expect(!frame.text.contains("address4"))
    }

    @Test func `a question for which its card has no room is below it`() {
        var frame = Frame(Size(columns: 80, rows: 24))
        let card = Rect(column: 1, row: 2, columns: 78, rows: 8)
        Self.alert.draw(on: &frame, in: Rect(frame.size), card: card, at: 8)
        #expect(frame.lines.firstIndex { $0.contains("╭") } == 11)
    }

    @Test func `a menu that does not fit shows where there is more`() {
        var menu = Alert(title: "Sort by", menu: (1...6).map { .init("Choice \($0)", isPresent: $0 == 1) })
        func marks() -> [Bool] {
            var frame = Frame(Size(columns: 40, rows: 7))
            menu.draw(on: &frame, in: Rect(frame.size))
            return ["▲", "▼"].map(frame.text.contains)
        }
        #expect(marks() == [false, true])
        _ = menu.update(.key(.shiftTab))
        #expect(marks() == [true, false])
    }

    @Test func `other keys press nothing`() {
        var alert = Self.alert
        for event in [Event.key(.character("x")), .paste("\n"), .tick, .key(.tab)] {
            #expect(alert.update(event) == nil)
        }
    }

    @Test func `every size draws without a trap`() {
        for columns in 0...20 {
            for rows in 0...9 {
                var frame = Frame(Size(columns: columns, rows: rows))
                Self.alert.draw(on: &frame, in: Rect(frame.size))
                #expect(frame.lines.count == rows)
            }
        }
    }
}

@Suite struct BarTests {
    @Test func `the header cuts the detail before the title`() {
        var frame = Frame(Size(columns: 20, rows: 1))
        frame.drawHeader("regapp", detail: "ann@example.org")
        #expect(frame.lines == [" regapp  ann@examp…"])
        #expect(frame.style(column: 19, row: 0) == .bar)
    }

    @Test func `the help line has whole bindings only`() {
        let bindings = [
            KeyBinding([.tab], "next"), KeyBinding([.control("r")], "reveal"), KeyBinding([.escape], "leave"),
        ]
        #expect(StyledLine(help: bindings, columns: 80).text == "Tab next  Ctrl-R reveal  Esc leave")
        #expect(StyledLine(help: bindings, columns: 30).text == "Tab next  Ctrl-R reveal")
        #expect(StyledLine(help: bindings, columns: 3).text == "")
    }

    @Test func `the spinner turns and comes round`() {
        var spinner = Spinner()
        let first = spinner.text
        spinner.tick()
        #expect(spinner.text != first)
        for _ in 1..<Spinner.frames.count { spinner.tick() }
        #expect(spinner.text == first)
    }
}

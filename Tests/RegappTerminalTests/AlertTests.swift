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
                . ╭──────────────────────────────────╮ .
                . │ Changed                          │ .
                . │ The file has changed since you   │ .
                . │ began to edit it.                │ .
                . │                                  │ .
                . │ [ Go back ]  [ Load it ]         │ .
                . ╰──────────────────────────────────╯ .
                ........................................

                """)
        #expect(frame.cursor == Position(column: 6, row: 6))
    }

    @Test(arguments: [
        ([Key.enter], 0), ([.tab, .enter], 1), ([.right, .right, .enter], 0),
        ([.shiftTab, .character(" ")], 1),
        ([.escape], 0), ([.tab, .escape], 0),
    ])
    func `keys choose and press a button`(keys: [Key], pressed: Int) {
        var alert = Self.alert
        var result: Int?
        for key in keys { result = alert.update(.key(key)) }
        #expect(result == pressed)
    }

    @Test func `other keys press nothing`() {
        var alert = Self.alert
        for event in [Event.key(.character("x")), .paste("\n"), .tick, .key(.tab)] {
            let pressed = alert.update(event)
            #expect(pressed == nil)
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
        frame.drawHeader(Header("regapp", detail: "ann@example.org"))
        #expect(frame.lines == [" regapp  ann@examp…"])
        #expect(frame.style(column: 19, row: 0) == .bar)
    }

    @Test func `who is logged in takes as many rows as it needs, whole up to three`() {
        func rows(_ parts: [String], _ columns: Int) -> [String] {
            let header = Header("regapp", parts, columns: columns)
            var frame = Frame(Size(columns: columns, rows: 4))
            frame.drawHeader(header)
            #expect(frame.style(column: 0, row: header.rows.count - 1) == .bar)
            #expect(frame.style(column: 0, row: header.rows.count) == .text)
            return frame.lines.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
        }
        let bob = ["Bob Stone", "bob@example.org", "+7 (916) 123-45-67", "1990-05-17"]
        #expect(rows(bob, 120).count == 1 && rows(bob, 71).count == 1 && rows(bob, 70).count == 2)
        #expect(
            rows(bob, 40) == [
                "regapp     Bob Stone · bob@example.org", "+7 (916) 123-45-67 · 1990-05-17",
            ])
        for columns in 40...80 { #expect(bob.allSatisfy { rows(bob, columns).joined().contains($0) }) }
        let long = [bob[0], String(repeating: "a", count: 50) + "@example.org", bob[2], bob[3]]
        #expect(rows(long, 40).count == 3 && rows(long, 40)[2].contains("1990-05-17"))
        #expect(rows(long, 40)[1].hasSuffix("…"))
        #expect(rows([], 40) == ["regapp"])
    }

    @Test func `the help line has whole bindings only`() {
        let bindings = [
            KeyBinding([.tab], "next"), KeyBinding([.control("r")], "reveal"), KeyBinding([.escape], "leave"),
        ]
        #expect(Line(help: bindings, columns: 80).text == "Tab next  Ctrl-R reveal  Esc leave")
        #expect(Line(help: bindings, columns: 30).text == "Tab next  Ctrl-R reveal")
        #expect(Line(help: bindings, columns: 3).text == "")
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

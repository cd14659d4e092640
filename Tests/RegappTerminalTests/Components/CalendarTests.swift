import RegappValues
import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct CalendarTests {
    static func range() throws -> Calendar.Range {
        let earliest = try #require(CalendarDate(iso: "1900-01-01"))
        let latest = try #require(CalendarDate(iso: "2008-11-20"))
        return Calendar.Range(latest: latest) { day in
            day < earliest ? "not before 1900" : day > latest ? "too young" : nil
        }
    }

    @Test func `it opens at the latest day, weeks start on Monday`() throws {
        let calendar = Calendar(range: try Self.range())
        #expect(
            calendar.lines(isFramed: false).map {
                String($0.text.reversed().drop { $0 == " " }.reversed())
            } == [
                " ‹ November 2008 ›", "Mo Tu We Th Fr Sa Su", "                1  2", " 3  4  5  6  7  8  9",
                "10 11 12 13 14 15 16", "17 18 19 20 21 22 23", "24 25 26 27 28 29 30",
            ])
    }

    @Test(
        arguments: [
            (.left, "2008-11-19"), (.right, "2008-11-21"), (.up, "2008-11-13"), (.down, "2008-11-27"),
            (.pageUp, "2008-10-20"), (.pageDown, "2008-12-20"), (KeyPress(.pageUp, .shift), "2007-11-20"),
            (KeyPress(.pageUp, .control), "2007-11-20"), (KeyPress(.pageDown, .shift), "2009-11-20"),
            (.character("{"), "1998-11-20"), (.character("}"), "2018-11-20"), (.character("<"), "2007-11-20"),
            (.character(">"), "2009-11-20"), (.home, "2008-11-01"), (.end, "2008-11-30"),
        ] as [(KeyPress, String)])
    func `keys move the selected day`(key: KeyPress, day: String) throws {
        var calendar = Calendar(range: try Self.range())
        let effect = calendar.update(.key(key))
        #expect(calendar.selected.isoString == day)
        #expect(effect == .moved(calendar.selected))
    }

    @Test func `a day that may be chosen is picked`() throws {
        var calendar = Calendar(range: try Self.range())
        #expect(calendar.update(.key(.enter)) == .picked(calendar.range.latest))
    }

    @Test func `a day out of range shows faintly and is refused with the reason`() throws {
        var calendar = Calendar(range: try Self.range())
        _ = calendar.update(.key(.right))
        #expect(calendar.update(.key(.enter)) == .refused)
        #expect(calendar.range.refusal(calendar.selected) == "too young")
        let styles = calendar.lines(isFramed: false).flatMap(\.spans).filter {
            Int($0.text.filter { $0 != " " }) != nil
        }
        #expect(styles.filter { $0.style == .dimmed }.map(\.text).first == "22")
        #expect(styles.first { $0.style == .selectionFaint }?.text == "21")
    }
}

@Suite struct DateFieldTests {
    static func form() -> Form {
        var field = FormField("birthday", label: "Birthday")
        field.days = try? CalendarTests.range()
        return Form(
            fields: [FormField("name", label: "Name"), field],
            buttons: [Form.Button("save", title: "Save", needsValidFields: true)],
            check: { CalendarDate(iso: $0["birthday"] ?? "") == nil ? ["birthday": ["not a date"]] : [:] })
    }

    private func opened(_ text: String = "") -> Form {
        var form = Self.form()
        form.type(.key(.tab), .text(text), " ")
        return form
    }

    @Test func `Space opens the calendar at the latest day, beside the field in a frame`() {
        #expect(
            opened().frame().shortText == """
                  Name
                                                   ╭─ ‹ November 2008 › ──╮
                ▸ Birthday                         │ Mo Tu We Th Fr Sa Su │
                                                   │                 1  2 │
                                                   │  3  4  5  6  7  8  9 │
                                                   │ 10 11 12 13 14 15 16 │
                  [ Save ]  Fill in Birthday       │ 17 18 19 20 21 22 23 │
                                                   │ 24 25 26 27 28 29 30 │
                                                   ╰──────────────────────╯
                """)
    }

    @Test func `the calendar opens at the typed day`() {
        #expect(opened("1999-05-01").frame().text.contains("May 1999"))
    }

    @Test func `moving in the calendar writes the text`() {
        var form = opened()
        #expect(form.type(.key(.pageUp)) == .handled)
        #expect(form.text(of: "birthday") == "2008-10-20")
    }

    @Test func `typing moves the calendar`() {
        var form = opened()
        form.type("2001-02-03")
        #expect(form.text(of: "birthday") == "2001-02-03")
        #expect(form.frame().text.contains("February 2001"))
        form.type(.key(.backspace), "4", .key(.left))
        #expect(form.text(of: "birthday") == "2001-02-03")
    }

    @Test func `what is typed first in the open calendar starts the date anew`() {
        var form = opened("1999-05-01")
        form.type("2")
        #expect(form.text(of: "birthday") == "2")
        form.type("0010203")
        #expect(form.text(of: "birthday") == "20010203")
        #expect(form.frame().text.contains("February 2001"))
        form.type("1")
        #expect(form.text(of: "birthday") == "1")
        form.type("99", .key(.left), "3")
        #expect(form.text(of: "birthday") == "3")
        form.type(.paste("1990-12-31"))
        #expect(form.text(of: "birthday") == "1990-12-31")
        form.type(.key(.escape))
        #expect(form.text(of: "birthday") == "1999-05-01")
    }

    @Test(
        arguments: [
            ("1990-05-31", "1990-05-31"), ("19900531", "1990-05-31"), ("31.05.1990", "1990-05-31"),
            ("31/05/1990", "1990-05-31"), ("31051990", "1990-05-31"), ("31 May 1990", "1990-05-31"),
            ("May 31 1990", "1990-05-31"), ("31.02.1990", "1990-02-31"), ("05/06/1990", "05/06/1990"),
            ("199005", "199005"), ("May thirty-one", "May thirty-one"),
        ] as [(String, String)])
    func `typed text stays until the field is left, which then writes the day in its own form`(
        text: String, shown: String
    ) {
        for isOpen in [false, true] {
            var form = isOpen ? opened("1999-05-01") : Self.form()
            if !isOpen { form.type(.key(.tab)) }
            for (place, character) in text.enumerated() {
                form.type(.text(String(character)))
                #expect(form.text(of: "birthday") == text.prefix(place + 1))
            }
            form.type(.key(.tab))
            #expect(form.text(of: "birthday") == shown && form.focusedID == "save")
        }
        var pasted = Self.form()
        pasted.type(.key(.tab), "7", .paste(" 31 May 1990\n"), .key(.tab))
        #expect(pasted.text(of: "birthday") == "1990-05-31")
    }

    @Test(arguments: ["", "1990-05-31", "31 May 1990", "31051990"])
    func `Space opens the calendar in an empty or complete field`(text: String) {
        #expect(opened(text).frame().text.contains("Mo Tu We Th Fr Sa Su"))
    }

    @Test(arguments: ["31", "31 May", "1990-05", "05/06/1990", "tomorrow"])
    func `Space is typed where a day is not complete, and Alt-Down opens the calendar`(text: String) {
        var form = opened(text)
        #expect(form.text(of: "birthday") == text + " " && !form.frame().text.contains("Mo Tu"))
        #expect(!form.bindings().map(\.label).contains("calendar"))
        form.type(.key(KeyPress(.down, .alt)))
        #expect(form.frame().text.contains("Mo Tu We Th Fr Sa Su"))
    }

    @Test func `a date that is half typed is not lost to the day that the calendar stands on`() {
        var form = opened("1999-05-01")
        form.type("1990-0", .key(.enter))
        #expect(form.text(of: "birthday") == "1990-0")
        #expect(form.focusedID == "birthday" && !form.frame().text.contains("May"))
        #expect(form.frame().text.contains("✗ Not a date"))
        form.type("5-31")
        #expect(form.text(of: "birthday") == "1990-05-31")
    }

    @Test func `Enter picks and closes`() {
        var form = opened()
        form.type(.key(.left), .key(.enter))
        #expect(form.text(of: "birthday") == "2008-11-19")
        #expect(!form.frame().text.contains("November"))
        #expect(form.focusedID == "birthday")
    }

    @Test func `a day too young is refused with the reason and not written`() {
        var form = opened("2000-01-01")
        form.type(.key(KeyPress(.pageDown, .shift), times: 8))
        #expect(form.text(of: "birthday") == "2008-01-01")
        form.type(.key(KeyPress(.pageDown, .shift)))
        #expect(form.text(of: "birthday") == "2000-01-01")
        form.type(.key(.enter))
        #expect(form.text(of: "birthday") == "2000-01-01")
        #expect(form.frame().text.contains("✗ Too young"))
        #expect(form.frame().text.contains("January 2009"))
    }

    @Test func `Tab from a day too young keeps the text from before, not a day passed through`() {
        for (before, keys) in [("", 1), ("1999-05-01", 12)] {
            var form = opened(before)
            form.type(.key(.left), .key(KeyPress(.pageDown, .shift), times: keys), .key(.tab))
            #expect(form.text(of: "birthday") == before)
            #expect(!form.frame().text.contains("Too young"))
        }
    }

    @Test func `a message about the text goes while days are chosen`() {
        var form = Self.form()
        form.type(.key(.tab), .text("1999"), .key(.tab), .key(.shiftTab))
        #expect(form.frame().text.contains("✗ Not a date"))
        form.type(.key(KeyPress(.down, .alt)))
        #expect(!form.frame().text.contains("✗"))
        form.type(.key(.right))
        #expect(form.frame().text.contains("✗ Too young"))
        form.type(.key(.left))
        #expect(!form.frame().text.contains("✗"))
    }

    @Test(arguments: [60, 120]) func `a button pressed on empty fields leaves every rule to be read`(
        columns: Int
    ) {
        for rows in [8, 16] {
            var form = Form(
                fields: [FormField("password", label: "Password")],
                buttons: [Form.Button("login", title: "LOGIN", needsValidFields: true)],
                check: { texts in
                    let wrong = texts["password"]?.isEmpty == true ? ["password is required"] : []
                    return Form.Judgement(["password": wrong]) { _ in
                        (1...5).map { .init("rule \($0)", isMet: false) }
                    }
                })
            form.type(.key(.control("s")))
            let text = form.frame(columns: columns, rows: rows).text
            for number in 1...5 { #expect(text.contains("Rule \(number)"), "\(rows) rows: \(text)") }
        }
    }

    @Test func `beside the open calendar the rules of the date are said`() throws {
        var form = Form(fields: [FormField("day", label: "Day")]) { _ in
            Form.Judgement(rules: [("in 1900", true)])
        }
        let first = try #require(CalendarDate(iso: "1900-05-01"))
        form.fields[0].days = Calendar.Range(latest: first) {
            $0.year > 1900 ? "too late" : nil
        }
        form.type(.key(.character(" ")))
        #expect(form.frame().text.contains("✓ In 1900"))
        form.type(.key(KeyPress(.pageDown, .shift)))
        #expect(form.frame().text.contains("✗ Too late") && !form.frame().text.contains("In 1900"))
    }

    @Test func `Escape closes and brings the text back`() {
        var form = opened("1999-05-01")
        form.type(.key(.down), .key(.escape))
        #expect(form.text(of: "birthday") == "1999-05-01")
        #expect(!form.frame().text.contains("May"))
    }

    @Test func `the open calendar follows a value that comes from elsewhere`() {
        var form = opened()
        form.setText("1990-05-05", of: "birthday")
        #expect(form.frame().text.contains("May 1990"))
        form.type(.key(.enter))
        #expect(form.text(of: "birthday") == "1990-05-05" && !form.frame().text.contains("May 1990"))
        form.type(" ")
        form.give("", to: "birthday")
        #expect(form.frame().text.contains("November 2008"))
        form.type(.key(.escape))
        #expect(form.text(of: "birthday") == "")
    }

    @Test func `beside the fields the calendar is below the panel, and nothing shows around it`() {
        var form = Form(fields: Self.form().fields, buttons: Self.form().buttons) { _ in
            Form.Judgement(rules: [("a rule", true), ("another", true)])
        }
        form.type(.key(.tab), " ")
        let lines = form.frame(columns: 120, rows: 20).lines
        #expect(
            lines[2].contains("▸") && lines[2].hasSuffix("│  ✓ A rule") && lines[3].hasSuffix("│  ✓ Another"))
        // The button stands beside it.
        let start = lines[4].prefix { $0 != "╭" }.count
        #expect(lines[4].prefix(start).trimmed == "[ Save ]")
        let box = lines[4...11].map { String($0.dropFirst(start)).trimmed }
        #expect(box.first?.hasPrefix("╭") == true && box.last?.hasPrefix("╰") == true)
        #expect(box.dropFirst().dropLast().allSatisfy { $0.hasSuffix("│") && $0.count { $0 == "│" } == 2 })
    }

    @Test func `a calendar that stays is drawn while a button has the focus, and a click picks in it`() {
        var form = Self.form()
        form.fields[1].shortcuts = ["never"]
        form.fields[1].openCalendar()
        form.setFocus("save")
        let frame = form.frame()
        #expect(frame.text.contains("November 2008") && frame.text.contains("never"))
        #expect(frame.cursor?.row == frame.lines.firstIndex { $0.contains("[ Save ]") })
        form.type("x")
        _ = form.update(.pointed(.day("2008-11-03")))
        #expect(form.text(of: "birthday") == "2008-11-03" && form.focusedID == "birthday")
    }

    @Test func `Tab closes and goes on`() {
        var form = opened("1999-05-01")
        form.type(.key(.tab))
        #expect(form.focusedID == "save")
        #expect(!form.frame().text.contains("May"))
    }

    @Test func `the selected day shows in a small window`() {
        #expect(opened().frame(columns: 40, rows: 6).text.contains("20"))
    }
}

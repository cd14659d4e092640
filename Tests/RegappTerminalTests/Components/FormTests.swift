import Synchronization
import RegappValues
import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct FormTests {
    private var form = login()

    /// An email with an `@`, a password of five characters.
    static func login() -> Form {
        Form(
            fields: [
                FormField("email", label: "Email", icon: "✉"),
                FormField("password", label: "Password", icon: "✱", input: TextField(isSecret: true)),
            ],
            buttons: [Form.Button("login", title: "LOGIN", needsValidFields: true)],
            check: { texts in
                var problems: [ControlID: [String]] = [:]
                if texts["email"]?.contains("@") != true { problems["email"] = ["not an email address"] }
                if texts["password"].map({ $0.count < 5 }) ?? true {
                    problems["password"] = ["at least 5 characters"]
                }
                return Form.Judgement(problems)
            })
    }

    @Test func `a new form shows no messages and its button is inactive`() {
        let form = Self.login()
        #expect(
            form.frame().shortText
                == """
                ▸ ✉ Email     

                  ✱ Password

                  [ LOGIN ]  Fill in Email and Password
                """.replacingTrailingSpaces)
        #expect(form.frame().style(column: 4, row: 4) == .buttonDisabled)
        #expect(form.frame().cursor == Position(column: 14, row: 0))
    }

    @Test func `a key that changes a text is checked once, no other is, and a frame asks for rules once`() {
        let (checks, lists) = (0, 1)
        let counts = Mutex([0, 0])
        var form = Form(
            fields: [FormField("name", label: "Name"), FormField("other", label: "Other")],
            buttons: [Form.Button("save", title: "SAVE", needsValidFields: true)],
            check: { _ in
                counts.withLock { $0[checks] += 1 }
                return Form.Judgement([:]) { _ in
                    counts.withLock { $0[lists] += 1 }
                    return [.init("a letter", isMet: false), .init("a digit", isMet: false)]
                }
            })
        func take() -> [Int] {
            counts.withLock { counts in
                defer { counts = [0, 0] }
                return counts
            }
        }
        _ = take()
        form.type("a")
        #expect(take() == [1, 0])
        for key in [KeyPress(.left), KeyPress(.right), KeyPress(.home), .tab, .shiftTab] {
            form.type(.key(key))
            #expect(take() == [0, 0], "\(key)")
        }
        for columns in [40, 60, 120] {
            var frame = Frame(Size(columns: columns, rows: 16))
            form.draw(form.layout(columns: columns, isWide: columns > 100), on: &frame, in: Rect(frame.size))
            #expect(take() == [0, 1])
        }
    }

    @Test mutating func `a message appears when the field is left, and the focus moves on`() {
        form.type("abc", .key(.tab))
        #expect(form.focusedID == "password")
        #expect(
            form.frame(columns: 80).shortText == """
                ✗ ✉ Email     abc                             Not an email address

                ▸ ✱ Password

                  [ LOGIN ]  Correct Email; fill in Password
                """)
        #expect(form.frame().lines[0] == "✗ ✉ Email     abc", "only the mark, where there is no room")
        form.type(.key(.shiftTab))
        #expect(
            form.frame().lines[6].trimmed == "✗ Not an email address", "the panel has the focused field's")
    }

    @Test mutating func `an empty field that is passed is not wrong yet`() {
        form.type(.key(.enter))
        #expect(!form.frame().text.contains("✗"))
        #expect(form.focusedID == "password")
    }

    @Test mutating func `a message goes as soon as the text is right, and returns only on leaving`() {
        func shows() -> Bool { form.frame(columns: 80).text.contains("Not an email address") }
        form.type("abc", .key(.tab), .key(.shiftTab))
        #expect(shows())
        form.type("@")
        #expect(!shows())
        form.type(.key(.backspace))
        #expect(!shows())
        form.type(.key(.down))
        #expect(shows())
    }

    @Test mutating func `the button becomes active as soon as everything is right`() {
        form.type("a@b", .key(.tab), "1234")
        #expect(!form.isValid)
        form.type("5")
        #expect(form.isValid)
        #expect(form.frame().style(column: 4, row: 4) == .buttonDefault, "Enter presses it")
        form.type(.key(.backspace))
        #expect(form.frame().style(column: 4, row: 4) == .buttonDisabled)
    }

    @Test mutating func `an inactive button cannot be pressed and says why`() {
        form.type(.key(.tab, times: 2))
        #expect(form.focusedID == "login")
        #expect(form.type(.key(.enter)) == .handled)
        #expect(form.frame().text.contains("✗ Not an email address"))
        #expect(form.frame(columns: 80).lines[2].contains("At least 5 characters"))
        #expect(form.focusedID == "email", "the first that is wrong has the focus")
        form.type("a@b", .key(.enter), "1234", .key(.down), " ")
        #expect(form.focusedID == "password")
    }

    @Test mutating func `Enter in the last field presses the button when all is right`() {
        #expect(form.type("a@b", .key(.enter), "12345", .key(.enter)) == .pressed("login"))
    }

    @Test mutating func `Enter in the last field goes to the first that is wrong, never onto the button`() {
        form.type(.key(.down), "12345", .key(.enter))
        #expect(form.focusedID == "email")
        #expect(form.frame().text.contains("✗ Not an email address"))
        form.type("a@b", .key(.down), .key(.backspace), .key(.enter))
        #expect(form.focusedID == "password")
        #expect(form.frame().text.contains("✗ At least 5 characters"))
    }

    @Test func `Ctrl-S presses the button from any field`() {
        for moves in 0...2 {
            var form = Self.login()
            form.type(.key(.control("s")))
            #expect(form.focusedID == "email" && form.frame().text.contains("✗ Not an email"))
            form.type("a@b", .key(.tab), "12345", .key(.tab, times: 2 + moves))
            #expect(form.type(.key(.control("s"))) == .pressed("login"))
        }
    }

    @Test mutating func `a message that comes or goes moves nothing where there is room`() throws {
        let before = form.frame(rows: 6).lines
        form.type("abc", .key(.tab), .key(.tab))
        let after = form.frame(rows: 6).lines
        for text in ["Email", "Password", "LOGIN"] {
            #expect(
                before.firstIndex { $0.contains(text) } == after.firstIndex { $0.contains(text) }, "\(text)")
        }
        // With fewer rows, the empty ones go.
        #expect(Self.login().frame(rows: 5).lines[2].contains("LOGIN"))
    }

    @Test func `the panel has all problems, and the row of a field that has no focus the first that fits`() {
        var form = Form(
            fields: [
                FormField("a", label: "A"), FormField("b", label: "B"), FormField("c", label: "C"),
            ],
            buttons: [Form.Button("ok", title: "OK")],
            check: { _ in
                let long = String(repeating: "long ", count: 30)
                return ["a": ["wrong in a way", "ugly"], "b": [long], "c": [long, "ugly"]]
            })
        form.type("x", .key(.tab), "y", .key(.tab), "z", .key(.tab))
        let lines = form.frame(columns: 80).lines
        #expect(lines[0].hasSuffix(" Wrong in a way"))
        #expect(lines[2].hasSuffix("…") && lines[4].hasSuffix(" Ugly"))
        form.setFocus("a")
        #expect(form.frame().lines[8...9].map(\.trimmed) == ["✗ Wrong in a way", "✗ Ugly"])
    }

    @Test(arguments: [40, 60, 80, 120], [4, 9, 24])
    func `nothing moves while the user types`(columns: Int, rows: Int) {
        let password = FormField("password", label: "Password", input: TextField(isSecret: true))
        var form = Form(
            fields: [FormField("email", label: "Email"), password, FormField("name", label: "Name")],
            buttons: [Form.Button("login", title: "LOGIN", needsValidFields: true)],
            check: { texts in
                let text = texts["password"] ?? ""
                let hasDigit = text.contains("1")
                let wrong = ["a digit is needed", "another thing is wrong that takes long to say"]
                return Form.Judgement(hasDigit ? [:] : ["password": wrong]) { id in
                    let long = "at least 3 characters before the first of the digits"
                    return id != "password"
                        ? [] : [.init(long, isMet: text.count > 3), .init("a digit", isMet: hasDigit)]
                }
            })
        func places() -> [Int?] {
            let lines = form.frame(columns: columns, rows: rows).lines
            return ["Email", "Password", "Name", "LOGIN"].map { text in
                lines.firstIndex { $0.dropFirst(2).hasPrefix(text) || $0.contains("[ \(text)") }
            }
        }
        form.type(.key(.tab))
        let before = places()
        #expect(before[1] != nil)
        for character in "abcd1x" {
            form.type(.text(String(character)))
            #expect(places() == before, "\(form.text(of: "password"))")
        }
    }

    @Test func `the rules stand beside the fields where the window is wide, else below`() {
        var form = Form(fields: [FormField("password", label: "Password")]) { texts in
            let text = texts["password"] ?? ""
            return Form.Judgement(rules: [
                ("a digit", text.contains("1")), ("a letter", text.contains("a")),
                ("a star", text.contains("*")),
            ])
        }
        func panel() -> [String] { form.frame(columns: 80).lines[2...4].map(\.trimmed) }
        #expect(panel() == ["· A digit", "· A letter", "· A star"])
        form.type("1")
        #expect(panel() == ["✓ A digit", "· A letter", "· A star"])
        form.type("a")
        #expect(panel() == ["✓ A digit", "✓ A letter", "· A star"])
        let wide = form.frame(columns: 120).lines
        #expect(wide[0].hasSuffix(" │  ✓ A digit") && wide[0].contains("Password"))
        #expect(
            wide[1...2].map(\.trimmed) == ["│  ✓ A letter", "│  · A star"],
            "one field has rows for all of them")
    }

    @Test(arguments: [110, 120, 160])
    func `beside fields nothing wraps, neither a rule nor what to do about it`(columns: Int) {
        let rule = FormField.Rule(
            "letters, with single spaces between them",
            advice: "use letters, with single spaces between them",
            isMet: false)
        var form = Form(
            fields: [FormField("name", label: "First name", icon: "☺"), FormField("other", label: "Other")],
            buttons: [Form.Button("ok", title: "OK", needsValidFields: true)]
        ) { _ in Form.Judgement(["name": [rule.advice]]) { $0 == "name" ? [rule] : [] } }
        let card = min(columns - 6, form.widestColumns(isWide: true))
        func text() -> String {
            var frame = Frame(Size(columns: card, rows: 12))
            form.draw(form.layout(columns: card, isWide: true), on: &frame, in: Rect(frame.size))
            return frame.text
        }
        #expect(text().contains("· Letters, with single spaces between them"))
        form.type("1", .key(.tab))
        #expect(text().contains(" Use letters, with single spaces between them"))
        form.type(.key(.shiftTab))
        #expect(text().contains("✗ Use letters, with single spaces between them"))
    }

    @Test mutating func `beside a button that cannot be pressed stands what is missing`() {
        #expect(form.frame().lines[4].trimmed == "[ LOGIN ]  Fill in Email and Password")
        #expect(form.frame().style(of: "Fill") == .faint)
        #expect(form.frame(columns: 38).lines[4].trimmed == "[ LOGIN ]  Fill in Email and 1 more")
        form.type("a@b")
        #expect(form.frame().lines[4].trimmed == "[ LOGIN ]  Fill in Password")
        form.type(.key(.tab), "123")
        #expect(form.frame().lines[4].trimmed.hasPrefix("[ LOGIN ]  Password: "))
        form.type("45")
        #expect(form.frame().lines[4].trimmed == "[ LOGIN ]")
    }

    @Test func `the empty fields are named even where the wrong ones are only counted`() {
        let names = ["One", "Two", "Three", "Four"]
        var form = Form(
            fields: names.map { FormField(ControlID(stringLiteral: $0), label: $0) },
            buttons: [Form.Button("ok", title: "OK", needsValidFields: true)]
        ) { _ in
            Form.Judgement(
                Dictionary(uniqueKeysWithValues: names.map { (ControlID(stringLiteral: $0), ["no"]) }))
        }
        for _ in 1...3 { form.type("x", .key(.tab)) }
        let texts = [
            80: "Correct One, Two and Three; fill in Four", 44: "Correct 3 fields; fill in Four",
            38: "Correct 3; fill in Four",
        ]
        for (columns, text) in texts {
            #expect(form.frame(columns: columns).text.contains("[ OK ]  \(text)"), "\(columns)")
        }
    }

    @Test func `beside the fields the panel begins at the focused one, also at the last`() {
        let names = ["one", "two", "last"]
        let counts = [1, 3, 5]
        var form = Form(
            fields: names.map { FormField(ControlID(stringLiteral: $0), label: $0) },
            buttons: [Form.Button("ok", title: "OK", needsValidFields: true)]
        ) { _ in
            Form.Judgement([:]) { id in
                let count = names.firstIndex(of: "\(id.name)").map { counts[$0] } ?? 0
                return (0..<count).map { .init("rule \($0)", isMet: false) }
            }
        }
        for name in ["one", "two", "last"] {
            let lines = form.frame(columns: 120, rows: 12).lines
            #expect(lines.first { $0.contains("▸") }?.hasSuffix("│  · Rule 0") == true, "\(name)")
            #expect(lines.first { $0.contains("▸") }?.contains(name) == true)
            form.type(.key(.tab))
        }
    }

    @Test func `an example stays, and what is wrong stands behind it`() {
        var form = Form(
            fields: [FormField("a", label: "A"), FormField("email", label: "Email")],
            buttons: [Form.Button("ok", title: "OK", needsValidFields: true)],
            check: { _ in ["a": ["wrong"], "email": ["an email is required"]] })
        form.fields[1].input.placeholder = "e.g. ann@mail.example"
        form.type(.key(.control("s")))
        let line = form.frame(columns: 80).lines[2]
        #expect(line.hasSuffix(" An email is required") && line.contains("e.g. ann@mail.example "))
        let narrow = form.frame(columns: 34).lines[2]
        #expect(narrow.hasPrefix("✗ ") && narrow.hasSuffix("e.g. ann@mail.example"))
    }

    @Test mutating func `without the keys nothing looks focused`() {
        for _ in 0..<3 {
            var frame = Frame(Size(columns: 60, rows: 16))
            form.draw(form.layout(columns: 60, hasFocus: false), on: &frame, in: Rect(frame.size))
            #expect(frame.cursor == nil && !frame.text.contains("▸"))
            let styles = (0..<16).flatMap { row in (0..<60).map { frame.style(column: $0, row: row) } }
            #expect(!styles.contains(.labelFocused) && !styles.contains(.buttonDisabledFocused))
            form.type(.key(.tab))
        }
    }

    @Test mutating func `the cursor stands on the button that has the focus`() {
        form.type(.key(.shiftTab))
        #expect(form.frame().cursor == Position(column: 4, row: 4))
    }

    @Test mutating func `pasted lines fill this field and the next`() {
        form.type(.paste("  a@b \r\n\r\n 12345\n"))
        #expect(form.texts == ["email": "a@b", "password": "12345"])
        #expect(form.focusedID == "password")
        var last = Self.login()
        last.type(.key(.tab))
        #expect(last.update(.paste("12345\nmore\nand more\n")) == .handled)
        #expect(last.said?.text.hasPrefix("Nothing was pasted: the text has a tab") == true)
        #expect(last.texts == ["email": "", "password": ""], "no button is pressed, nothing runs over")
        #expect(last.update(.paste("12345\n")) == .handled)
        #expect(last.texts == ["email": "", "password": "12345"])
    }

    @Test mutating func `a tab in pasted text goes to the next field, as a line break does`() {
        form.type(.paste("a@b\t12345"))
        #expect(form.texts == ["email": "a@b", "password": "12345"] && form.focusedID == "password")
    }

    @Test mutating func `Tab goes round, arrows stop at the ends`() {
        form.type(.key(.tab, times: 3))
        #expect(form.focusedID == "email")
        form.type(.key(.shiftTab))
        #expect(form.focusedID == "login")
        form.type(.key(.down))
        #expect(form.focusedID == "login")
        form.type(.key(.up, times: 9))
        #expect(form.focusedID == "email")
    }

    @Test mutating func `a secret is revealed and hidden by its key`() {
        form.type(.key(.tab), "12345", .key(.control("r")))
        #expect(form.frame().text.contains("12345"))
        form.type(.key(.control("r")))
        #expect(form.frame().text.contains("•••••"))
    }

    @Test mutating func `an event that means nothing to the form has no effect`() {
        #expect(form.type("x") == .handled)
        #expect(form.type(.key(.left)) == .handled)
        #expect(form.type(.key(.escape)) == nil)
    }

    @Test mutating func `in a small window the focus is always visible`() {
        form.showAllProblems()
        for id: ControlID in ["email", "password", "login"] {
            form.setFocus(id)
            for rows in 2...8 {
                let frame = form.frame(columns: 38, rows: rows)
                #expect(frame.cursor != nil, "\(id) in \(rows)")
                #expect(frame.text.contains("[ LOGIN ]"), "\(id) in \(rows)")
            }
        }
    }

    @Test mutating func `a small window shows marks where there is more`() {
        form.showAllProblems()
        #expect(form.frame(columns: 40, rows: 2).lines[0].hasSuffix("▼"))
        form.setFocus("password")
        #expect(form.frame(columns: 40, rows: 2).lines[0].hasSuffix("▲"))
    }

    @Test func `every size draws without a trap`() {
        var form = DateFieldTests.form()
        form.type(" ")
        for columns in 0...45 {
            for rows in 0...14 { _ = form.frame(columns: columns, rows: rows) }
        }
    }

    @Test mutating func `a text that is set is checked like one that is typed`() {
        form.setText("a@b", of: "email")
        form.setText("12345", of: "password")
        #expect(form.isValid)
        #expect(form.text(of: "email") == "a@b")
        #expect(form.text(of: "nothing") == "")
    }

    @Test mutating func `the help line is the same wherever the focus is`() {
        let before = StyledLine(help: form.bindings(), columns: 60).text
        #expect(before == "Tab next  Ctrl-S login  Ctrl-R reveal")
        form.setText("a@b", of: "email")
        form.type(.key(.tab), "12345")
        #expect(StyledLine(help: form.bindings(), columns: 60).text == before)
    }

    @Test func `live rules tick off under the field that has the focus`() {
        var form = Form(fields: [FormField("password", label: "Password")]) { texts in
            Form.Judgement(rules: [("a digit", texts.values.contains { $0.contains { $0.isNumber } })])
        }
        #expect(form.frame().shortText.hasSuffix("· A digit"))
        form.type("1")
        #expect(form.frame().shortText.hasSuffix("✓ A digit"))
    }
}

extension String {
    /// An expected text whose last column is empty may be written with spaces.
    fileprivate var replacingTrailingSpaces: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0.reversed().drop { $0 == " " }.reversed()) }.joined(separator: "\n")
    }
}

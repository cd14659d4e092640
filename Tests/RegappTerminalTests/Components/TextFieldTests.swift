import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct TextFieldTests {
    static let rows: [(String, String, [KeyPress], String)] = [
        ("Left", "abc", [.left], "ab|c"),
        ("Left at the start", "a", [.left, .left, .left], "|a"),
        ("Right at the end", "a", [.right], "a|"),
        ("Home", "abc", [.home], "|abc"),
        ("End", "abc", [.home, .end], "abc|"),
        ("Ctrl-A", "abc", [.control("a")], "|abc"),
        ("Ctrl-E", "abc", [.home, .control("e")], "abc|"),
        ("Backspace", "abc", [.left, .backspace], "a|c"),
        ("Backspace at the start", "a", [.home, .backspace], "|a"),
        ("Delete", "abc", [.home, .delete], "|bc"),
        ("Delete at the end", "a", [.delete], "a|"),
        ("Ctrl-K", "abc def", [.home, .right, .control("k")], "a|"),
        ("Ctrl-U", "abc def", [.left, .control("u")], "|f"),
        ("Ctrl-W deletes back to a space", "ann o'neil  ", [.control("w")], "ann |"),
        ("Alt-Backspace takes a word", "ann o'neil", [KeyPress(.backspace, .alt)], "ann o'|"),
        ("Ctrl-Left", "ann@host.name", [KeyPress(.left, .control)], "ann@host.|name"),
        (
            "Alt-Left twice", "ann@host.name", [KeyPress(.left, .alt), KeyPress(.left, .alt)],
            "ann@|host.name"
        ),
        ("Ctrl-Right", "ann@host", [.home, KeyPress(.right, .control)], "ann|@host"),
        ("Alt-d", "ann bob", [.home, .alt("d")], "| bob"),
        ("a flag is one character", "a🇫🇷", [.backspace], "a|"),
        ("a family is one character", "👨‍👩‍👧‍👦b", [.left, .backspace], "|b"),
        ("a letter with its mark is one", "e\u{301}", [.left, .delete], "|"),
        ("CJK", "漢字", [.left], "漢|字"),
    ]

    @Test(arguments: rows)
    func `keys edit what a person sees`(name: String, text: String, keys: [KeyPress], shown: String) {
        var field = TextField(text)
        for key in keys { field.type(.key(key)) }
        #expect(field.shown() == shown)
    }

    @Test func `a suggestion shows faintly behind the text, and Right or End at its end takes it`() {
        var field = TextField()
        field.suggestions = ["band", "board"]
        #expect(!field.line(columns: 9, isFocused: true).spans.contains { $0.style == .placeholder })
        field.type("bo")
        let rest = field.line(columns: 9, isFocused: true).spans.first { $0.style == .placeholder }
        #expect(rest?.text == "ard" && field.text == "bo")
        #expect(!field.line(columns: 9, isFocused: false).spans.contains { $0.style == .placeholder })
        field.type(.key(.left), .key(.right))
        #expect(field.text == "bo")
        field.type(.key(.right))
        #expect(field.shown() == "board|")
        field.type(.key(.end), .key(.control("u")), "x", .key(.end))
        #expect(field.text == "x")
    }

    @Test func `text goes in at the cursor`() {
        var field = TextField()
        field.type("Anna", .key(.left, times: 2), "т")
        #expect(field.text == "Anтna")
        #expect(field.shown() == "Anт|na")
    }

    @Test func `a combining mark joins the letter before it`() {
        var field = TextField("eb")
        field.type(.key(.left), "\u{301}")
        #expect(field.text == "e\u{301}b")
        #expect(field.shown() == "e\u{301}|b")
        field.type(.key(.backspace))
        #expect(field.text == "b")
    }

    @Test func `a paste loses newlines and controls`() {
        var field = TextField()
        field.type(.paste("a\u{1B}[31mb\r\nc\td\u{202E}\u{7F}"))
        #expect(field.text == "a[31mbcd")
    }

    @Test func `a field takes no more than its limit`() {
        var field = TextField("ab", limit: 4)
        field.type(.key(.home), .paste("12345"))
        #expect(field.text == "12ab")
        field.type("x")
        #expect(field.text == "12ab")
    }

    @Test func `keys that mean nothing are left to others`() {
        var field = TextField("abc")
        for key in [
            KeyPress.tab, .enter, .escape, .up, .down, .pageUp, .control("r"), KeyPress(.function(1)),
            .alt("x"),
        ] {
            let isUsed = field.update(.key(key))
            #expect(!isUsed, "\(key)")
        }
        let isUsed = field.update(.tick)
        #expect(!isUsed)
        #expect(field.text == "abc")
    }

    @Test(
        arguments: [
            ("typed", "", [.character("x")], "x|"), ("Backspace", "", [.backspace], "|"),
            ("Delete", "", [.delete], "|"), ("Ctrl-K", "", [.control("k")], "|"),
            ("End and typed", "", [.end, .character("x")], "abcx|"), ("Left", "", [.left], "ab|c"),
            ("Home", "", [.home], "|abc"), ("typed twice", "", [.character("x"), .character("y")], "xy|"),
        ] as [(String, String, [KeyPress], String)])
    func `a selected text is replaced or removed as one, and moves leave it`(
        name: String, text: String, keys: [KeyPress], shown: String
    ) {
        var field = TextField("abc")
        field.selectAll()
        #expect(field.line(columns: 5, isFocused: true).spans.first?.style == .selection)
        #expect(field.line(columns: 5, isFocused: false).spans.first?.style == .field)
        for key in keys { field.type(.key(key)) }
        #expect(field.shown() == shown && !field.isSelected)
    }

    @Test func `a paste takes the place of a selected text`() {
        var field = TextField("abc", limit: 4)
        field.selectAll()
        field.type(.paste("wxyz"))
        #expect(field.text == "wxyz")
        var empty = TextField()
        empty.selectAll()
        #expect(!empty.isSelected)
    }

    @Test func `a secret shows bullets, and its text when revealed`() {
        var field = TextField("p4s s", isSecret: true)
        #expect(field.shown() == "•••••|")
        field.isRevealed = true
        #expect(field.shown() == "p4s s|")
    }

    @Test func `a hidden secret has no words`() {
        var field = TextField("one two", isSecret: true)
        field.type(.key(KeyPress(.left, .control)))
        #expect(field.shown() == "|•••••••")
        field.type(.key(.end), .key(.control("w")))
        #expect(field.text == "")
    }

    @Test func `a long text scrolls so that the cursor is in the field`() {
        var field = TextField("0123456789")
        #expect(field.shown(columns: 6) == "‹789|")
        field.type(.key(.left, times: 5))
        #expect(field.shown(columns: 6) == "‹34|56›")
        field.type(.key(.home))
        #expect(field.shown(columns: 6) == "|01234›")
        #expect(field.line(columns: 6, isFocused: false).text == "01234…")
    }

    @Test func `the cursor is in the field at every position and width`() {
        for text in ["0123456789", "漢字漢字漢字", "a漢b字c🇫🇷d👍🏽", ""] {
            for columns in 1...12 {
                var field = TextField(text)
                for _ in 0...text.count {
                    let line = field.line(columns: columns, isFocused: true)
                    #expect(line.columns <= columns)
                    #expect((0..<columns).contains(line.cursor ?? -1), "\(text) in \(columns)")
                    field.type(.key(.left))
                }
            }
        }
    }

    @Test func `the cursor stands in columns, not characters`() {
        let field = TextField("漢字")
        #expect(field.line(columns: 10, isFocused: true).cursor == 4)
        #expect(field.line(columns: 10, isFocused: false).cursor == nil)
    }

    @Test func `a placeholder shows while nothing is typed`() {
        var field = TextField()
        field.placeholder = "YYYY-MM-DD"
        #expect(field.shown() == "|YYYY-MM-DD")
        field.type("2")
        #expect(field.shown() == "2|")
    }

    @Test func `what a file holds cannot steer the terminal`() {
        let field = TextField("a\u{1B}[2J")
        #expect(field.line(columns: 10, isFocused: false).text == "a\u{FFFD}[2J     ")
        #expect(field.text == "a\u{1B}[2J")
        #expect(TextField("a@b\u{200B}.cd").line(columns: 8, isFocused: false).text == "a@b\u{FFFD}.cd ")
        #expect(TextField("👩\u{200D}💻").line(columns: 4, isFocused: false).text == "👩\u{200D}💻  ")
    }

    @Test func `characters that do not fit a mask stand, and the panel says so until they are gone`() {
        let mask = InputMask("+7 (***)") { text in
            let digits = text.filter(\.isNumber)
            return digits.count == text.count - 1 && text.hasPrefix("+") && digits.count <= 4
                ? String(digits.dropFirst()) : nil
        }
        var form = Form(fields: [FormField("phone", label: "Phone", input: TextField(mask: mask))])
        form.type("+7916")
        for wrong in [Stroke.text("a5+"), .paste("a5+")] {
            form.type(wrong)
            for rest in ["a5+", "a5", "a"] {
                #expect(form.text(of: "phone") == "+7916" + rest)
                #expect(form.frame().text.contains("! Does not fit +7 (***)"))
                form.type(.key(.backspace))
            }
            #expect(form.text(of: "phone") == "+7916" && !form.frame().text.contains("Does not fit"))
        }
    }
}

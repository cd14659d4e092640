import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct ReadOnlyFormTests {
    private var form = userInfo()

    static func userInfo() -> Form {
        var password = FormField("password", label: "Password:", input: TextField("p4ss", isSecret: true))
        password.input.placeholder = "unused"
        var phone = FormField("phone", label: "Phone:")
        phone.readOnlyText = "not set"
        return Form(
            fields: [FormField("email", label: "Email:", input: TextField("a@b.cd")), password, phone],
            buttons: [
                Form.Button("edit", title: "Edit", key: KeyBinding([.character("e")], "edit")),
                Form.Button("out", title: "Log out"),
            ],
            isReadOnly: true)
    }

    @Test func `fields show their texts, a password as eight dots`() {
        #expect(
            Self.userInfo().frame().shortText == """
                  Email:     a@b.cd

                  Password:  ••••••••

                  Phone:     not set

                  [ Edit ]  [ Log out ]
                """)
        #expect(Self.userInfo().frame().cursor == Position(column: 4, row: 6))
    }

    @Test mutating func `the focus stays on the buttons`() {
        form.type(.key(.tab))
        #expect(form.focusedID == "out")
        form.type(.key(.tab))
        #expect(form.focusedID == "edit")
        form.type(.key(.right, times: 3))
        #expect(form.focusedID == "out")
        form.type(.key(.up, times: 3), .key(.left, times: 3))
        #expect(form.focusedID == "edit")
    }

    @Test mutating func `a button's key presses it`() {
        #expect(form.type("e") == .pressed("edit"))
    }

    @Test func `a button's letter is text where text is typed`() {
        var form = Form(
            fields: [FormField("name", label: "Name")],
            buttons: [
                Form.Button("edit", title: "Edit", key: KeyBinding([.character("e"), .escape], "edit"))
            ])
        #expect(form.type("e") == .handled)
        #expect(form.text(of: "name") == "e")
        #expect(form.type(.key(.escape)) == .pressed("edit"))
    }

    @Test mutating func `no typed value changes anything`() {
        let before = form.texts
        form.type("xyz", .paste("abc"), .key(.backspace))
        #expect(form.texts == before)
    }

    @Test mutating func `the keys scroll what does not fit`() {
        #expect(form.frame(rows: 2).text.contains("Email"))
        form.type(.key(.down, times: 9))
        #expect(form.frame(rows: 2).text.contains("Phone") && !form.frame(rows: 2).text.contains("Email"))
        form.type(.key(.up, times: 9))
        #expect(form.frame(rows: 2).text.contains("Email") && form.frame(rows: 2).text.contains("Edit"))
    }

    @Test func `new values stand out for two seconds`() {
        func form(_ text: String) -> Form {
            Form(
                fields: [FormField("a", label: "A", input: TextField(text)), FormField("b", label: "B")],
                isReadOnly: true)
        }
        var new = form("two")
        new.adoptPlace(of: form("one"))
        #expect(new.frame().style(of: "two") == .labelFocused)
        for _ in 1...8 { _ = new.update(.tick) }
        #expect(new.frame().style(of: "two") == .text)
    }

    @Test func `a long value goes on below its beginning`() {
        let form = Form(
            fields: [FormField("a", label: "A", input: TextField("one two three"))], isReadOnly: true)
        #expect(form.frame(columns: 17, rows: 4).lines.prefix(2) == ["  A  one two", "     three"])
    }

    @Test func `the help names the keys that work`() {
        let form = Self.userInfo()
        let out = KeyBinding([.escape], "quit")
        #expect(form.bindings(way: out).map(\.label) == ["edit", "quit", "reveal", "next"])
        #expect(form.bindingsAtFocus.map(\.label) == ["press"])
        let login = FormTests.login().bindings(way: out)
        #expect(login.map(\.label) == ["next", "quit", "login", "reveal"])
    }

    @Test func `an offer that is too long for a row shows its key alone`() {
        let offer = Form.Button(
            "go", title: "go back to a profile for one person",
            key: KeyBinding([KeyPress(.function(2))], "go"),
            isOffer: true)
        let form = Form(fields: [FormField("a", label: "A")], buttons: [offer])
        #expect(form.frame(columns: 60).text.contains("or: F2 go back to a profile for one person"))
        #expect(form.frame(columns: 40).text.contains("or: F2 (F1 says more)"))
    }
}

import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct ReadOnlyFormTests {
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
                  Email:    a@b.cd

                  Password: ••••••••

                  Phone:    not set

                  [ Edit ]  [ Log out ]
                """)
        #expect(Self.userInfo().frame().cursor == Position(column: 4, row: 6))
    }

    @Test func `the focus stays on the buttons`() {
        var form = Self.userInfo()
        form.type(.key(.tab))
        #expect(form.focusedID == "out")
        form.type(.key(.tab))
        #expect(form.focusedID == "edit")
        form.type(.key(.right, times: 3))
        #expect(form.focusedID == "out")
        form.type(.key(.up, times: 3), .key(.left, times: 3))
        #expect(form.focusedID == "edit")
    }

    @Test func `a button's key presses it`() {
        var form = Self.userInfo()
        let effect = form.type("e")
        #expect(effect == .pressed("edit"))
    }

    @Test func `a button's letter is text where text is typed`() {
        var form = Form(
            fields: [FormField("name", label: "Name")],
            buttons: [
                Form.Button("edit", title: "Edit", key: KeyBinding([.character("e"), .escape], "edit"))
            ])
        let typed = form.type("e")
        #expect(typed == .handled)
        #expect(form.text(of: "name") == "e")
        let escaped = form.type(.key(.escape))
        #expect(escaped == .pressed("edit"))
    }

    @Test func `no typed value changes anything`() {
        var form = Self.userInfo()
        let before = form.texts
        form.type("xyz", .paste("abc"), .key(.backspace))
        #expect(form.texts == before)
    }

    @Test func `the keys scroll what does not fit`() {
        var form = Self.userInfo()
        #expect(form.frame(rows: 2).text.contains("Email"))
        form.type(.key(.down, times: 9))
        #expect(form.frame(rows: 2).text.contains("Phone") && !form.frame(rows: 2).text.contains("Email"))
        form.type(.key(.up, times: 9))
        #expect(form.frame(rows: 2).text.contains("Email") && form.frame(rows: 2).text.contains("Edit"))
    }

    @Test func `a long value goes on below its beginning`() {
        let form = Form(
            fields: [FormField("a", label: "A", input: TextField("one two three"))], isReadOnly: true)
        #expect(form.frame(columns: 17, rows: 4).lines.prefix(2) == ["  A one two", "    three"])
    }

    @Test func `the help names the keys that work`() {
        let form = Self.userInfo()
        let out = KeyBinding([.escape], "quit")
        #expect(form.bindings(escape: out).map(\.label) == ["edit", "quit", "reveal", "next", "press"])
        let login = FormTests.login().bindings(escape: out)
        #expect(login.map(\.label) == ["next", "quit", "login", "reveal"])
    }
}

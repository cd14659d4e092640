import Testing

@testable import RegappTerminal

@Suite struct MenuTests {
    private let menu = Menu(choices: [
        .init("Save"), .init("Search  again", "once more"), .init("Quit"), .init("1989"), .init("10"),
    ])

    @Test func `choices are numbered, one a line`() {
        #expect(menu.lines.prefix(2) == ["1. Save", "2. Search  again"])
        #expect(menu.question == "Choose 1-5: ")
        #expect(Menu(choices: [.init("Quit")]).question == "Choose 1: ")
        #expect(Menu(choices: [.init("Quit")], isFirstByEnter: true).question == "Choose 1 [1]: ")
    }

    @Test func `rows have numbers and commands have letters, those of their keys if these are free`() {
        let menu = Menu(choices: [
            .init(title: "ann@example.org", otherWords: [], sign: .number(11)),
            .init(title: "bob@example.org", otherWords: [], sign: .number(12)),
            .command("More"), .command("Edit", key: .character("e")),
            .command("Expiry", key: .character("x")),
            .command("Editor", key: .character("E")), .command("Find", key: .character("/")),
            .command("Back"), .command("Back to the first"),
        ])
        #expect(menu.signs == ["11", "12", "m", "e", "x", "d", "f", "b", "a"])
        #expect(menu.lines[0] == "11. ann@example.org" && menu.lines[2] == "m. More")
        #expect(menu.question == "Choose a number or a letter: ")
        #expect(menu.advice == "Type a number from 11 to 12 or a letter from the list")
        #expect(menu.choice("12") == 1 && menu.choice("D") == 5 && menu.choice("1") == nil)
        #expect(menu.choice("e") == 3, "a letter before the beginning of several titles")
        let commands = Menu(choices: [.command("Save"), .command("Cancel")])
        #expect(commands.question == "Choose a letter: " && commands.advice == "Type a letter from the list")
        let many = Menu(choices: (0..<30).map { _ in .command("a") })
        #expect(Set(many.signs.prefix(26)).count == 26, "what has no letter is chosen by its title")
    }

    @Test(
        arguments: [
            ("1", 0), (" 3 ", 2), ("save", 0), ("SAVE", 0), ("q", 2), ("search again", 1), ("sea", 1),
            ("Once  more", 1),
            // A number is that of a choice; a title is meant only where no choice has the number.
            ("5", 4), ("1989", 3), ("10", 4), ("198", 3),
            ("s", nil), ("0", nil), ("6", nil), ("-1", nil), ("1.", nil), ("01", nil), ("+1", nil), ("", nil),
            ("  ", nil),
            ("quite", nil),
            ("99999999999999999999", nil), ("\u{1B}[A", nil),
        ] as [(String, Int?)])
    func `a choice is named by number, title, another word, or the beginning of one title`(
        answer: String, choice: Int?
    ) {
        #expect(menu.choice(answer) == choice)
    }

    @Test func `a field filled in a conversation is checked as it was typed`() {
        var form = Form(
            fields: [FormField("phone", label: "Phone", input: TextField(limit: 20))],
            buttons: [Form.Button("go", title: "Go", needsValidFields: true)],
            check: { ["phone": $0["phone"] == "+1 212 555 0100" ? ["not here"] : []] })
        _ = form.update(.filled("phone", with: "+1 212 555 0100"))
        #expect(form.text(of: "phone") == "+1 212 555 0100")
        #expect(form.update(.chosen("go")) == .handled)
        _ = form.update(.filled("phone", with: String(repeating: "9", count: 5_000)))
        #expect(form.text(of: "phone").count == 5_000)
        #expect(form.update(.chosen("go")) == .pressed("go"))
        #expect(form.update(.chosen("other")) == nil)
    }

    @Test func `a question says how the field is written and what Enter keeps, but no secret`() {
        var date = FormField("birthday", label: "Birthday:", input: TextField("1990-05-31"))
        date.format = "YYYY-MM-DD"
        #expect(date.question == "Birthday (YYYY-MM-DD) [1990-05-31]: ")
        #expect(FormField("email", label: "Email").question == "Email: ")
        let secret = FormField("password", label: "Password", input: TextField("12345", isSecret: true))
        #expect(secret.question == "Password [unchanged]: ")
    }
}

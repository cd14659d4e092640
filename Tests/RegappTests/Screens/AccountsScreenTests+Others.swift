import RegappWording
import RegappCore
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import RegappTerminal

/// Whom the keys are about, and what others change meanwhile.
extension AccountsScreenTests {
    private static let bobFile = "accounts/bob@example.org.json"

    // MARK: Whom a key is about

    /// Keys after which an account that is marked does not show, or the cursor is on one that is not marked.
    private static let blind: [(name: String, strokes: [Stroke], question: String)] = [
        ("cursor on another", row("example") + [" "], "ann@example.org?"),
        ("above the window", [" "] + Array(repeating: .key(.down), count: 12), "ann@example.org?"),
        ("filtered out", [" "] + row("bob"), "ann@example.org?"),
        ("two, one filtered out", row("bob") + [" "] + row("ann") + [" "], "2 accounts?"),
    ]

    @Test(arguments: ["l", "x", "p", "d", "e", "E"])
    func `a key asks first if a marked account is out of sight or the cursor elsewhere`(key: String) throws {
        for case let (name, strokes, question) in Self.blind {
            var files = Self.files
            for number in 10..<20 {
                files["accounts/zoe\(number)@example.org.json"] = "{\"email\": \"zoe\(number)@example.org\"}"
            }
            let driver = try Self.driver(files, columns: 80, rows: 12)
            driver.type(strokes)
            driver.type(.text(key))
            let shown = driver.screens.page.alert?.title ?? driver.screens.page.text.joined()
            #expect(shown.contains(question) || shown.contains("is for one account"), "\(name): \(shown)")
            driver.type(.key(.enter))
            #expect(driver.edited.isEmpty && !driver.screens.isAsking, "\(name)")
            for (file, text) in files { #expect(driver.text(file) == text, "\(name): \(file)") }
        }
        let driver = try Self.driver(Self.files)
        driver.type(Self.row("example") + ["a", .text(key)])
        #expect(driver.screens.page.alert == nil || key == "d", "all are in sight")
    }

    @Test(arguments: ["l", "x", "p"])
    func `a key meant for an account that is gone asks before it changes the next one`(key: String) throws {
        let driver = try Self.driver(Self.files)
        driver.type(Self.row("bob") + [.key(.escape)])
        let email = "bob@example.org"
        #expect(driver.frame().lines.contains { $0.contains("▸ \(email)") })
        driver.remove("accounts/\(email).json")
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        for _ in 0..<2 { driver.send(.tick) }
        #expect(!driver.frame().lines.contains { $0.contains("▸ \(email)") })
        driver.type(.text(key))
        #expect(driver.shows("\(email) is not in the list any more"))
        driver.type(.key(.enter))
        let others = Self.files.filter { $0.key != "accounts/\(email).json" }
        for (file, text) in others { #expect(driver.text(file) == text, "\(file)") }
        // The next key is meant for what is selected.
        driver.type(.text(key))
        #expect(!driver.shows("not in the list any more"))
    }

    @Test func `an account that was gone for a moment is selected again`() throws {
        let driver = try Self.driver(Self.files)
        driver.type(Self.row("bob") + [.key(.escape)])
        let file = "accounts/bob@example.org.json"
        let text = try #require(driver.text(file))
        driver.remove(file)
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        for _ in 0..<2 { driver.send(.tick) }
        driver.put(file, text)
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 2)
        for _ in 0..<2 { driver.send(.tick) }
        driver.type("l")
        #expect(driver.shows("Locked bob@example.org"), "\(driver.frame().text)")
    }

    @Test func `an expiry that somebody else has set meanwhile shows before it is replaced`() throws {
        let driver = try Self.driver(Self.files)
        let file = "accounts/bob@example.org.json"
        driver.type(Self.row("bob") + ["x", "2030-01-31"])
        let other = try #require(Self.files[file])
            .replacing("\n}", with: ",\n  \"expires\": \"2031-02-03\"\n}")
        driver.put(file, other)
        driver.type(Self.save)
        #expect(driver.text(file) == other && driver.shows("it is 2031-02-03 now"))
        driver.type(Self.save)
        #expect(driver.text(file)?.contains("2030-01-31") == true)
    }

    @Test func `the page of somebody whose login name another has says that, until it changes`() throws {
        func account(_ login: String) -> String {
            #"{"email": "\#(login)@example.org", "login": "lee", "passwordHash": "\#(RegistrySession.hash)"}"#
        }
        var files = ["policy.json": #"{"policy": "service", "loginKey": "login"}"#]
        for name in ["ann", "bob"] { files["accounts/\(name)@example.org.json"] = account(name) }
        let driver = try Self.driver(files)
        driver.type(Self.row("bob") + [.key(.enter)])
        #expect(driver.shows("another account has the same 'login'"), "\(driver.frame().text)")
        driver.put("accounts/bob@example.org.json", account("bob").replacing("lee", with: "bo"))
        for _ in 0..<2 { driver.send(.tick) }
        #expect(!driver.shows("the same 'login'"), "\(driver.frame().text)")
    }

    @Test func `what was done says to whom`() throws {
        let driver = try Self.driver(Self.files, .text("/bob"), .key(.enter), "l")
        #expect(driver.shows("Locked bob@example.org"))
        driver.type("x", "2030-01-31", Self.save)
        #expect(driver.shows("Changed bob@example.org"))
        driver.type("e", .to("email"), "g", Self.save)
        #expect(driver.shows("Changed bob@example.orgg") && driver.shows("LDAP"))
        driver.type("e", .to("lastName"), "x", Self.save)
        #expect(driver.shows("Changed bob@example.org"))
        driver.type(.key(.escape), "al")
        #expect(driver.shows("Locked 3 accounts") && driver.shows("2 accounts were already locked"))
    }

    private static let longFiles: [String: String] = {
        var files = ScreenFiles.severalAccounts.filter { !$0.key.hasPrefix("accounts/") }
        for number in 10..<30 {
            let email = "person\(number).of.some.department@host.example"
            files["accounts/\(email).json"] =
                "{\"email\": \"\(email)\", \"firstName\": \"Anna-Maria\", \"lastName\": \"Lee\", "
                + "\"team\": \"\(number < 15 ? "board" : "staff")\"}"
        }
        return files
    }()

    @Test(arguments: [80, 120, 160]) func `no email is cut where a name or a state could have less`(
        columns: Int
    )
        throws
    {
        let driver = try Self.driver(Self.longFiles, columns: columns, rows: 24)
        let email = "person10.of.some.department@host.example"
        func lines() -> [String] { driver.frame(columns: columns, rows: 24).lines }
        #expect(lines().contains { $0.hasPrefix(" ▸ \(email) ") && $0.contains(" Anna-Mari") }, "\(lines())")
        #expect(columns < 120 || lines()[3...4].contains { $0.contains("│  \(email) ") }, "the panel's title")
        driver.type("/team=board", .key(.enter))
        let row = lines().first { $0.contains("▸") } ?? ""
        #expect(row.hasPrefix(" ▸ \(email) ") && row.contains(" board"))
        // What the columns leave goes to the state.
        #expect(columns > 80 || row.contains("no password  "))
    }

    @Test func `one very long email leaves room for the names of all`() throws {
        var files = Self.files
        let email = String(repeating: "a", count: 60) + "@" + String(repeating: "b.c", count: 40) + ".example"
        files["accounts/\(email).json"] = "{\"email\": \"\(email)\"}"
        let driver = try Self.driver(files, columns: 160, rows: 24)
        #expect(
            driver.frame(columns: 160, rows: 24).lines.contains {
                $0.contains("Email") && $0.contains("Name")
            })
    }

    @Test func `what was typed to register stays while the rules are being replaced`() throws {
        let driver = try Self.driver(Self.files)
        driver.type("n", .to("firstName"), "Zoe")
        driver.remove("policy.json", then: .focusGained)
        #expect(driver.shows("what you typed is kept here") && driver.shows("Zoe"))
        driver.put("policy.json", Self.files["policy.json"] ?? "", then: .focusGained)
        #expect(driver.shows("Zoe") && !driver.shows("what you typed is kept here"))
    }

    @Test func `beside a long email a state is a letter, and the name is there`() throws {
        var files = ScreenFiles.severalAccounts
        let email = "a.very.long.name.of.a.person@some.department.example.org"
        files["accounts/\(email).json"] = "{\"email\": \"\(email)\"}"
        let driver = try Self.driver(files)
        #expect(driver.shows(email) && !driver.shows("State") && driver.shows(" L Ann Lee"))
        driver.type("?", .key(.end))
        #expect(driver.shows("L locked, E expired") && driver.shows("expires, phone, registered"))
    }

    @Test func `the footer has six keys and the one for all others`() throws {
        for isFirst in [false, true] {
            let driver = try ScreenDriver(Self.files, startsWithAccounts: isFirst)
            if !isFirst { driver.type(.to("Accounts"), .key(.enter)) }
            let footer = driver.frame().lines.last ?? ""
            #expect(footer.hasSuffix("? keys") && footer.split(separator: "  ").count == 7, "\(footer)")
        }
    }

    @Test func `if the selected account and some above it are gone, the next one is selected`() throws {
        let people = "abcdefgh".map { name in
            ("accounts/\(name)@example.org.json", "{\"email\": \"\(name)@example.org\"}")
        }
        let files = ScreenFiles.albums.merging(Dictionary(uniqueKeysWithValues: people)) { $1 }
        let driver = try Self.driver(files)
        while try screen(driver).selected?[.email] != "e@example.org" { driver.type(.key(.down)) }
        for name in ["a", "b", "c", "e"] {
            driver.disk.remove(ScreenDriver.documents + "/accounts/\(name)@example.org.json")
        }
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        driver.send(.tick)
        #expect(try screen(driver).selected?[.email] == "f@example.org", "\(driver.screens.scene)")
    }

    @Test func `what was done is said until something else is done, or changes`() throws {
        let driver = try Self.driver(Self.files, .key(.down), "l")
        for _ in 1...3 {
            // A file that was written in the second of the reading is read once more.
            driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
            driver.send(.tick)
            #expect(driver.shows("✓ Locked bob@example.org"))
        }
        driver.put("accounts/abe@example.org.json", #"{"email": "abe@example.org"}"#)
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 2)
        driver.send(.tick)
        #expect(driver.shows("abe@example.org") && !driver.shows("✓ Locked"))
    }

    @Test(arguments: [
        ("team!=Board", "ann bob cid eve"), ("team=Board", "dee"), ("team=", "ann bob cid eve"),
        ("team=board", ""), ("team=Board poe", "dee"), ("team=Café lee", ""), ("lastName=poe", "dee"),
        ("expires<2021-01-01", "cid"), ("expires>2021-01-01", ""), ("birthday=17.05.1990", "ann bob cid dee"),
        ("locked=true", "ann"), ("password=x", ""), ("phone=8(916)123-45-67", "ann bob cid dee"),
    ])
    func `a condition filters as --where does`(text: String, emails: String) throws {
        let driver = try Self.driver(Self.files, "/", .text(text))
        let screen = try screen(driver)
        let roster = try #require(screen.roster)
        #expect(
            screen.visible.map { String(roster.accounts[Int($0)][.email].prefix(3)) }.joined(separator: " ")
                == emails)
        let words = text.split(separator: " ").map(String.init)
        guard text != "password=x" else { return }
        let listed = try BuiltProgram.regapp.run(
            ["accounts", "list", "--fields", "email", "--where", words[0]] + words.dropFirst(),
            in: TemporaryHome(Self.files))
        #expect(listed.stdout.split(separator: "\n").map { $0.prefix(3) }.joined(separator: " ") == emails)
    }

    @Test func `on an account's page, too, t suggests the keys in use`() throws {
        let driver = try Self.driver(Self.files, .key(.down), .key(.enter), "t")
        #expect(driver.shows("In use: team"))
        driver.type("team", .to("remove"))
        #expect(driver.shows("In use: Board, Café"))
    }

    @Test func `t suggests the keys and texts in use, and Right takes them`() throws {
        let driver = try Self.driver(Self.files, .key(.down), "t", "te")
        #expect(driver.shows("team ") && driver.shows("In use: team"))
        driver.type(.key(.right), .to("add"), "Bo")
        #expect(driver.shows("In use: Board, Café"))
        driver.type(.key(.end), Self.save)
        #expect(driver.shows("✓ team: added Board to bob@example.org"))
        driver.type(
            "t", "te", .key(.left), .key(.right), .key(.right), .to("add"), "Bas", .key(.right), Self.save)
        #expect(driver.shows("✓ team: added Bas to bob@example.org"))
    }

    @Test func `a link needs the address of its page, and the page still says whose it is`() throws {
        let driver = try Self.driver(Self.files, .key(.down), "p", .to("Make a link"), .key(.enter))
        #expect(driver.shows("For bob@example.org") && driver.shows("! Type the address of the page"))
        #expect(driver.screens.scene.contains(" at address"), "\(driver.screens.scene)")
        driver.type("https://pw.example.org/", .to("Make a link"), .key(.enter))
        // Only here, so it is never cut.
        for size in [Size.low, .usual, .large] {
            let frame = driver.frame(columns: size.columns, rows: size.rows)
            let text = frame.lines.joined().filter { $0 != " " }
            let link = newPasswords(driver)?.lines.first?.split(separator: "\t").last.map(String.init)
            #expect(link.map { text.contains($0) } == true, "\(frame.text)")
        }
    }

    @Test func `a custom key keeps its letters wherever it stands`() throws {
        let driver = try Self.driver(Self.longFiles, "  ", .key(.up), columns: 120)
        driver.type("t", "team", .to("add"), "choir", Self.save)
        #expect(driver.shows("✓ team: added choir to 2 accounts"))
        let lines = driver.frame(columns: 120, rows: 24).lines
        #expect(lines.contains { $0.contains("│  team ") }, "beside the list")
        driver.type(.key(.escape), .key(.enter))
        #expect(driver.frame().lines.contains { $0.hasPrefix("│    team ") })
    }

    @Test func `what undoing does to several accounts alike is said once`() throws {
        let driver = try Self.driver(Self.longFiles, "a", "l", "u", columns: 120, rows: 40)
        #expect(driver.shows("20 accounts: Locked: yes → no") && driver.shows("And 13 more"))
        #expect(driver.frame().text.ranges(of: "Locked: yes → no").count == 1)
        driver.type(.to("Undo"), .key(.enter), "d", .to("Remove"), .key(.enter), "u")
        #expect(driver.shows("20 accounts would be back:"))
    }

    @Test func `an empty field takes no date from several accounts`() throws {
        let driver = try Self.driver(Self.files, "ax", .key(.enter), Self.save, .key(.enter))
        #expect(driver.shows("Type a date, or never"))
        for (file, text) in Self.files { #expect(driver.text(file) == text) }
        driver.type(.key(.control("u")), "never", Self.save)
        #expect(driver.text("accounts/cid@example.org.json")?.contains("expires") == false)
    }

    // MARK: The history

    @Test func `the history of an account leads to its changes, and to undoing one of them`() throws {
        let (file, lock) = ("accounts/dee@example.org.json", "dee@example.org: Locked: no → yes")
        let driver = try Self.driver(Self.files)
        let expiry: [Stroke] = ["x", .key(.control("u")), "2030-01-31", Self.save]
        driver.type(Self.row("dee") + ["l", .key(.escape)] + Self.row("cid") + expiry + ["h"])
        #expect(driver.shows("History of cid@example.org") && driver.shows("2020-12-31 → 2030-01-31"))
        #expect(!driver.shows("Locked"))
        driver.type(.key(.escape), "H")
        #expect(driver.shows("1 of 2") && driver.shows(lock))
        driver.type(.key(.down), .key(.enter))
        #expect(driver.shows("Change 1") && driver.shows(lock) && driver.shows("u undo"))
        driver.type("u")
        #expect(driver.shows("Undo change 1?") && driver.shows("12:00, 31 Jan; accounts"))
        driver.type(.to("Undo"), .key(.enter))
        #expect(driver.shows("Undone") && driver.shows("undo of 1: dee@example.org: Locked:"))
        #expect(driver.text(file) == Self.files[file])
        // The change was undone; what undid it is a change like any other.
        driver.type("u")
        #expect(driver.shows("Change 1 was already undone by change 3"))
        driver.type(.key(.home), "u", .to("Undo"), .key(.enter))
        #expect(driver.text(file)?.contains("\"!") == true)
        // From the page of an account one comes back to it.
        driver.type(.key(.escape), .key(.enter), "h", .key(.enter), .key(.escape), .key(.escape))
        #expect(overList(driver) is AccountScreen)
        driver.type(.key(.escape), .key(.escape), "/nobody", .key(.enter), "h")
        #expect(driver.shows("1 of 4"))
    }

    @Test func `the list below the history shows what is undone there`() throws {
        let driver = try Self.driver(Self.files)
        func isShownAsLocked() -> Bool {
            driver.frame().lines.contains { $0.contains("dee@example.org") && $0.contains("locked") }
        }
        driver.type(Self.row("dee") + ["l", .key(.escape)])
        #expect(isShownAsLocked())
        driver.type("H", "u", .to("Undo"), .key(.enter), .key(.escape))
        #expect(overList(driver) == nil && !isShownAsLocked())
    }

    @Test func `the history names records that cannot be read, and works under broken rules`() throws {
        let driver = try Self.driver(Self.files)
        driver.type(Self.row("cid") + ["l", .key(.escape)] + Self.row("bob") + ["l"])
        driver.put("history/00000001.json", "[")
        driver.put("policy.json", "{")
        driver.type(.key(.escape), "H")
        #expect(driver.shows("Cannot be read: 00000001.json"))
        #expect(driver.shows("bob@example.org: "))
        driver.type("u", .to("Undo"), .key(.enter))
        #expect(driver.text(Self.bobFile)?.contains("\"!") == false)
    }

    @Test func `a question about undoing says whose the change is, and when a password was set`() throws {
        let driver = try Self.driver(Self.files)
        let file = "accounts/cid@example.org.json"
        let text = try #require(Self.files[file])
        try driver.commit(file, text.replacing("saltsalt", with: "saltsalz"), command: "accounts password")
        driver.type("H", "u")
        let question = driver.screens.page.alert?.lines(columns: .max).map(\.text) ?? []
        #expect(
            question[0].hasPrefix("By uid 4711 as ")
                && question[0].hasSuffix(", not by you; 12:00, 31 Jan; accounts password"))
        #expect(question.dropFirst() == ["cid@example.org: the password from before 12:00, 31 Jan"])
    }

    @Test func `older changes are read when they are wanted, and new ones show by themselves`() throws {
        let driver = try Self.driver(Self.files)
        let text = try #require(Self.files[Self.bobFile])
        for number in 1...300 {
            try driver.commit(Self.bobFile, text + String(repeating: " ", count: number))
        }
        driver.type("H")
        let history = try #require(overList(driver) as? HistoryScreen)
        #expect(history.changes?.map(\.number) == Array((45...300).reversed()))
        driver.type(.key(.end))
        try driver.commit(Self.bobFile, text)
        driver.send(.tick)
        let later = try #require(overList(driver) as? HistoryScreen)
        #expect(later.changes?.map(\.number) == Array((1...301).reversed()))
        #expect(later.list.selected == 256, "the selection stays on change 45")
        driver.type(.key(.end), .key(.enter))
        #expect(driver.shows("2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 290 more"))
    }

    // MARK: Changes of others

    private static let pages: [[Stroke]] = [[.key(.enter)], ["e"], ["x"], ["p"]]

    @Test(arguments: pages.indices) func `a page over the list follows its account`(page: Int) throws {
        let file = "accounts/bob@example.org.json"
        func driver(_ strokes: [Stroke] = []) throws -> ScreenDriver {
            // With an account beside the list, whose file is read again too.
            let driver = try Self.driver(Self.files, columns: 140)
            driver.type(Self.row("bob") + Self.pages[page] + strokes)
            #expect(overList(driver) != nil)
            return driver
        }
        let gone = try driver()
        gone.remove(file)
        gone.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        gone.send(.tick)
        #expect(overList(gone) != nil, "it may be replaced in two steps")
        gone.send(.tick)
        #expect(overList(gone) == nil && gone.shows("bob@example.org was removed elsewhere"))

        let changed = try driver()
        let other = try #require(Self.files[file]).replacing("Stone", with: "Roe")
            .replacing("\n}", with: ",\n  \"expires\": \"2031-02-03\"\n}")
        changed.put(file, other)
        changed.send(.tick)
        #expect(
            page == 0
                ? changed.shows("3 February 2031")
                : page == 2 ? changed.shows("2031-02-03") : page != 1 || changed.shows("Roe"))

        guard page > 0 else { return }
        let typed = try driver([.text("2")])
        let before = typed.screens.screen.form.texts
        typed.remove(file)
        for _ in 0..<2 { typed.send(.tick) }
        #expect(typed.screens.screen.form.texts == before)
        #expect(typed.shows("bob@example.org was removed elsewhere; \(Answer.typedIsKept)"))
        typed.put(file, other)
        typed.send(.tick)
        #expect(!typed.shows("removed elsewhere"))
    }

    @Test func `an edit shows what others changed meanwhile, and asks about what both did`() throws {
        let file = "accounts/bob@example.org.json"
        let driver = try Self.driver(Self.files)
        driver.type(Self.row("bob") + ["e", .to("firstName"), "by"])
        let text = try #require(driver.text(file))
        driver.put(file, text.replacing("Stone", with: "Roe"), then: .tick)
        #expect(driver.shows("\(Answer.merged.onScreen)last name") && driver.shows("Bobby"))
        driver.put(file, text.replacing("Stone", with: "Roe").replacing("\"Bob\"", with: "\"Rob\""))
        driver.send(.tick)
        #expect(driver.shows("Theirs: Rob"))
        driver.type(Self.save)
        driver.answer("Keep mine")
        let saved = driver.text(file) ?? ""
        #expect(saved.contains("Bobby") && saved.contains("Roe") && driver.shows("Changed bob@example.org"))
    }

    @Test func `forms follow the rules and the marks`() throws {
        let driver = try Self.driver(Self.files, "n", .to("email"), "new@example.org")
        driver.put("policy.json", #"{"policy": "service"}"#, then: .tick)
        let form = driver.screens.screen.form
        #expect(form.text(of: Field.email.id) == "new@example.org")
        #expect(form.fields.first { $0.id == Field.phone.id }?.problems == [])
        let several = try Self.driver(Self.files, "ax")
        #expect(several.shows("For 5 accounts"))
        several.remove("accounts/dee@example.org.json")
        several.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        several.send(.tick)
        #expect(several.shows("For 4 accounts"))
    }

    @Test(arguments: ["policy.json", "accounts/dee@example.org.json"])
    func `new passwords are set for all accounts, under the rules that they were made by, or for none`(
        file: String
    ) throws {
        let driver = try Self.driver(Self.files, "ap")
        if file == "policy.json" {
            driver.put(file, #"{"policy": "albums", "passwordLength": 60}"#)
        } else {
            driver.remove(file)
        }
        let untouched = driver.text("accounts/eve@example.org.json")
        driver.type("s")
        #expect(driver.screens.isAsking && driver.text("accounts/eve@example.org.json") == untouched)
        driver.type(.key(.enter))
        #expect(newPasswords(driver) != nil)
    }

    @Test func `that the accounts cannot be read is said only as long as it is so`() throws {
        let driver = try Self.driver(Self.files)
        driver.put("policy.json", "{", then: .tick)
        #expect(driver.shows("policy.json"))
        driver.put("policy.json", try #require(Self.files["policy.json"]), then: .tick)
        #expect(!driver.shows("policy.json"))
    }

    @Test func `what was done is said until others change what it is about`() throws {
        let driver = try Self.driver(Self.files, .text("/bob"), .key(.enter), "l")
        let locked = try #require(driver.text(Self.bobFile))
        driver.send(.tick)
        #expect(driver.shows("✓ Locked bob@example.org"))
        driver.put(Self.bobFile, try #require(Self.files[Self.bobFile]))
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        driver.send(.tick)
        #expect(!driver.shows("Locked bob") && !driver.shows("locked"))
        // The same on the account's page, which first reads what it has done itself.
        driver.type(.key(.enter), "x", "2030-01-31", Self.save)
        #expect(driver.shows("✓ Changed bob@example.org") && driver.shows("31 January 2030"))
        driver.send(.tick)
        #expect(driver.shows("✓ Changed bob@example.org"))
        driver.put(Self.bobFile, locked, then: .tick)
        #expect(driver.shows("no, locked") && !driver.shows("✓ Changed"))
    }

    @Test func `the calendar of the expiry page shows what is typed, and stays when the focus leaves it`()
        throws
    {
        let driver = try Self.driver(Self.files, .key(.down), "x", .key(.control("u")), "+1y")
        #expect(driver.shows("January 2027") && driver.frame().style(of: "31 ") == .selection)
        driver.type(.key(.tab))
        #expect(driver.shows("January 2027") && driver.shows("or type") && driver.shows("  never "))
        driver.type(.key(.shiftTab), .key(.control("u")), "never")
        #expect(driver.shows("January 2027") && driver.frame().style(of: "31 ") == .selectionFaint)
    }

    @Test(arguments: [Size.low, .usual]) func `an act on the page of an account moves nothing`(size: Size)
        throws
    {
        let driver = try Self.driver(
            Self.files, .key(.down), .key(.enter), columns: size.columns, rows: size.rows)
        func row() -> Int? {
            driver.frame(columns: size.columns, rows: size.rows).lines.firstIndex { $0.contains("Email") }
        }
        let before = row()
        driver.type("l")
        #expect(row() == before && before != nil)
    }

    @Test func `of an own key one of what to add and to remove is enough`() throws {
        let driver = try Self.driver(Self.files, .key(.down), "t")
        #expect(
            driver.frame().lines.filter { $0.contains("optional") }.map { $0.contains("Remove") } == [true])
        #expect(driver.shows("· Type a custom key, such as team"))
        driver.type("team")
        #expect(driver.shows("✓ Type a custom key, such as team"))
        driver.type(.to("remove"))
        #expect(driver.shows("· Optional"))
    }

    @Test func `Save of an account that was removed meanwhile offers to undo the removal`() throws {
        let driver = try Self.driver(Self.files, .key(.down), "e", .to("lastName"), "x")
        let registry = try AccountStore(driver.store, now: ScreenDriver.now).registry()
        _ = try registry.commit([.remove], of: ["bob@example.org"])
        for _ in 1...2 { driver.send(.tick) }
        driver.type(Self.save)
        #expect(driver.shows("Not saved") && driver.shows("was removed elsewhere"))
        driver.answer("Undo the removal")
        driver.answer("Undo")
        #expect(driver.text("accounts/bob@example.org.json") != nil && driver.shows("Stonex"))
        driver.type(Self.save)
        #expect(driver.text("accounts/bob@example.org.json")?.contains("Stonex") == true)
    }

    @Test func `spaces around a key and its value are not kept, as by the command`() throws {
        let driver = try Self.driver(Self.files, .key(.down), "t", " team ", .to("add"), " a b ", Self.save)
        #expect(driver.text("accounts/bob@example.org.json")?.contains("\"team\": \"a b\"") == true)
    }

    @Test(
        arguments: [
            ["p", "typed-secret-1"], ["t", "team", .to("add"), "x"], ["x", "+1y"],
        ] as [[Stroke]])
    func `a form for one person changes nothing of another who has the email by now`(strokes: [Stroke]) throws
    {
        let file = "accounts/bob@example.org.json"
        let driver = try Self.driver(Self.files)
        driver.type(Self.row("bob") + strokes)
        let other = try #require(driver.text(file)).replacing("\"Bob\"", with: "\"Rob\"")
            .replacing("\n}", with: ",\n  \"registered\": \"2026-11-01T00:00:00Z\"\n}")
        driver.put(file, other)
        driver.type(Self.save)
        #expect(driver.text(file) == other)
    }

    @Test func `typed text behind another question is not lost unasked either`() throws {
        let driver = try Self.driver(Self.files, .key(.down), "e", .to("lastName"), "x")
        driver.remove("accounts/bob@example.org.json")
        for _ in 1...2 { driver.send(.tick) }
        driver.type(Self.save)
        #expect(driver.shows("Not saved") && driver.asksBeforeLeaving() && driver.shows(Shown.leaveThisForm))
        #expect(!driver.asksBeforeLeaving())
    }

    // MARK: A later account of the same email

    private static func bob(registered day: String) -> String? {
        files[bobFile]?.replacing("\n}", with: ",\n  \"registered\": \"\(day)T10:20:30Z\"\n}")
    }

    private static func driverWithRegisteredBob() throws -> ScreenDriver {
        var files = files
        files[bobFile] = bob(registered: "2026-01-15")
        return try driver(files)
    }

    @Test(arguments: ["x", "t"]) func `a date or key of one account that was registered is saved`(key: String)
        throws
    {
        let driver = try Self.driverWithRegisteredBob()
        driver.type(Self.row("bob") + [.text(key)])
        driver.type(key == "x" ? ["2030-01-31", Self.save] : ["team", .key(.tab), "board", Self.save])
        let text = driver.text(Self.bobFile) ?? ""
        #expect(text.contains(key == "x" ? "2030-01-31" : "board"), "\(driver.frame().text)")
    }

    private static let doings: [(name: String, begin: [Stroke], end: [Stroke])] = [
        ("expiry", ["x", "2030-01-31"], [save]),
        ("key", ["t", "team", .key(.tab), "board"], [save]),
        ("password", ["p", "Secret12"], [save]),
        ("removal", ["d"], ["r"]),
        ("edit", ["e", .to("lastName"), "x"], [save]),
    ]

    @Test func `what was begun for one account is not done to a later one of its email`() throws {
        let successor = try #require(Self.bob(registered: "2026-02-02"))
        for (name, begin, end) in Self.doings {
            let driver = try Self.driverWithRegisteredBob()
            driver.type(Self.row("bob") + begin)
            driver.put(Self.bobFile, successor)
            driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
            driver.send(.tick)
            driver.type(end)
            #expect(driver.text(Self.bobFile) == successor, "\(name): \(driver.frame().text)")
        }
    }

    @Test func `an account whose registration is corrected is the same`() throws {
        func bob(_ day: String) throws -> String {
            try #require(Self.bob(registered: day)).replacing(
                "\"password\": \"Secret1\"", with: "\"passwordHash\": \"\(RegistrySession.hash)\"")
        }
        for begin: [Stroke] in [["x", "2030-01-31"], ["p", "Secret12"]] {
            var files = Self.files
            files[Self.bobFile] = try bob("2026-01-15")
            let driver = try Self.driver(files)
            driver.type(Self.row("bob") + begin)
            let corrected = try bob("2025-01-15")
            driver.put(Self.bobFile, corrected)
            driver.type(Self.save)
            #expect(driver.text(Self.bobFile) != corrected, "\(driver.frame().text)")
        }
    }

    @Test func `a mark that is lost with its account is no leave to change another`() throws {
        let driver = try Self.driverWithRegisteredBob()
        driver.type(Self.row("bob") + [" ", .key(.escape)])
        driver.put(Self.bobFile, try #require(Self.bob(registered: "2026-02-02")))
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        for _ in 0..<2 { driver.send(.tick) }
        driver.type("l")
        for (file, text) in Self.files where file != Self.bobFile {
            #expect(driver.text(file) == text, "\(file)")
        }
    }

    @Test func `a field that an account lacks prevents no other change`() throws {
        var files = Self.files
        files[Self.bobFile] = files[Self.bobFile]?
            .replacing("  \"birthday\": \"1990-05-17\",\n", with: "")
        let driver = try Self.driver(files)
        driver.type(Self.row("bob") + ["e", .to("lastName"), "x", Self.save])
        #expect(driver.text(Self.bobFile)?.contains("Stonex") == true, "\(driver.frame().text)")
    }
}

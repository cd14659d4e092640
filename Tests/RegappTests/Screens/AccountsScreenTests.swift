import RegappTestSupport
import Testing

@testable import RegappCore
@testable import RegappScreens
@testable import RegappTerminal
@testable import regapp

/// The administrator's screen.
@Suite struct AccountsScreenTests {
    static func driver(
        _ files: [String: String] = ScreenFiles.severalAccounts, _ strokes: Stroke...,
        columns: Int = 80, rows: Int = 24
    ) throws -> ScreenDriver {
        let driver = try ScreenDriver(files)
        driver.send(.resize(Size(columns: columns, rows: rows)))
        driver.type([.to("Accounts"), .key(.enter)] + strokes)
        return driver
    }

    func screen(_ driver: ScreenDriver) throws -> AccountsScreen {
        try #require(driver.screens.screens[1] as? AccountsScreen)
    }

    /// The page over the list; nil if there is none.
    func overList(_ driver: ScreenDriver) -> (any Screen)? { driver.screens.screens.dropFirst(2).last }

    func newPasswords(_ driver: ScreenDriver) -> NewPasswordsScreen? {
        overList(driver) as? NewPasswordsScreen
    }

    private func shown(_ driver: ScreenDriver) throws -> [String] {
        let screen = try screen(driver)
        let roster = try #require(screen.roster)
        return screen.visible.map { String(roster.accounts[Int($0)][.email].prefix(3)) }
    }

    // MARK: Keys and commands

    /// What a person does with keys, and the commands that do the same.
    struct Action: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let strokes: [Stroke]
        let commands: [String]

        init(_ name: String, _ strokes: [Stroke], _ commands: String...) {
            (testDescription, self.strokes, self.commands) = (name, strokes, commands)
        }
    }

    static let save = Stroke.key(.control("s"))

    static func row(_ email: String) -> [Stroke] { [.text("/\(email)"), .key(.enter)] }

    private static let actions = [
        Action("lock", row("bob") + ["l"], "accounts lock bob@example.org"),
        Action("unlock", row("ann") + ["l"], "accounts unlock ann@example.org"),
        Action(
            "lock those that are not locked",
            row("example") + ["a", .key(.home), "   ", .key(.home), "l", .to("Lock"), .key(.enter)],
            "accounts lock dee@example.org eve@example.org"),
        Action(
            "expiry", row("bob") + ["x", "2030-01-31", save],
            "accounts edit bob@example.org --expires 2030-01-31"),
        Action(
            "no expiry", row("cid") + ["x", .key(.control("u")), "never", save],
            "accounts edit cid@example.org --expires never"),
        Action(
            "own key", row("bob") + ["t", "team", .to("add"), "choir", save],
            "accounts edit bob@example.org --add team=choir"),
        Action(
            "edit", row("bob") + ["e", .to("lastName"), .key(.control("u")), "Roe", save],
            "accounts edit bob@example.org --last-name Roe"),
        Action(
            "password", row("dee") + ["p", "Secret9", save],
            "accounts password dee@example.org --password Secret9"),
        Action(
            "password and its day", row("dee") + ["p", "Secret9", .to("changeBy"), "2030-01-31", save],
            "accounts password dee@example.org --password Secret9 --must-change-by 2030-01-31"),
        Action(
            "remove several", row("example") + ["  ", "d", .to("Remove"), .key(.enter)],
            "accounts remove ann@example.org bob@example.org --yes"),
        Action(
            "undo", row("bob") + ["l", "u", .to("Undo"), .key(.enter)],
            "accounts lock bob@example.org", "cancel"),
        Action(
            "register",
            ["n"]
                + ScreenFiles.ann.flatMap { [.to($0.0), .text($0.0 == "email" ? "gil@example.org" : $0.1)] }
                + [save],
            "register --first-name Ann --last-name Lee --birthday 1990-05-17 --phone 9161234567 "
                + "--email gil@example.org --password Secret1"),
    ]

    /// Files that can all be accepted.
    static let files = ScreenFiles.severalAccounts.filter { !$0.key.contains("fay") }

    @Test(arguments: actions)
    func `keys change the files as the commands do`(action: Action) throws {
        let driver = try Self.driver(Self.files)
        driver.type(action.strokes)
        #expect(!driver.screens.isAsking && overList(driver) == nil, "\(driver.screens.scene)")
        let home = try TemporaryHome(Self.files)
        for command in action.commands {
            let answer = try BuiltProgram.regapp.run(ShellWords.split(command), in: home)
            #expect(answer.status == 0, "\(answer.stderr)")
        }
        let done = home.tree().filter { $0.key.hasPrefix("accounts/") && $0.key.hasSuffix(".json") }
            .mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(Set(done.keys) == Set(driver.accountFiles))
        for (name, text) in done { #expect(driver.text(name).map(plain) == plain(text), "\(name)") }
        #expect(
            done.mapValues(plain) != Self.files.filter { $0.key.hasPrefix("accounts/") }.mapValues(plain)
                || action.testDescription == "undo")
    }

    /// Without what chance and the clock give.
    private func plain(_ text: String) -> String {
        text.replacing(/"passwordHash": "(!?)[^"]*"/) { "HASH \($0.output.1)" }
            .replacing(/"registered": "[^"]*"/, with: "TIME")
    }

    @Test func `new passwords are set only once they have been seen`() throws {
        let driver = try Self.driver(Self.files, "ap")
        let before = driver.text("accounts/dee@example.org.json")
        let passwords = try #require(newPasswords(driver))
        #expect(passwords.lines.count == 5 && driver.shows("dee@example.org"))
        driver.type("y", .key(.escape), .key(.enter))
        #expect(
            driver.copied == [passwords.copyable] && driver.text("accounts/dee@example.org.json") == before)
        driver.type("w")
        let file = "/home/ann/new-passwords-2026-01-31T120000Z.txt"
        #expect(driver.disk.contents(file) == passwords.copyable.map { Array($0.utf8) })
        #expect(
            driver.disk.mode(file).map { $0 & 0o777 } == 0o600
                && driver.shows("new-passwords-2026-01-31T120000Z.txt"))
        driver.type("s")
        #expect(newPasswords(driver) == nil)
        #expect(driver.text("accounts/dee@example.org.json")?.contains("passwordHash") == true)
        #expect(driver.shows("The passwords of 5 accounts are set"))
    }

    @Test func `one account gets a generated password, or a link, once it has been seen`() throws {
        let driver = try Self.driver(Self.files)
        let file = "accounts/dee@example.org.json"
        let before = driver.text(file)
        driver.type(Self.row("dee") + ["p", .to("changeBy"), "x", .to("Generate"), .key(.enter)])
        #expect(
            driver.shows("Correct the day") && newPasswords(driver) == nil)
        driver.type(.to("changeBy"), .key(.control("u")), "2026-01-30", .to("Generate"), .key(.enter))
        #expect(driver.shows("Servers would refuse it at once") && newPasswords(driver) == nil)
        driver.type(.to("changeBy"), .key(.control("u")), "+14d", .to("Generate"), .key(.enter))
        let password = try #require(newPasswords(driver)?.lines.first)
        #expect(password.hasPrefix("dee@example.org\t") && driver.text(file) == before)
        #expect(driver.shows("New passwords") && driver.shows(String(password.split(separator: "\t")[1])))
        driver.type("s")
        #expect(overList(driver) == nil && driver.shows("Password set for dee@example.org"))
        #expect(driver.text(file)?.contains(#""mustChange": "2026-02-14""#) == true)
        driver.type("p", .to("Make a link"), .key(.enter))
        #expect(driver.shows("Type the address of the page"))
        driver.type(.to("address"), "https://x.example/p")
        #expect(!driver.shows("Type the address of the page"))
        driver.type(.to("Make a link"), .key(.enter))
        let link = try #require(newPasswords(driver)?.lines.first)
        #expect(link.hasPrefix("dee@example.org\thttps://x.example/p?email=dee@example.org&token="))
        driver.type("w", "s")
        #expect(driver.disk.contents("/home/ann/new-links-2026-01-31T120000Z.txt") != nil)
        #expect(driver.shows("dee@example.org has a link"))
        #expect(driver.text(file)?.contains(#""passwordLink": "2026-02-03T12:00:00Z "#) == true)
        driver.type(
            "p", .to("address"), "https://x.example/p", .to("Make a link"), .key(.enter), .key(.escape))
        driver.answer("Set none")
        #expect(driver.shows("No link was set"))
    }

    @Test func `the list is filtered although the rules cannot be read`() throws {
        let driver = try Self.driver(Self.files)
        driver.put("policy.json", "{")
        driver.type("/cid", .key(.enter))
        #expect(try shown(driver) == ["cid"])
        driver.type(.key(.escape), .key(.escape))
        #expect(driver.screens.screens.count == 1)
    }

    // MARK: The list

    @Test(arguments: [
        "bob", "BOARD", "cafe", "eve", "916-123", "9161", "lee ann", "stone x", "@example", "é",
    ])
    func `typing filters as list does`(text: String) throws {
        let driver = try Self.driver(Self.files, "/", .text(text))
        let home = try TemporaryHome(Self.files)
        let list = try BuiltProgram.regapp.run(
            ["accounts", "list", "--fields", "email"] + text.split(separator: " ").map(String.init), in: home)
        #expect(try shown(driver) == list.stdout.split(separator: "\n").map { String($0.prefix(3)) })
    }

    @Test func `f chooses which accounts show, and s their order`() throws {
        for (state, wanted) in [
            ("All", ["ann", "bob", "cid", "dee", "eve", "fay"]), ("Locked", ["ann"]), ("Expired", ["cid"]),
            ("No password", ["dee", "eve"]), ("Incomplete", ["dee", "eve"]), ("Broken", ["fay"]),
        ] {
            let driver = try Self.driver(ScreenFiles.severalAccounts, "f")
            driver.answer(state)
            #expect(try shown(driver) == wanted)
        }
        let driver = try Self.driver(ScreenFiles.severalAccounts, "s")
        driver.answer("Last name")
        #expect(try shown(driver) == ["ann", "cid", "dee", "bob", "eve", "fay"])
        #expect(driver.shows("Name ▲"))
        // A menu: the present order and counts, letters, and the top of the list afterwards.
        driver.type(.key(.end), "s", "x")
        #expect(try shown(driver).first == "cid" && driver.screens.scene.hasPrefix("Accounts, 6 at cid"))
        driver.type("f")
        #expect(driver.shows("▸✓a  All") && driver.shows("n  No password "))
        driver.type(.key(.escape), "l")
        #expect(try screen(driver).bindings.contains(AccountsKeys.undo))
        // Nothing moves for a notice or a filter, and an empty list offers nothing that acts on a row.
        func head() -> Int? { driver.frame().lines.firstIndex { $0.contains("Expires ▲") } }
        let row = head()
        driver.type("/c")
        #expect(row != nil && head() == row)
        driver.type("zz", .key(.enter))
        #expect(head() == row && driver.shows("No account matches"))
        #expect(try !screen(driver).bindings.contains(ListView.choose))
    }

    @Test func `an account is locked on its page, which stays and says so`() throws {
        let driver = try Self.driver(ScreenFiles.severalAccounts, .key(.down), .key(.enter))
        let row = driver.frame().lines.firstIndex { $0.contains("✉ Email") }
        driver.type("l")
        #expect(row != nil && driver.frame().lines.firstIndex { $0.contains("✉ Email") } == row)
        #expect(driver.style(of: "no, locked") == .labelFocused && driver.style(of: "Bob") == .text)
        #expect(overList(driver) is AccountScreen && driver.shows("[ Unlock ]"))
        #expect(driver.shows("bob@example.org") && driver.shows("no, locked") && driver.shows("17 May 1990"))
        driver.type("l")
        #expect(driver.shows("[ Lock ]") && !driver.shows("no, locked"))
        driver.type(.key(.escape))
        #expect(overList(driver) == nil && driver.shows("Accounts"))
    }

    @Test func `the expiry page is an open calendar, with what can be typed beside it`() throws {
        let driver = try Self.driver(Self.files, .key(.down), "x")
        #expect(driver.shows("January 2026") && driver.shows("  never  ") && driver.shows("Ctrl-S save"))
        driver.type(.key(.right), .key(.enter))
        #expect(
            overList(driver) == nil
                && driver.text("accounts/bob@example.org.json")?.contains("2026-02-01") == true)
        driver.type("x")
        #expect(driver.click("+1y"))
        driver.type(.key(.enter))
        #expect(driver.text("accounts/bob@example.org.json")?.contains("2027-01-31") == true)
        driver.type("x", .key(.escape))
        #expect(overList(driver) == nil, "one Escape leaves it")
    }

    @Test(arguments: [.key(.enter), "e", "p", "x", "t"] as [Stroke])
    func `a file that cannot be accepted is shown with its place`(stroke: Stroke) throws {
        let driver = try Self.driver(ScreenFiles.severalAccounts, .key(.end), stroke)
        #expect(driver.shows("fay@example.org.json:1:43") && driver.shows("[ Fix in editor ]  [ Lock ]"))
        #expect(driver.shows("[ Remove ]  [ History ]") && !driver.shows("[ Expiry ]"))
        driver.type("e")
        #expect(driver.screens.screens.count == 3 && !driver.screens.isAsking)
        driver.type("E")
        #expect(driver.edited == [.account(email: "fay@example.org")])
    }

    @Test func `changes made elsewhere appear, and the selection and the marks stay`() throws {
        let driver = try Self.driver(Self.files, .key(.down, times: 2), " ")
        #expect(driver.screens.scene == "Accounts, 5 at dee@example.org, 1 marked")
        driver.remove("accounts/bob@example.org.json")
        driver.put("accounts/abe@example.org.json", #"{"email": "abe@example.org"}"#)
        driver.put("accounts/abi@example.org.json", #"{"email": "abi@example.org"}"#)
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        driver.send(.tick)
        #expect(driver.screens.scene == "Accounts, 6 at dee@example.org, 1 marked")
        driver.type("r", "l", .to("Lock"), .key(.enter))
        #expect(driver.text("accounts/cid@example.org.json")?.contains("!$6$") == true)
    }

    @Test func `one of 100,000 rows is made only when it shows`() {
        var list = ListView(columns: [.init("Email", .flexible(1))])
        list.setHeight(6)
        list.setCount(100_000, selecting: 0)
        var made: [Int] = []
        for key in [KeyPress.end, .pageUp, .home, .down] {
            made = []
            _ = list.update(.key(key))
            var frame = Frame(Size(columns: 40, rows: 6))
            list.draw(on: &frame, in: Rect(frame.size), isFocused: true) { index in
                made.append(index)
                return .init(["\(index)"])
            }
            #expect(made.count == 5 && made.contains(list.selected))
        }
        #expect(MemoryLayout<AccountSummary>.stride <= 24)
    }

    @Test func `escape unmarks, then shows all, then goes back`() throws {
        let driver = try Self.driver(Self.files, "/ann", .key(.enter), " ")
        for scene in ["Accounts, 1 at ann@example.org, filter ann", "Accounts, 5 at ann@example.org"] {
            driver.type(.key(.escape))
            #expect(driver.screens.scene == scene)
        }
        driver.type(.key(.escape))
        #expect(driver.screens.screens.count == 1)
    }

    @Test func `typed text and new passwords are not lost without a question`() throws {
        let driver = try Self.driver(Self.files, "e", .to("lastName"), .key(.control("u")))
        #expect(driver.asksBeforeLeaving() && driver.shows(Shown.leaveThisForm))
        #expect(!driver.asksBeforeLeaving())
        for way in [[Stroke.key(.escape)], [.to("Cancel"), .key(.enter)]] {
            driver.type([.key(.enter)] + way)
            #expect(driver.shows(Shown.leaveThisForm))
        }
        driver.type(.to("Leave"), .key(.enter), "ap")
        #expect(driver.asksBeforeLeaving() && driver.shows("Set none of them?"))
        let login = try ScreenDriver(Self.files)
        login.type(.text("bob"), .to("Accounts"), .key(.enter), "q")
        #expect(!login.isOver && login.shows(Shown.leaveThisForm) && login.screens.screens.count == 1)
        login.type(.to("Leave"), .key(.enter))
        #expect(login.isOver)
    }

    // MARK: Pictures

    @Test(arguments: [(40, 12), (80, 24), (120, 40), (200, 60)])
    func `each list of accounts is the recorded one`(columns: Int, rows: Int) throws {
        let driver = try Self.driver(
            ScreenFiles.severalAccounts, .key(.down), " ", columns: columns, rows: rows)
        let size = "\(columns)x\(rows)"
        try ScreenGolden.expect(
            driver.frame(columns: columns, rows: rows), of: driver.screens,
            at: "Accounts, 6 at cid@example.org, 1 marked", is: "accounts-list-\(size)")
        driver.type(.key(.escape), .key(.enter))
        try ScreenGolden.expect(
            driver.frame(columns: columns, rows: rows), of: driver.screens,
            at:
                "Account at Edit: email cid@example.org, canLogIn no, expired on 31 December 2020, password ••••••••, firstName Cid, lastName Moe, birthday 17 May 1990, phone +7 (916) 123-45-67, expires 31 December 2020",
            is: "accounts-account-\(size)")
    }

    @Test(arguments: [(40, 12), (80, 24), (120, 40)])
    func `each page of the history is the recorded one`(columns: Int, rows: Int) throws {
        let driver = try Self.driver(Self.files, columns: columns, rows: rows)
        driver.type(
            Self.row("bob") + ["l", "x", "2030-01-31", Self.save, "u", .to("Undo"), .key(.enter)]
                + [.key(.escape)] + Self.row("example") + ["al", "H"])
        func expect(_ scene: String, _ name: String) throws {
            try ScreenGolden.expect(
                driver.frame(columns: columns, rows: rows), of: driver.screens, at: scene,
                is: "accounts-\(name)-\(columns)x\(rows)")
        }
        try expect("HistoryScreen", "history")
        driver.type("u")
        try expect("'Undo change 4?' at Back, over HistoryScreen", "history-undo")
        driver.type(.key(.escape), .key(.enter))
        try expect(
            "Change at Undo: "
                + ["cid", "dee", "eve"].enumerated().map {
                    "\($0) \($1)@example.org: Locked: no → yes"
                }.joined(separator: ", "), "change")
    }

    // MARK: The program

    @Test func `the command opens the list on a terminal, and says what to type without one`() throws {
        let home = try TemporaryHome()
        let answer = try BuiltProgram.regapp.run(["accounts"], in: home)
        #expect(answer.status == 64 && answer.stderr.contains("has no registry yet"))
        for (name, text) in ScreenFiles.severalAccounts { try home.write(name, text) }
        let list = try BuiltProgram.regapp.run(["accounts"], in: home)
        #expect(list.status == 64 && list.stderr.contains("the screens need a terminal"))
        let terminal = try PseudoTerminal(.regapp, ["accounts"], in: home)
        try terminal.send("/cid\rl", onScreen: "fay@example.org", until: "locked, exp")
        #expect(home.text("accounts/cid@example.org.json")?.contains("!$6$") == true)
        // Changes by other processes appear.
        try home.write("accounts/cidney@example.org.json", #"{"email": "cidney@example.org"}"#)
        try terminal.expectOnScreen("cidney@example.org")
        // The file is written in place, which does not change its folder.
        try home.write(
            "accounts/cidney@example.org.json", #"{"email": "cidney@example.org", "firstName": "Sid"}"#)
        #expect(try terminal.waitForExit(typing: "q", onScreen: "Sid") == .exited(0))
    }

    // MARK: Line by line

    @Test func `in a conversation it is a list with numbers and the same actions`() throws {
        let driver = try Self.driver(Self.files)
        driver.send(.filled(AccountsScreen.Action.filter.id, with: "ann"))
        driver.send(.chosen(AccountsScreen.Action.filter.id))
        let page = driver.screens.page
        #expect(page.rows == ["ann@example.org, Ann Lee, locked"])
        #expect(
            Menu(choices: page.entries(firstRow: 0).map(\.choice)).lines == [
                "1. ann@example.org, Ann Lee, locked", "w. Words to find", "f. Choose a state", "s. Sort",
                "n. New account", "u. Undo the last change", "h. History", "b. Back",
                "q. Quit",
            ])
        driver.send(.opened(row: 0))
        #expect(driver.screens.page.entries(firstRow: 0).map(\.choice.title).contains("Unlock"))
        driver.send(.chosen(AccountAction.lock.id))
        #expect(driver.text("accounts/ann@example.org.json")?.contains("!") == false)
        #expect(driver.screens.page.text.contains { $0.contains("nlocked ann@example.org") })
        driver.send(.chosen(AccountAction.history.id))
        #expect(driver.screens.page.rows.map { $0.hasSuffix("Locked: yes → no") } == [true])
        driver.send(.opened(row: 0))
        #expect(driver.screens.page.text.last == "ann@example.org: Locked: yes → no")
        driver.send(.chosen(ChangeScreen.Action.undo.id))
        driver.answer("Undo")
        #expect(driver.text("accounts/ann@example.org.json") == Self.files["accounts/ann@example.org.json"])
    }
}

extension ScreenDriver {
    /// The names of the account files.
    var accountFiles: [String] {
        disk.paths().filter { $0.hasPrefix(Self.documents + "/accounts/") && $0.hasSuffix(".json") }
            .map { String($0.dropFirst(Self.documents.count + 1)) }
    }
}

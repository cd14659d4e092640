import RegappTestSupport
import RegappValues
import RegappWording
import Testing

@testable import RegappScreens
@testable import RegappTerminal

/// Where one comes back to, and where things stand: notices, heads and questions.
extension AccountsScreenTests {
    @Test func `one comes back to an account's page from what it led to, and u undoes that there`() throws {
        let driver = try Self.driver(Self.files)
        driver.type(Self.row("bob") + [.key(.enter)])
        let actions: [[Stroke]] = [
            ["e", .to("email"), "g", Self.save], ["x", "2030-01-31", Self.save], ["p", "Secret9", Self.save],
            ["l"],
        ]
        for strokes in actions {
            driver.type(strokes)
            #expect(overList(driver) is AccountScreen && driver.screens.screens.count == 3)
            #expect(driver.frame().lines.last?.contains("u undo") == true && driver.shows("example.orgg"))
        }
        driver.type("u")
        #expect(driver.shows("Undo change 4?"))
        driver.answer("Undo")
        #expect(overList(driver) is AccountScreen && driver.shows("[ Lock ]") && driver.shows("✓ Undone"))
        driver.type("d")
        #expect(driver.screens.isAsking && overList(driver) is AccountScreen)
        driver.answer("Remove")
        #expect(overList(driver) == nil && driver.shows("Removed the account of bob@example.orgg"))
    }

    @Test func `a question leaves the button that asked in sight, and is red if undo removes`() throws {
        let driver = try Self.driver(Self.files)
        driver.type(Self.row("bob") + ["l", "h", .key(.enter), "u"])
        #expect(driver.screens.isAsking)
        #expect(driver.frame().lines.count { $0.contains("[ Undo ]") } == 2)
        driver.type(.key(.escape), .key(.escape), .key(.escape), "n")
        for (field, text) in ScreenFiles.ann {
            driver.type(.to(field), .text(field == "email" ? "gil@example.org" : text))
        }
        driver.type(Self.save, "u")
        #expect(driver.screens.isAsking && driver.style(of: "[ Undo ]") == .problem)
    }

    @Test func `a notice has one row, the keys tell all of it, and an error goes with its reason`() throws {
        let driver = try Self.driver(ScreenFiles.severalAccounts, .key(.end))
        func row(_ head: String) -> Int? { driver.frame().lines.firstIndex { $0.contains(head) } }
        let heads = row("Email ▲")
        let error = "\(Answer.editorEnded(1)), " + String(repeating: "and ", count: 20) + "more"
        driver.receive(.editorEnded(Message(.failure, error)))
        driver.finish()
        #expect(heads != nil && row("Email ▲") == heads)
        #expect(heads.map { driver.frame().lines[$0 - 1].contains("…") } == true && !driver.shows("more"))
        driver.type("?")
        #expect(driver.shows("more"))
        driver.type(.key(.escape))
        driver.put("accounts/fay@example.org.json", #"{"email": "fay@example.org"}"#)
        driver.disk.setChanged(ScreenDriver.documents + "/accounts", 1)
        driver.send(.tick)
        #expect(!driver.shows("ended with 1"))
        driver.type("H")
        #expect(row("No. ") == heads)
        driver.type(.key(.escape), .key(.home), "l")
        #expect(driver.shows("✓ Unlocked ann@example.org"))
        driver.type("x", "2030-01-31", Self.save, "x", Self.save)
        #expect(driver.shows("ann@example.org already has these values") && !driver.shows("✓ "))
    }

    @Test func `new passwords stand as the list does, and their file's name stays in a narrow window`() throws
    {
        let driver = try Self.driver(Self.files, "ap")
        #expect(driver.frame().lines.firstIndex { $0.contains("Password") && $0.contains("Email") } == 4)
        #expect(!driver.screens.keyTables.flatMap(\.bindings).contains(ListView.choose))
        driver.type("w")
        let notice = driver.frame(columns: 40, rows: 12).lines[2]
        #expect(notice.contains("✓ Written to ~/new-") && notice.contains("…") && notice.contains("00Z.txt"))
        driver.type(.key(.escape), .to("Set none"), .key(.enter), "d")
        driver.answer("Remove")
        let meanings = driver.screens.keyTables.flatMap(\.bindings).map(\.meaning).joined()
        #expect(driver.shows("Nobody is registered") && !meanings.contains("mark"))
    }

    @Test(arguments: [[.key(.enter), "e"], ["e"]] as [[Stroke]])
    func `the selection and the marks follow an account whose email changes`(way: [Stroke]) throws {
        let driver = try Self.driver(Self.files, .key(.down), " ", .key(.up))
        driver.type(way + [.to("email"), .key(.home), "z", Self.save])
        #expect(driver.shows("zbob@example.org"))
        driver.send(.tick)
        if overList(driver) != nil { driver.type(.key(.escape)) }
        #expect(driver.screens.scene == "Accounts, 5 at zbob@example.org, 1 marked")
    }

    @Test func `the question before a removal says what undoing would not bring back`() throws {
        var files = Self.files
        files["accounts/dee@example.org.json"] = #"{"email": "dee@example.org", "passphrase": "x"}"#
        let driver = try Self.driver(files)
        func said() -> [String] { driver.screens.page.alert?.lines(columns: .max).map(\.text) ?? [] }
        driver.type(Self.row("bob") + ["d"])
        #expect(said() == ["Undo brings back what is removed"])
        driver.type(.key(.escape), .key(.escape), "a", "d")
        #expect(
            said().first
                == "Undo brings dee@example.org back without passphrase: the history keeps nothing that may be a plain password"
        )
        driver.answer("Remove")
        #expect(driver.accountFiles.isEmpty)
    }
}

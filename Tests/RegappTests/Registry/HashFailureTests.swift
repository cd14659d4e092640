import RegappCore
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import regapp

/// What regapp answers where libcrypt finds no memory for a hash.
@Suite struct HashFailureTests {
    private static let tryLater = Answer.error(
        75, "libcrypt cannot compute a yescrypt hash now",
        hint: "there may not be enough memory; try again later")

    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(policy: #"{"policy":"authorisation","hashCost":11}"#)
        // A yescrypt of 1 GiB, of an unknown password.
        let costly = "$y$jFT$......................$" + String(repeating: ".", count: 43)
        try session.put("ann@x.example", "Ann", hash: costly)
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        try session.put("eve@x.example", "Eve", password: "password1")
        try session.put("dan@x.example", "Dan")
        try session.home.write("session.json", #"{"account":"bob@x.example"}"#)
    }

    /// Runs regapp with room for itself, but not for a hash of 1 GiB.
    private func scarce(_ arguments: [String], _ password: String = "password1") throws -> Answer {
        let script = #"ulimit -v 600000 && exec "$@""#
        let result = try BuiltProgram(path: "/bin/sh").run(
            ["-c", script, "sh", BuiltProgram.regapp.path] + arguments, in: session.home,
            input: .text(password))
        return Answer(result, in: session.home)
    }

    @Test(arguments: [
        "accounts verify ann@x.example", "accounts verify nobody@x.example", "accounts verify dan@x.example",
        "login --email ann@x.example", "login --first-name Ann", "login --first-name Nobody",
        "login --email nobody@x.example",
        // A hash that is due to be made anew, a plain password, and a first one.
        "login --first-name Bob", "login --first-name Eve", "login --first-name Dan",
        "register --first-name Flo --last-name Doe --email flo@x.example",
        "accounts password bob@x.example", "edit",
    ])
    func `a hash that cannot be computed is no wrong password`(line: String) throws {
        let before = session.home.tree()
        #expect(try scarce(ShellWords.split(line) + ["--password-stdin"]) == Self.tryLater)
        #expect(session.tree == before)
    }

    @Test(arguments: [("flo@x.example", []), ("ann@x.example", ["--update"])])
    func `an import that cannot hash imports nothing`(email: String, options: [String]) throws {
        let file = try session.file(
            "p.csv", "email,firstName,lastName,password\n\(email),Flo,Doe,password1\n")
        let before = session.accounts
        #expect(try scarce(["accounts", "import", file] + options) == Self.tryLater)
        #expect(session.accounts == before)
    }

    @Test func `a hash for which there is room is computed and compared`() throws {
        let verify = ["accounts", "verify", "bob@x.example", "--password-stdin"]
        #expect(try scarce(verify).status == 0)
        #expect(try scarce(verify, "password2").status == 77)
        #expect(try scarce(["login", "--first-name", "Bob", "--password-stdin"], "password2").status == 77)
    }

    @Test func `a screen reports a hash that cannot be computed too`() throws {
        let driver = try ScreenDriver([
            "policy.json": #"{"policy":"authorisation"}"#,
            "accounts/ann@x.example.json": #"{"email":"ann@x.example","firstName":"Ann","lastName":"Doe"}"#,
        ])
        let credentials = Credentials(email: nil, firstName: "Ann", password: "password1")
        driver.fail(.check(credentials), .hashing(.notComputed(.yescrypt)))
        #expect(driver.shows("Not logged in"))
        #expect(driver.shows("Libcrypt cannot compute a yescrypt hash now"))
    }
}

import RegappTestSupport
import RegappCore
@testable import RegappStore
import Testing

@Suite struct LocalProfileTests {
    private let disk = ProfileDisk()

    @Test func `a first login writes the form, the names empty and ready to edit`() throws {
        #expect(try disk.profile().directory.current() == nil)
        #expect(disk.files.paths().isEmpty, "readers create nothing")
        #expect(try disk.profile().login("ann@mail.example", "12345") == .created)
        #expect(try disk.contents() == ProfileDisk.ann)
        #expect(disk.files.mode(ProfileDisk.profilePath) == 0o600)
        #expect(disk.files.mode(ProfileDisk.directory) == 0o700)
        let file = try #require(try disk.profile().directory.current())
        #expect(file.values[.firstName] == "" && file.value(.firstName) == nil)
        #expect(file.value(.email) == "ann@mail.example" && file.value(.password) == "12345")
        #expect(try disk.profile().directory.cancel() == nil, "there was nothing before")
    }

    @Test func `the same email changes at most the password and keeps its spelling`() throws {
        let text = "{\"email\":\"Ann@Mail.example\", \"own\":[1], \"password\":\"\\u0031\\u0032345\"}"
        let disk = ProfileDisk.holding(Array(text.utf8))
        #expect(try disk.profile().login("aNN@mail.EXAMPLE", "12345") == .unchanged)
        #expect(try disk.contents() == Array(text.utf8))
        #expect(!disk.files.exists(ProfileDisk.directory + "/history"), "nothing was written")
        #expect(try disk.profile().login("ann@mail.example", "1234\"5") == .passwordChanged)
        let after = "{\"email\":\"Ann@Mail.example\", \"own\":[1], \"password\":\"1234\\\"5\"}"
        #expect(try disk.contents() == Array(after.utf8))
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == Array(text.utf8))
    }

    @Test func `a letter that only looks like one of the email's is another email`() throws {
        let disk = ProfileDisk.holding(Array(#"{"email":"kate@mail.example","password":"12345"}"#.utf8))
        #expect(try disk.profile().login("\u{212A}ate@mail.example", "54321") == .replaced)
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.profile().login("KATE@mail.example", "54321") == .passwordChanged)
    }

    @Test func `another email starts a new profile, and cancel brings the old one back`() throws {
        let text = Array(
            "{\"email\":\"ann@mail.example\",\"password\":\"12345\",\"phone\":\"9161234567\"}".utf8)
        let disk = ProfileDisk.holding(text)
        #expect(try disk.profile().login("bob@host.example", "secret") == .replaced)
        #expect(try disk.contents() == ProfileDisk.bob)
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == text)
        #expect(try disk.profile().directory.cancel() == nil)
    }

    @Test(arguments: [
        "", "{", "\u{FEFF}{}", "null", #"{"email":"ann@mail.example"}"#, #"{"email":1,"email":2}"#,
    ])
    func `an invalid file is replaced by a login, and cancel gives its bytes back`(text: String) throws {
        let disk = ProfileDisk.holding(Array(text.utf8))
        #expect(try disk.profile().login("ann@mail.example", "12345") == .replacedInvalid)
        #expect(try disk.contents() == ProfileDisk.ann)
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == Array(text.utf8))
    }

    @Test func `an invalid file is neither shown nor edited, and logged out of`() throws {
        let broken = Array(#"{"email":"ann@mail.example","password":"1234"}"#.utf8)
        let disk = ProfileDisk.holding(broken)
        #expect(throws: AccountsError.self) { _ = try disk.profile().directory.current() }
        #expect(throws: AccountsError.self) { _ = try disk.profile().edit([.password: "12345"]) }
        #expect(try disk.contents() == broken)
        try disk.profile().directory.logout()
        #expect(try disk.contents() == nil)
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == broken)
    }

    @Test func `a login with broken rules says all of them and touches nothing`() throws {
        #expect {
            _ = try disk.profile().login("a b@def.gh", "1234")
        } throws: { error in
            guard case .violations(let violations)? = error as? AccountsError else { return false }
            return violations.map(\.message) == [
                "email must have no spaces", "password must have at least 5 characters",
            ]
        }
        #expect(disk.files.paths().isEmpty && disk.files.log.isEmpty)
    }

    @Test func `an edit changes what it is about and normalises it`() throws {
        let text = "{ \"email\" : \"ann@mail.example\",\r\n\t\"password\":\"12345\",\r\n\t\"lastName\":\"\" }"
        let disk = ProfileDisk.holding(Array(text.utf8))
        #expect(try disk.profile().edit([.phone: "9161234567", .firstName: "", .lastName: "Lee"]))
        let after =
            "{ \"email\" : \"ann@mail.example\",\r\n\t\"password\":\"12345\",\r\n\t\"lastName\":\"Lee\","
            + "\r\n\t\"phone\":\"+79161234567\" }"
        #expect(try disk.contents() == Array(after.utf8))
        #expect(try !disk.profile().edit([.lastName: "Lee"]), "nothing is different")
        #expect(try disk.profile().edit([.lastName: ""]))
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == Array(after.utf8))
    }

    @Test func `an edit with broken rules says all of them in field order`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        #expect {
            _ = try disk.profile().edit([
                .phone: "1", .password: "", .birthday: "2026-02-30", .firstName: "\u{202E}",
            ])
        } throws: { error in
            guard case .violations(let violations)? = error as? AccountsError else { return false }
            return violations.map(\.field) == [.password, .firstName, .birthday, .phone]
        }
        #expect(try disk.contents() == ProfileDisk.ann)
    }

    @Test func `without a login nothing is edited or logged out, and nothing is created`() throws {
        #expect(throws: AccountsError.nobodyLoggedIn) { try disk.profile().directory.logout() }
        #expect(try disk.profile().directory.cancel() == nil)
        #expect(throws: AccountsError.nobodyLoggedIn) { try disk.store().forgetEverybody() }
        #expect(disk.files.paths().isEmpty)
        #expect(throws: AccountsError.nobodyLoggedIn) { _ = try disk.profile().edit([.firstName: "Ann"]) }
    }

    @Test func `a file that an edit would make larger than files may be stays as it is`() throws {
        let filler = String(repeating: "x", count: DocumentStore.maximumDocumentSize - 100)
        let text = Array("{\"email\":\"ann@mail.example\",\"password\":\"12345\",\"own\":\"\(filler)\"}".utf8)
        let disk = ProfileDisk.holding(text)
        let refused = AccountsError.store(
            .refused(
                path: ProfileDisk.profilePath, .wouldBeTooLarge(limit: DocumentStore.maximumDocumentSize)))
        #expect(throws: refused) {
            _ = try disk.profile().edit([.firstName: String(repeating: "A", count: 99)])
        }
        #expect(throws: refused) { _ = try disk.profile().login("bob@host.example", filler + filler) }
        #expect(try disk.contents() == text)
        #expect(try disk.profile().edit([.firstName: "A"]), "what fits is saved, with its record")
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == text)
    }

    // MARK: Logging in again

    /// A profile as its owner wrote it, logged out.
    private func loggedOut() throws -> (disk: ProfileDisk, text: [UInt8]) {
        let text = Array(
            "{\"email\":\"Ann@mail.example\", \"password\":\"12345\", \"firstName\":\"Ann\",\"own\":[1]}".utf8
        )
        let disk = ProfileDisk.holding(text)
        try disk.profile().directory.logout()
        return (disk, text)
    }

    @Test func `the email and the password of the profile that was logged out bring it back whole`() throws {
        let (disk, text) = try loggedOut()
        #expect(disk.profile().holds([.email: "ann@MAIL.example", .password: "12345"]))
        #expect(!disk.profile().holds([.email: "ann@mail.example", .password: "54321"]))
        let (login, account) = try disk.profile().login(
            disk.profile().directory.draft([.email: "ann@MAIL.example", .password: "12345"]))
        #expect(login == .restored && account.value(.firstName) == "Ann")
        #expect(try disk.contents() == text)
        #expect(try disk.profile().directory.cancel() == nil)
        #expect(try disk.contents() == text)
    }

    @Test func `a profile that another email replaced comes back whole, and so does the other`() throws {
        let (disk, text) = try loggedOut()
        #expect(try disk.profile().login("bob@host.example", "12345") == .replaced)
        let other = try disk.contents()
        #expect(try disk.profile().login("ann@mail.example", "12345") == .restored)
        #expect(try disk.contents() == text)
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == other)
    }

    @Test(arguments: [("ann@mail.example", "54321"), ("bob@host.example", "12345")])
    func `another email or password begins anew, and undoing that brings the former profile back`(
        email: String, password: String
    ) throws {
        let (disk, text) = try loggedOut()
        #expect(try disk.profile().login(email, password) == .replaced)
        #expect(try disk.contents() == ProfileDisk.file(email, password))
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == text)
        #expect(try disk.profile().directory.cancel() == nil, "one step only")
    }

    @Test func `a login brings back only the last profile, and nothing after forgetting`() throws {
        let (disk, text) = try loggedOut()
        #expect(try disk.profile().login("bob@host.example", "secret") == .replaced)
        _ = try disk.profile().edit([.firstName: "Bob"])
        try disk.profile().directory.logout()
        #expect(try disk.profile().login("ann@mail.example", "12345") == .replaced, "not the last one")
        #expect(try disk.contents() != text)
        try disk.profile().directory.logout()
        try disk.store().forgetEverybody()
        #expect(try disk.profile().login("ann@mail.example", "12345") == .created)
        #expect(try disk.contents() == ProfileDisk.ann)
    }

    @Test func `a broken profile is no login's, and comes back by undoing the new one`() throws {
        let disk = ProfileDisk.holding(Array("{".utf8))
        try disk.profile().directory.logout()
        #expect(try disk.profile().login("ann@mail.example", "12345") == .replaced)
        #expect(try disk.profile().directory.cancel() != nil)
        #expect(try disk.contents() == Array("{".utf8))
    }

    // MARK: Forgetting

    @Test func `forget leaves nothing that could bring the profile back`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        _ = try disk.profile().edit([.firstName: "Ann"])
        disk.files.put(ProfileDisk.directory + "/session.json", #"{"account":"ann@mail.example"}"#)
        disk.files.put(ProfileDisk.directory + "/.regapp-1.tmp", "12345")
        try disk.store().forgetEverybody()
        #expect(Array(disk.files.tree().keys) == [ProfileDisk.directory + "/.lock"])
        #expect(try disk.profile().directory.cancel() == nil)
        #expect(throws: AccountsError.nobodyLoggedIn) { try disk.store().forgetEverybody() }
    }

    @Test func `forget removes damaged records`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        let path = ProfileDisk.directory + "/history/00000003.json"
        disk.files.put(path, "[")
        do throws(AccountsError) {
            _ = try disk.profile().directory.cancel()
            Issue.record("the newest record is none")
        } catch { #expect("\(error)".contains(path)) }
        try disk.store().forgetEverybody()
        #expect(Array(disk.files.tree().keys) == [ProfileDisk.directory + "/.lock"])
    }

    @Test func `forget cleans beside a linked file, whose link stays`() throws {
        disk.files.put("/home/ann/dotfiles/profile.json", ProfileDisk.ann)
        let name = TemporaryName.name(1, ofDirectory: ProfileDisk.directory)
        disk.files.put("/home/ann/dotfiles/\(name)", "12345")
        disk.files.putLink(ProfileDisk.profilePath, to: "../../dotfiles/profile.json")
        try disk.store().forgetEverybody()
        #expect(disk.leftovers.isEmpty)
        #expect(
            disk.files.exists(ProfileDisk.profilePath)
                && !disk.files.exists("/home/ann/dotfiles/profile.json"))
    }
}

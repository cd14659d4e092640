import RegappTestSupport
import RegappCore
import Testing

/// Accounts with a last day; the disk's today is 2026-07-15.
@Suite struct AccountStatusTests {
    private let disk = RegistryDisk()

    private func put(expires day: String, hash: String? = RegistryDisk.weakHash, more: String = "") {
        disk.put(
            "ann@x.example",
            text: RegistryDisk.account("ann@x.example", "Ann", hash: hash)
                .replacing("\n}", with: ",\n  \"expires\": \"\(day)\"\(more)\n}"))
    }

    private func attempt(_ password: String = "password1") throws -> LoginAttempt {
        try disk.registry().attempt(Credentials(email: "ann@x.example", firstName: "Ann", password: password))
    }

    @Test(arguments: [
        ("2026-07-15", true), ("2026-07-16", true), ("2026-07-14", false), ("1999-12-31", false),
    ])
    func `an account serves to the end of its last day`(day: String, mayLogIn: Bool) throws {
        put(expires: day)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"ann@x.example"}"#)
        #expect(
            try disk.registry().judge("ann@x.example", password: "password1").refusals.isEmpty == mayLogIn)
        #expect(try (disk.registry().directory.current() != nil) == mayLogIn)
        if mayLogIn {
            _ = try attempt()
        } else {
            #expect(throws: AccountsError.noMatch([.status(.expired)])) { try attempt() }
        }
    }

    @Test(arguments: [
        ("+14d", "2026-07-29"), (" +6M ", "2027-01-15"), ("+1y", "2027-07-15"), ("Never", ""),
        ("31.12.2026", "2026-12-31"), ("+14x", "+14x"),
    ])
    func `an expiry date may be typed as a span or never everywhere`(typed: String, stored: String) throws {
        #expect(try disk.registry().directory.draft([.expires: typed]).changes[.expires] == stored)
    }

    @Test func `an expired account accepts no first password, nor a plain one`() throws {
        put(expires: "2026-07-14", hash: nil)
        #expect(throws: AccountsError.noMatch([.status(.noPassword), .status(.expired)])) { try attempt() }
        // Another account of the name, which has a password, is asked for no email on its account.
        disk.put("bob@x.example", "Ann", hash: RegistryDisk.weakHash)
        let reasons: [LoginRefusal] = [.status(.noPassword), .status(.expired), .wrongPassword]
        #expect(throws: AccountsError.noMatch(reasons, by: .firstName)) {
            try disk.registry().attempt(Credentials(email: nil, firstName: "Ann", password: "password2"))
        }
        put(expires: "2026-07-14", hash: nil, more: ",\n  \"password\": \"password1\"")
        #expect(throws: AccountsError.noMatch([.status(.expired)])) { try attempt() }
        put(expires: "2026-07-15", hash: nil)
        #expect(try attempt().setsFirstPassword)
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `a format that cannot say it locks an account that is over`(format: ExchangeFormat) throws {
        for (day, isOver) in [("2026-07-15", false), ("2026-07-14", true)] {
            put(expires: day)
            let account = try #require(try disk.registry().account(of: "ann@x.example"))
            let record = ExportRecord(account, as: format)
            let bytes = try? format.definition.writer().bytes(for: record)
            #expect((record.lockedBy == .expired) == (isOver && !format.definition.fields.contains(.expires)))
            let text = bytes.map { String(decoding: $0, as: UTF8.self).replacing("\n ", with: "") }
            switch format.definition.use {
            case .wholeAccounts: #expect(text?.contains(day) == true && text?.contains("!$6$") == false)
            // Left out where there is no lock.
            case .logins: #expect((text?.contains("!$6$") ?? true) == isOver)
            }
        }
    }

    @Test func `a date is an edit as any other, stands last, and goes when it is emptied`() throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        let before = disk.documents()
        let edited = try disk.registry().adminEdit([.expires: "31.12.2026"], of: "ann@x.example")
        #expect(edited.changes.map(\.new) == ["2026-12-31"])
        #expect(
            disk.documents()["accounts/ann@x.example.json"]?.hasSuffix(
                "\"registered\": \"2026-01-01T00:00:00Z\",\n  \"expires\": \"2026-12-31\"\n}\n") == true)
        _ = try disk.registry().adminEdit([.expires: ""], of: "ann@x.example")
        #expect(disk.documents() == before)
        #expect(throws: AccountsError.self) {
            try disk.registry().adminEdit([.expires: "2026-02-30"], of: "ann@x.example")
        }
    }

    @Test(arguments: [(16, false), (17, true)])
    func `an undo revives no session of an account that has expired since`(day: Int, isOver: Bool) throws {
        put(expires: "2026-07-20")
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"ann@x.example"}"#)
        _ = try disk.registry().adminEdit([.expires: "2026-07-16"], of: "ann@x.example")
        #expect(disk.documents()["session.json"] != nil)
        let now = try #require(Moment(year: 2026, month: 7, day: day, secondsSince1970: 1_784_290_000))
        #expect(try AccountStore(disk.store(), now: now).cancel() != nil)
        #expect((disk.documents()["session.json"] == nil) == isOver)
        #expect(disk.documents()["accounts/ann@x.example.json"]?.contains("2026-07-20") == true)
    }

    @Test func `a check notes it, and does not say that the first login sets the password`() throws {
        put(expires: "2026-07-14", hash: nil)
        let now = try #require(RegistryDisk.now)
        var check = try DirectoryCheck(disk.store(), now: now)
        _ = check.surroundings()
        let found = check.nextBatch()
        #expect(found?.notes == [.status(.expired, email: "ann@x.example")])
        #expect(found?.problems == [])
    }
}

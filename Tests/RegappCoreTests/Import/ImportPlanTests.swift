import RegappJSON
import RegappStore
import RegappTestSupport
import Testing

@testable import RegappCore

/// What the options of an import make of its rows.
@Suite struct ImportPlanTests {
    private static let ann = "ann@x.example"
    private static let bob = "bob@x.example"
    private static let zoe = "zoe@x.example"
    private static let newZoe: AccountRecord = [.email: zoe, .firstName: "Zoe", .lastName: "Ray"]
    private let disk = RegistryDisk()

    private struct Outcome {
        let result: AccountImport.Result
        let problems: [ImportProblem]
        var steps: [ImportStep] = []
        var generated: [GeneratedPassword] = []
        var waiting = 0
        var returning: [AccountImport.Returning] = []
    }

    private static func updating() -> AccountImport.Options {
        var options = AccountImport.Options()
        options.existing = .updated
        return options
    }

    /// Imports records as if they stood in the lines from 2 on.
    private func bring(
        _ records: [AccountRecord], _ options: AccountImport.Options = AccountImport.Options()
    ) throws -> Outcome {
        try take(records.enumerated().map { ImportedAccount(line: $0.offset + 2, $0.element) }, options)
    }

    private func take(_ rows: [ImportedAccount], _ options: AccountImport.Options) throws -> Outcome {
        var accounts = AccountImport(into: try disk.registry(), options)
        defer { accounts.discard() }
        var problems: [ImportProblem] = try accounts.add(rows)
        problems += try accounts.finish()
        let steps: [ImportStep] = accounts.drainSteps()
        #expect(accounts.drainSteps().isEmpty)
        let waiting: Int = accounts.passwords
        guard problems.isEmpty else {
            return Outcome(result: accounts.result, problems: problems, steps: steps)
        }
        problems += try accounts.hashPasswords()
        #expect(accounts.passwords == 0)
        guard problems.isEmpty else { return Outcome(result: accounts.result, problems: problems) }
        try accounts.commit()
        return Outcome(
            result: accounts.result, problems: [], steps: steps, generated: accounts.generated,
            waiting: waiting, returning: accounts.returning)
    }

    /// Puts an account with a password there, and more members in its first line.
    private func put(_ email: String, _ more: String) {
        let text = RegistryDisk.account(email, "Ann", hash: RegistryDisk.weakHash)
        disk.put(email, text: text.replacing("{\n", with: "{\n  \(more),\n"))
    }

    private func account(_ email: String) throws -> AccountFile {
        try #require(try disk.registry().account(of: email))
    }

    private func text(_ email: String) -> String? { disk.documents()["accounts/\(email).json"] }

    // MARK: Refused rows

    @Test func `a record that cannot be read is a problem of its line, and nothing is imported`() throws {
        let problem = ImportProblem(line: 3, reason: .tooLong(maximumBytes: 9))
        let rows = [ImportedAccount(line: 2, Self.newZoe), ImportedAccount(problem)]
        #expect(try take(rows, AccountImport.Options()).problems == [problem])
        #expect(text(Self.zoe) == nil)
    }

    @Test func `an account that exists is refused unless it may be updated`() throws {
        disk.put(Self.zoe, "Zoe")
        let problems = try bring([Self.newZoe]).problems
        #expect(problems == [ImportProblem(line: 2, reason: .accountExists(email: Self.zoe))])
    }

    @Test func `a password beside a hash, or of stars only, is refused`() throws {
        var both = Self.newZoe
        both[.password] = "password1"
        both[.passwordHash] = RegistryDisk.weakHash
        #expect(try bring([both]).problems.map(\.reason).contains(ImportProblem.Reason.passwordAndHash))
        let hidden = ImportProblem.Reason.plain(
            "password is only stars, which hide the real one: leave the column out", field: .password)
        for stars in ["********", "••••"] {
            var row = Self.newZoe
            row[.password] = stars
            #expect(try bring([row]).problems.map(\.reason).contains(hidden), "\(stars)")
        }
        #expect(text(Self.zoe) == nil)
    }

    @Test func `passwords that all look like hashes are refused unless they are said to be plain`() throws {
        var row = Self.newZoe
        row[.password] = "SilverFoxes12"
        #expect(try bring([row]).problems == [ImportProblem(line: 2, reason: .likeHash)])
        var options = AccountImport.Options()
        options.takesPlainPasswords = true
        let outcome = try bring([row], options)
        #expect(outcome.waiting == 1 && outcome.result.created == 1)
        #expect(try account(Self.zoe).storedHash?.hash?.matches("SilverFoxes12") == true)
    }

    @Test func `a key that the account's file may not have makes the row unusable`() throws {
        var row = Self.newZoe
        row.own = [JSONText.Member("FirstName", .string("Zoe"))]
        let kinds = try bring([row]).problems.map(\.reason.kind)
        #expect(kinds == [ImportProblem.Reason.unusable([])])
    }

    @Test func `no text replaces a list, and no empty value a required field`() throws {
        put(Self.ann, #""team": ["a"]"#)
        var row: AccountRecord = [.email: Self.ann]
        row.own = [JSONText.Member("team", .string("b"))]
        let before = disk.documents()
        #expect(
            try bring([row], Self.updating()).problems
                == [ImportProblem(line: 2, reason: .keyHoldsMore("team"))])
        var options = Self.updating()
        options.clearsEmpty = true
        let missing = ImportProblem.Reason.violation(Violation(field: .firstName, rule: .required))
        let cleared: AccountRecord = [.email: Self.ann, .firstName: ""]
        #expect(try bring([cleared], options).problems == [ImportProblem(line: 2, reason: missing)])
        #expect(disk.documents() == before)
    }

    // MARK: Whose a row is

    @Test func `a key finds the account of a user name, and refuses another value for an email`() throws {
        put(Self.ann, #""staff": "7""#)
        var options = Self.updating()
        options.match = AccountColumn.own("staff")
        var other: AccountRecord = [.email: Self.ann, .lastName: "Roe"]
        other.own = [JSONText.Member("staff", .string("9"))]
        let reason = ImportProblem.Reason.plain(
            "the account with this email has another 'staff'", field: .email)
        #expect(try bring([other], options).problems == [ImportProblem(line: 2, reason: reason)])
        var named: AccountRecord = [.email: "a.doe", .lastName: "Roe"]
        named.own = [JSONText.Member("staff", .string("7"))]
        let result = try bring([named], options).result
        #expect(result.updated == 1 && result.moved == 0 && result.created == 0)
        #expect(try account(Self.ann).value(.lastName) == "Roe")
        #expect(try account(Self.ann).email == Self.ann)
    }

    @Test func `who is not there is not added where only existing accounts count`() throws {
        disk.put(Self.ann, "Ann")
        var options = Self.updating()
        options.isOnlyForExisting = true
        let result = try bring([[.email: Self.zoe], [.email: Self.ann, .lastName: "Roe"]], options).result
        #expect(result.notAdded == [Self.zoe] && result.updated == 1 && result.created == 0)
        #expect(text(Self.zoe) == nil)
    }

    @Test func `somebody who was removed is told before being registered again`() throws {
        disk.put(Self.bob, "Bob")
        disk.put(Self.zoe, "Zoe")
        _ = try disk.registry().commit([.remove], of: [Self.zoe])
        let outcome = try bring([Self.newZoe], Self.updating())
        #expect(outcome.result.created == 1)
        #expect(outcome.returning.map(\.email) == [Self.zoe])
        #expect(outcome.returning.map(\.line) == [2])
        #expect(outcome.returning.map(\.removal.number) == [1])
    }

    // MARK: What is completed and left out

    @Test func `a user name gets the domain, and a national phone the country's code`() throws {
        disk.files.put(
            RegistryDisk.path("policy.json"),
            #"{"policy":"authorisation","hash":"bcrypt","hashCost":4,"phoneMask":"international"}"#)
        var options = AccountImport.Options()
        options.domain = "x.example"
        options.country = CallingCode("+49")
        let row: AccountRecord = [
            .email: "zoe", .firstName: "Zoe", .lastName: "Ray", .phone: "030 9018200",
        ]
        let result = try bring([row], options).result
        #expect(result.created == 1 && result.nationalPhones == 1)
        #expect(try account(Self.zoe).value(.phone) == "+49309018200")
    }

    @Test func `a hash that cannot be verified is left out where fields may be missing`() throws {
        var options = AccountImport.Options()
        options.mayLackFields = true
        let hash = "$argon2id$v=19$m=65536,t=2,p=1$YQ$Yg"
        let result = try bring([[.email: Self.zoe, .passwordHash: hash]], options).result
        #expect(result.created == 1 && result.leftOutHashes == ["argon2": 1])
        #expect(result.withoutTheirHash.map(\.email) == [Self.zoe])
        #expect(try account(Self.zoe).value(.passwordHash) == nil)
    }

    @Test func `a new account gets the values that are added to its lists`() throws {
        var row = Self.newZoe
        row.ownChanges = [OwnValue("team", "board", .add), OwnValue("team", "choir", .add)]
        #expect(try bring([row]).result.created == 1)
        let teams = JSONText.array([.string("board"), .string("choir")])
        #expect(try account(Self.zoe).ownValue(of: "team") == teams)
    }

    @Test func `keys of one's own change where they differ, texts and numbers alike`() throws {
        put(Self.ann, #""size": 3"#)
        var same: AccountRecord = [.email: Self.ann]
        same.own = [JSONText.Member("size", .number("3"))]
        #expect(try bring([same], Self.updating()).result.unchanged == 1)
        var other = same
        other.own = [JSONText.Member("size", .number("4")), JSONText.Member("team", .string("board"))]
        #expect(try bring([other], Self.updating()).result.updated == 1)
        #expect(try account(Self.ann).ownValue(of: "size") == JSONText.number("4"))
        #expect(try account(Self.ann).ownValue(of: "team") == JSONText.string("board"))
    }

    // MARK: Passwords

    @Test func `a generated password is told with the columns of its letter, and leaves a lock`() throws {
        var options = AccountImport.Options()
        options.generated = .passwords
        options.mark = "true"
        options.letterColumns = [AccountColumn.field(.firstName)]
        var row = Self.newZoe
        row[.passwordHash] = "!"
        let outcome = try bring([row], options)
        let generated = try #require(outcome.generated.first)
        #expect(outcome.generated.count == 1 && generated.email == Self.zoe)
        #expect(generated.values == [JSONText.string("Zoe")])
        let zoe = try account(Self.zoe)
        #expect(zoe.has(.locked))
        #expect(try zoe.storedHash?.hash?.matches(generated.password) == true)
        #expect(text(Self.zoe)?.contains(#""mustChange": true"#) == true)
    }

    @Test func `a generated password replaces none that the account has`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        var options = Self.updating()
        options.generated = .passwords
        options.mark = "true"
        let outcome = try bring([[.email: Self.ann, .lastName: "Roe"]], options)
        #expect(outcome.result.updated == 1 && outcome.generated.isEmpty)
        let ann = try account(Self.ann)
        #expect(ann.value(.passwordHash) == RegistryDisk.weakHash && ann.value(.lastName) == "Roe")
        #expect(text(Self.ann)?.contains("mustChange") == false)
    }

    @Test func `people without a password get links, unless they are locked or have one that works`() throws {
        let page = PageAddress.sample
        var options = Self.updating()
        options.generated = .links(to: page, validFor: .usual)
        options.letterColumns = [AccountColumn.field(.firstName)]
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let ended =
            #"{"email": "bob@x.example", "firstName": "Bob", "lastName": "Ray", "#
            + #""passwordLink": "2026-07-14T12:00:00Z \#(Self.digest)"}"#
        disk.put(Self.bob, text: ended)
        let locked: AccountRecord = [
            .email: "leo@x.example", .firstName: "Leo", .lastName: "Roe", .passwordHash: "!",
        ]
        let rows = [Self.newZoe, [.email: Self.ann], [.email: Self.bob, .firstName: "Bob"], locked]
        var dry = options
        dry.isDryRun = true
        #expect(try bring(rows, dry).generated.isEmpty)
        let outcome = try bring(rows, options)
        #expect(outcome.generated.map(\.email) == [Self.zoe, Self.bob], "\(outcome.problems)")
        #expect(outcome.generated.first?.values == [JSONText.string("Zoe")])
        for letter in outcome.generated {
            let token = String(letter.password.suffix(32))
            #expect(letter.password == page.link(for: letter.email, token: token))
            guard case .success = try disk.registry().account(of: letter.email, withLink: token) else {
                Issue.record("the link of \(letter.email) does not work")
                continue
            }
        }
        #expect(try account(Self.ann).link == nil && account("leo@x.example").link == nil)
        let again = try bring(rows, options)
        #expect(again.generated.isEmpty && again.result.unchanged == 4)
        options.fillsMissing = true
        disk.put(Self.bob, text: ended)
        #expect(try bring([[.email: Self.bob]], options).generated.count == 1)
        #expect(text(Self.bob)?.contains("2026-07-18T") == true)
    }

    private static let digest = String(repeating: "0", count: 64)

    @Test(
        arguments: [
            [.email: ann, .password: "password2"],
            [.email: ann, .passwordHash: "{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g="],
        ] as [AccountRecord])
    func `a new password in the file ends a link, which no undo brings back`(row: AccountRecord) throws {
        put(Self.ann, #""passwordLink": "2026-07-16T12:00:00Z \#(Self.digest)""#)
        #expect(try bring([[.email: Self.ann, .lastName: "Roe"]], Self.updating()).result.updated == 1)
        #expect(text(Self.ann)?.contains("passwordLink") == true)
        #expect(try disk.registry().directory.cancel() != nil)
        #expect(text(Self.ann)?.contains("passwordLink") == true)
        #expect(try bring([row], Self.updating()).result.updated == 1)
        #expect(text(Self.ann)?.contains("passwordLink") == false)
        #expect(try disk.registry().directory.cancel() != nil)
        let hash = try account(Self.ann).value(.passwordHash)
        #expect(hash == RegistryDisk.weakHash && text(Self.ann)?.contains("passwordLink") == false)
    }

    @Test func `an account that is filled takes only what it lacks`() throws {
        put(Self.ann, #""team": "board""#)
        disk.put(Self.bob, "Bob")
        var options = Self.updating()
        options.fillsMissing = true
        var ann: AccountRecord = [.email: Self.ann, .password: "password2", .lastName: "Roe"]
        ann.own = [JSONText.Member("team", .string("choir")), JSONText.Member("room", .string("5"))]
        ann.ownChanges = [OwnValue("class", "4a", .add)]
        let bob: AccountRecord = [.email: Self.bob, .password: "password1", .lastName: "Roe"]
        let outcome = try bring([ann, bob], options)
        #expect(outcome.waiting == 2 && outcome.result.updated == 2)
        #expect(outcome.result.passwords.missing == 1)
        let file = try account(Self.ann)
        #expect(file.value(.lastName) == "Doe" && file.value(.passwordHash) == RegistryDisk.weakHash)
        #expect(file.ownValue(of: "team") == JSONText.string("board"))
        #expect(file.ownValue(of: "room") == JSONText.string("5"))
        #expect(file.ownValue(of: "class") == JSONText.string("4a"))
        let filled = try account(Self.bob)
        #expect(filled.value(.lastName) == "Doe")
        #expect(try filled.storedHash?.hash?.matches("password1") == true)
    }

    @Test func `an account that is filled takes an earlier end, as it does a lock`() throws {
        var options = Self.updating()
        options.fillsMissing = true
        options.mayLackFields = true
        for (present, given, end) in [
            ("2027-01-01", "2026-12-01", "2026-12-01"), ("2026-12-01", "2027-01-01", "2026-12-01"),
        ] {
            put(Self.ann, #""expires": "\#(present)""#)
            _ = try bring([[.email: Self.ann, .expires: given]], options)
            #expect(try account(Self.ann).value(.expires) == end)
        }
    }

    @Test func `an account that is skipped although the file keeps it out is counted`() throws {
        disk.put(Self.ann, "Ann")
        var options = AccountImport.Options()
        options.existing = .skipped
        let rows: [AccountRecord] = [
            [.email: Self.ann, .passwordHash: "!"], [.email: "zoe@x.example", .lastName: "Roe"],
        ]
        options.mayLackFields = true
        #expect(try bring(rows, options).result.skippedLocks == 1)
        #expect(try bring([[.email: Self.ann, .lastName: "Roe"]], options).result.skippedLocks == 0)
    }

    @Test func `a hash is compared with the account's hash, or with its plain password`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.put(
            Self.bob,
            text: #"{"email":"bob@x.example","firstName":"Bob","lastName":"Doe","password":"password1"}"#)
        let rows: [AccountRecord] = [
            [.email: Self.ann, .passwordHash: RegistryDisk.weakHash],
            [.email: Self.bob, .passwordHash: RegistryDisk.weakHash],
        ]
        let result = try bring(rows, Self.updating()).result
        #expect(result.passwords.same == 2 && result.passwords.different == 0)
        #expect(result.unchanged == 1 && result.updated == 1)
        let bob = try account(Self.bob)
        #expect(!bob.values.hasPlainPassword && bob.value(.passwordHash) == RegistryDisk.weakHash)
    }

    @Test func `a lock alone keeps the password and ends the session`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"ann@x.example"}"#)
        let result = try bring([[.email: Self.ann, .passwordHash: "!"]], Self.updating()).result
        #expect(result.updated == 1 && result.passwords.isEmpty)
        #expect(try account(Self.ann).value(.passwordHash) == "!" + RegistryDisk.weakHash)
        #expect(disk.documents()["session.json"] == nil)
    }

    // MARK: The whole

    @Test func `a preview tells of each row in order, computes no hash and changes nothing`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.put(Self.bob, "Bob")
        let before = disk.documents()
        var options = Self.updating()
        options.isDryRun = true
        let rows: [AccountRecord] = [
            Self.newZoe, [.email: Self.ann, .password: "password2"], [.email: Self.bob, .lastName: "Doe"],
        ]
        let outcome = try bring(rows, options)
        let change = try #require(
            FieldChange(.field(.password), old: RegistryDisk.weakHash, new: "$*$"))
        #expect(outcome.steps.map(\.row.line) == [2, 3, 4])
        #expect(outcome.steps.map(\.row.email) == [Self.zoe, Self.ann, Self.bob])
        let actions: [ImportStep.Action] = [.register, .change([change]), .same]
        #expect(outcome.steps.map(\.action) == actions)
        #expect(outcome.waiting == 0 && outcome.result.passwords.different == 1)
        #expect(disk.documents() == before)
    }

    @Test func `those absent are locked, except who is locked already or cannot be accepted`() throws {
        disk.put(Self.ann, "Ann", hash: "!" + RegistryDisk.weakHash)
        disk.put(Self.bob, "Bob", hash: RegistryDisk.weakHash)
        disk.put("eve@x.example", text: "{bad")
        disk.put(Self.zoe, "Zoe", hash: RegistryDisk.weakHash)
        let before = text(Self.ann)
        var options = Self.updating()
        options.locksAbsent = true
        var accounts = AccountImport(into: try disk.registry(), options)
        defer { accounts.discard() }
        #expect(try accounts.add([ImportedAccount(line: 2, [.email: Self.zoe])]).isEmpty)
        #expect(try accounts.finish().isEmpty)
        let absent = try accounts.lockAbsent(where: AccountFilter())
        #expect(absent.locked == [Self.bob] && absent.notAccepted.count == 1)
        try accounts.commit()
        #expect(accounts.result.locked == 1 && accounts.result.notAccepted == 1)
        #expect(try account(Self.bob).has(.locked) && !account(Self.zoe).has(.locked))
        #expect(text(Self.ann) == before)
    }

    @Test func `accounts that another process changes last are not counted as created or updated`() throws {
        disk.put(Self.ann, "Ann")
        disk.put(Self.bob, "Bob")
        let files = disk.files
        let changed = [Self.ann, Self.zoe].map { RegistryDisk.path("accounts/\($0).json") }
        let registry = try disk.registry { disk in
            // Once they have been compared.
            Interposer(disk, beforeCall: 1) { call in
                if case .rename(_, RegistryDisk.path("history/00000001.doing")) = call { true } else { false }
            } act: {
                for path in changed { files.put(path, "{}") }
            }
        }
        var accounts = AccountImport(into: registry, Self.updating())
        defer { accounts.discard() }
        let rows = [
            ImportedAccount(line: 2, Self.newZoe),
            ImportedAccount(line: 3, [.email: Self.ann, .lastName: "Roe"]),
            ImportedAccount(line: 4, [.email: Self.bob, .lastName: "Roe"]),
        ]
        #expect(try accounts.add(rows).isEmpty)
        #expect(try accounts.finish().isEmpty)
        #expect(accounts.result.created == 1 && accounts.result.updated == 2)
        try accounts.commit()
        #expect(accounts.result.left.sorted() == changed)
        #expect(accounts.result.created == 0 && accounts.result.updated == 1)
        #expect(text(Self.zoe) == "{}" && text(Self.ann) == "{}")
        #expect(try account(Self.bob).value(.lastName) == "Roe")
    }
}

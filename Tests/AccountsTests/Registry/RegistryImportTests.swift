import Accounts
import DocumentStore
import StrictJSON
import TestSupport
import Testing

/// What an import makes of a file.
@Suite struct RegistryImportTests {
    private static func bring(
        _ text: String, _ format: ExchangeFormat, to disk: RegistryDisk,
        existing: AccountImport.Existing = .refused, allowMissing: Bool = false, domain: String? = nil
    ) throws -> (result: AccountImport.Result?, problems: [ImportProblem]) {
        var accounts = AccountImport(
            into: try disk.registry(),
            .init(existing: existing, mayLackFields: allowMissing, domain: domain))
        defer { accounts.discard() }
        var reader = format.reader()
        var problems = try accounts.take(reader.read(Array(text.utf8)) + reader.finish())
        problems += try accounts.finish()
        guard problems.isEmpty else { return (nil, problems) }
        problems = try accounts.hashPasswords()
        guard problems.isEmpty else { return (nil, problems) }
        try accounts.commit()
        return (accounts.result, [])
    }

    private static func missing(_ field: Field, line: Int) -> ImportProblem {
        ImportProblem(line: line, reason: .violation(Violation(field: field, rule: .required)))
    }

    @Test func `a new account gets the file that register would write, with the present time`() throws {
        let disk = RegistryDisk()
        let text = "email,lastName,firstName\nAnn@X.example,Doe,Ann\n"
        let result = try Self.bring(text, .csv, to: disk).result
        #expect(result?.created == 1)
        let wanted = RegistryDisk.account("Ann@X.example", "Ann")
            .replacing("2026-01-01T00:00:00Z", with: "2026-07-15T12:00:00Z")
        #expect(disk.documents()["accounts/ann@x.example.json"] == wanted)
    }

    @Test func `a plain password is hashed and never stored`() throws {
        let disk = RegistryDisk()
        let text =
            #"[{"email":"a@x.example","firstName":"A","lastName":"B","password":"password1"}]"#
        #expect(try Self.bring(text, .json, to: disk).result?.created == 1)
        #expect(disk.documents()["accounts/a@x.example.json"]?.contains("password1") == false)
        #expect(try disk.registry().verify("a@x.example", password: "password1"))
    }

    @Test func `each broken rule is a problem with its line, and nothing is written`() throws {
        let disk = RegistryDisk()
        let text = "email,firstName,lastName,phone\nann@x.example,,Doe,\nx,Bob,Doe,12\nann@x.example,A,B,\n"
        let problems = try Self.bring(text, .csv, to: disk).problems
        #expect(problems.contains(Self.missing(.firstName, line: 2)))
        #expect(problems.contains(ImportProblem(line: 4, reason: .duplicate(line: 2))))
        #expect(Set(problems.map(\.line)) == [2, 3, 4])
        #expect(disk.documents().count == 1)
    }

    @Test func `what lacks fields is taken only where that is allowed`() throws {
        let line = "ann@x.example:\(RegistryDisk.weakHash)\n"
        let refusing = RegistryDisk()
        #expect(
            try Self.bring(line, .htpasswd, to: refusing).problems
                == [Self.missing(.firstName, line: 1), Self.missing(.lastName, line: 1)])
        let taking = RegistryDisk()
        #expect(try Self.bring(line, .htpasswd, to: taking, allowMissing: true).result?.created == 1)
        #expect(try taking.registry().account(of: "ann@x.example")?.missing == [.firstName, .lastName])
    }

    @Test func `a hash that regapp cannot verify is left out where that is allowed, and counted`() throws {
        let disk = RegistryDisk()
        disk.put("old@x.example", "Old")
        let apr1 = "$apr1$v9Gc0x0e$5m5DkbzRrK1Cq2mJ1xq9A0"
        let text = "ann:\(apr1)\nBob@y.example:!\(apr1)\nold:{SHA}x\neve:$6$x\n"
        let refused = try Self.bring(text, .htpasswd, to: disk, existing: .skipped, domain: "x.example")
        // That of an account that is skipped need not be right.
        #expect(refused.problems.count { $0.field == .passwordHash } == 3)
        let rest = String(text.dropLast("eve:$6$x\n".count))
        let taken = try Self.bring(
            rest, .htpasswd, to: disk, existing: .skipped, allowMissing: true, domain: "x.example")
        #expect(taken.result?.created == 2 && taken.result?.leftOutHashes == ["apr1": 2])
        #expect(try disk.registry().account(of: "ann@x.example")?.storedHash == nil)
        #expect(try disk.registry().account(of: "bob@y.example")?.isLocked == true)
    }

    @Test func `a dry run tells of each account and writes nothing`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann")
        disk.put("bob@x.example", "Bob")
        let tree = disk.files.tree()
        func steps(_ existing: AccountImport.Existing) throws -> [AccountImport.Step] {
            var accounts = AccountImport(
                into: try disk.registry(),
                .init(existing: existing, mayLackFields: true, isDryRun: true))
            var reader = ExchangeFormat.csv.reader()
            let text =
                "email,lastName,password\nx,,\nann@x.example,Roe,password1\nbob@x.example,,\neve@x.example,,\n"
            let problems = try accounts.take(reader.read(Array(text.utf8))) + accounts.finish()
            #expect(problems.map(\.line) == [2])
            let steps = accounts.takeSteps()
            #expect(accounts.takeSteps().isEmpty)
            return steps
        }
        let skipped = try steps(.skipped)
        #expect(skipped.map(\.kind) == [.skipped, .skipped, .added])
        let updated = try steps(.updated)
        #expect(updated.map(\.line) == [3, 4, 5])
        #expect(updated.map(\.email) == ["ann@x.example", "bob@x.example", "eve@x.example"])
        guard case .changed(let changes) = updated.first?.kind else {
            Issue.record("is no change")
            return
        }
        #expect(changes.map(\.field) == [.password, .lastName])
        #expect(updated.dropFirst().map(\.kind) == [.unchanged, .added])
        #expect(disk.files.tree() == tree)
    }

    @Test func `problems that differ only in what stands in their lines are of one kind`() {
        func kinds(_ reasons: ImportProblem.Reason...) -> Int {
            var kinds: [ImportProblem.Reason] = []
            for reason in reasons where !kinds.contains(reason.kind) { kinds.append(reason.kind) }
            return kinds.count
        }
        let unseen = ["\u{200B}", "\u{2060}"].map { (scalar: Unicode.Scalar) -> ImportProblem.Reason in
            let rule = Rule.characters(.invisible([scalar]))
            return .violation(Violation(field: .email, rule: rule))
        }
        #expect(kinds(unseen[0], unseen[1], .violation(Violation(field: .phone, rule: .required))) == 2)
        #expect(kinds(.duplicate(line: 1), .duplicate(line: 2)) == 1)
        #expect(kinds(.accountExists(email: "a"), .accountExists(email: "b")) == 1)
        #expect(kinds(.misnamed(path: "a"), .misnamed(path: "b"), .unusable([])) == 2)
        #expect(kinds(.tooLong(maximumBytes: 1), .passwordAndHash) == 2)
        #expect(
            kinds(.format(.unknown(.key, "a", meant: nil)), .format(.unknown(.key, "b", meant: .email))) == 1)
        #expect(kinds(.format(.text(.empty)), .format(.text(.duplicateKey(firstLine: 3)))) == 1)
        #expect(kinds(.format(.text(.empty)), .format(.text(.notUTF8(isWindows1251: true)))) == 2)
        let counts = (1...2).map { ImportProblem.Reason.format(.cellCount(expected: 3, found: $0)) }
        #expect(kinds(counts[0], counts[1], .format(.strayQuote)) == 2)
    }

    @Test func `an account that exists is in the way`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann")
        let text = "email,firstName,lastName\nANN@x.example,Ann,Roe\n"
        let problems = try Self.bring(text, .csv, to: disk).problems
        #expect(problems == [ImportProblem(line: 2, reason: .accountExists(email: "ANN@x.example"))])
    }

    @Test func `an update changes the values that differ in place and no other byte`() throws {
        let disk = RegistryDisk()
        let before =
            "{ \"pets\": [1],\t\"email\":\"Ann@x.example\",\"firstName\" :\"Ann\", \"lastName\":\"Doe\" }"
        disk.files.put(RegistryDisk.path("accounts/ann@x.example.json"), before)
        disk.put("bob@x.example", "Bob")
        let text = "email,lastName\nann@x.example,Roe\nbob@x.example,Doe\n"
        let result = try Self.bring(text, .csv, to: disk, existing: .updated).result
        #expect(result?.updated == 1 && result?.unchanged == 1 && result?.created == 0)
        let after = disk.documents()["accounts/ann@x.example.json"]
        #expect(after == before.replacing("Doe", with: "Roe"))
    }

    @Test func `an update judges what is required by the account that comes of it`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann")
        let line = "ann@x.example:\(RegistryDisk.weakHash)\n"
        #expect(try Self.bring(line, .htpasswd, to: disk, existing: .updated).result?.updated == 1)
        disk.files.put(
            RegistryDisk.path("accounts/bob@x.example.json"), #"{"email":"bob@x.example","firstName":"B"}"#)
        let bob = "bob@x.example:\(RegistryDisk.weakHash)\n"
        #expect(
            try Self.bring(bob, .htpasswd, to: disk, existing: .updated).problems
                == [Self.missing(.lastName, line: 1)])
    }

    @Test func `the same import twice changes nothing the second time, passwords included`() throws {
        let disk = RegistryDisk()
        let text = "email,firstName,lastName,password\nann@x.example,Ann,Roe,password1\n"
        #expect(try Self.bring(text, .csv, to: disk).result?.created == 1)
        let tree = disk.files.tree()
        #expect(try Self.bring(text, .csv, to: disk, existing: .updated).result?.unchanged == 1)
        #expect(disk.files.tree() == tree)
    }

    @Test func `accounts that exist are skipped, whatever they hold`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", text: "no account")
        let text = "email,firstName,lastName\nann@x.example,Ann,Roe\nbob@x.example,Bob,Roe\n"
        let result = try Self.bring(text, .csv, to: disk, existing: .skipped).result
        #expect(result?.created == 1 && result?.unchanged == 1)
        #expect(disk.documents()["accounts/ann@x.example.json"] == "no account")
    }

    @Test func `what a killed import of an earlier version left does not come back`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann")
        disk.files.putDirectory(RegistryDisk.path(".regapp-folder.tmp"))
        disk.files.put(RegistryDisk.path(".regapp-folder.tmp/ghost@x.example.json"), "{}")
        let text = "email,firstName,lastName\nbob@x.example,Bob,Roe\neve@x.example,Eve,Roe\n"
        #expect(try Self.bring(text, .csv, to: disk).result?.created == 2)
        #expect(disk.documents().keys.sorted().filter { $0.hasPrefix("accounts/") }.count == 3)
        #expect(disk.leftovers.isEmpty)
    }
}

@testable import RegappCore
import RegappTestSupport
import RegappStore
import RegappJSON
import Testing

/// What an import makes of a registry; what is reported of it is in the tests of the command.
@Suite struct AccountImportTests {
    private let disk = RegistryDisk()

    private static func bring(
        _ text: String, _ format: ExchangeFormat, to disk: RegistryDisk,
        existing: AccountRegistry.Existing = .refused, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> (result: AccountImport.Result?, problems: [ImportProblem]) {
        var options = AccountImport.Options()
        options.existing = existing
        var accounts = AccountImport(into: try disk.registry(isCancelled: isCancelled), options)
        defer { accounts.discard() }
        var reader = format.reader()
        var problems = try accounts.add(reader.read(Array(text.utf8)) + reader.finish())
        problems += try accounts.finish()
        guard problems.isEmpty else { return (nil, problems) }
        problems = try accounts.hashPasswords()
        guard problems.isEmpty else { return (nil, problems) }
        try accounts.commit()
        return (accounts.result, [])
    }

    @Test func `a new account gets the file that register would write, with the present time`() throws {
        let text = "email,lastName,firstName\nAnn@X.example,Doe,Ann\n"
        #expect(try Self.bring(text, .csv, to: disk).result?.created == 1)
        let wanted = RegistryDisk.account("Ann@X.example", "Ann")
            .replacing("2026-01-01T00:00:00Z", with: "2026-07-15T12:00:00Z")
        #expect(disk.documents()["accounts/ann@x.example.json"] == wanted)
    }

    @Test(arguments: [
        ("2026-07-15T11:59:59Z", "2026-07-14"), ("2026-07-15T12:00:01Z", "2026-07-15"),
        ("2026-07-15T13:30:00+02:00", "2026-07-14"), ("1784116799", "2026-07-14"),
        ("2026-07-15T00:00:00Z", "2026-07-15"), ("2026-07-15", "2026-07-15"),
        ("2026-07-16T01:00:00+14:00", "2026-07-14"), ("2020-01-31T12:00:00Z", "2020-01-31"),
    ])
    func `an account whose end has come today is over`(end: String, last: String) throws {
        let text = "email,lastName,firstName,expires\nann@x.example,Doe,Ann,\(end)\n"
        #expect(try Self.bring(text, .csv, to: disk).result?.created == 1)
        let file = disk.documents()["accounts/ann@x.example.json"]
        #expect(file?.contains("\"expires\": \"\(last)\"") == true, "\(file ?? "none")")
    }

    @Test func `an import that is cancelled computes no more hashes and changes nothing`() throws {
        let (disk, asked) = (RegistryDisk(), Locked(0))
        let rows = (0..<100).map { "a\($0)@x.example,password1,Ann,Doe\n" }.joined()
        #expect(throws: AccountsError.store(.cancelled)) {
            try Self.bring("email,password,firstName,lastName\n" + rows, .csv, to: disk) {
                asked.withLock { $0 += 1 }
                return asked.withLock { $0 } > 3
            }
        }
        // Once for each hash, of which a few are computed at the same time.
        #expect(asked.withLock { $0 } <= 3 + ImportPlan.mostHashedTogether)
        #expect(disk.documents().keys.sorted() == ["policy.json"])
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
        #expect(
            kinds(
                .notAccepted(.notAnAccount(path: "a", email: "b")),
                .notAccepted(.notAnAccount(path: "c", email: "d")), .unusable([]), .notAccepted(.noClock))
                == 3)
        #expect(kinds(.tooLong(maximumBytes: 1), .passwordAndHash) == 2)
        #expect(
            kinds(.format(.unknown(.key, "a", meant: nil)), .format(.unknown(.key, "b", meant: .email))) == 1)
        #expect(kinds(.format(.text(.empty)), .format(.text(.duplicateKey(firstLine: 3)))) == 1)
        #expect(kinds(.format(.text(.empty)), .format(.foreignText([]))) == 2)
        let counts = (1...2).map { ImportProblem.Reason.format(.cellCount(expected: 3, found: $0)) }
        #expect(kinds(counts[0], counts[1], .format(.strayReturn)) == 2)
    }

    @Test func `an update changes the values that differ in place and no other byte`() throws {
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

    @Test func `an update asks for nothing that the account lacks already, a new account for all`() throws {
        disk.put("ann@x.example", "Ann")
        let line = "ann@x.example:\(RegistryDisk.weakHash)\n"
        #expect(try Self.bring(line, .htpasswd, to: disk, existing: .updated).result?.updated == 1)
        disk.files.put(
            RegistryDisk.path("accounts/bob@x.example.json"), #"{"email":"bob@x.example","firstName":"B"}"#)
        let bob = "bob@x.example:\(RegistryDisk.weakHash)\n"
        #expect(try Self.bring(bob, .htpasswd, to: disk, existing: .updated).result?.updated == 1)
        let eve = "eve@x.example:\(RegistryDisk.weakHash)\n"
        let missing = [Field.firstName, .lastName].map {
            ImportProblem(line: 1, reason: .violation(Violation(field: $0, rule: .required)))
        }
        #expect(try Self.bring(eve, .htpasswd, to: disk, existing: .updated).problems == missing)
    }

    @Test func `the same import twice changes nothing the second time, passwords included`() throws {
        let text = "email,firstName,lastName,password\nann@x.example,Ann,Roe,password1\n"
        #expect(try Self.bring(text, .csv, to: disk).result?.created == 1)
        let tree = disk.files.tree()
        #expect(try Self.bring(text, .csv, to: disk, existing: .updated).result?.unchanged == 1)
        #expect(disk.files.tree() == tree)
    }

    @Test func `accounts that exist are skipped, whatever they hold`() throws {
        disk.put("ann@x.example", text: "no account")
        let text = "email,firstName,lastName\nann@x.example,Ann,Roe\nbob@x.example,Bob,Roe\n"
        let result = try Self.bring(text, .csv, to: disk, existing: .skipped).result
        #expect(result?.created == 1 && result?.unchanged == 1)
        #expect(disk.documents()["accounts/ann@x.example.json"] == "no account")
    }

    @Test func `the remains of a killed import of an earlier version do not come back`() throws {
        disk.put("ann@x.example", "Ann")
        disk.files.putDirectory(RegistryDisk.path(".regapp-folder.tmp"))
        disk.files.put(RegistryDisk.path(".regapp-folder.tmp/ghost@x.example.json"), "{}")
        let text = "email,firstName,lastName\nbob@x.example,Bob,Roe\neve@x.example,Eve,Roe\n"
        #expect(try Self.bring(text, .csv, to: disk).result?.created == 2)
        #expect(disk.documents().keys.sorted().filter { $0.hasPrefix("accounts/") }.count == 3)
        #expect(disk.leftovers.isEmpty)
    }
}

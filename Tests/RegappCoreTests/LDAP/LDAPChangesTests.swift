import RegappTestSupport
import Testing

@testable import RegappCore

/// The change records that make a directory follow a registry.
@Suite struct LDAPChangesTests {
    let disk = RegistryDisk()
    static let base = "ou=people,dc=x"
    static let hash = RegistryDisk.weakHash

    /// The entry that a directory has of Ann, with other attributes of its own.
    static func entry(
        _ name: String = "mail=ann@x.example,ou=people,dc=x", mail: String = "ann@x.example",
        first: String = "Ann", password: String = "{CRYPT}" + hash
    ) -> String {
        """
        dn: \(name)
        structuralObjectClass: inetOrgPerson
        sn: Doe
        description: of the directory
        userPassword: \(password)
        cn: \(first) Doe
        mail: \(mail)
        objectClass: top
        objectClass: inetOrgPerson
        givenName: \(first)


        """
    }

    /// The change records, or the findings instead where nothing may be printed.
    func changes(_ now: String, deletes: Bool = false, piece: Int? = nil) throws -> (
        records: String, findings: [String], changes: LDAPChanges
    ) {
        let base = try #require(DistinguishedName(Self.base))
        var changes = try LDAPChanges(of: try disk.registry(), below: base, deletes: deletes)
        let bytes = Array(now.utf8)
        let piece = piece ?? max(bytes.count, 1)
        var records: [LDAPChanges.Records] = []
        for start in stride(from: 0, to: bytes.count, by: piece) {
            changes.read(Array(bytes[start..<min(start + piece, bytes.count)])) { records.append($0) }
        }
        changes.finish { records.append($0) }
        while let next = try changes.nextDeletions() { records.append(next) }
        let text = String(decoding: records.flatMap(\.bytes), as: UTF8.self)
        return (text, records.flatMap(\.findings).map(Self.text), changes)
    }

    static func text(_ finding: LDAPChanges.Finding) -> String {
        switch finding {
        case .problem(let problem): "\(problem.line)! \(problem.messages.joined())"
        case .rejected(.notAnAccount(_, let email)): "not the account of \(email)"
        case .rejected: "rejected"
        case .withoutHash(.plainPassword, let email, isThere: true): "\(email) with a plain password"
        case .withoutHash(_, let email, let isThere):
            "\(email) without a hash, \(isThere ? "there" : "not there")"
        case .stray(.notAnAccount(let path, let email)):
            "\(email) in \(path.split(separator: "/").last ?? "")"
        case .stray: "stray"
        case .edited(let email, let path): "\(email) spared by \(path.split(separator: "/").last ?? "")"
        case .ofAnotherClass(let email): "\(email) of another class"
        case .hasChildren(let email): "\(email) has children"
        case .unrepresentable(let error, let email): "\(email) \(error.message)"
        }
    }

    @Test func `without differences nothing is printed`() throws {
        disk.put("ann@x.example", text: RegistryDisk.account("Ann@x.example", "Ann", hash: Self.hash))
        let names = [
            "MAIL=ANN@X.example, OU = People ;dc=X", "mail=\\61nn@x.example,ou=people,dc=x",
            "rfc822Mailbox=ann\\40x.example,ou=people,dc=x", "mail=\\20ann@x.example\\ ,ou=people,dc=x",
        ]
        for name in names {
            let (records, findings, changes) = try changes(Self.entry(name), deletes: true)
            #expect(records == "" && findings == [] && !changes.overview.showsNoPassword)
        }
        #expect(
            try changes(Self.entry().replacing("\n", with: "\r\n"), deletes: true, piece: 1).records == "")
        let more = Self.entry().replacing(
            "mail: ann@x.example", with: "mail: ANN@x.example\nmail: b@x.example")
        #expect(try changes(more).records == "")
    }

    @Test func `only the attributes that differ are replaced`() throws {
        disk.put("ann@x.example", "Anna", hash: "!" + Self.hash)
        let expected = """
            dn: mail=ann@x.example,ou=people,dc=x
            changetype: modify
            replace: cn
            cn: Anna Doe
            -
            replace: givenName
            givenName: Anna
            -
            replace: userPassword
            userPassword: {CRYPT}!$6$rounds=1000$saltsalt$feZmm8z/E1fjlBx97.mIeOr/Xez9yK
             ySeh0vuHIoC654nLqV9O6yRnqDuoNShKmXbRy4ZkJxnMfr2GAyYXsZT.
            -


            """
        #expect(try changes(Self.entry()).records == expected)
        let two = Self.entry(first: "Anna", password: "{CRYPT}!\(Self.hash)\nuserPassword: {SSHA}x")
        let records = try changes(two).records
        #expect(records.contains("replace: userPassword\n") && !records.contains("replace: cn"))
    }

    @Test func `what has no entry is added, an entry without an account is deleted only on request`() throws {
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        let now = Self.entry() + Self.entry("mail=A\\2Cn@x.example,ou=people,dc=x")
        let (records, findings, changes) = try changes(now)
        #expect(
            records.hasPrefix(
                "dn: mail=bob@x.example,ou=people,dc=x\nchangetype: add\nobjectClass: inetOrgPerson\n"))
        #expect(!records.contains("delete") && findings == [] && changes.undeleted == 2)
        let deleting = try self.changes(now, deletes: true).records
        #expect(
            deleting.hasSuffix(
                """
                dn: mail=a\\,n@x.example,ou=people,dc=x
                changetype: delete

                dn: mail=ann@x.example,ou=people,dc=x
                changetype: delete


                """))
        #expect(deleting.hasPrefix(records))
    }

    @Test(arguments: [
        "uid=ann,ou=people,dc=x", "mail=ann@x.example+cn=Ann,ou=people,dc=x", "ou=people,dc=x",
        "mail=ann@x.example,ou=others,dc=x", "mail=ann@x.example,ou=below,ou=people,dc=x",
        "mail=ann@x.example,dc=x", "",
    ])
    func `entries that are not an account's are never deleted`(name: String) throws {
        #expect(try changes(Self.entry(name), deletes: true).records == "")
        #expect(try changes(Self.entry(name)).changes.undeleted == 0)
    }

    @Test func `entries of another class are not deleted`() throws {
        let group = Self.entry().replacing("objectClass: inetOrgPerson", with: "objectClass: groupOfNames")
        #expect(try changes(group, deletes: true).records == "")
        let unknown = Self.entry().replacing("objectClass: inetOrgPerson\n", with: "")
        #expect(try changes(unknown, deletes: true).records == "")
    }

    @Test func `entries that have others below them are not deleted, wherever these are`() throws {
        let below = "dn: cn=phone,mail=Ann@x.example ,ou=people,dc=x\ncn: phone\n\n"
        for now in [Self.entry() + below, below + Self.entry()] {
            let (records, findings, _) = try changes(now, deletes: true)
            #expect(records == "" && findings == ["ann@x.example has children"])
        }
        let bob = Self.entry("mail=bob@x.example,ou=people,dc=x")
        #expect(try changes(Self.entry() + below + bob, deletes: true).records.contains("mail=bob@"))
    }

    @Test func `the entry of an account that is no person stays as it is`() throws {
        disk.put("ann@x.example", "Anna", hash: Self.hash)
        let other = Self.entry().replacing("objectClass: inetOrgPerson", with: "objectClass: account")
        let (records, findings, _) = try changes(other, deletes: true)
        #expect(records == "" && findings == ["ann@x.example of another class"])
        let unseen = Self.entry().replacing(/objectClass: .*\n/, with: "")
        #expect(try changes(unseen).records.contains("replace: givenName"))
    }

    @Test func `entries without the base, or whose deletion would leave none, are recognised`() throws {
        #expect(
            try changes(Self.entry("mail=ann@x.example,ou=person,dc=x")).changes.overview.showsNothingOfBase)
        #expect(try !changes("dn: ou=People,dc=x\nou: people\n").changes.overview.showsNothingOfBase)
        #expect(try changes(Self.entry(), deletes: false).changes.wouldDeleteAll == false)
        #expect(try emptied().wouldDeleteAll)
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        #expect(try !emptied().wouldDeleteAll)
    }

    /// What a directory of Ann alone has to become, before anything is printed.
    private func emptied() throws -> LDAPChanges {
        let base = try #require(DistinguishedName(Self.base))
        var changes = try LDAPChanges(of: try disk.registry(), below: base, deletes: true)
        changes.read(Array(Self.entry().utf8)) { _ in }
        changes.finish { _ in }
        return changes
    }

    @Test func `an attribute that the account lacks stays in its entry`() throws {
        disk.files.put(RegistryDisk.path("accounts/ann@x.example.json"), #"{"email":"ann@x.example"}"#)
        let (records, findings, _) = try changes(Self.entry(), deletes: true)
        #expect(records == "" && findings == ["ann@x.example without a hash, there"])
        #expect(try changes("", deletes: true).findings == ["ann@x.example without a hash, not there"])
    }

    @Test func `a locked account without a hash counts as present and binds no more`() throws {
        disk.put("ann@x.example", "Ann", hash: "!")
        let records = try changes(Self.entry(), deletes: true).records
        #expect(records.contains("replace: userPassword\nuserPassword: {CRYPT}!\n-\n"))
        #expect(try changes(Self.entry(password: "{CRYPT}!"), deletes: true).records == "")
    }

    @Test func `the entry of an expired account is locked`() throws {
        let text = RegistryDisk.account("ann@x.example", "Ann", hash: Self.hash)
        disk.put("ann@x.example", text: text.replacing("{", with: "{\"expires\": \"2026-07-14\","))
        let locked = try changes(Self.entry()).records.replacing("\n ", with: "")
        #expect(locked.contains("replace: userPassword\nuserPassword: {CRYPT}!\(Self.hash)\n-\n"))
    }

    /// What an entry gets whose account's password stands in plain.
    private static let withoutPassword = "replace: userPassword\nuserPassword: {CRYPT}!\n-\n"

    @Test(arguments: [hash, "!" + hash, nil])
    func `an entry has no password that matches while the account holds a plain one`(hash: String?) throws {
        disk.put(
            "ann@x.example",
            text: RegistryDisk.account("ann@x.example", "Ann", hash: hash)
                .replacing("\"Doe\"", with: "\"Doe\", \"password\": \"password2\""))
        let (records, findings, _) = try changes(Self.entry())
        #expect(records.contains(Self.withoutPassword) && !records.contains("password2"))
        #expect(findings == ["ann@x.example with a plain password"])
        let unchanged = try changes(Self.entry(password: "{CRYPT}!"))
        #expect(unchanged.records == "" && unchanged.findings == findings)
        let isLocked = hash?.hasPrefix("!") == true
        #expect(try changes("").records.contains("changetype: add") == isLocked)
        #expect(try changes("").findings == (isLocked ? [] : ["ann@x.example without a hash, not there"]))
    }

    /// Rows: what the account has of names and phone, and what removes the first of the attributes that stay.
    @Test(arguments: [
        (#""firstName":"Ann","lastName":"Doe","phone":"+79161234567""#, 0, [] as [String]),
        (#""firstName":"Ann","lastName":"Doe""#, 1, ["delete: telephoneNumber"]),
        (#""lastName":"Doe""#, 2, ["delete: givenName"]),
        (#""firstName":"Ann","phone":"+79161234567""#, 1, ["replace: sn", "sn: Ann"]),
        (#""phone":"+79161234567""#, 3, ["replace: cn", "cn: ann@x.example"]),
    ])
    func `attributes that the account has no more are counted, with what removes one`(
        values: String, count: Int, removal: [String]
    ) throws {
        disk.put(
            "ann@x.example", text: #"{"email":"Ann@x.example",\#(values),"passwordHash":"\#(Self.hash)"}"#)
        let entry = Self.entry().replacing("sn: Doe", with: "sn: Doe\ntelephoneNumber: +79161234567")
        let found = try changes(entry)
        #expect(!found.records.contains("delete:") && found.changes.overview.staleAttributes == count)
        let lines = ["dn: mail=ann@x.example,ou=people,dc=x", "changetype: modify"]
        #expect(found.changes.overview.staleRemoval == (removal.isEmpty ? [] : lines + removal))
        // What regapp has written itself is never reported.
        let written = try #require(try disk.registry().account(of: "ann@x.example"))
        let own = try LDIFWriter(base: DistinguishedName(Self.base))
            .bytes(for: ExportRecord(written, as: .ldif))
        #expect(try changes(String(decoding: own, as: UTF8.self)).changes.overview.staleAttributes == 0)
    }

    @Test func `removing an account names what stays of it`() throws {
        disk.put("ann@x.example", "Ann", hash: Self.hash)
        let account = RegistryDisk.account("ann@x.example", "Ann", hash: Self.hash)
        let left =
            Self.edited.map { RegistryDisk.path("accounts/\($0)") } + [
                RegistryDisk.path("accounts/copy.json")
            ]
        for path in left { disk.files.put(path, account) }
        for name in ["bob@x.example.json~", ".git", "README", "notann@x.example.json.bak"] {
            disk.files.put(RegistryDisk.path("accounts/\(name)"), "")
        }
        let removed = try disk.registry().commit([.remove], of: ["Ann@x.example"]).changed.map(\.email)
        #expect(try disk.registry().filesLeft(of: removed).sorted() == left.sorted())
    }

    @Test func `if no entry shows a password, that is reported`() throws {
        disk.put("ann@x.example", "Ann", hash: Self.hash)
        let entry = Self.entry().split(separator: "\n").filter { !$0.hasPrefix("userPassword") }
        #expect(try changes(entry.joined(separator: "\n") + "\n").changes.overview.showsNoPassword)
        #expect(try !changes("dn: ou=people,dc=x\n").changes.overview.showsNoPassword)
    }

    @Test func `a file that cannot be accepted is reported`() throws {
        disk.put("ann@x.example", "Ann", hash: Self.hash)
        disk.files.put(RegistryDisk.path("accounts/bob@x.example.json"), "{")
        disk.files.put(
            RegistryDisk.path("accounts/cy@x.example.json"), RegistryDisk.account("d@x.example", "D"))
        #expect(try changes(Self.entry()).findings == ["rejected", "not the account of d@x.example"])
        disk.files.put(RegistryDisk.path("policy.json"), #"{"policy":"authorisation","phoneMask":"none"}"#)
        disk.files.put(
            RegistryDisk.path("accounts/bob@x.example.json"),
            RegistryDisk.account("bob@x.example", "Bob", hash: Self.hash)
                .replacing("\"Doe\"", with: "\"Doe\", \"phone\": \"1_2\""))
        #expect(try changes(Self.entry()).findings.first?.contains("phone") == true)
    }

    @Test(arguments: ["{", #"{"email":"ann@x.example","birthday":"1.1.1","passwordHash":"$6$x"}"#])
    func
        `a file that cannot be accepted leaves its entry as it is, and the changes of all other accounts go on`(
            text: String
        ) throws
    {
        disk.put("ann@x.example", text: text)
        disk.put("bob@x.example", "Bob", hash: Self.hash)
        let (records, findings, _) = try changes(Self.entry(), deletes: true)
        #expect(findings == ["rejected"])
        #expect(!records.contains("ann@x.example") && records.contains("dn: mail=bob@x.example"))
    }

    @Test(arguments: [
        #"{"email":"ann@x.example","phone":"1","passwordHash":"!\#(hash)"}"#,
        #"{"email":"ann@x.example","passwordHash":"!!"}"#, #"{"email":"ann","passwordHash":"!$1$x"}"#,
        #"{"email":"ann@x.example","phone":"1","expires":"2026-07-14"}"#,
    ])
    func `a lock that can be read from a file that cannot be accepted locks the entry`(text: String) throws {
        disk.put("ann@x.example", text: text)
        let (records, findings, _) = try changes(Self.entry())
        #expect(findings == ["rejected"])
        #expect(
            records == "dn: mail=ann@x.example,ou=people,dc=x\nchangetype: modify\n" + Self.withoutPassword
                + "\n")
        for password in ["{CRYPT}!", "{CRYPT}!" + Self.hash] {
            #expect(try changes(Self.entry(password: password)).records == "")
        }
        #expect(try changes("").records == "")
        disk.put("ann@x.example", text: #"{"email":"bob@x.example","phone":"1","passwordHash":"!"}"#)
        #expect(try changes(Self.entry()).records == "")
    }

    @Test func `an entry twice is a problem, and so is a line that cannot be read`() throws {
        disk.put("ann@x.example", "Ann", hash: Self.hash)
        let bob = Self.entry("mail=bob@x.example,ou=people,dc=x")
        for (now, line) in [(Self.entry(), 12), (bob, 12)] {
            #expect(
                try changes(now + now, deletes: true).findings == [
                    "\(line)! the entry is already in line 1"
                ])
        }
        #expect(try changes(bob + bob).findings == [])
        #expect(try changes(Self.entry() + "dn\n").findings == ["12! \(`Reading LDIF`.colon)"])
    }

    @Test func `many accounts are compared in batches`() throws {
        var now = ""
        for number in 0..<600 {
            disk.put("a\(number)@x.example", number % 3 == 0 ? "Ann" : "Bob", hash: Self.hash)
            if number % 2 == 0 { now += Self.entry("mail=a\(number)@x.example,ou=people,dc=x", first: "Bob") }
        }
        let records = try changes(now, deletes: true).records
        #expect(records.split(separator: "changetype: modify").count == 101)
        #expect(records.split(separator: "changetype: add").count == 301)
        #expect(!records.contains("changetype: delete"))
    }
}

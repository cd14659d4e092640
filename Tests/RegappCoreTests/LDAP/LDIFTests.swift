import Testing

@testable import RegappCore

/// Reading LDIF, as entries and as accounts.
@Suite struct `Reading LDIF` {
    static let hash = `Writing accounts`.hash
    typealias Row = `Reading accounts`.Row

    /// Entries as `line: name attribute=value…`, problems as `line! message`.
    func read(_ text: [UInt8], piece: Int) -> [String] {
        var reader = LDIFReader()
        var readings: [LDIFReader.Reading] = []
        for start in stride(from: 0, to: text.count, by: piece) {
            readings += reader.read(Array(text[start..<min(start + piece, text.count)]))
        }
        return (readings + reader.finish()).map { reading in
            switch reading {
            case .success(let entry):
                let values = entry.values.map { " \($0.key)=\($0.text)@\($0.line)" }.joined()
                return "\(entry.line): \(entry.name)\(values)"
            case .failure(let problem): return "\(problem.line)! \(problem.messages.joined(separator: "; "))"
            }
        }
    }

    static let colon = "there must be a colon between attribute and value"
    static let base64 = "the value after '::' is not base64"
    static let cut = "the file ends inside this line, so it seems to be cut short"
    static let start = "an entry must start with 'dn:', after an empty line"
    static let fold = "a line that starts with a space must continue another one"
    static let change = "a change record; only entries as ldapsearch -LLL or slapcat print them are read"
    static let long = "longer than 2097152 bytes"

    @Test(arguments: [
        Row(""), Row("\n\n# a comment\n that goes on\n\n"),
        Row("dn: cn=a\ncn: a\n", "1: cn=a cn=a@2"),
        Row("version: 1\ndn: cn=a\n\n\n\ndn:cn=b\n", "2: cn=a", "6: cn=b"),
        Row("version: 1\r\n\r\nDN: cn=a\r\nCN: a\r\n\r\n\r\ndn: cn=b\r\n", "3: cn=a cn=a@4", "7: cn=b"),
        Row("dn: c\n n=a\nsu\n r\n name: L\n ee\n\ndn: cn=b\n", "1: cn=a sn=Lee@3", "8: cn=b"),
        Row("dn:: Y249YQ==\nmail:: YU\n BiLmNk\nmail:  x\n", "1: cn=a mail=a@b.cd@2 mail=x@4"),
        Row(
            "dn: cn=a\n# dn: cn=x\n  mail: y\nmail: a\nrfc822Mailbox: b\ngn: c\nSN: d\ncn;lang-de: e\n",
            "1: cn=a mail=a@4 mail=b@5 givenname=c@6 sn=d@7"),
        Row("dn: cn=a\njpegPhoto:: !!\nlabeledURI:< file:///etc/passwd\nentryUUID: 1\n", "1: cn=a"),
        Row("dn:\nobjectClass: top\n", "1:  objectclass=top@2"),
        Row("dn: cn=a\n\n# search result\nsearch: 2\nresult: 0 Success\n\n# numEntries: 1\n", "1: cn=a"),
        Row("dn: cn=a\n\nref: ldap://x/\n\n", "1: cn=a"),
        Row(
            "dn: cn=a\n\nsearch: 2\nresult: 4 Size limit exceeded\n\n", "1: cn=a",
            "4! the search ended with an error (result 4), so entries may be missing"),
        Row("dn: cn=a\nmail\nmail\n\ndn: cn=b\n", "2! \(colon)", "5: cn=b"),
        Row("dn: cn=a\n-\n\r\ndn: cn=b\n", "2! \(colon)", "4: cn=b"),
        Row("dn: cn=a\nmail:: a\ncn: a\n \n", "2! \(base64)"),
        Row("dn:: cn=a\nmail: a\n", "1! \(base64)"),
        Row("dn: cn=a\nmail:< file:///x\n", "2! a value in another file ('attribute:< URL') is not read"),
        Row("dn: a\n", "1! not a distinguished name, such as mail=ann@x.example,ou=people,dc=example"),
        Row("mail: a\n\ndn: cn=b\n", "1! \(start)", "3: cn=b"),
        Row("dn: cn=a\ndn: cn=b\n", "2! there must be an empty line between entries"),
        Row(" dn: cn=a\nmail: a\n\ndn: cn=b\n", "1! \(fold)", "4: cn=b"),
        Row("dn: cn=a\n\n mail: a\n", "1: cn=a", "3! \(fold)"),
        Row("dn: cn=a\nchangetype: add\nmail: a\n", "1: cn=a mail=a@3"),
        Row("dn: cn=a\nChangeType:: QURE\nmail: a\n", "1: cn=a mail=a@3"),
        Row("dn: cn=a\nchangetype: modify\nmail: a\n", "2! \(change)"),
        Row("dn: cn=a\ncontrol: 1.2.3\nchangetype: delete\n", "2! \(change)"),
        Row("version: 2\n", "1! the version must be 1"),
        Row("dn: cn=a\nmail: a", "2! \(cut)"),
        Row("dn: cn=a\nmail: a\n\ndn", "1: cn=a mail=a@2", "4! \(cut)"),
        Row("dn: cn=a\nmail: a\n ", "3! \(cut)"),
        Row("dn: cn=a\nmail: a\rb\n", "2! a carriage return must be followed by a line feed"),
        Row("dn: cn=a\nuserPassword:: /w==\nmail: b\n", "1: cn=a userpassword=\u{FFFD}@2 mail=b@3"),
        Row("dn: cn=a\nmail:: /w==\n", "2! \(`Reading accounts`.notUTF8)"),
        Row([0xFF, 0xFE, 0x0A], "1! \(colon)"),
    ])
    func `entries and their errors are the same in pieces of any size`(row: Row) {
        for piece in [1, 2, 3, 7, max(row.text.count, 1)] {
            #expect(read(row.text, piece: piece) == row.expected, "pieces of \(piece)")
        }
    }

    @Test func `a long line costs memory only where regapp reads its attribute`() {
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 3 << 20)
        let rest = Array("\nmail: b\n\ndn: cn=b\n".utf8)
        func read(_ start: String) -> [String] {
            self.read(Array(start.utf8) + long + rest, piece: 256 << 10)
        }
        #expect(read("dn: cn=a\njpegPhoto:: ") == ["1: cn=a mail=b@3", "5: cn=b"])
        #expect(read("dn: cn=a\n# ") == ["1: cn=a mail=b@3", "5: cn=b"])
        #expect(read("dn: cn=a\ncn: ") == ["2! \(Self.long)"])
        #expect(read("dn: cn=a\n") == ["2! \(Self.long)"])
    }

    @Test func `an entry whose values together are too long is refused`() {
        let value = "cn: " + String(repeating: "a", count: 1 << 20) + "\n"
        #expect(
            read(Array(("dn: cn=a\n" + value + value + "cn: b\n").utf8), piece: 9_999) == ["4! \(Self.long)"])
    }

    // MARK: Accounts

    static func person(_ lines: String...) -> String {
        (["dn: uid=x", "objectClass: inetOrgPerson"] + lines + [""]).joined(separator: "\n")
    }

    @Test(arguments: [
        Row(
            person("mail: a@b.cd", "cn: Ann Lee", "sn: Lee", "gn: Ann", "telephoneNumber: 1", "uid: x"),
            "1: email=a@b.cd firstName=Ann lastName=Lee phone=1"),
        Row(person("mail: a@b.cd", "userPassword: {crypt}\(hash)"), "1: email=a@b.cd passwordHash=\(hash)"),
        Row(person("mail: a@b.cd", "userPassword:: e0NSWVBUfSE="), "1: email=a@b.cd passwordHash=!"),
        Row(person("mail: a@b.cd", "cn: Ann", "sn: Ann", "givenName: Ann"), "1: email=a@b.cd firstName=Ann"),
        Row(
            person("mail: a@b.cd", "cn: Ann De Lee", "sn: De Lee"),
            "1: email=a@b.cd firstName=Ann lastName=De Lee"),
        Row(person("mail: a@b.cd", "cn: Dr Ann", "sn: Lee"), "1: email=a@b.cd lastName=Lee"),
        Row(person("mail: a@b.cd", "cn: Lee", "sn: Lee"), "1: email=a@b.cd lastName=Lee"),
        Row(person("mail: a@b.cd", "cn: a@b.cd", "sn: a@b.cd"), "1: email=a@b.cd"),
        Row("dn: mail=A@b.cd,o=x\nobjectClass: person\nmail: z@b.cd\nmail: a@b.cd\n", "1: email=A@b.cd"),
        Row("dn: o=x\nobjectClass: organization\no: x\n\ndn: cn=x\nmail: a@b.cd\n", "5: email=a@b.cd"),
        Row(
            person("mail: a@b.cd", "gn: A", "givenName: B"),
            "5! format: givenName has a second value, and an account holds one"),
        Row(person("mail: a@b.cd", "mail: b@b.cd"), "1: email=a@b.cd"),
        Row(person("mail: a@b.cd", "mail:: a"), "4! format: \(base64)"),
    ])
    func `a person's entry becomes an account`(row: Row) throws {
        try `Reading accounts`().check(row.text, .ldif, row.expected)
    }

    private static let sha = "{SHA}44rSFJQ9qtHWTBAvrsKd5K/p2j0="

    @Test(arguments: [
        ("nsAccountLock: TRUE", "passwordHash=!"), ("nsAccountLock: false", ""),
        ("loginDisabled: True", "passwordHash=!"), ("ds-pwp-account-disabled: true", "passwordHash=!"),
        ("pwdAccountLockedTime: 000001010000Z", "passwordHash=!"),
        ("userAccountControl: 514", "passwordHash=!"), ("userAccountControl: 66048", ""),
        ("userAccountControl: x", "passwordHash=!"), ("userPassword: !!", "passwordHash=!"),
        ("userPassword: {crypt}*LK*", "passwordHash=!"), ("userPassword: LK", "passwordHash=!"),
        ("userPassword: *LK*\(hash)", "passwordHash=!{CLEARTEXT}"),
        ("userPassword: !secret", "passwordHash={CLEARTEXT}"),
        ("userPassword: !\(sha)\nnsAccountLock: TRUE", "passwordHash=!\(sha)"),
        ("userPassword: {SASL}a\nuserPassword: \(sha)", "passwordHash=\(sha)"),
        ("userPassword: \(sha)\nuserPassword: *", "passwordHash=!\(sha)"),
        ("userPassword: {SASL}a\nuserPassword: {SMD5}b", "passwordHash={SASL}a"),
        ("shadowExpire: 1", "expires=1970-01-01"), ("shadowExpire: -1", ""), ("accountExpires: 0", ""),
        ("accountExpires: 9223372036854775807", ""),
        ("accountExpires: 133801632000000000", "expires=2024-12-31"),
        ("accountExpires: 133801632000000001\nshadowExpire: 1", "expires=1970-01-01"),
        ("loginExpirationTime: 20241231235959Z", "expires=2024-12-31"),
        ("pwdEndTime: 20240229120000.5Z\nkrbPrincipalExpiration: 20250101000000Z", "expires=2024-02-29"),
        ("krbPrincipalExpiration: 20250101000000Z", "expires=2024-12-31"), ("inetUserStatus: active", ""),
        ("inetUserStatus: Deleted", "passwordHash=!"), ("sambaAcctFlags: [UX         ]", ""),
        ("sambaAcctFlags: [DU         ]", "passwordHash=!"), ("pwdReset: TRUE", "mustChange=true"),
        ("pwdLastSet: 0", "mustChange=true"), ("pwdLastSet: 13380", ""),
    ])
    func `what keeps a person out of a directory does so here`(lines: String, value: String) throws {
        let text = Self.person("mail: a@b.cd", lines)
        try `Reading accounts`().check(
            Array(text.utf8), .ldif, ["1: email=a@b.cd" + (value.isEmpty ? "" : " " + value)])
    }

    @Test func `a password beside the one that is taken is named`() {
        var reader = LDIFAccountReader()
        let passwords = "userPassword: {SASL}a@B\nuserPassword: \(Self.sha)"
        _ = reader.read(Array(Self.person("mail: a@b.cd", passwords).utf8)) + reader.finish()
        #expect(reader.remarks.otherPasswords == ["{SASL}"])
    }

    @Test(arguments: [
        ("userPassword: \(sha)\nuserPassword: \(sha)", 5, "userPassword has two hashes that can be verified"),
        ("accountExpires: 9223372036854775806", 1, "the day of expiry must be a number of 100 ns since 1601"),
        ("pwdEndTime: 20241331", 1, "pwdEndTime must be a time such as 20241231235959Z"),
        ("accountExpires: -5", 1, "the day of expiry must be a number of 100 ns since 1601"),
        ("shadowExpire: x", 1, "shadowExpire, the day of expiry, must be a number of days since 1970-01-01"),
    ])
    func `what could be read in two ways is refused`(lines: String, line: Int, message: String) {
        var reader = LDIFAccountReader()
        let read = reader.read(Array(Self.person("mail: a@b.cd", lines).utf8)) + reader.finish()
        guard case .failure(let problem)? = read.first?.result else {
            Issue.record("\(read)")
            return
        }
        #expect(problem.line == line && problem.messages == [message])
    }

    @Test(arguments: [
        ("objectClass: inetOrgPerson\nuid: ann\ncn: Ann Lee", "ann", nil as String?),
        ("objectClass: person\nsAMAccountName: ann\ncn: Ann Lee", "ann", nil),
        ("objectClass: posixAccount\nuserid: ann\ncn: Ann Lee", "ann", ""),
        ("objectClass: posixAccount\nuid: pc$", "", ""),
        ("objectClass: user\nobjectClass: person\nobjectClass: computer\nmail: a@b.cd\ncn: PC1", "", ""),
    ])
    func `with a domain user names become emails, and computers are no persons`(
        lines: String, name: String, without: String?
    ) {
        func emails(hasDomain: Bool) -> [String?] {
            var options = ReadingOptions()
            options.hasDomain = hasDomain
            var reader = LDIFAccountReader(options)
            let read = reader.read(Array("dn: cn=a\n\(lines)\n".utf8)) + reader.finish()
            return read.map { (try? $0.result.get())?[.email] }
        }
        #expect(emails(hasDomain: true) == (name.isEmpty ? [] : [name]))
        #expect(emails(hasDomain: false) == (without == nil ? [nil] : []))
    }

    @Test(arguments: [("secret", "{CLEARTEXT}"), (hash, "{CLEARTEXT}"), ("{SSHA}c2VjcmV0", "{SSHA}c2VjcmV0")])
    func `a password not for crypt(3) becomes a hash that is refused`(value: String, taken: String) throws {
        let row = Row(
            "\u{FEFF}" + Self.person("mail: a@b.cd", "userPassword: \(value)"),
            "1: email=a@b.cd passwordHash=\(taken)")
        try `Reading accounts`().check(row.text, .ldif, row.expected)
        #expect(Policy.albums.brokenRules(by: taken, for: .passwordHash) == ["hash"])
    }

    @Test func `a second mail is reported with its line and the email that is used`() throws {
        var reader = LDIFAccountReader()
        let named = "\ndn: mail=C@b.cd\nobjectClass: person\nmail: d@b.cd\nmail: c@b.cd\n"
        _ = reader.read(Array((Self.person("mail: a@b.cd", "cn: x", "mail: b@b.cd") + named).utf8))
        _ = reader.finish()
        #expect(reader.remarks.secondEmails.map(\.line) == [5, 10])
        #expect(reader.remarks.secondEmails.map(\.email) == ["a@b.cd", "C@b.cd"])
    }

    @Test func `entries that are no persons are counted`() throws {
        var reader = LDIFAccountReader()
        _ = reader.read(Array("dn: o=x\nobjectClass: organization\n\ndn: cn=g\n\n".utf8))
        #expect(reader.finish().isEmpty && reader.remarks.passedOver == 2)
    }

    @Test func `an export comes back, except for values that LDIF does not hold`() throws {
        let odd = "#a+,=;b\\<>@c.de"
        let accounts: [AccountRecord] = [
            [
                .email: "ann@x.example", .firstName: "Ann", .lastName: "Lee", .phone: "+79161234567",
                .passwordHash: Self.hash,
            ],
            [.email: odd, .firstName: " Ж", .passwordHash: "!" + Self.hash],
            [.email: "b@x.example", .lastName: "x ", .passwordHash: "!"],
            [.email: "c@x.example", .passwordHash: Self.hash],
        ]
        for base in [nil, DistinguishedName("ou=a\\,b,dc=c")] {
            let writer = LDIFWriter(base: base)
            var text = writer.start()
            for account in accounts {
                text += try writer.bytes(for: account.exported(as: .ldif))
            }
            var reader = LDIFAccountReader()
            let read = reader.read(text) + reader.finish()
            #expect(try read.map { try $0.result.get() } == accounts)
            #expect(reader.remarks.passedOver == (base == nil ? 2 : 0))
        }
    }
}

import RegappTestSupport
import RegappValues
import Testing

@testable import RegappCore

/// Which accounts of a registry are asked for; the disk's today is 2026-07-15.
@Suite struct AccountFilterTests {
    private let disk = RegistryDisk()

    init() {
        for (email, rest) in [
            (
                "ann@x.example",
                #""firstName":"Ann","lastName":"De La Cruz","registered":"2026-01-31T23:59:59Z""#
            ),
            ("bob@y.example", #""firstName":"Bob","lastName":"Lee","passwordHash":"!","team":"red""#),
            (
                "zoe@x.example",
                #""firstName":"Zoë","passwordHash":"\#(RegistryDisk.weakHash)","expires":"2026-07-14","team":7,"#
                    + #""registered":"2026-02-01T00:00:00Z""#
            ),
        ] {
            disk.put(email, text: #"{"email":"\#(email)",\#(rest)}"#)
        }
    }

    private func accounts(_ filter: AccountFilter = AccountFilter(), by key: String? = nil) throws
        -> [AccountFile]
    {
        var found: [AccountFile] = []
        let registry = try disk.registry()
        for case .success(let account) in try RegistryWalk(registry).parts({ $0 }).joined()
        where filter.selects(account, in: registry.directory) {
            found.append(account)
        }
        guard let column = key.flatMap(AccountColumn.init(key:)) else { return found }
        return found.sorted { SortKey(of: $0, by: column) < SortKey(of: $1, by: column) }
    }

    private func names(_ filter: AccountFilter = AccountFilter(), by key: String? = nil) throws -> String {
        try accounts(filter, by: key).map { $0.email.prefix(3) }.joined(separator: " ")
    }

    @Test(arguments: [
        ("", "ann bob zoe"), ("X.EXAMPLE", "ann zoe"), ("la c", "ann"), ("ann  de", "ann"),
        ("cruz ann", "ann"), ("ZOË", "zoe"), ("lee", "bob"), ("red", "bob"), ("registered", ""),
        ("bob lee q", ""), ("zoe 7", "zoe"), ("zoe@X zoë", "zoe"), ("team=red", "bob"),
        ("team!=red", "ann zoe"), ("team>6", "zoe"),
        ("team>=8", ""), ("team= x.example", "ann"), ("registered<2026-02-01 ann", "ann"),
        ("registered<2027 ann", "ann"), ("registered>2026-01 ann", ""), ("registered<=2026-01 ann", "ann"),
        ("registered<2026-01 ann", ""), ("registered>=2026 ann", "ann"), ("registered<2026-13", ""),
        ("a=b=c", ""),
        ("=red", ""), ("team<=red", ""), ("passwordHash=!", ""), ("passwordSet=false", "ann bob"),
    ])
    func `words are found in emails, names and own keys, in any order`(text: String, found: String) throws {
        #expect(try names(AccountFilter(text: text)) == found)
    }

    @Test(arguments: [
        ("Żółć", "zolc", true), ("zolc", "Żółć", true), ("O’Neill", "o'n", true), ("O`Neill", "oʼneil", true),
        ("Øystein Đoković", "oystein dokovic", true), ("Straße", "STRASSE", true), ("Мёд", "мед", true),
        ("Άννα", "αννα", true), ("Zoe\u{308}", "zoë", true), ("Ann", "anna", false), ("İpek", "ipek", true),
        ("Zoe", "zoe ann", false), ("O'Connor", "oconnor", true), ("OConnor", "o’connor", true),
        ("Æsop", "aesop", true), ("Aesop", "ÆSOP", true), ("Œuvre", "oeuvre", true), ("Þórr", "thorr", true),
        ("Ann", "ann '", true), ("O'Connor", "oconnar", false), ("Müller", "mueller", true),
        ("STRAẞE", "strasse", true), ("STRAẞE", "straße", true),
        ("Müller", "muller", true), ("Mu\u{308}ller", "MUELLER", true), ("Mueller", "müller", true),
        ("Jörg Weiß", "joerg weiss", true), ("Ängström", "aengstroem", true), ("Søren", "soeren", true),
        ("Søren", "soren", true), ("Håkon", "haakon", true), ("Ha\u{30A}kon", "haakon", true),
        ("Müßenström", "muessenstrom", true), ("Müßenström", "mussenstroem", true),
        ("Müller-Åkesson", "mueller-akesson", true), ("Müller-Åkesson", "muller-aakesson", true),
        ("muessenstrom", "Müßenström", true), ("Üöäåü", "uoaau", true), ("Üöäåü", "ueoeaeaaue", true),
        ("Zoé", "zoe", true), ("Muller", "mueller", false), ("Noël", "noeel", false),
    ])
    func `accents, case, apostrophes and ligatures are ignored, and umlauts found in two letters`(
        name: String, text: String, isFound: Bool
    )
        throws
    {
        let folded = Array(SearchText.spellings(of: name).joined(separator: "\n").utf8)[...]
        #expect(SearchWord.words(of: text).allSatisfy { $0.isIn(folded) } == isFound)
    }

    @Test(arguments: [
        ("9161004995", true), ("+7", true), ("(916)", true), ("100-49", true), ("+7 (916) 100-49-95", true),
        ("9161004996", false), ("916a", false), ("tel916", false), ("-", false),
    ])
    func `a phone is found by its digits`(text: String, isFound: Bool) throws {
        disk.put("kim@z.test", text: #"{"email":"kim@z.test","phone":"+79161004995"}"#)
        #expect(try names(AccountFilter(text: text)).contains("kim") == isFound)
    }

    @Test func `an expiry date by a day is found, and no account without one`() throws {
        for (day, found) in [("2026-07-13", ""), ("2026-07-14", "zoe"), ("2030-01-01", "zoe")] {
            #expect(try names(AccountFilter(expiringUntil: CalendarDate(iso: day))) == found)
        }
    }

    @Test func `all conditions of a filter must hold`() throws {
        let since = CalendarDate(iso: "2026-02-01")
        #expect(try names(AccountFilter(statuses: [.locked])) == "bob")
        #expect(try names(AccountFilter(statuses: [.expired])) == "zoe")
        #expect(try names(AccountFilter(statuses: [.locked, .expired])) == "")
        #expect(try names(AccountFilter(statuses: [.noPassword])) == "ann bob", "a lone lock is no password")
        #expect(try names(AccountFilter(statuses: [.incomplete])) == "zoe")
        #expect(try names(AccountFilter(since: since)) == "zoe")
        #expect(try names(AccountFilter(text: "x.example", statuses: [.noPassword])) == "ann")
    }

    @Test func `accounts are sorted by a key in any case, those that lack it last`() throws {
        #expect(try names(by: "lastName") == "ann bob zoe")
        #expect(try names(by: "expires") == "zoe ann bob")
        #expect(try names(by: "registered") == "ann zoe bob")
        #expect(try names(by: "team") == "zoe bob ann", "a number comes before a text")
    }

    @Test func `no column holds a password or a hash, whatever it is called`() throws {
        for key in ["password", "passwordHash", "Password", "pwd", "passwd", "pass", ""] {
            #expect(AccountColumn(key: key) == nil, "\(key)")
        }
        let hash = RegistryDisk.weakHash
        disk.put(
            "eve@x.example",
            text: #"{"email":"eve@x.example","old":["!\#(hash)","{SSHA}abc",{"pwd":"secret1"}],"note":"$5","#
                + #""n":1.50,"word":"thirteenwords"}"#)
        let eve = try #require(try disk.registry().account(of: "eve@x.example"))
        func cell(_ key: String) -> String? { AccountColumn(key: key)?.shown(of: eve)?.cell }
        #expect(cell("old") == #"********,********,{"pwd":"********"}"#)
        #expect(cell("note") == "$5" && cell("n") == "1.50" && cell("word") == "thirteenwords")
        #expect(cell("nothing") == nil && cell("missing") == "firstName,lastName")
        #expect(AccountColumn(key: "emial")?.meant == ["email"])
        #expect(AccountColumn(key: "name")?.meant == ["firstName", "lastName"])
    }
}

import RegappCore
import Testing

@Suite struct `Email rules` {
    @Test(arguments: [
        RuleCase("abc@def.gh"), RuleCase("abc@mail.co.uk"), RuleCase("жук@почта.рф"),
        RuleCase("a\"b@def.g.h"), RuleCase("🇫🇷e\u{301}x@def.gh"),
        RuleCase("👩‍👩‍👧e\u{301}x@def.gh", "invisible"), RuleCase("a..b@def.gh"), RuleCase(".abc@def.gh"),
        RuleCase("ab@def.gh", "length"), RuleCase("abc@de.gh", "length"), RuleCase("abc@def.g", "length"),
        RuleCase("abc@defgh", "dot"), RuleCase("abc@a.bcd.ef", "length"), RuleCase("abc@def..gh", "label"),
        RuleCase("abc@def.gh.", "label"), RuleCase("abc@.def.gh", "label"), RuleCase("abc@def.", "label"),
        RuleCase("a b@def.gh", "space"), RuleCase("abc@de\u{A0}f.gh", "space"),
        RuleCase("abc@def.gh\u{3000}", "space"), RuleCase("abc@@def.gh", "at"), RuleCase("abcdef.gh", "at"),
        RuleCase("a@bc@def.gh", "at"), RuleCase("abc@def.gh@\u{301}", "at"), RuleCase("abc@", "label", "dot"),
        RuleCase("ab@de.g", "length", "length", "length"), RuleCase("a b", "space", "at"),
        RuleCase("ab\u{7}c@def.gh", "control"), RuleCase("a\tb@def.gh", "control", "length"),
        RuleCase("abc@def.gh\r\n", "control"), RuleCase("\u{202E}abc@def.gh", "control"),
        RuleCase("\u{7}", "control"), RuleCase("", "required"), RuleCase(" @def.gh", "space", "length"),
    ])
    func `the profile's email has three characters, @, a label of three, a dot and two more`(row: RuleCase) {
        #expect(Policy.profile.brokenRules(by: row.value, for: .email) == row.broken)
    }

    static let atoms = "!#$%&'*+-/=?^_`{|}~"

    @Test(arguments: [
        RuleCase("x@host.name"), RuleCase("a.b+c@x-y.example"), RuleCase("\(atoms)@a.b"), RuleCase("A@B.C"),
        RuleCase("a@xn--e1afmkfd.example"), RuleCase("1@2.3"),
        RuleCase("\(String(repeating: "a", count: 64))@b.cd"),
        RuleCase("\(String(repeating: "a", count: 65))@b.cd", "length"),
        RuleCase("a@\(String(repeating: "b", count: 63)).cd"),
        RuleCase("a@\(String(repeating: "b", count: 64)).cd", "length"),
        RuleCase(addressOfBytes(240)), RuleCase(addressOfBytes(241), "length"),
        RuleCase(addressOfBytes(254), "length"), RuleCase(addressOfBytes(255), "length"),
        RuleCase(".a@b.cd", "local"), RuleCase("a.@b.cd", "local"), RuleCase("a..b@c.de", "local"),
        RuleCase("@b.cd", "local"), RuleCase("\"a\"@b.cd", "local"), RuleCase("a,b@c.de", "local"),
        RuleCase("../x@y.zz", "local"), RuleCase("a(b)@c.de", "local"),
        RuleCase("a@localhost", "dot"), RuleCase("a@", "dot", "label"), RuleCase("a@b.", "label"),
        RuleCase("a@b..cd", "label"), RuleCase("a@.b", "label"), RuleCase("a@-b.cd", "host"),
        RuleCase("a@b-.cd", "host"), RuleCase("a@b_c.de", "host"), RuleCase("a@[127.0.0.1]", "host"),
        RuleCase("жук@b.cd", "ascii"), RuleCase("a@почта.рф", "ascii"), RuleCase("\u{212A}@b.cd", "ascii"),
        RuleCase("a b@c.de", "space"), RuleCase("a@b@c.de", "at"), RuleCase("ab.cd", "at"),
        RuleCase("a..b@c", "local", "dot"), RuleCase("", "required"), RuleCase("a\u{0}@b.cd", "control"),
        RuleCase("é,@b_c", "ascii", "local", "dot", "host"), RuleCase("a@b.cd\u{85}", "control"),
        RuleCase("a\u{A0}b@c.de", "space"),
    ])
    func `a registry's email is ASCII within the sizes and characters of RFC 5321`(row: RuleCase) {
        for policy in [Policy.albums, .authorisation] {
            #expect(policy.brokenRules(by: row.value, for: .email) == row.broken)
        }
    }

    static func addressOfBytes(_ count: Int) -> String {
        let local = String(repeating: "a", count: 60)
        let label = String(repeating: "b", count: 60)
        let rest = count - 60 - 1 - 3 * 61
        let tail = rest > 0 ? [String(repeating: "c", count: rest)] : []
        let host = ([label, label, label] + tail).joined(separator: ".")
        return tail.isEmpty ? String("\(local)@\(host)".prefix(count)) : "\(local)@\(host)"
    }

    @Test func `the bound of an encoded file name counts each escaped byte three times`() {
        let local = String(repeating: "!", count: 61)
        let host = String(repeating: "b", count: 52) + ".cd"
        #expect(EmailAddress.fileName(of: "\(local)@\(host)")?.utf8.count == 239)
        #expect(Policy.albums.brokenRules(by: "\(local)@b\(host)", for: .email) == [])
        #expect(Policy.albums.brokenRules(by: "\(local)@bb\(host)", for: .email) == ["length"])
        #expect(EmailAddress.fileName(of: "\(local)@bb\(host)") == nil)
    }

    @Test(arguments: [
        ("Ann@Example.ORG", "ann@example.org"), ("a/b@c.de", "a%2Fb@c.de"), ("../x@y.zz", "..%2Fx@y.zz"),
        ("a%2f@b.cd", "a%252f@b.cd"), ("é@b.cd", "%C3%A9@b.cd"), ("\u{212A}@b.cd", "%E2%84%AA@b.cd"),
        ("a\u{0}\n@b", "a%00%0A@b"), ("a.b_c+d-9@e", "a.b_c+d-9@e"), ("~'*@b.cd", "%7E%27%2A@b.cd"),
    ])
    func `a file name is the lowercased email, other bytes percent-encoded`(email: String, name: String) {
        #expect(EmailAddress.fileName(of: email) == name)
    }

    @Test func `an empty email has no file name`() {
        #expect(EmailAddress.fileName(of: "") == nil)
    }

    @Test func `emails compare without case and by scalars`() {
        #expect(EmailAddress.matches("Ann@Example.org", "aNN@example.ORG"))
        #expect(!EmailAddress.matches("Жук@Почта.рф", "жук@почта.РФ"))
        #expect(!EmailAddress.matches("kate@b.cd", "\u{212A}ate@b.cd"))
        #expect(!EmailAddress.matches("\u{E9}@b.cd", "e\u{301}@b.cd"))
        #expect(!EmailAddress.matches("a@b.cd", "a@b.ce"))
    }
}

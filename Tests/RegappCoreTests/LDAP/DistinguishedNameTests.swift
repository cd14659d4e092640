import Testing

@testable import RegappCore

@Suite struct `Names of entries` {
    static let base = DistinguishedName("ou=people,dc=example,dc=org")

    @Test(arguments: [
        "ou=people,dc=example,dc=org", "OU=People, DC = example ,dc=ORG", "ou=p\\65ople;dc=example;dc=org",
        " organizationalUnitName=people,domainComponent=example,dc=org",
        "ou=\\70eople\\ ,dc=exam\\70le,dc=org ",
    ])
    func `names are equal whatever their escapes, case and spaces`(text: String) {
        #expect(DistinguishedName(text) == Self.base)
    }

    @Test(arguments: [
        "", "dc=example,dc=org", "ou=people,dc=org,dc=example", "ou=people+cn=x,dc=example,dc=org",
        "cn=people,dc=example,dc=org", "ou=peo ple,dc=example,dc=org",
    ])
    func `names that differ in a part are not equal`(text: String) throws {
        let name = try #require(DistinguishedName(text))
        #expect(name != Self.base)
    }

    @Test(arguments: [
        "people", "ou=a,", ",", "=x", "ou=a\\", "ou=a\\q", "ou=a\\4", "ou=a\\4g", "o u=a", "ou=\"a\"",
        "ou=a\0", "ou=a,,dc=b", "é=a",
    ])
    func `a text that is no distinguished name is refused`(text: String) {
        #expect(DistinguishedName(text) == nil)
    }

    @Test func `parts of several attributes are equal in any order`() {
        #expect(DistinguishedName("cn=a+mail=b") == DistinguishedName("MAIL=b+cn=A"))
        #expect(DistinguishedName("cn=a+mail=b")?.email() == nil)
    }

    @Test func `every special character comes back`() throws {
        let base = try #require(DistinguishedName("ou=a\\2Cb\\20"))
        for value in ["#a=b@c.de", " a ", "\\\"+,;<>=#", "é\u{1F600}", "a  b", "\0", "a\nb", "\\2C", ""] {
            let name = base.child("mail", value)
            let read = try #require(DistinguishedName(name.description))
            #expect(read.email().map { Array($0.utf8) } == Array(value.utf8))
            #expect(read.depth(below: base) == 1 && read == name)
        }
        #expect(base.child("mail", "#a, ").description == "mail=\\#a\\,\\ ,ou=a\\,b\\ ")
    }

    @Test func `bytes that are no text name no entry`() throws {
        #expect(DistinguishedName("mail=\\ff\\FE")?.email() == "#fffe")
    }
}

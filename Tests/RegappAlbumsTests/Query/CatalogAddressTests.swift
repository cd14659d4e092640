import Testing

@testable import RegappAlbums

struct CatalogAddressTests {
    @Test(arguments: [
        ("https://mirror.example", "https://mirror.example"),
        ("HTTPS://Mirror.Example:443/", "https://mirror.example"),
        ("https://mirror.example:8443/itunes/", "https://mirror.example:8443/itunes"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("http://127.4.5.6/a/b//", "http://127.4.5.6/a/b"),
        ("http://localhost:80", "http://localhost"),
    ])
    func `a catalogue's address is accepted in one form`(text: String, form: String) throws {
        #expect(try CatalogAddress(text).text == form)
    }

    @Test(
        arguments: [
            ("", "not of the form"), ("itunes.apple.com", "not of the form"), ("https://", "not of the form"),
            ("https:///x", "not of the form"), ("ftp://127.0.0.1", "'ftp' is neither"),
            ("file:///etc", "not of the form"),
            ("http://mirror.example", "not for 'mirror.example'"),
            ("http://128.0.0.1", "not for '128.0.0.1'"),
            ("http://127.0.0.1.evil.example", "not for '127.0.0.1.evil.example'"),
            ("http://127.0.0.256", "not for '127.0.0.256'"),
            ("http://127.1", "not for '127.1'"),
            ("http://127.0.0.01", "not for '127.0.0.01'"), ("http://[::1]:9/x", "IPv6"),
            ("https://[2001:db8::1]/", "IPv6"), ("https://user:secret@mirror.example", "user or password"),
            ("http://127.0.0.1@evil.example", "user or password"),
            ("https://mirror.example/?a=b", "not of the form"),
            ("https://mirror.example/#f", "not of the form"), ("https://mirror.example#", "not of the form"),
            ("https://mirror.example:0", "not of the form"),
            ("https://mirror.example:65536", "not of the form"),
            ("https://mirror.example:8x", "not of the form"),
            ("https://mirror.example\\@evil", "not of the form"),
            ("https://mir ror", "not of the form"), ("https://зеркало", "not of the form"),
            ("https://[::1", "not of the form"),
            ("https://a%00b", "not of the form"), ("https://x:\u{0}1", "not of the form"),
        ])
    func `an unsafe address is refused with the reason`(text: String, reason: String) {
        let error = #expect(throws: CatalogAddress.ParseError.self) { try CatalogAddress(text) }
        #expect(error?.reason.contains(reason) == true)
    }

    @Test(arguments: [
        (
            "https://is1-ssl.mzstatic.com/a/b.jpg/100x100bb.jpg",
            "https://is1-ssl.mzstatic.com/a/b.jpg/16x16bb.png"
        ),
        ("https://x/100x100bb-85.jpg", "https://x/16x16bb.png"),
        ("https://x/100x100-75.jpg", "https://x/16x16bb.png"),
        ("https://x/60x60bb.png", "https://x/16x16bb.png"),
        ("https://x/600x600bb.webp", "https://x/16x16bb.png"),
        ("https://x/cover.jpg", "https://x/cover.jpg"), ("https://x/100x.jpg", "https://x/100x.jpg"),
        ("https://x/100x100bb.gif", "https://x/100x100bb.gif"), ("https://x/axb.jpg", "https://x/axb.jpg"),
        ("https://x/100x100bb-.jpg", "https://x/100x100bb-.jpg"), ("https://x/", "https://x/"), ("", ""),
        ("https://x/1234567x1bb.jpg", "https://x/1234567x1bb.jpg"), ("no slash", "no slash"),
    ])
    func `a cover's address gets a size where its form is known`(address: String, variant: String) {
        #expect(CatalogAddress.artwork(address, size: 16) == variant)
    }

    @Test(arguments: [
        ("https://is1-ssl.mzstatic.com/a", true), ("https://a.b.mzstatic.com:443/a", true),
        ("https://IS1-SSL.MZSTATIC.COM/a", true), ("http://is1-ssl.mzstatic.com/a", false),
        ("https://mzstatic.com/a", false), ("https://evilmzstatic.com/a", false),
        ("https://mzstatic.com.evil.example/a", false), ("https://u@a.mzstatic.com/a", false),
        ("https://a.mzstatic.com:8443/a", false), ("https://a.mzstatic.com\\.evil.example/", false),
        ("file:///etc/passwd", false), ("https://itunes.apple.com/a", false), ("", false),
        ("http://127.0.0.1:8080/a", false),
    ])
    func `covers come from Apple's picture hosts alone`(address: String, isPermitted: Bool) {
        #expect(CatalogAddress.apple.permitsCover(at: address) == isPermitted)
    }

    @Test(arguments: [
        ("http://127.0.0.1:8080/a", true), ("http://127.0.0.1:8081/a", false),
        ("https://127.0.0.1:8080/a", false), ("http://127.0.0.1/a", false),
        ("http://u:p@127.0.0.1:8080/a", false), ("http://localhost:8080/a", false),
        ("https://is1-ssl.mzstatic.com/a", true),
    ])
    func `another catalogue may serve covers itself`(address: String, isPermitted: Bool) throws {
        #expect(try CatalogAddress("http://127.0.0.1:8080/mirror").permitsCover(at: address) == isPermitted)
    }

    @Test(arguments: [
        ("https://itunes.apple.com/else?a=b", "https://itunes.apple.com/else?a=b"),
        ("/else", "https://itunes.apple.com/else"), ("else?a", "https://itunes.apple.com/v1/else?a"),
        // curl removes the dots.
        ("../else", "https://itunes.apple.com/v1/../else"), ("/a b", "https://itunes.apple.com/a%20b"),
        ("HTTPS://ITUNES.APPLE.COM/else", "https://ITUNES.APPLE.COM/else"),
        ("//itunes.apple.com/else", "https://itunes.apple.com/else"),
    ])
    func `a redirect on the same host is followed`(location: String, target: String) throws {
        #expect(
            try RedirectRule.target(of: location, from: "https://itunes.apple.com/v1/search?term=x") == target
        )
    }

    @Test(
        arguments: [
            ("https://evil.example/", "to 'evil.example'"),
            ("//evil.example/", "to 'evil.example'"),
            ("http://itunes.apple.com/", "out of HTTPS"),
            ("https://itunes.apple.com:8443/", "to 'itunes.apple.com:8443'"),
            ("https://u@itunes.apple.com/", "to an address that cannot be read"),
            ("", "to an address that cannot be read"),
            ("https://itunes.apple.com\\@evil.example/", "to an address that cannot be read"),
        ])
    func `any other redirect is refused with the reason`(location: String, reason: String) {
        let error = failure(try RedirectRule.target(of: location, from: "https://itunes.apple.com/search"))
        #expect(error == .redirected(reason))
    }

    @Test func `a redirect without a target is refused`() {
        let error = failure(try RedirectRule.target(of: nil, from: "https://itunes.apple.com/search"))
        #expect(error == .redirected("to an address that cannot be read"))
    }

    @Test func `a path on an IPv6 host keeps its brackets and must be HTTPS`() throws {
        #expect(try RedirectRule.target(of: "/b", from: "https://[::1]:9/a") == "https://[::1]:9/b")
    }
}

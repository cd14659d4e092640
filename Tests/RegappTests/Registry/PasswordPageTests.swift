import Foundation
import RegappTestSupport
import RegappValues
import Testing

@testable import regapp

/// `accounts change-password --protocol http`, the page on which people choose their passwords.
@Suite struct PasswordPageTests {
    private let session: RegistrySession
    private static let address = "https://x.example/password"
    /// Where the guide has what may be copied.
    private static let guide = "Sources/regapp/Guide.docc/PasswordPage"

    init() throws {
        session = try RegistrySession(
            policy: #"{"policy":"service","hash":"bcrypt","hashCost":4}"#, of: "ann@x.example")
        try session.put("leo@x.example", "Leo", hash: "!" + RegistrySession.hash)
        try session.put("new@x.example", "New")
        try session.put("old@x.example", "Old", hash: RegistrySession.hash, more: #""expires": "2020-01-01""#)
        try session.put(
            "mia@x.example", "Mia", hash: RegistrySession.hash, more: #""mustChange": "2020-01-01""#)
    }

    private func ask(_ request: String, _ options: String...) throws -> PageAnswer {
        try ask(Array(request.utf8), options)
    }

    private func ask(_ request: [UInt8], _ options: [String]) throws -> PageAnswer {
        let words = ["accounts", "change-password", "--protocol", "http"]
        return PageAnswer(try session.run(words + options, input: .bytes(request)))
    }

    private static func post(_ body: String, _ fields: String = "", type: String? = nil) -> String {
        "POST /password HTTP/1.1\r\nHost: x.example\r\n"
            + "Content-Type: \(type ?? "application/x-www-form-urlencoded")\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    private static func get(_ query: String = "", method: String = "GET") -> String {
        "\(method) /password\(query) HTTP/1.1\r\nHost: x.example\r\n\r\n"
    }

    private func change(
        _ email: String, _ old: String, to new: String = "rainy+day+9", again: String? = nil
    ) throws -> PageAnswer {
        try ask(Self.post("email=\(email)&password=\(old)&new=\(new)&again=\(again ?? new)"))
    }

    @Test func `the page asks for the current password and lists the rules of the policy`() throws {
        let page = try ask(Self.get())
        #expect(page.status == 200 && page.exit == 0, "\(page)")
        for text in [
            #"<html lang="en">"#, #"autocomplete="username""#, #"autocomplete="current-password""#,
            #"autocomplete="new-password""#, "<li>at least 8 characters</li>",
            "<li>neither your email nor the part before its @</li>",
        ] {
            #expect(page.body.contains(text), "\(text)")
        }
        for text in ["<script", "http:", "https:", "url(", "{{", "class=\"wrong\"", "autofocus", "forgot my"]
        {
            #expect(!page.body.contains(text), "\(text)")
        }
        #expect(page.body.contains("<li>at least 8 characters</li>"))
        let header = try #require(page.head["Content-Security-Policy"])
        #expect(
            header.hasPrefix("default-src 'none'; style-src 'sha256-")
                && header.contains("; form-action 'self'; ") && header.hasSuffix("frame-ancestors 'none'"))
        #expect(page.head["Cache-Control"] == "no-store" && page.head["Referrer-Policy"] == "no-referrer")
        #expect(page.head["X-Content-Type-Options"] == "nosniff" && page.head["Set-Cookie"] == nil)
        let head = try ask(Self.get(method: "HEAD"))
        #expect(head.head == page.head && head.body.isEmpty)
    }

    @Test(arguments: ["ann@x.example", "ANN@x.example", "mia@x.example", "+ann%40x.example+"])
    func `the current password changes it, even if it has ended`(email: String) throws {
        let page = try change(email, "password1")
        #expect(page.status == 200 && page.body.contains("Password changed for "), "\(page)")
        let owner = email.contains("mia") ? "mia@x.example" : "ann@x.example"
        #expect(try session.verify("rainy day 9", of: owner).status == 0)
        #expect(session.text(of: "mia")?.contains("mustChange") == (owner != "mia@x.example"))
    }

    @Test func `a name without an @ gets the domain of the page`() throws {
        let body = "email=ann&password=password1&new=rainy+day+9&again=rainy+day+9"
        #expect(try ask(Self.post(body)).status == 403)
        #expect(try ask(Self.post(body), "--domain", "x.example", "--log").status == 200)
        #expect(try session.verify("rainy day 9").status == 0)
    }

    @Test func `every refusal has the same bytes, and changes nothing`() throws {
        let before = session.home.tree()
        let refused = try change("ann@x.example", "password2")
        #expect(refused.status == 403 && refused.exit == 77)
        #expect(refused.body.contains("<title>Error: ") && refused.body.contains(#"role="alert""#))
        for (email, old) in [
            ("bob@x.example", "password1"), ("leo@x.example", "password1"), ("old@x.example", "password1"),
            ("new@x.example", ""), ("", ""), ("%3Cscript%3E", "%00"), ("..%2Fpolicy", "x"),
            ("ann@x.example", ""), ("ann@x.example", "password1%00"),
        ] {
            // Nothing of the new password is judged before the old one.
            for new in ["rainy+day+9", "x"] {
                let answer = try change(email, old, to: new)
                #expect(answer == refused, "\(email): \(answer)")
            }
        }
        let cookie = Self.post(
            "email=bob@x.example&password=x&new=x&again=y", "Cookie: a=b\r\nAccept-Language: de\r\n")
        #expect(try ask(cookie) == refused)
        #expect(session.home.tree() == before)
    }

    @Test(arguments: [
        ("x", "x", ["✗ at least 8 characters"]), ("", "", ["✗ a new password"]),
        ("ann", "ann", ["✗ at least 8 characters", "✗ neither your email"]),
        ("password1", "password1", ["This is your current password"]),
        ("rainy+day+9", "rainy+day+8", ["The two new passwords differ."]),
        ("rainy%09day+9", "rainy%09day+9", ["✗ no control characters"]),
        ("rainy+day+9%E2%80%8B", "rainy+day+9%E2%80%8B", ["✗ no invisible characters"]),
        (
            String(repeating: "%C3%A9", count: 40), String(repeating: "%C3%A9", count: 40),
            ["at most 72 bytes"]
        ),
        ("x", "y", ["✗ at least 8 characters", "The two new passwords differ."]),
    ])
    func `every broken rule is told beside its field`(new: String, again: String, words: [String]) throws {
        let before = session.home.tree()
        let page = try change("ann@x.example", "password1", to: new, again: again)
        #expect(page.status == 400, "\(page)")
        for text in words { #expect(page.body.contains(text), "\(text)") }
        let isNew = words != ["The two new passwords differ."]
        #expect(page.body.contains(#"aria-invalid="true"\#(isNew ? " autofocus" : "")"#))
        #expect(page.body.split(separator: " autofocus").count == 2)
        #expect(page.body.contains(#"value="ann@x.example""#) && !page.body.contains("password1"))
        #expect(session.home.tree() == before)
    }

    @Test func `what is no form of this page is answered, and changes nothing`() throws {
        let before = session.home.tree()
        let body = "email=ann@x.example&password=password1&new=rainy+day+9&again=rainy+day+9"
        let head = "POST / HTTP/1.1\r\nHost: x.example\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        let length = "Content-Length: \(body.utf8.count)\r\n"
        for (request, status) in [
            (Self.get(method: "PUT"), 405), (Self.get(method: "OPTIONS"), 405), ("GET /\r\n\r\n", 400),
            (Self.post(body, type: "text/plain"), 415), (Self.post(body, type: "multipart/form-data"), 415),
            (Self.post(body + "&new=rainy+day+8"), 400), (Self.post(body + "%"), 400),
            (Self.post(body + "%f"), 400), (Self.post(body + "%gg"), 400), (Self.post(body + "%ff"), 400),
            (Self.post(String(repeating: "x", count: 16_385)), 413),
            (head + "\r\n" + body, 411), (head + length + length + "\r\n" + body, 400),
            (head + "Content-Length: +10\r\n\r\n" + body, 400),
            (head + "Content-Length: \r\n\r\n" + body, 400),
            (head + "Content-Length: 99999999999999999999\r\n\r\n" + body, 413),
            (head + "Content-Length: \(body.utf8.count + 1)\r\n\r\n" + body, 400),
            (head + "Transfer-Encoding: chunked\r\n\r\n4a\r\n\(body)\r\n0\r\n\r\n", 411),
            (head + length + "Transfer-Encoding: chunked\r\n\r\n" + body, 400),
            (head + length + "Expect: 200-ok\r\n\r\n" + body, 417),
            (Self.post(body, "Sec-Fetch-Site: cross-site\r\n"), 403),
            (Self.post(body, "Sec-Fetch-Site: same-site\r\n"), 403),
            (Self.post(body, "Origin: https://evil.example\r\n"), 403),
            (Self.post(body, "Origin: https://x.example.evil.example\r\n"), 403),
            (Self.post(body, "Origin: https://x.example:8443\r\nX-Forwarded-Host: x.example:443\r\n"), 403),
        ] {
            let answer = try ask(request)
            #expect(answer.status == status, "\(request): \(answer)")
        }
        #expect(session.home.tree() == before)
        for fields in [
            "Sec-Fetch-Site: same-origin\r\nOrigin: null\r\n", "Origin: https://X.example\r\n",
            "Origin: https://x.example:8443\r\n", "Expect: 100-continue\r\n",
        ] {
            try session.put("ann@x.example", hash: RegistrySession.hash)
            let answer = try ask(Self.post(body, fields))
            #expect(answer.status == (fields.hasPrefix("Expect") ? 100 : 200), "\(fields): \(answer)")
            #expect(try session.verify("rainy day 9").status == 0)
        }
    }

    @Test(OwnLog.needsMounts)
    func `on a full disk, and while another process writes, the page says to try again`() throws {
        let script = try session.file(
            "script",
            """
            cp -a documents kept
            mount -t tmpfs -o size=200k,mode=700 none documents
            cp -a kept/. documents
            asks() { "$REGAPP" accounts change-password --protocol http <request | grep -E '^(HTTP|Retry)' | tr -d '\\r'; }
            dd if=/dev/zero of=documents/filler bs=4k 2>/dev/null || true
            asks
            rm documents/filler
            exec 9<documents/.lock
            flock 9
            asks
            exec 9<&-
            printf 'ann@x.example\\npassword1\\n' | "$REGAPP" accounts verify --protocol external
            asks
            """)
        _ = try session.file(
            "request", Self.post("email=ann@x.example&password=password1&new=rainy+day+9&again=rainy+day+9"))
        let again = "HTTP/1.1 503 Service Unavailable\nRetry-After: 1\n"
        let answer = try session.shell("unshare -m sh -e \(script)")
        #expect(answer.out == again + again + "HTTP/1.1 200 OK\n", "\(answer)")
    }

    @Test func `rules that cannot be accepted are 500`() throws {
        try session.home.write("policy.json", "{")
        #expect(try ask(Self.get()).status == 500)
        #expect(try change("ann@x.example", "password1").status == 500)
        try session.home.write("policy.json", #"{"policy":"profile"}"#)
        #expect(try ask(Self.get()).status == 500)
    }

    @Test(arguments: [
        ("{{nonsense}}", "1: {{nonsense}} is not a place here"), ("\n{{#form}}", "2: {{#form}} has no end"),
        ("{{/form}}", "1: {{/form}} ends no block"), ("\n\n{{email", "3: '{{' has no '}}'"),
        ("{{number}}", "1: {{number}} is not a place here"), ("", "{{token}} is missing"),
        ("{{email}}", "{{#rule-length}} is missing"),
    ])
    func `a page with a wrong or missing place is refused at the start`(text: String, error: String) throws {
        let file = try session.file("page.html", text)
        let answer = try session(
            "accounts change-password --protocol http --page", file, input: .text(Self.get()))
        #expect(answer.status == 65 && answer.out.isEmpty && answer.err.contains(error), "\(answer)")
        #expect(answer.err.hasPrefix("regapp: error: ~/page.html:"))
    }

    @Test func `help prints the page, which may be changed`() throws {
        let page = try session("help page").out
        let file = try session.file(
            "page.html", page.replacing("at least {{number}} c", with: "mindestens {{number}} Z"))
        #expect(try ask(Self.get(), "--page", file).body.contains("<li>mindestens 8 Zharacters</li>"))
    }

    @Test func `the guide has the page in German, all of it`() throws {
        let texts = [try session("help page").out, try Repository.text("\(Self.guide)/german.html")]
        let file = try session.file("page.html", texts[1])
        let page = try ask(Array(Self.get().utf8), ["--page", file])
        #expect(page.body.contains(#"<html lang="de">"#) && page.body.contains("mindestens 8 Zeichen"))
        let words = texts.map { text in
            Set(text.matches(of: />([^<>{}\n]{9,})</).map { String($0.output.1) })
        }
        #expect(words[0].isDisjoint(with: words[1]))
    }

    // MARK: Links

    private struct Link {
        let email: String
        let token: String
    }

    private func link(_ email: String = "ann@x.example", _ options: String...) throws -> Link {
        let answer = try session.run(["accounts", "password", email, "--link", Self.address] + options)
        let parts = answer.out.split(separator: "&token=")
        let token = try #require(parts.last).filter { $0 != "\n" }
        #expect(answer.out == "\(email)\t\(Self.address)?email=\(email)&token=\(token)\n", "\(answer)")
        #expect(token.count == 32)
        return Link(email: email, token: token)
    }

    private func use(_ link: Link, _ new: String = "rainy+day+9") throws
        -> PageAnswer
    {
        try ask(Self.post("email=\(link.email)&token=\(link.token)&new=\(new)&again=\(new)"))
    }

    @Test func `where nothing can be read, neither a password nor a link is called wrong`() throws {
        let link = try link()
        _ = try session.shell("mv documents/accounts documents/gone; : >documents/accounts")
        #expect(try change("ann@x.example", "password1").status == 503)
        let page = try ask(Self.get("?email=\(link.email)&token=\(link.token)"))
        #expect(page.status == 503, "\(page)")
        let used = try use(link)
        #expect(used.status == 503 && used.body.contains(#"value="\#(link.token)""#), "\(used)")
        let typed = try session(
            "accounts change-password --", link.email, input: .text("password1\nrainy day 9\nrainy day 9\n"))
        #expect(typed.status == 74 && !typed.err.contains("wrong"), "\(typed)")
        _ = try session.shell("rm documents/accounts; mv documents/gone documents/accounts")
        #expect(try use(link).status == 200)
    }

    @Test func `by a link nobody keeps the password that must be changed`() throws {
        let link = try link("mia@x.example")
        #expect(try session.verify("password1", of: link.email).status == 77)
        let kept = try use(link, "password1")
        #expect(kept.status == 400 && kept.body.contains("This is your current password"), "\(kept)")
        #expect(try use(link).status == 200)
        #expect(try session.verify("rainy day 9", of: link.email).status == 0)
    }

    @Test func `a link asks for the new password alone, and works once`() throws {
        let link = try link("mia@x.example")
        #expect(session.text(of: "mia")?.contains(link.token) == false)
        #expect(try session.verify("password1").status == 0)
        let page = try ask(Self.get("?email=\(link.email)&token=\(link.token)"))
        #expect(page.status == 200 && page.body.contains(#"value="\#(link.token)""#))
        #expect(page.body.contains(#"value="mia@x.example""#) && !page.body.contains("current-password"))
        #expect(try use(link, "x").status == 400)
        let before = try #require(session.text(of: "mia"))
        #expect(try use(link).status == 200)
        #expect(try session.verify("rainy day 9", of: link.email).status == 0)
        let after = try #require(session.text(of: "mia"))
        #expect(
            before.contains("passwordLink") && !after.contains("passwordLink")
                && !after.contains("mustChange"))
        let history = try session("history").out.split(separator: "\n")
        #expect(history.first?.contains("\tlink as ") == true, "\(history)")
        let gone = try use(link)
        #expect(gone.status == 410 && gone.body.contains("This link no longer works"))
        // Undoing brings the old password back, and not the link. It is another person's change.
        #expect(try session("undo").says(65, "is by link as", "'regapp undo"))
        #expect(try session("undo --yes").status == 0)
        #expect(try session.verify("rainy day 9", of: link.email).status == 77)
        #expect(session.text(of: "mia")?.contains("passwordLink") == false)
        #expect(session.text(of: "mia")?.contains("mustChange") == true)
    }

    @Test(arguments: [
        ["accounts lock mia@x.example", "accounts unlock mia@x.example"],
        ["accounts lock mia@x.example", "undo"], ["undo --yes", "redo"],
        [
            "accounts edit mia@x.example --expires 2020-01-01",
            "accounts edit mia@x.example --expires never",
        ],
    ])
    func `a link that has ended never works again`(lines: [String]) throws {
        let link = try link("mia@x.example", "--must-change")
        for line in lines { #expect(try session(line).status == 0, "\(line)") }
        #expect(try ask(Self.get("?email=\(link.email)&token=\(link.token)")).status == 410)
        #expect(session.text(of: "mia")?.contains("passwordLink") == false)
    }

    /// Rows: lines of an import or texts of an editor, and what makes the account usable again.
    @Test(arguments: [
        ("email,lockedUntil\nmia@x.example,2199-01-01\n", "accounts unlock mia@x.example"),
        ("email,passwordHash\nmia@x.example,!\(RegistrySession.hash)\n", "accounts unlock mia@x.example"),
        ("email,expires\nmia@x.example,2020-01-01\n", "undo --yes"),
        ("email,firstName\nmia@x.example,Mia\n", nil),
    ])
    func `a link ends by whatever door a lock or an expiry comes`(table: String, back: String?) throws {
        let link = try link("mia@x.example")
        let file = try session.file("table.csv", table)
        #expect(try session("accounts import \(file) --update --yes").status == 0)
        if let back { #expect(try session(back).status == 0) }
        let page = try ask(Self.get("?email=\(link.email)&token=\(link.token)"))
        #expect(page.status == (back == nil ? 200 : 410))
    }

    @Test func `a link ends with a password by hand that an import hashes`() throws {
        let link = try link("mia@x.example")
        let text = try #require(session.text(of: "mia"))
        try session.home.write(
            "accounts/mia@x.example.json",
            text.replacing("{\n", with: "{\n  \"password\": \"rainy-day-9\",\n"))
        let file = try session.file("mia.csv", "email,password\nmia@x.example,rainy-day-9\n")
        #expect(try session("accounts import \(file) --update").status == 0)
        #expect(try ask(Self.get("?email=\(link.email)&token=\(link.token)")).status == 410)
    }

    @Test func `a link that went to another email ends`() throws {
        let link = try link("mia@x.example")
        #expect(try session("accounts edit mia@x.example --email amy@x.example").status == 0)
        #expect(try use(Link(email: "amy@x.example", token: link.token)).status == 410)
        #expect(try session("undo").status == 0)
        #expect(try use(link).status == 410)
    }

    @Test func `whoever makes a link for a locked account is told that it does not work`() throws {
        let made = try session.run(["accounts", "password", "leo@x.example", "--link", Self.address])
        #expect(made.status == 0 && made.err.contains("leo@x.example is locked, so its link does not work"))
    }

    @Test func `links that do not work are all alike`() throws {
        let replaced = try link()
        let good = try link()
        let locked = try link("leo@x.example")
        let ended = try link("new@x.example")
        let text = try #require(session.text(of: "new"))
        let year = try #require(text.firstRange(of: #""passwordLink": ""#)).upperBound
        try session.home.write(
            "accounts/new@x.example.json", text[..<year] + "2020" + text[text.index(year, offsetBy: 4)...])
        let before = session.home.tree()
        let gone = try use(replaced)
        #expect(gone.status == 410)
        for link in [
            locked, ended, Link(email: "ann@x.example", token: String(good.token.dropLast())),
            Link(email: "ann@x.example", token: ""),
            Link(email: "old@x.example", token: good.token), Link(email: "bob@x.example", token: good.token),
            Link(email: "", token: ""),
            Link(email: "ann@x.example", token: good.token.uppercased()),
            Link(email: "ann@x.example", token: "%00"),
        ] where link.token != good.token || link.email != good.email {
            #expect(try use(link) == gone, "\(link)")
            #expect(try ask(Self.get("?email=\(link.email)&token=\(link.token)")) == gone, "\(link)")
        }
        #expect(session.home.tree() == before)
        #expect(try use(good).status == 200)
    }

    @Test func `of two posts with one link one wins`() throws {
        let link = try link()
        let body = { (number: Int) -> String in
            "email=\(link.email)&token=\(link.token)&new=rainy+day+\(number)&again=rainy+day+\(number)"
        }
        for number in 1...8 { _ = try session.file("post\(number)", Self.post(body(number))) }
        let script = """
            for number in 1 2 3 4 5 6 7 8; do
                "$REGAPP" accounts change-password --protocol http <post$number >answer$number &
            done
            wait
            cat answer* | grep -o '^HTTP/1.1 ...' | sort | uniq -c | sed 's/^ *//'
            """
        #expect(try session.shell(script).out == "1 HTTP/1.1 200\n7 HTTP/1.1 410\n")
    }

    @Test func `a link is neither shown nor exported, and its undo takes it away`() throws {
        let before = try #require(session.text(of: "ann"))
        _ = try link()
        let digest = try #require(session.text(of: "ann")?.split(separator: " ").last { $0.count >= 64 })
            .prefix(64)
        for line in [
            "accounts show ann@x.example --json", "accounts show ann@x.example", "accounts list --json",
            "accounts list --csv", "accounts export --format json", "accounts export --format csv --own-keys",
            "accounts export --format ldif", "history", "history 1", "history 1 --json", "check",
            "undo --show",
        ] {
            let answer = try session(line)
            #expect(!(answer.out + answer.err).contains(digest), "\(line)")
        }
        #expect(try session("accounts show ann@x.example --field passwordLink").status == 64)
        #expect(try session("accounts list --fields email,passwordLink").status == 64)
        let file = try session.file("people.csv", "email,passwordLink\nzoe@x.example,x\n")
        #expect(try session("accounts import", file).status == 65)
        #expect(try session("undo --yes").status == 0)
        #expect(session.text(of: "ann") == before)
    }

    @Test func `links are printed as letters need them`() throws {
        let answer = try session(
            "accounts password ann@x.example leo@x.example --valid 12h --csv --fields firstName,link --link",
            Self.address)
        let lines = answer.out.split(separator: "\r\n")
        #expect(
            lines.count == 3 && lines[0] == "firstName,link" && lines[1].hasPrefix("Ann,https://"),
            "\(answer)")
        #expect(answer.err.contains("2 accounts have links"))
        let json = try session("accounts password ann@x.example --json --link", Self.address)
        #expect(json.out.contains(#""links""#) && !json.out.contains("passwords"))
        for wrong in [
            "http://x.example", "https://", "ftp://x", "https://x/#y", "https://a@x", "https://x y",
        ] {
            #expect(try session("accounts password ann@x.example --link", wrong).status == 64, "\(wrong)")
        }
        #expect(try session("accounts password ann@x.example --valid 31d --link", Self.address).status == 64)
        #expect(
            try session("accounts password ann@x.example --fields password --link", Self.address).status == 64
        )
    }

    @Test func `an import prints links for people without a password`() throws {
        let file = try session.file(
            "new.csv", "email,firstName,password\neve@x.example,Eve,\nkim@x.example,Kim,password2\n")
        let words = ["accounts", "import", file]
        for wrong in [
            ["--generate-links", Self.address, "--generate"], ["--generate-links", "http://x.example"],
            ["--valid", "3d"], ["--generate-links", Self.address, "--csv", "--fields", "email,password"],
        ] {
            #expect(try session.run(words + wrong).status == 64, "\(wrong)")
        }
        let dry = try session.run(words + ["--generate-links", Self.address, "--dry-run"])
        #expect(dry.status == 0 && !dry.out.contains("token"), "\(dry)")
        let options = ["--generate-links", Self.address, "--valid", "12h", "--csv"]
        let table = try session.run(words + options + ["--fields", "firstName,email,link"])
        let rows = table.out.split(separator: "\r\n")
        #expect(rows.count == 2 && rows.first == "firstName,email,link", "\(table)")
        let link = String(rows.last?.split(separator: ",").last ?? "")
        #expect(link.hasPrefix("\(Self.address)?email=eve@x.example&token="))
        #expect(try ask(Self.get("?" + link.split(separator: "?")[1])).status == 200)
        let json = try session.run(words + ["--update", "--generate-links", Self.address, "--json"])
        #expect(json.out.contains("\"links\": []"), "\(json)")
        #expect(try session("cancel").status == 0)
        #expect(try ask(Self.get("?" + link.split(separator: "?")[1])).status == 410)
    }

    @Test func `a link by hand is judged, and one that is years away is noted`() throws {
        let digest = String(repeating: "0", count: 64)
        try session.put("ann@x.example", more: #""passwordLink": "2999-01-31T12:00:00Z \#(digest)""#)
        let noted = try session("check")
        #expect((noted.out + noted.err).contains("ann@x.example has a link"), "\(noted)")
        try session.put("ann@x.example", hash: RegistrySession.hash, more: #""passwordLink": "soon""#)
        let broken = try session("check")
        #expect(
            broken.status == 65 && (broken.out + broken.err).contains("passwordLink must be"), "\(broken)")
        // A new password repairs it.
        #expect(try session.setPassword(of: "ann@x.example", to: "rainy day 9").status == 0)
        #expect(session.text(of: "ann")?.contains("passwordLink") == false)
    }

    // MARK: Forgotten passwords

    private func forgot(_ email: String, _ program: String = "keep", _ options: String...) throws
        -> PageAnswer
    {
        let file = try session.file(
            "sendmail",
            """
            #!/bin/sh
            echo "$@" >>"\(session.home.path)/words"
            \(program == "keep" ? "cat >>\"\(session.home.path)/mail\"" : "exit 75")
            """)
        _ = try session.shell("chmod +x sendmail")
        return try ask(
            Array(Self.post("email=\(email)&forgot=yes").utf8),
            ["--forgot-mail", "--link", Self.address, "--sendmail", file] + options)
    }

    private func mail() throws -> String { try session.shell("cat mail words 2>&1; rm -f mail words").out }

    @Test func `a person who forgot the password is mailed a link, once in a quarter of an hour`() throws {
        let sent = try forgot("ANN@x.example")
        #expect(sent.status == 202 && sent.exit == 0, "\(sent)")
        let mail = try mail()
        #expect(mail.hasPrefix("To: ann@x.example\nSubject: A link for a new password\n"), "\(mail)")
        #expect(mail.hasSuffix("-t -i\n"))
        let token = try #require(mail.split(separator: "&token=").last).prefix(32)
        #expect(mail.contains("\n\(Self.address)?email=ann@x.example&token=\(token)\n"))
        // Nothing that strangers can ask for is in the history.
        #expect(try session("history").out.isEmpty)
        for email in [
            "ann@x.example", "bob@x.example", "leo@x.example", "old@x.example", "",
            "ann@x.example%0D%0ABcc:+eve@x.example", "ann@x.example,eve@x.example",
        ] {
            #expect(try forgot(email) == sent, "\(email)")
            #expect(try self.mail().contains("No such file"), "\(email)")
        }
        #expect(try use(Link(email: "ann@x.example", token: String(token))).status == 200)
    }

    @Test func `a mail that cannot be sent leaves no link, and tells nobody`() throws {
        let before = session.text(of: "ann")
        let sent = try forgot("ann@x.example")
        try session.put("ann@x.example", hash: RegistrySession.hash)
        #expect(try forgot("ann@x.example", "fail") == sent)
        #expect(session.text(of: "ann") == before)
    }

    @Test func `the guide has the text of mails in English and in German`() throws {
        #expect(try Repository.text("\(Self.guide)/english-mail.txt") == Texts.linkMail)
        let german = Repository.root.appendingPathComponent("\(Self.guide)/german-mail.txt").path
        #expect(try forgot("ann@x.example", "keep", "--mail", german).status == 202)
        #expect(try mail().contains("öffnen Sie innerhalb einer Stunde diesen Link"))
    }

    @Test func `the text of mails may be another one, but not its recipient`() throws {
        let file = try session.file(
            "mail.txt", "From: a@x.example\nSubject: Schlüssel\n\n{{link}} für {{email}}\n")
        #expect(try forgot("ann@x.example", "keep", "--mail", file).status == 202)
        let mail = try mail()
        #expect(
            mail.contains("From: a@x.example\nSubject: =?UTF-8?B?U2NobMO8c3NlbA==?=\n")
                && mail.contains(" für ann@"))
        for (text, error) in [
            ("Subject: x\nBcc: eve@x.example\n\n{{link}} {{email}}\n", "2: only From"),
            ("Subject: x\n\n{{link}}\n", "{{email}} is missing"), ("{{link}} {{email}}", "no empty line"),
            ("From: x\n\n{{link}} {{email}}", "no subject"), ("Subject: {{email}}\n\n{{link}}", "1: only"),
        ] {
            let file = try session.file("mail.txt", text)
            let answer = try session(
                "accounts change-password --protocol http --forgot-mail --link", Self.address, "--mail", file,
                input: .text(Self.get()))
            #expect(
                answer.status == 65 && answer.out.isEmpty && answer.err.contains(error), "\(text): \(answer)")
        }
    }
}

/// What the page answers.
struct PageAnswer: Equatable, CustomStringConvertible {
    let status: Int
    let head: [String: String]
    let body: String
    let exit: Int32?
    let err: String

    init(_ answer: Answer) {
        var parts = answer.out.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.isEmpty { parts = [""] }
        let lines = parts[0].split(separator: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        head = lines.dropFirst().reduce(into: [:]) { head, line in
            let field = line.split(separator: ": ", maxSplits: 1)
            head[String(field[0])] = field.count > 1 ? String(field[1]) : ""
        }
        body = parts.count > 1 ? String(parts[1]) : ""
        exit = answer.status
        err = answer.err
    }

    var description: String {
        "\(status) \(head) \(body.suffix(2_000)) exit \(String(describing: exit)) \(err)"
    }
}

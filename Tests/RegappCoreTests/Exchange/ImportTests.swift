@testable import RegappCore
import RegappStore
import RegappJSON
import Testing

@Suite struct `Reading accounts` {
    static let hash = `Writing accounts`.hash

    /// Reads a text in pieces of so many bytes; accounts as `line: values`, problems as `line! field rule: message`.
    func read(
        _ text: [UInt8], _ format: ExchangeFormat, piece: Int, _ options: ReadingOptions = ReadingOptions()
    ) throws -> [String] {
        var reader = format.reader(options)
        var accounts: [ImportedAccount] = []
        for start in stride(from: 0, to: text.count, by: piece) {
            accounts += reader.read(Array(text[start..<min(start + piece, text.count)]))
        }
        accounts += reader.finish()
        return accounts.map { account in
            switch account.result {
            case .success(let record):
                let values =
                    record.fields.map { "\($0.rawValue)=\(record[$0] ?? "")" }
                    + record.own.map { "\($0.key)=\(String(decoding: $0.value.bytes, as: UTF8.self))" }
                return "\(account.line): \(values.joined(separator: " "))"
            case .failure(let problem):
                let field = problem.field.map { "\($0.rawValue) " } ?? ""
                let message = problem.messages.joined(separator: "; ")
                return "\(account.line)! \(field)\(problem.rule ?? "-"): \(message)"
            }
        }
    }

    func check(
        _ text: [UInt8], _ format: ExchangeFormat, _ expected: [String],
        _ options: ReadingOptions = ReadingOptions()
    ) throws {
        // A large text in other pieces would show nothing more, and takes long.
        let pieces = text.count > 10_000 ? [4_093] : [1, 3, 7, max(text.count, 1)]
        for piece in pieces {
            #expect(try read(text, format, piece: piece, options) == expected)
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let text: [UInt8]
        let expected: [String]
        init(_ text: String, _ expected: String...) {
            (self.text, self.expected) = (Array(text.utf8), expected)
        }
        init(_ text: [UInt8], _ expected: String...) { (self.text, self.expected) = (text, expected) }
        var testDescription: String { String(decoding: text.prefix(60), as: UTF8.self).debugDescription }
    }

    static let limit = 2 << 20
    static let noEmail = "format: the first line must name the columns, and none of them is email"
    static let notUTF8 = "this is not UTF-8"
    static let foreign = "format: \(notUTF8)"
    static let stray = "format: a quote is only allowed around a cell, or doubled inside a quoted one"

    @Test(arguments: [
        Row("email,firstName\na@b.cd,Ann\n", "2: email=a@b.cd firstName=Ann"),
        Row("firstName,email\r\nAnn,a@b.cd\r\n,c@d.ef", "2: email=a@b.cd firstName=Ann", "3: email=c@d.ef"),
        Row("\u{FEFF}email\na@b.cd\n\n\r\nc@d.ef\n", "2: email=a@b.cd", "5: email=c@d.ef"),
        Row("\u{FEFF}\"email\",\"phone\"\n\"a@b.cd\",1\n", "2: email=a@b.cd phone=1"),
        // It may be an account without a header, even a password.
        Row([0xEF, 0xBB], "1! \(foreign)"),
        Row(Array("ann@x.example,p".utf8) + [0xE4, 0x0A], "1! \(foreign)"),
        Row(
            Array("email,".utf8) + [0xEF, 0xBB],
            "1! \(foreign); read as windows-1252 it says \"ï»\", as windows-1250 it says \"ď»\", as windows-1251 it says \"п»\", as koi8-r it says \"О╩\""
        ),
        Row("sep=;\r\nemail;phone\na@b.cd;1\n", "3: email=a@b.cd phone=1"),
        Row("sep=,\nemail\na@b.cd\n", "3: email=a@b.cd"),
        Row("SEP=;\r\nemail;phone\r\na,b@c.de;1\r\n", "3: email=a,b@c.de phone=1"),
        Row("sep=|\nemail|phone\na@b.cd|1\n", "3: email=a@b.cd phone=1"),
        Row(
            [0xFF, 0xFE] + "email;firstName\r\na@b.cd;Zoë 𝒜\r\n".utf16Bytes, "2: email=a@b.cd firstName=Zoë 𝒜"
        ),
        Row([0xFF, 0xFE] + "email\n".utf16Bytes + [0x41, 0xD8, 0x61, 0x00], "2! \(foreign)"),
        Row("\"email\",phone\n\"a@b.cd\",\"\"\n", "2: email=a@b.cd"),
        Row(" email ;first name\n  a@b.cd ; \" A \" \n\u{A0};\t\n", "2: email=a@b.cd firstName= A "),
        Row("email,lastName\na@b.cd, x \"y\"\n", "2! \(stray)"), Row("email\n\"a\" b\n", "2! \(stray)"),
        Row(
            "email,lastName\na,\"x,\"\"y\"\"\r\nz\"\nb,2\n", "2: email=a lastName=x,\"y\"\r\nz",
            "4: email=b lastName=2"),
        Row("email,lastName\na,é e\u{301}\n", "2: email=a lastName=é e\u{301}"),
        Row("email,password\na, p w \nb,\" p w \"\n", "2: email=a password=p w", "3: email=b password= p w "),
        Row(
            "email,phone,\na\nb,1,2\nc,3,,,\nd,4,,,5\n", "2: email=a",
            "3! format: cell 3 has a value, but its column has no name: name it, or empty the cell",
            "4: email=c phone=3",
            "5! format: there is a value beyond the 3 columns of the header"),
        Row("email\na\"b\n\"c\"d\nx\n", "2! \(stray)", "3! \(stray)", "4: email=x"),
        Row("email,phone\n1,\"a\nb", "2! format: a quoted cell is not closed"),
        Row("email,phone\n\n1,\"a\n\nb\n", "3! format: a quoted cell is not closed"),
        Row("email\na\rb\nc\n", "2! format: a carriage return must be followed by a line feed", "3: email=c"),
        Row(
            "email;phone\ra;1\r\rb;\"2\r3\"\rc;4;5\rd;6", "2: email=a phone=1", "4: email=b phone=2\n3",
            "6! format: there is a value beyond the 2 columns of the header", "7: email=d phone=6"),
        Row("email\na\r", "2! format: a carriage return must be followed by a line feed"),
        Row(
            Array("email,phone\na,".utf8) + [0xFF] + Array("\nb,1\n".utf8), "2! \(foreign)",
            "3: email=b phone=1"),
        Row(
            "email,salary,frstName,,\(String(repeating: "x", count: 70))\na,1\n",
            "1! format: unknown column \"salary\"",
            "1! format: unknown column \"frstName\"; did you mean \"firstName\"?",
            "1! format: unknown column \"\(String(repeating: "x", count: 64))…\""),
        Row("email,Email\na,1\n", "1! email format: more than one column maps to email"),
        Row("email,phone,Mobile\na,1,2\n", "1! phone format: more than one column maps to phone"),
        Row("firstName\nAnn\n", "1! email \(noEmail)"),
        Row("ann@x.example,secret\n", "1! email \(noEmail)"),
        Row("", "1! email \(noEmail)"),
        Row("\n\n", "3! email \(noEmail)"),
        Row(
            "email\(String(repeating: ",x", count: 10_000))\na\n",
            "1! format: the header has more than 1000 columns"),
        Row("E-Mail;First Name\na,b;Ann\n", "2: email=a,b firstName=Ann"),
        // Excel's "CSV UTF-8" where the comma is decimal.
        Row(
            "\u{FEFF}First Name;Last Name;E-Mail;Phone\r\nAnn;Lee;a@b.cd;\r\n;;;\r\n",
            "2: email=a@b.cd firstName=Ann lastName=Lee"),
        Row("\"Last,Name\"\temail\nDoe;x\ta,b\n", "2: email=a,b lastName=Doe;x"),
        // The comma is no separator, since no column would be the email.
        Row("Last, Name;email\nDoe;a\n", "2: email=a lastName=Doe"),
        Row(
            "email,mustChange\na,TRUE\nb,False\nc,\nd,yes\n", "2: email=a mustChange=true",
            "3: email=b mustChange=", "4: email=c", "5: email=d mustChange=yes"),
        Row(
            "Email Address [Required],first_name,SURNAME,Date of birth,MOBILE-PHONE\na,B,C,D,E\n",
            "2: email=a firstName=B lastName=C birthday=D phone=E"),
        Row("email;phone\r\na;1\r\n;\r\n\"\";\n;;;\n\nb;2", "2: email=a phone=1", "7: email=b phone=2"),
        Row(Array("email,phone\n".utf16Bytes), "1! format: the file is UTF-16LE: save it as UTF-8"),
        Row([0xFF, 0xFE] + "email,phone\n".utf16Bytes),
        Row("email\n".utf16Bytes, "1! format: the file is UTF-16LE: save it as UTF-8"),
        Row("em\"ail\na\n", "1! \(stray)"), Row("email\n"), Row("email"),
        Row(
            Array("email\n".utf8) + Array(repeating: 0x61, count: limit + 1),
            "2! length: longer than \(limit) bytes"),
        Row(
            Array("email\n\"".utf8) + Array(repeating: 0x0A, count: limit + 5),
            "2! length: longer than \(limit) bytes"),
    ])
    func `csv is read by RFC 4180, every bad record with its line`(row: Row) throws {
        try check(row.text, .csv, row.expected)
    }

    @Test(arguments: [
        Row(
            "# users\n\na@b.cd:\(hash)\r\nc@d.ef:{SHA}x", "3: email=a@b.cd passwordHash=\(hash)",
            "4: email=c@d.ef passwordHash={SHA}x"),
        Row(
            "nocolon\na@b.cd:\n", "1! format: there must be a colon between email and hash", "2: email=a@b.cd"
        ),
        Row(
            [0x61, 0xC3, 0x3A, 0x0A, 0x62, 0x3A],
            "1! \(foreign); read as windows-1252 it says \"aÃ\", as windows-1250 it says \"aĂ\"",
            "2: email=b"),
        Row("\u{FEFF}a:b\n", "1: email=a passwordHash=b"), Row("\u{FEFF}"),
        Row("a:b\n".utf16Bytes, "1! format: the file is UTF-16LE: save it as UTF-8"),
        Row(":x\n", "1: email= passwordHash=x"), Row(""), Row("a:b:c", "1: email=a passwordHash=b"),
        Row(" a@b.cd:\(hash) \t\n  \n\t# users\n \t\r\n", "1: email=a@b.cd passwordHash=\(hash)"),
        Row("a@b.cd:\(hash):Ann Lee: x\n", "1: email=a@b.cd passwordHash=\(hash)"),
        Row(
            Array("a:b\n".utf8) + Array(repeating: 0x61, count: limit + 2) + Array("\nc:d\n".utf8),
            "1: email=a passwordHash=b",
            "2! length: longer than \(limit) bytes"),
        Row(Array(repeating: 0x61, count: limit + 1) + [0x0A], "1! length: longer than \(limit) bytes"),
    ])
    func `htpasswd is email and hash a line`(row: Row) throws {
        try check(row.text, .htpasswd, row.expected)
    }

    @Test(arguments: [
        Row("ann:x:1000:1000:Ann Lee:/home/ann:/bin/sh\n", "1: email=ann"),
        Row("ann::1:1:::\n", "1: email=ann"),
        Row("ann:*:20000:0:99999:7:::\n", "1: email=ann passwordHash=!"),
        Row("ann:!!:20000:0:99999:7:::\n", "1: email=ann passwordHash=!"),
        Row("ann:!*:20000::::::\n", "1: email=ann passwordHash=!"),
        Row("ann:!:20000::::::\n", "1: email=ann passwordHash=!"),
        Row("ann:!!\(hash):20000::::::\n", "1: email=ann passwordHash=!\(hash)"),
        Row("ann:!\(hash):20000::::20000::\n", "1: email=ann passwordHash=!\(hash)"),
        Row(
            "ann:*NP*:20000::::::\nbob:NP:1::::::\n", "1: email=ann passwordHash=!",
            "2: email=bob passwordHash=!"),
        Row(
            "ann:-:20000::::::\nbob:*LK*:1::::::\n", "1: email=ann passwordHash=!",
            "2: email=bob passwordHash=!"),
        Row("ann:\(hash):0:0:99999:7:::\n", "1: email=ann passwordHash=\(hash) mustChange=true"),
        Row("+::::::\n+\n+ann:x::::::\n-bob\n+@staff::::::\n-@staff\nkim:x:1:1:::\n", "7: email=kim"),
        Row(
            "+tag@b.cd:\(hash)\n-tag@b.cd:\(hash)\n", "1: email=+tag@b.cd passwordHash=\(hash)",
            "2: email=-tag@b.cd passwordHash=\(hash)"),
        Row(
            "-@b.cd:\(hash)::::::\n+@b.cd:!\(hash)\n+@b.cd:*\n-@c:x:\n",
            "1: email=-@b.cd passwordHash=\(hash)",
            "2: email=+@b.cd passwordHash=!\(hash)"),
        // master.passwd of the BSDs: class, the second of a change, and that of expiry.
        Row(
            "ann:\(hash):1:1:staff:0:1798761600:Ann Lee:/:/bin/sh\nbob:*:2:2::0:0:Bob:/:\n",
            "1: email=ann passwordHash=\(hash) expires=2026-12-31", "2: email=bob passwordHash=!"),
        // A login is refused on the day of shadow itself: 20819 is 2027-01-01.
        Row("ann:\(hash):20000:0:99999:7::20819:\n", "1: email=ann passwordHash=\(hash) expires=2026-12-31"),
        Row("ann:\(hash):20000:0:99999:7::-1:\n", "1: email=ann passwordHash=\(hash)"),
        Row(
            "ann:\(hash):20000:0:99999:7::soon:\nbob::20000:0:99999:7::99999999999:\n",
            "1! expires format: the eighth field, the day of expiry, must be a number of days since 1970-01-01",
            "2! expires format: the eighth field, the day of expiry, is after 9999-12-31: empty means never"
        ),
        Row("a@b.cd:\(hash)::::::userdb_mail=maildir:~/Maildir\n", "1: email=a@b.cd passwordHash=\(hash)"),
    ])
    func `passwd and shadow mark what is no hash, and shadow has a day of expiry`(row: Row) throws {
        try check(row.text, .passwdFile, row.expected)
    }

    @Test(arguments: [
        Row("a@b.cd:{CRYPT}\(hash)::::::\n", "1: email=a@b.cd passwordHash=\(hash)"),
        Row("a@b.cd:{CRYPT}!\(hash)::::::\n", "1: email=a@b.cd passwordHash=!\(hash)"),
        Row(
            "a@b.cd:{blf-crypt}\(hash):1000:1000::/home/a::userdb_quota=1\n",
            "1: email=a@b.cd passwordHash=\(hash)"),
        Row("a@b.cd:\(hash)\n#x\n", "1: email=a@b.cd passwordHash=\(hash)"),
        Row("a@b.cd:{PLAIN}se}cret::::::\n", "1: email=a@b.cd password=se}cret"),
        Row("a@b.cd:{cleartext}{CRYPT}x\n", "1: email=a@b.cd password={CRYPT}x"),
        Row("a@b.cd:{PLAIN.b64}c2Vj\n", "1: email=a@b.cd passwordHash={PLAIN.b64}c2Vj"),
        Row("a@b.cd:{SHA512-CRYPT}\(hash)\n", "1: email=a@b.cd passwordHash={SHA512-CRYPT}\(hash)"),
        Row("a@b.cd:::::::\nb", "1: email=a@b.cd", "2! format: there must be a colon between email and hash"),
        Row("a@b.cd:{SHA256-CRYPT}*\nc@b.cd:{crypt}x\n", "1: email=a@b.cd passwordHash=!", "2: email=c@b.cd"),
        Row(
            "a@b.cd:!{SSHA}YQ==\nc@b.cd:{SSHA}!YQ==\n", "1: email=a@b.cd passwordHash=!{SSHA}YQ==",
            "2: email=c@b.cd passwordHash=!{SSHA}YQ=="),
        Row("a@b.cd:{PLAIN}secret::::::nologin=y\n", "1: email=a@b.cd password=secret passwordHash=!"),
        Row("a@b.cd:\(hash)::::::nodelay nologin\n", "1: email=a@b.cd passwordHash=!\(hash)"),
    ])
    func `passwd-file accepts the schemes of crypt and leaves the userdb fields out`(row: Row) throws {
        try check(row.text, .passwdFile, row.expected)
    }

    static let bom = "save it as UTF-8 without BOM (in vim ':set nobomb')"
    static let array = "the file must hold an array of objects, from '[' to ']', or one object a line"
    static func end(_ line: Int) -> String {
        "the file ends too soon: a ']' is missing for the '[' of line \(line)"
    }

    @Test(arguments: [
        Row("[]"), Row(" [ ] \n"),
        Row(
            "[{\"email\":\"a\\u0040b\"},\n\n {\"phone\":\"]}\\\"\",\n\"email\":\"c\"}]", "1: email=a@b",
            "3: email=c phone=]}\""),
        Row("[{}]", "1: "),
        Row("[{\"email\": 1}]", "1! email format: \(JSONValue.Content.number("1").notAString("email"))"),
        Row("[{\n\"email\": null},{\"email\":\"x\"}]", "1: ", "2: email=x"),
        Row("[{\n\n\"name\": \"x\"}]", "3! format: unknown key \"name\""),
        Row("[{\"E-Mail\": \"x\", \"last_name\": \"y\"}]", "1: email=x lastName=y"),
        Row("[{\"email\": \"x\",\n\"E-Mail\": \"y\"}]", "2! email format: more than one key maps to email"),
        Row("[{\"email\":{\"a\":[1]}}]", "1! email format: email must be a string, not an object"),
        Row("[{\"email\":\"a\",}]", "1! format: trailing comma: remove it"),
        Row(
            "[{\"email\":\"a\",\n\"email\":\"b\"},{}]",
            "2! format: \(JSONError.Reason.duplicateKey(firstLine: 1).message)", "2: "),
        Row("[{},]", "1: ", "1! format: trailing comma: remove it"),
        Row("[{}\n,\n\n]", "1: ", "2! format: trailing comma: remove it"),
        Row("[,{}]", "1! format: a comma with nothing before it: remove it"),
        Row("[{}\n,,{}]", "1: ", "2! format: two commas in a row: remove one"),
        Row("[{}\n {}]", "1: ", "2! format: a comma is missing before this"),
        Row("[\n# x\n{}]", "2! format: comments are not part of JSON"),
        Row("[{},\n// x\n{}]", "1: ", "2! format: comments are not part of JSON"),
        Row("\u{FEFF}[{}]", "1: "),
        Row("\u{FEFF}\u{FEFF}[{}]", "1! format: the file begins with a byte order mark: \(bom)"),
        Row("[]\n[]", "2! format: nothing may come after the end: remove this"),
        Row("[\n1]", "2! format: \(array)"), Row("{}", "1: "),
        Row(
            "{\"email\":\"a\"}\n{\"email\":\n\"b\"} {\"phone\":\"}\"}\n", "1: email=a", "2: email=b",
            "3: phone=}"),
        Row(
            "{\"n\":1,\n\"users\":[{\"mail\":\"a\"}]}",
            "2! format: the accounts seem to stand in the list \"users\": save that list by itself"),
        Row("{\"email\":\"a\"},\n{}", "1: email=a", "1! format: \(array)"),
        Row(
            """
            [{"model":"auth.group","pk":1,"fields":{"name":"x"}},
            {"model":"auth.user","pk":1,"fields":{"email":"a","last_name":"B","password":""}},
            {"model":"account.emailaddress","pk":1,"fields":{"email":"a","user":1}}]
            """, "2: email=a password= lastName=B"),
        Row("[{\"email\":\"a\",\"mustChange\":\"FALSE\"}]", "1: email=a mustChange="),
        Row("[{\"mustChange\":1}]", "1! mustChange format: mustChange must be true, false or a date"),
        Row("", "1! format: \(JSONError.Reason.empty.message)"), Row("\n [{}", "2: ", "2! format: \(end(2))"),
        Row("[{\n", "2! format: the file ends too soon: a '}' is missing for the '{' of line 1"),
        Row("[{]]", "1! format: the wrong closing bracket: the '{' of line 1 needs a '}'"),
        Row(
            "[{\"email\":\"a,\n\"phone\":\"1\"},{}]",
            "1! format: the string that begins here is not closed on its line", "2: "),
        Row(
            "[{\"email\":\"a},\n{\"email\":\"b\"}]",
            "1! format: the string that begins here is not closed on its line"),
        Row(
            Array("[\n{\"email\":\"\n".utf8) + Array(repeating: 0x61, count: limit),
            "2! format: the string that begins here is not closed on its line"),
        Row(
            Array("[\n{\n\"email\":\"".utf8) + Array(repeating: 0x61, count: limit),
            "2! length: longer than \(limit) bytes"),
        Row(Array("[{\"email\":\"".utf8) + [0xFF] + Array("\"}]".utf8), "1! \(foreign)"),
    ])
    func `json is read element by element, every bad one with its line`(row: Row) throws {
        try check(row.text, .json, row.expected)
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `a stopped reader reads nothing more`(format: ExchangeFormat) throws {
        var reader = format.reader()
        let start = Array((format == .json ? "[{" : "").utf8)
        #expect(reader.read(start + Array(repeating: 0x61, count: Self.limit + 2)).count == 1)
        #expect(reader.hasStopped)
        #expect(reader.read(Array("\na:b\n".utf8)).isEmpty)
        #expect(reader.finish().isEmpty)
    }

    @Test func `records compare by scalars`() {
        #expect(([.firstName: "\u{E9}"] as AccountRecord) != ([.firstName: "e\u{301}"] as AccountRecord))
        #expect(([.firstName: "x"] as AccountRecord) != ([.lastName: "x"] as AccountRecord))
    }
}

extension String {
    /// The text in UTF-16, the low byte first.
    fileprivate var utf16Bytes: [UInt8] { utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } }
}

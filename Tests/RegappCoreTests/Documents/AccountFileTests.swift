import RegappJSON
import RegappCore
import Testing

/// A row: a file's text, and what is reported as `LINE:COLUMN: message`, all of it in the order of the text.
struct FileCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let problems: [String]

    init(_ name: String, _ text: String, _ problems: String...) {
        testDescription = name
        self.text = text
        self.problems = problems
    }
}

@Suite struct AccountFileTests {
    private static let path = "/home/ann/regapp/profile.json"

    private func problems(in bytes: [UInt8], _ policy: Policy) -> [String] {
        do throws(AccountsError) {
            _ = try AccountFile(parsing: bytes, path: Self.path, policy: policy, now: ProfileDisk.now)
            return []
        } catch {
            guard case .invalidFile(let problems) = error else { return ["\(error)"] }
            #expect(!problems.isEmpty && problems.allSatisfy { $0.path == Self.path })
            return problems.map { "\($0.position): \($0.message)" }
        }
    }

    static let profiles: [FileCase] = [
        FileCase("the least there can be", #"{"email":"abc@def.gh","password":"12345"}"#),
        FileCase(
            "all there can be, and unknown keys of any type",
            """
            {"x":{"email":1},"email":"a b@c","email ":null,
             "password":"12345","firstName":"Ann","lastName":"","birthday":"1990-12-31","phone":"9161234567","y":[]}
            """.replacing("a b@c", with: "abc@def.gh")),
        FileCase("empty", "", "1:1: the file is empty"),
        FileCase("an array", "\n []", "2:2: expected an object, from '{' to '}'"),
        FileCase("null", "null", "1:1: expected an object, from '{' to '}'"),
        FileCase(
            "nothing required", " {}", #"1:2: email is required: add "email": "…""#,
            #"1:2: password is required: add "password": "…""#),
        FileCase(
            "an empty password", "{\n  \"email\": \"abc@def.gh\",\n  \"password\": \"\"\n}",
            "3:15: password is required"),
        FileCase(
            "types",
            "{\"email\":null,\r\n\"password\":[],\r\n \"firstName\":true,\"lastName\":{},\"phone\":-1e5}",
            "1:10: email must be a string, not null", "2:12: password must be a string, not an array",
            "3:14: first name must be a string: put it in quotes",
            "3:30: last name must be a string, not an object",
            "3:41: phone must be a string: put it in quotes"),
        FileCase(
            "rules in the order of the text",
            "{\"password\": \"1234\",\n\"birthday\": \"31.12.1990\", \"email\": \"ab@de.g\"}",
            "1:14: password must have at least 5 characters", "2:13: birthday must be a date like 1990-12-31",
            "2:36: email must have at least 3 characters before the @",
            "2:36: email must have at least 3 characters between the @ and the dot",
            "2:36: email must have at least 2 characters after the dot"),
        FileCase(
            "a missing field comes first, where the object opens", "\n\n  {\"email\":\"abc@def\"}",
            #"3:3: password is required: add "password": "…""#,
            "3:12: email must have a dot after the @"),
        FileCase(
            "columns count scalars", "{\"e\u{301}é🇩🇪\":1,\"email\":\"abc@def.gh\",\"password\":\"1234\"}",
            "1:44: password must have at least 5 characters"),
        FileCase(
            "two emails", #"{"email":"abc@def.gh","password":"12345","\u0065mail":"abc@def.gh"}"#,
            "1:42: duplicate key: it is already in line 1"),
        FileCase("syntax alone", #"{"email":"x","password":1,}"#, "1:26: trailing comma: remove it"),
        FileCase(
            "a canonically equivalent key is another key",
            "{\"email\":\"abc@def.gh\",\"password\":\"12345\",\"\u{212A}\":1,\"K\":2}"),
        FileCase(
            "C0 as an escape", control(#"\u001b[2J12345"#), "1:34: password must have no control characters"),
        FileCase("DEL", control("12345\u{7F}"), "1:34: password must have no control characters"),
        FileCase("C1", control("12345\u{9B}"), "1:34: password must have no control characters"),
        FileCase("bidi", control("12345\u{202E}"), "1:34: password must have no control characters"),
        FileCase(
            "isolates as an escape", control(#"12345\u2066"#),
            "1:34: password must have no control characters"),
        FileCase(
            "a line separator", control("12345\u{2028}"), "1:34: password must have no control characters"),
        FileCase(
            "NUL as an escape", control(#"12345\u0000"#), "1:34: password must have no control characters"),
    ]

    private static func control(_ password: String) -> String {
        #"{"email":"abc@def.gh","password":""# + password + "\"}"
    }

    @Test(arguments: profiles)
    func `a profile is accepted, or all its problems come with their places`(row: FileCase) {
        #expect(problems(in: Array(row.text.utf8), .profile) == row.problems)
    }

    @Test(arguments: [
        FileCase("an email alone", #"{"email":"ann@mail.example"}"#),
        FileCase("none", "{}", #"1:1: email is required: add "email": "…""#),
        FileCase(
            "broken optional values",
            #"{"email":"ann@mail.example","birthday":"2020-01-01","registered":"now"}"#,
            "1:40: birthday must be at least 18 years ago (born on or before 2008-07-15)",
            "1:66: registration time must be a time in UTC like 2026-01-31T12:00:00Z"),
        FileCase(
            "a birthday as only people may type it",
            #"{"email":"ann@mail.example","birthday":"31.05.1990"}"#,
            "1:40: birthday must be a date like 1990-12-31"),
        FileCase(
            "a null hash", #"{"email":"ann@mail.example","passwordHash":null}"#,
            "1:44: password hash must be a string, not null"),
    ])
    func `a registered account needs its email, and valid values of what it has`(row: FileCase) {
        #expect(problems(in: Array(row.text.utf8), .albums) == row.problems)
    }

    @Test(arguments: [
        (#""locked":"since May""#, "1:29"), (#""disabledReason":"spam""#, "1:29"),
        (#""status":{"locked":true}"#, "1:39"), (#""hr":{"state":{"disabled":"yes"}}"#, "1:44"),
        (#""marks":[{"banned":true}]"#, "1:39"), (#""attributes":{"userAccountControl":"514"}"#, "1:43"),
        (#""Sperrgrund":"Beitrag""#, "1:29"), (#""blockedBy":"admin""#, "1:29"),
        (#""gesperrt":"seit Mai""#, "1:29"),
        (#""suspension":{"active":true}"#, "1:43"), (#""status":["new","locked"]"#, "1:29"),
        (#""overdue":true"#, "1:29"),
    ])
    func `a key that would keep its owner out is refused where it stands`(member: String, place: String) {
        let text = #"{"email":"ann@mail.example",\#(member)}"#
        #expect(
            problems(in: Array(text.utf8), .albums)
                == ["\(place): this key keeps nobody out: remove it"])
    }

    @Test(arguments: [
        #""locked":"no""#, #""locked":"""#, #""locked":"NULL""#, #""status":{"locked":false}"#,
        #""left":"Munich""#,
        #""status":{"since":"May"}"#, #""blockedUsers":["eve"]"#, #""team":"Disabled Students""#,
        #""notes":"was locked once""#, #""passwordReason":"forgotten""#, #""expiry":{"locked":null}"#,
        #""office":{"open":false}"#, #""tags":["locked"]"#, #""team":"locked doors""#,
    ])
    func `a key that keeps nobody out may stay`(member: String) {
        #expect(problems(in: Array(#"{"email":"ann@mail.example",\#(member)}"#.utf8), .albums) == [])
    }

    @Test func `a registered account says what it lacks`() throws {
        let bytes = Array(#"{"email":"ann@mail.example","firstName":"Ann","lastName":""}"#.utf8)
        let file = try AccountFile(parsing: bytes, path: Self.path, policy: .albums, now: ProfileDisk.now)
        #expect(file.missing == [.password, .lastName, .birthday, .phone])
        #expect(file.value(.firstName) == "Ann" && file.value(.lastName) == nil && file.value(.phone) == nil)
        #expect(file.document.bytes == bytes)
    }

    @Test func `a message never holds the value`() {
        let canary = "canary-4711\u{7F}"
        let text =
            "{\"email\":\"\(canary)\",\"password\":\"\(canary)\",\"phone\":\"\(canary)\",\"birthday\":\"\(canary)\"}"
        let found = problems(in: Array(text.utf8), .profile)
        #expect(found.count > 4 && !found.contains { $0.contains("canary") })
    }

    @Test func `cut or with a bit flipped it is refused with a place in the text or still valid`() throws {
        let bytes = ProfileDisk.file("ann@mail.example", "12345", firstName: "é")
        for index in bytes.indices {
            var damaged = [Array(bytes[..<index])]
            damaged += (0..<8).map { bit in
                var flipped = bytes
                flipped[index] ^= 1 << bit
                return flipped
            }
            for text in damaged {
                let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
                for problem in problems(in: text, .profile) {
                    let line = try #require(problem.split(separator: ":").first.flatMap { Int($0) })
                    #expect((1...lines).contains(line))
                }
            }
        }
    }
}

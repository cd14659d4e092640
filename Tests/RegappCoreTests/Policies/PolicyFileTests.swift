import RegappStore
import RegappJSON
import RegappTestSupport
import RegappCore
import Testing

@Suite struct PolicyFileTests {
    private static let path = ProfileDisk.directory + "/policy.json"

    private func read(_ text: String?) throws(AccountsError) -> PolicyFile {
        let disk = ProfileDisk()
        if let text { disk.files.put(Self.path, text) }
        return try Self.file(disk)
    }

    private static func file(_ disk: ProfileDisk) throws(AccountsError) -> PolicyFile {
        do { return try disk.store().reading { try PolicyFile($0) } } catch { throw AccountsError(error) }
    }

    @Test func `without a file the profile policy holds`() throws {
        let file = try read(nil)
        #expect(file.policy == .profile && file.document == nil)
    }

    @Test(arguments: Rules.PolicyName.allCases)
    func `a named policy holds as it is built in`(kind: Rules.PolicyName) throws {
        let file = try read("{\"policy\":\"\(kind.rawValue)\"}")
        #expect(file.policy == .builtIn(kind) && file.document != nil)
    }

    @Test func `overrides change the policy that is named, wherever they stand`() throws {
        let file = try read(
            """
            {"passwordLength": 9, "passwordLetters": 2, "passwordDigits": -0, "passwordRequires": ["digit"],
             "passwordAlphabet": "alphanumeric", "required": ["phone"], "minimumAge": 21, "phoneMask": "none",
             "loginKey": "firstName", "hash": "bcrypt", "hashCost": 7, "policy": "albums"}
            """)
        #expect(
            file.policy.name == .albums && file.policy.passwordLength == 9 && file.policy.minimumAge == 21)
        #expect(
            file.policy.required == [.email, .phone] && file.policy.hash == .bcrypt
                && file.policy.hashCost == 7)
    }

    static let broken: [FileCase] = [
        FileCase("empty", "", "1:1: \(JSONError.Reason.empty.message)"),
        FileCase("an array", "[]", "1:1: expected an object, from '{' to '}'"),
        FileCase("no policy", "\n {}", #"2:2: policy is required: add "policy": "…""#),
        FileCase(
            "a policy of another type", #"{"policy":null}"#,
            #"1:11: policy must be a string, not null: "profile", "service", "albums" or "authorisation""#),
        FileCase(
            "an unknown policy", #"{"policy":"Profile"}"#,
            #"1:11: policy must be "profile", "service", "albums" or "authorisation"; did you mean "profile"?"#
        ),
        FileCase(
            "unknown keys at the key", "{\"policy\":\"albums\",\n \"PasswordLength\":1,\n\t\"\":2}",
            #"2:2: unknown key: did you mean "passwordLength"?"#, "3:2: unknown key"),
        FileCase(
            "the same key twice", #"{"policy":"albums","policy":"albums"}"#,
            "1:20: \(JSONError.Reason.duplicateKey(firstLine: 1).message)"),
        FileCase(
            "a key with a Kelvin sign is unknown", "{\"policy\":\"albums\",\"login\u{212A}ey\":\"email\"}",
            #"1:20: unknown key: it only looks like "loginKey", type it again"#),
        FileCase(
            "numbers that are none",
            "{\"policy\":\"albums\",\"passwordLength\":1.0,\n\"minimumAge\":\"18\",\"hashCost\":1e1}",
            "1:37: passwordLength must be a whole number",
            "2:14: minimumAge must be a whole number: remove its quotes",
            "2:30: hashCost must be a whole number"),
        FileCase(
            "numbers out of range",
            "{\"policy\":\"albums\",\"passwordLength\":0,\n\"minimumAge\":99999999999999999999}",
            "1:37: passwordLength must be from 1 to 128", "2:14: minimumAge must be a whole number"),
        FileCase(
            "words in an array at the word",
            "{\"policy\":\"albums\",\n\"required\":[\"phone\", \"age\"],\"passwordRequires\":[\"digit\",\"digit\"]}",
            "2:22: required can only contain \(`Keys of policy.json`.fields)",
            "2:57: passwordRequires holds this twice"),
        FileCase(
            "a policy almost named", #"{"Policy":"albums","min_age":16,"hashing":"md5"}"#,
            #"1:2: policy is required: write this key as "policy""#,
            #"1:20: unknown key: did you mean "minimumAge"?"#, "1:33: unknown key"),
        FileCase(
            "an array of other things", #"{"policy":"albums","required":["email",1]}"#,
            "1:40: required must be an array of strings"),
        FileCase(
            "an array with null", #"{"policy":"albums","required":["email",null]}"#,
            "1:40: required must be an array of strings, without null"),
        FileCase(
            "words that are none of the key's",
            #"{"policy":"albums","phoneMask":"+1","loginKey":"phone","passwordAlphabet":"greek"}"#,
            #"1:32: phoneMask must be "international", "none" or a mask such as "+49 (***) *******": a + with "#
                + "the country code and a * for each digit, 7 to 15 in all, with spaces, brackets and hyphens between them",
            #"1:48: loginKey must be "email", "firstName", a custom key such as "login", or "email,login""#,
            #"1:75: passwordAlphabet must be "any" or "alphanumeric""#),
        FileCase(
            "more than the hash takes", #"{"policy":"albums","hash":"bcrypt","passwordDigits":72}"#,
            "1:53: passwordDigits asks for more than the 72 bytes that the hash takes"),
        FileCase(
            "a cost that the hash does not take", #"{"policy":"albums","hash":"bcrypt","hashCost":99}"#,
            "1:47: hashCost must be from 4 to 15"),
        FileCase(
            "all at once, no policy first", #"{"hash":"md5","x":1}"#,
            #"1:1: policy is required: add "policy": "…""#,
            #"1:9: hash must be "yescrypt", "sha512-crypt" or "bcrypt""#, "1:15: unknown key"),
    ]

    @Test(arguments: broken)
    func `every problem comes with its place, in the order of the text`(row: FileCase) {
        do throws(AccountsError) {
            _ = try read(row.text)
            Issue.record("accepted")
        } catch {
            guard case .invalidFile(let problems) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(problems.map { "\($0.position): \($0.message)" } == row.problems)
            #expect(problems.allSatisfy { $0.path == Self.path })
        }
    }

    @Test func `a linked policy is read, a link elsewhere refused`() throws {
        let disk = ProfileDisk()
        disk.files.put("/etc/regapp/policy.json", #"{"policy":"albums"}"#)
        disk.files.putLink(Self.path, to: "/etc/regapp/policy.json")
        #expect(try Self.file(disk).policy.name == .albums)
        disk.files.putLink("/etc/regapp/link", to: "policy.json")
        disk.files.remove(Self.path)
        disk.files.putLink(Self.path, to: "/etc/regapp/link")
        #expect(throws: AccountsError.store(.refused(path: "/etc/regapp/link", .symbolicLink))) {
            _ = try Self.file(disk)
        }
    }
}

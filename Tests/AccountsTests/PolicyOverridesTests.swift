import Accounts
import Testing

@Suite struct `Policy overrides` {
    @Test func `every key changes its rule and is listed as overriding`() throws {
        let values: [PolicyKey: PolicyValue] = [
            .policy: .string("albums"), .passwordLength: .integer(10), .passwordLetters: .integer(2),
            .passwordDigits: .integer(3), .passwordRequires: .strings(["uppercase", "digit"]),
            .passwordAlphabet: .string("alphanumeric"), .required: .strings(["phone", "firstName"]),
            .minimumAge: .integer(21), .phoneMask: .string("none"), .loginKey: .string("firstName"),
            .hash: .string("sha512-crypt"), .hashCost: .integer(5000),
        ]
        var overrides = PolicyOverrides()
        for (key, value) in values { try overrides.set(key, to: value) }
        #expect(overrides.conflicts(with: .albums) == [])
        let policy = overrides.applying(to: .albums)
        #expect(policy.overridden == PolicyKey.allCases.filter { $0 != .policy })
        for (key, value) in values where key != .required { #expect(policy.value(of: key) == value) }
        #expect(policy.value(of: .required) == .strings(["email", "firstName", "phone"]))
        #expect(policy.rulesInWords.filter(\.isOverridden).count == values.count - 1)
        #expect(policy.rulesInWords.last?.words == "5000 rounds")
        #expect(
            policy.passwordRules == [
                .minimumLength(10), .letters(2), .digits(3), .kind(.digit), .kind(.uppercase), .alphanumeric,
                .maximumBytes(511),
            ])
    }

    @Test func `no overrides leave the policy as it is`() {
        for kind in Policy.Kind.allCases {
            let policy = Policy.builtIn(kind)
            #expect(PolicyOverrides().applying(to: policy) == policy)
            #expect(PolicyOverrides().conflicts(with: policy) == [])
        }
    }

    struct Refused: CustomTestStringConvertible, Sendable {
        let key: PolicyKey
        let value: PolicyValue
        let message: String
        var index: Int?
        var testDescription: String { message }
    }

    @Test(arguments: [
        Refused(key: .passwordLength, value: .string("5"), message: "passwordLength must be a whole number"),
        Refused(key: .passwordLength, value: .integer(0), message: "passwordLength must be from 1 to 128"),
        Refused(
            key: .passwordLetters, value: .integer(129), message: "passwordLetters must be from 0 to 128"),
        Refused(key: .passwordDigits, value: .integer(-1), message: "passwordDigits must be from 0 to 128"),
        Refused(key: .minimumAge, value: .integer(121), message: "minimumAge must be from 0 to 120"),
        Refused(key: .hashCost, value: .null, message: "hashCost must be a whole number, not null"),
        Refused(
            key: .required, value: .mixed([.string("email"), .integer(5)]),
            message: "required must be an array of strings", index: 1),
        Refused(key: .hash, value: .integer(1), message: "hash must be a string"),
        Refused(
            key: .hash, value: .string("md5"),
            message: #"hash must be "yescrypt", "sha512-crypt" or "bcrypt""#),
        Refused(
            key: .policy, value: .string("Albums"),
            message: #"policy must be "profile", "albums" or "authorisation""#),
        Refused(key: .phoneMask, value: .unsuitable, message: "phoneMask must be a string"),
        Refused(key: .required, value: .string("email"), message: "required must be an array of strings"),
        Refused(
            key: .passwordRequires, value: .strings(["digit", "letter"]),
            message: #"passwordRequires may only hold "digit", "lowercase" or "uppercase""#, index: 1),
        Refused(
            key: .passwordRequires, value: .strings(["digit", "digit"]),
            message: "passwordRequires holds this twice",
            index: 1),
        Refused(
            key: .required, value: .strings(["passwordHash"]),
            message:
                #"required may only hold "email", "password", "firstName", "lastName", "birthday" or "phone""#,
            index: 0),
    ])
    func `a value that no key takes is refused with the reason`(row: Refused) {
        var overrides = PolicyOverrides()
        let faults = #expect(throws: PolicyFaults.self) { try overrides.set(row.key, to: row.value) }
        #expect(faults?.all.count == 1)
        let fault = faults?.all.first
        #expect(fault?.message == row.message)
        #expect(fault?.key == row.key)
        #expect(fault?.index == row.index)
        #expect(overrides == PolicyOverrides())
    }

    @Test(arguments: [
        (HashMethod.yescrypt, 12, 11), (.yescrypt, 0, 1), (.yescrypt, -5, 1), (.yescrypt, .max, 11),
        (.bcrypt, 3, 4), (.bcrypt, 16, 15), (.sha512Crypt, 6, 1000),
    ])
    func `a cost outside the range of its hash is a conflict`(hash: HashMethod, cost: Int, nearest: Int)
        throws
    {
        var overrides = PolicyOverrides()
        try overrides.set(.hash, to: .string(hash.rawValue))
        try overrides.set(.hashCost, to: .integer(cost))
        #expect(overrides.conflicts(with: .albums) == [.outOfRange(.hashCost, allowed: hash.costRange)])
        #expect(overrides.applying(to: .albums).hashCost == nearest)
    }

    @Test func `another hash brings its own cost and bound of bytes`() throws {
        var overrides = PolicyOverrides()
        try overrides.set(.hash, to: .string("bcrypt"))
        let policy = overrides.applying(to: .albums)
        #expect(policy.hashCost == HashMethod.bcrypt.defaultCost)
        #expect(policy.brokenRules(by: "Aa1" + String(repeating: "é", count: 34), for: .password) == [])
        #expect(
            policy.brokenRules(by: "Aa1" + String(repeating: "é", count: 35), for: .password) == ["bytes"])
    }

    @Test func `rules that no password can pass are a conflict`() throws {
        var overrides = PolicyOverrides()
        try overrides.set(.hash, to: .string("bcrypt"))
        try overrides.set(.passwordLength, to: .integer(73))
        try overrides.set(.passwordLetters, to: .integer(72))
        try overrides.set(.passwordDigits, to: .integer(1))
        let faults = overrides.conflicts(with: .albums)
        #expect(faults.map(\.key) == [.passwordLength, .passwordLetters])
        #expect(faults.first?.message == "passwordLength asks for more than the 72 bytes that the hash takes")
        #expect(overrides.conflicts(with: .profile) == [])
    }

    @Test(arguments: [
        ([PolicyKey.passwordDigits: 72], Policy.albums, true), ([.passwordDigits: 70], .albums, false),
        ([.passwordLetters: 72], .albums, true), ([.passwordLetters: 71], .albums, false),
        ([.passwordLetters: 36, .passwordDigits: 37], .authorisation, true),
        ([.passwordLetters: 36, .passwordDigits: 36], .authorisation, false),
    ])
    func `letters, digits and kinds together must fit the hash`(
        counts: [PolicyKey: Int], policy: Policy, isConflict: Bool
    ) throws {
        var overrides = PolicyOverrides()
        try overrides.set(.hash, to: .string("bcrypt"))
        for (key, count) in counts { try overrides.set(key, to: .integer(count)) }
        #expect(overrides.conflicts(with: policy).isEmpty == !isConflict)
    }

    @Test func `required fields are shown, asked for and enforced`() throws {
        var overrides = PolicyOverrides()
        try overrides.set(.required, to: .strings(["phone"]))
        let profile = overrides.applying(to: .profile)
        #expect(profile.required == [.email, .password, .phone])
        #expect(profile.fields == [.email, .password, .firstName, .lastName, .phone])
        #expect(profile.registrationFields == [.email, .password, .phone])
        #expect(overrides.applying(to: .albums).allowsClaims)
    }

    @Test func `without a mask a phone is any text`() throws {
        var overrides = PolicyOverrides()
        try overrides.set(.phoneMask, to: .string("none"))
        let policy = overrides.applying(to: .albums)
        #expect(policy.brokenRules(by: "ext. 12", for: .phone) == [])
        #expect(policy.brokenRules(by: "1\u{7}", for: .phone) == ["control"])
        #expect(policy.normalized("89161234567", for: .phone) == "89161234567")
        #expect(policy.displayed("+79161234567", for: .phone) == "+79161234567")
    }
}

import RegappJSON
@testable import RegappCore
import Testing

extension JSONText {
    static func strings(_ texts: [String]) -> JSONText { .array(texts.map(JSONText.string)) }
}

extension Policy {
    /// The policy changed by keys of `policy.json`, and what is wrong with them.
    func with(_ values: [PolicyKey: JSONText]) -> (policy: Policy, problems: [PolicyProblem]) {
        var policy = self
        var problems = values.flatMap { policy.set($0, to: $1) }
        problems += policy.finish()
        return (policy, problems)
    }
}

extension Policy {
    /// Albums without rules of passwords but for a length and those that a hash has.
    fileprivate static let lax: Policy = {
        var policy = Policy.albums
        for key in PolicyKey.allCases {
            let (value, _) = key.effect
            let (changed, _) = policy.with([key: value])
            guard changed.passwordRules != policy.passwordRules, key != .hash, key != .policy else {
                continue
            }
            switch value {
            case .number: policy = policy.with([key: .integer(0)]).policy
            case .array: policy = policy.with([key: .strings([])]).policy
            default: break
            }
        }
        return policy
    }()
}

extension PolicyKey {
    /// A value for the rules of albums, and something that is another thing under it.
    fileprivate var effect: (value: JSONText, seen: (Policy) throws -> String) {
        func broken(_ value: String, _ field: Field) -> (Policy) throws -> String {
            { "\($0.brokenRules(by: value, for: field))" }
        }
        return switch self {
        case .policy: (.string("albums"), { $0.name.rawValue })
        case .passwordLength: (.integer(10), broken("Secret1", .password))
        case .passwordLetters: (.integer(9), broken("Secret1", .password))
        case .passwordDigits: (.integer(3), broken("Secret1", .password))
        case .passwordRequires: (.strings([]), broken("secret", .password))
        case .passwordAlphabet: (.string("alphanumeric"), broken("Secret-1", .password))
        case .passwordNotEmail:
            (
                .boolean(true),
                { policy in
                    let account: AccountRecord = [.email: "Secret1@host.name", .password: "sEcret1"]
                    let draft = Draft(policy, today: .earliest, over: account)
                    return "\(draft.judgement.violations(about: [.password]).map(\.ruleName))"
                }
            )
        case .required: (.strings(["email", "firstName"]), broken("", .phone))
        case .minimumAge: (.integer(40), broken("1990-01-31", .birthday))
        case .phoneMask: (.string("none"), broken("ext. 12", .phone))
        case .nameAlphabet: (.string("any"), broken("Анна", .firstName))
        // What a login asks for.
        case .loginKey: (.string("firstName"), { $0.loginKey.field.rawValue })
        case .log: (.string("none"), { "\($0.isLogged)" })
        case .history: (.integer(7), { "\($0.history)" })
        case .hash:
            (
                .string("sha512-crypt"),
                {
                    String(
                        try PasswordHash(hashing: "Secret1", method: $0.hash, cost: $0.hashCost).text.prefix(
                            3))
                }
            )
        case .hashCost:
            (
                .integer(1),
                {
                    String(
                        try PasswordHash(hashing: "Secret1", method: $0.hash, cost: $0.hashCost).text.prefix(
                            6))
                }
            )
        }
    }
}

@Suite struct `Keys of policy.json` {
    @Test(arguments: PolicyKey.allCases)
    func `a key changes what is asked of accounts, and is listed as overriding`(key: PolicyKey) throws {
        let (value, seen) = key.effect
        let (policy, problems) = Policy.albums.with([key: value])
        #expect(problems == [] && policy.value(of: key) == value)
        guard key != .policy else {
            let text = Array(#"{"policy":"authorisation"}"#.utf8)
            #expect(try PolicyFile(parsing: text, path: "policy.json").policy == .authorisation)
            return
        }
        #expect(try seen(policy) != seen(.albums), "\(key) is read and ignored")
        #expect(
            policy.overridden == [key]
                && policy.rulesInWords.filter(\.isOverridden).map(\.key) == [key.rawValue])
        let generated = policy.generatedPassword()
        #expect(policy.brokenRules(by: generated, for: .password) == [], "\(key): \(generated)")
        // A problem with these rules names their key.
        let added = policy.passwordRules.filter { !Policy.albums.passwordRules.contains($0) }
        #expect(key == .hash || added.allSatisfy { $0.key == key })
        guard case .number(let number) = value else { return }
        #expect(policy.rulesInWords.first(where: \.isOverridden)?.words.contains("\(number)") == true)
        #expect(Policy.albums.with([key: .integer(-1)]).problems != [])
        guard !added.isEmpty else { return }
        for number in 1...40 {
            let (policy, problems) = Policy.lax.with([key: .integer(number)])
            let generated = policy.generatedPassword()
            #expect(problems == [] && policy.brokenRules(by: generated, for: .password) == [], "\(generated)")
        }
    }

    @Test func `a key that says what holds without it overrides nothing`() {
        for kind in Rules.PolicyName.allCases {
            for key in PolicyKey.allCases {
                let policy = Policy.builtIn(kind)
                #expect(policy.with([key: policy.value(of: key)]).policy == policy, "\(key)")
            }
        }
        let cost = HashMethod.bcrypt.form.defaultCost
        let (policy, _) = Policy.albums.with([.hash: .string("bcrypt"), .hashCost: .integer(cost)])
        #expect(policy.overridden == [.hash])
    }

    @Test func `keys about passwords make up their rules`() {
        let values: [PolicyKey: JSONText] = [
            .passwordLength: .integer(10), .passwordLetters: .integer(2), .passwordDigits: .integer(3),
            .passwordRequires: .strings(["uppercase", "digit"]), .passwordAlphabet: .string("alphanumeric"),
            .hash: .string("sha512-crypt"), .hashCost: .integer(5000), .required: .strings(["phone"]),
        ]
        let (policy, problems) = Policy.albums.with(values)
        #expect(problems == [])
        #expect(policy.value(of: .required) == .strings(["email", "phone"]))
        #expect(policy.rulesInWords.last?.words == "5000 rounds")
        #expect(
            policy.passwordRules == [
                .length(10), .letters(2), .digits(3), .kind(.digit), .kind(.uppercase), .alphanumeric,
                .bytes(511),
            ])
    }

    @Test func `no key leaves the policy as it is`() {
        for kind in Rules.PolicyName.allCases {
            let unchanged = Policy.builtIn(kind).with([:])
            #expect(unchanged.policy == .builtIn(kind) && unchanged.problems == [])
        }
    }

    @Test(arguments: Rules.PolicyName.allCases)
    func `names may be in any alphabet or in English letters, whichever the policy`(kind: Rules.PolicyName) {
        let any = Policy.builtIn(kind).with([.nameAlphabet: .string("any")]).policy
        let english = Policy.builtIn(kind).with([.nameAlphabet: .string("english")]).policy
        for field in [Field.firstName, .lastName] {
            for name in ["Анна", "José", "李"] {
                #expect(any.violations(of: name, for: field, today: .earliest).isEmpty)
                #expect(!english.violations(of: name, for: field, today: .earliest).isEmpty)
            }
            #expect(english.violations(of: "Ann", for: field, today: .earliest).isEmpty)
        }
    }

    @Test(arguments: PolicyKey.allCases)
    func `a key says what it is for and which words it accepts`(key: PolicyKey) {
        #expect(key.definition.help.first?.isUppercase == false && key.definition.help.last != ".")
        var policy = Policy.albums
        let problems = policy.set(key, to: .string("?")) + policy.set(key, to: .strings(["?"]))
        // The names of fields are explained elsewhere in the same topic.
        for problem in problems where key != .required && key != .phoneMask {
            let quoted = problem.message.split(separator: "\"", omittingEmptySubsequences: false)
            for index in stride(from: 1, to: quoted.count, by: 2) {
                let word = quoted[index]
                #expect(key.definition.help.contains(word), "the help of \(key) lacks \(word)")
            }
        }
    }

    @Test(arguments: PolicyKey.allCases)
    func `a key's other names are no other key's`(key: PolicyKey) {
        for name in key.definition.otherNames {
            #expect(name.allSatisfy { $0.isLowercase || $0.isNumber }, "\(name) is never found")
            let meant = KeySuggestion.nearest(to: name, among: PolicyKey.allCases.map(\.keySuggestion))
            #expect(meant == key.rawValue, "\(name) is taken for another key")
        }
    }

    /// The keys of the fields that people type, as a sentence lists them.
    static let fields: String = {
        let keys = Field.typedByPeople.map { "\"\($0.rawValue)\"" }
        return keys.dropLast().joined(separator: ", ") + " or " + (keys.last ?? "")
    }()

    /// A row: a value that a key does not accept, and what is said of the key.
    struct Refused: CustomTestStringConvertible, Sendable {
        let key: PolicyKey
        let value: JSONText
        let words: String
        let index: Int?

        init(_ key: PolicyKey, _ value: JSONText, _ words: String, index: Int? = nil) {
            (self.key, self.value, self.words, self.index) = (key, value, words, index)
        }

        var testDescription: String { "\(key.rawValue) \(words)" }
    }

    @Test(arguments: [
        Refused(.passwordLength, .string("5"), "must be a whole number: remove its quotes"),
        Refused(.passwordLength, .integer(0), "must be from 1 to 128"),
        Refused(.passwordLetters, .integer(129), "must be from 0 to 128"),
        Refused(.passwordDigits, .integer(-1), "must be from 0 to 128"),
        Refused(.minimumAge, .integer(121), "must be from 0 to 120"),
        Refused(.hashCost, .null, "must be a whole number, not null"),
        Refused(.required, .array([.string("email"), .integer(5)]), "must be an array of strings", index: 1),
        Refused(.hash, .integer(1), #"must be a string: "yescrypt", "sha512-crypt" or "bcrypt""#),
        Refused(.hash, .string("md5"), #"must be "yescrypt", "sha512-crypt" or "bcrypt""#),
        Refused(
            .policy, .string("Albums"),
            #"must be "profile", "service", "albums" or "authorisation"; did you mean "albums"?"#),
        Refused(
            .phoneMask, .object([]), #"must be a string: "+7 (***) ***-**-**", "international" or "none""#),
        Refused(.passwordNotEmail, .string("true"), "must be true or false: remove its quotes"),
        Refused(.passwordNotEmail, .integer(1), "must be true or false"),
        Refused(
            .phoneMask, .string("Internatonal"),
            #"must be "+7 (***) ***-**-**", "international" or "none"; did you mean "international"?"#
        ),
        Refused(
            .phoneMask, .string("+1"),
            #"must be "international", "none" or a mask such as "+49 (***) *******": a + with the "#
                + "country code and a * for each digit, 7 to 15 in all, with spaces, brackets and hyphens between them"
        ),
        Refused(.required, .string("email"), "must be an array of strings: put it in square brackets"),
        Refused(
            .passwordRequires, .strings(["digit", "letter"]),
            #"can only contain "digit", "lowercase" or "uppercase""#, index: 1),
        Refused(.passwordRequires, .strings(["digit", "digit"]), "holds this twice", index: 1),
        Refused(.required, .strings(["passwordHash"]), "can only contain \(fields)", index: 0),
    ])
    func `a value that no key accepts is refused with the reason`(row: Refused) {
        var policy = Policy.albums
        let problems = policy.set(row.key, to: row.value)
        #expect(problems.map(\.message) == [row.testDescription])
        #expect(problems.map(\.key) == [row.key] && problems.map(\.index) == [row.index])
        #expect(policy == .albums)
    }

    @Test(arguments: [
        (HashMethod.yescrypt, 12), (.yescrypt, 0), (.yescrypt, -5), (.yescrypt, .max), (.bcrypt, 3),
        (.bcrypt, 16), (.sha512Crypt, 6),
    ])
    func `a cost outside the range of its hash is a problem`(hash: HashMethod, cost: Int) {
        let problems = Policy.albums.with([.hash: .string(hash.rawValue), .hashCost: .integer(cost)]).problems
        #expect(problems.map(\.key) == [.hashCost])
        #expect(problems.map(\.words) == [PolicyProblem.outOfRange(hash.form.costRange)])
    }

    @Test func `another hash brings its own cost and bound of bytes`() {
        let policy = Policy.albums.with([.hash: .string("bcrypt")]).policy
        #expect(policy.hashCost == HashMethod.bcrypt.form.defaultCost)
        #expect(policy.brokenRules(by: "Aa1" + String(repeating: "é", count: 34), for: .password) == [])
        #expect(
            policy.brokenRules(by: "Aa1" + String(repeating: "é", count: 35), for: .password) == ["bytes"])
    }

    @Test func `rules that no password can pass are a problem`() {
        let values: [PolicyKey: JSONText] = [
            .hash: .string("bcrypt"), .passwordLength: .integer(73), .passwordLetters: .integer(72),
            .passwordDigits: .integer(1),
        ]
        let problems = Policy.albums.with(values).problems
        #expect(problems.map(\.key) == [.passwordLength, .passwordLetters])
        #expect(
            problems.first?.message == "passwordLength asks for more than the 72 bytes that the hash takes")
        #expect(Policy.profile.with(values).problems == [])
    }

    @Test(arguments: [
        ([PolicyKey.passwordDigits: 72], Policy.albums, true), ([.passwordDigits: 70], .albums, false),
        ([.passwordLetters: 72], .albums, true), ([.passwordLetters: 71], .albums, false),
        ([.passwordLetters: 36, .passwordDigits: 37], .authorisation, true),
        ([.passwordLetters: 36, .passwordDigits: 36], .authorisation, false),
    ])
    func `letters, digits and kinds together must fit the hash`(
        counts: [PolicyKey: Int], policy: Policy, isImpossible: Bool
    ) {
        var values = counts.mapValues(JSONText.integer)
        values[.hash] = .string("bcrypt")
        #expect(policy.with(values).problems.isEmpty == !isImpossible)
    }

    @Test func `rules that contradict each other are found without a hash`() {
        let rules = [PasswordRule.length(6), .bytes(5)]
        #expect(!Policy.profile.canBePassed(rules) && rules.allSatisfy { Policy.profile.canBePassed([$0]) })
    }

    @Test func `required fields are shown, asked for and enforced`() {
        let values: [PolicyKey: JSONText] = [.required: .strings(["phone"])]
        let profile = Policy.profile.with(values).policy
        #expect(profile.required == [.email, .password, .phone])
        #expect(profile.fields == [.email, .password, .firstName, .lastName, .phone])
        #expect(profile.registrationFields == [.email, .password, .phone])
        #expect(Policy.albums.with(values).policy.allowsFirstPassword)
    }

    @Test(arguments: [
        "+49 (***) *******", "+39 *** *******", "+1 (***) ***-****", "+380-**-***-**-**", "+44 20 **** ****",
    ])
    func `any mask of a country is a mask`(mask: String) throws {
        let (policy, problems) = Policy.albums.with([.phoneMask: .string(mask)])
        #expect(problems == [] && policy.value(of: .phoneMask) == .string(mask))
        let example = policy.phoneMask.example
        #expect(
            policy.brokenRules(by: example, for: .phone) == []
                && policy.displayed(example, for: .phone) == example)
    }

    @Test(arguments: [
        "+", "+*******", "49 *******", "+49 ***", "+49 **************", "+49 (*** ****", "+49 ***1***",
        "+0 *******", "+49 ***.****", "+49 (**) (*****)",
    ])
    func `no mask`(mask: String) {
        #expect(Policy.albums.with([.phoneMask: .string(mask)]).problems.map(\.key) == [.phoneMask])
    }

    @Test func `without a mask a phone is any text`() {
        let policy = Policy.albums.with([.phoneMask: .string("none")]).policy
        #expect(policy.brokenRules(by: "ext. 12", for: .phone) == [])
        #expect(policy.brokenRules(by: "1\u{7}", for: .phone) == ["control"])
        #expect(policy.normalized("89161234567", for: .phone) == "89161234567")
        #expect(policy.displayed("+79161234567", for: .phone) == "+79161234567")
    }
}

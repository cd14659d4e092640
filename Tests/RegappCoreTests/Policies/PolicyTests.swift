import Testing

@testable import RegappCore

@Suite struct `Policies` {
    let today = CalendarDate(iso: "2026-07-15")

    @Test func `all violations of all fields come in field order`() throws {
        let today = try #require(today)
        let values: AccountRecord = [.email: "x@host", .password: "ab", .firstName: "Анна", .phone: "1"]
        let violations = Policy.albums.violations(in: values, today: today)
        #expect(
            violations.map { "\($0.field.rawValue) \($0.ruleName)" } == [
                "email dot", "password length", "password digit", "password uppercase", "firstName english",
                "lastName required", "birthday required", "phone phone",
            ])
    }

    @Test func `a hash stands in for a required password`() throws {
        let today = try #require(today)
        var values: AccountRecord = [
            .email: "ann@host.name", .firstName: "Ann", .lastName: "Lee", .birthday: "1990-01-31",
            .phone: "+79161234567",
            .passwordHash: "$2b$04$abcdefghijklmnopqrstuuWFeKPrF6RhWVxfZ3k7kwgoDPw5rWbQ2",
            .registered: "2026-01-31T12:00:00Z",
        ]
        #expect(Policy.albums.violations(in: values, today: today) == [])
        values[.passwordHash] = ""
        #expect(Policy.albums.violations(in: values, today: today).map(\.message) == ["password is required"])
        values[.registered] = "yesterday"
        #expect(Policy.albums.violations(in: values, today: today).map(\.rule) == [.required, .timestamp])
    }

    @Test func `each policy knows its fields and their orders`() {
        let names: [Field] = [.firstName, .lastName]
        #expect(Policy.profile.fields == [.email, .password] + names)
        #expect(Policy.authorisation.fields == Policy.profile.fields)
        #expect(Policy.albums.fields == Field.typedByPeople)
        #expect(Policy.profile.registrationFields == [.email, .password])
        #expect(Policy.albums.registrationFields == Policy.albums.fields)
        #expect(Policy.authorisation.registrationFields == [.email, .password] + names)
        #expect(
            Policy.service.fields == Field.typedByPeople && Policy.service.required == [.email, .password])
        #expect(Policy.profile.knownFields == Field.typedByPeople)
        #expect(Policy.albums.knownFields == Field.allCases)
    }

    @Test func `only authorisation lets an account set its password at the first login`() {
        let policies = Rules.PolicyName.allCases.map(Policy.builtIn)
        #expect(policies.map(\.allowsFirstPassword) == [false, false, false, true])
        #expect(policies.map(\.isRegistry) == [false, true, true, true])
        #expect(Rules.PolicyName.allCases.map { Policy.builtIn($0).name } == Rules.PolicyName.allCases)
    }

    @Test func `every sentence is lowercase and without a period`() throws {
        let date = try #require(CalendarDate(iso: "1900-01-01"))
        let characters: [CharacterRule] = [.control, .invisible(["\u{200B}"])]
        let passwords: [PasswordRule] =
            [.length(1), .letters(8), .digits(1), .alphanumeric, .notEmail, .bytes(72)]
            + CharacterKind.allCases.map(PasswordRule.kind)
        let emails: [EmailRule] = [
            .atSign, .space, .localLength(3), .dot, .emptyLabel, .hostLength(3), .endingLength(2), .ascii,
            .localPart, .hostName, .maximumLocal(64), .maximumLabel(63), .maximumAddress(254),
            .maximumFileName(240),
        ]
        let birthdays: [BirthdayRule] = [.future, .minimumAge(18, latest: date)]
        let dates: [DateRule] = [
            .shape, .ambiguous(date, date), .real(year: 1990, month: 13), .real(year: 1990, month: 2),
            .earliest(date), .latest(date),
        ]
        let hashes: [HashRule] = [
            .malformed, .plain, .unsupported(scheme: "md5-crypt"), .tooCostly(scheme: "bcrypt"),
        ]
        let rules: [Rule] =
            [
                .required, .name(.english), .phone(.mask(.russian)), .phone(.international), .phone(.plain),
                .timestamp,
            ]
            + characters.map(Rule.characters) + passwords.map(Rule.password) + emails.map(Rule.email)
            + dates.map(Rule.date) + birthdays.map(Rule.birthday) + hashes.map(Rule.hash)
        let violations = rules.map { Violation(field: .firstName, rule: $0) }
        let sentences = violations.map(\.message)
        #expect(sentences.allSatisfy { $0.hasPrefix("first name ") && !$0.hasSuffix(".") })
        #expect(Set(sentences).count == rules.count)
        #expect(rules.allSatisfy { !$0.facts.name.isEmpty })
        #expect(
            Violation(field: .password, rule: .password(.length(6))).message
                == "password must have at least 6 characters")
        #expect(
            Violation(field: .password, rule: .password(.length(1))).message
                == "password must have at least 1 character")
        #expect(Violation(field: .email, rule: .email(.ascii)).hint?.contains("punycode") == true)
        #expect(violations.compactMap(\.hint).count == 8)
    }

    static let unseen: [(character: Unicode.Scalar, name: String)] = [
        ("\u{AD}", "soft hyphen, U+00AD"), ("\u{180E}", "Mongolian vowel separator, U+180E"),
        ("\u{200B}", "zero-width space, U+200B"), ("\u{2060}", "word joiner, U+2060"),
        ("\u{FEFF}", "byte order mark, U+FEFF"), ("\u{3164}", "invisible character, U+3164"),
        ("\u{E0001}", "invisible character, U+E0001"),
    ]
    static let joiners: [(character: Unicode.Scalar, name: String)] = [
        ("\u{200C}", "zero-width non-joiner, U+200C"), ("\u{200D}", "zero-width joiner, U+200D"),
        ("\u{FE00}", "variation selector, U+FE00"), ("\u{FE0F}", "variation selector, U+FE0F"),
        ("\u{180B}", "variation selector, U+180B"), ("\u{E01EF}", "variation selector, U+E01EF"),
    ]

    @Test func `an invisible character is refused by its name in every field of every policy`() throws {
        let today = try #require(today)
        let values: AccountRecord = [
            .email: "ann@host.name", .password: "Password1", .firstName: "Ann", .lastName: "Lee",
            .birthday: "1990-01-31", .phone: "+79161234567", .registered: "2026-01-31T12:00:00Z",
            .passwordHash: "$2b$04$abcdefghijklmnopqrstuuWFeKPrF6RhWVxfZ3k7kwgoDPw5rWbQ2",
        ]
        for kind in Rules.PolicyName.allCases {
            let policy = Policy.builtIn(kind)
            for field in values.fields {
                let value = try #require(values[field])
                for (character, name) in Self.unseen {
                    let violations = policy.violations(
                        of: value.prefix(3) + "\(character)" + value.dropFirst(3), for: field, today: today)
                    #expect(
                        violations.map(\.message)
                            == ["\(field.noun) must have no invisible characters (\(name))"])
                }
            }
        }
    }

    /// Default_Ignorable_Code_Point of DerivedCoreProperties.txt, assigned or not.
    static let ignorable: [ClosedRange<UInt32>] = [
        0xAD...0xAD, 0x34F...0x34F, 0x61C...0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
        0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164...0x3164, 0xFE00...0xFE0F, 0xFEFF...0xFEFF,
        0xFFA0...0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF,
    ]

    @Test func `what Unicode defines as invisible is refused, and nothing else`() {
        var invisible: Set<Unicode.Scalar> = []
        for value in UInt32(0)...0x10FFFF {
            if let scalar = Unicode.Scalar(value), scalar.isInvisible { invisible.insert(scalar) }
        }
        let ignorable = Self.ignorable.flatMap { $0.compactMap(Unicode.Scalar.init) }
        #expect(invisible == Set(ignorable))
        for scalar in ignorable where !scalar.isUnprintable {
            let mayStay = [0x200C, 0x200D].contains(scalar.value) || scalar.properties.isVariationSelector
            let refused: [CharacterRule] = [.invisible([scalar])]
            let isRight =
                SiftedValue("A\(scalar)", mayJoin: true).broken == (mayStay ? [] : refused)
                && SiftedValue("A\(scalar)", mayJoin: false).broken == refused
            if !isRight { Issue.record("U+\(String(scalar.value, radix: 16))") }
        }
    }

    @Test func `the tags of a flag stay in names and passwords, other tags and half flags do not`() throws {
        let scotland = "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
        let policy = Policy.authorisation
        #expect(policy.brokenRules(by: "Ann " + scotland + scotland, for: .firstName) == [])
        #expect(Policy.profile.brokenRules(by: "1234" + scotland, for: .password) == [])
        #expect(Policy.profile.brokenRules(by: "ann\(scotland)@host.name", for: .email) == ["invisible"])
        let stray = [
            String(scotland.unicodeScalars.dropFirst().map(Character.init)), scotland + "\u{E0041}",
            "\u{1F3F4}\u{E007F}", "\u{1F3F4}x\u{E0067}\u{E007F}", "\u{1F3F4}\u{E0067}", "\u{E0001}",
        ]
        for value in stray {
            #expect(
                policy.brokenRules(by: "Ann " + value, for: .firstName) == ["invisible"],
                "\(value.debugDescription)")
        }
        let today = try #require(today)
        #expect(
            policy.violations(of: "A\u{E0041}", for: .firstName, today: today).map(\.message) == [
                "first name must have no invisible characters (invisible character, U+E0041)"
            ])
    }

    @Test func `joiners and variation selectors are refused in every email`() throws {
        let today = try #require(today)
        for (character, name) in Self.joiners {
            let email = "ann\(character)@host.name"
            for policy in [Policy.albums, .authorisation] {
                #expect(
                    policy.violations(of: email, for: .email, today: today).map(\.message)
                        == ["email must have no invisible characters (\(name))"])
            }
            #expect(Policy.profile.brokenRules(by: email, for: .email) == ["invisible"])
            #expect(Policy.authorisation.brokenRules(by: "Ann\(character)", for: .firstName) == [])
            #expect(Policy.albums.brokenRules(by: "Password1!\(character)", for: .password) == [])
        }
    }

    @Test func `each invisible character is named once, and no more than five`() throws {
        let today = try #require(today)
        func message(_ email: String) -> [String] {
            Policy.albums.violations(of: email, for: .email, today: today).map(\.message)
        }
        #expect(
            message("\u{200B}ann\u{FEFF}@\u{200B}host.name") == [
                "email must have no invisible characters (zero-width space, U+200B; byte order mark, U+FEFF)"
            ])
        let many = String(String.UnicodeScalarView((0xFE00...0xFE0F).compactMap(Unicode.Scalar.init)))
        #expect(message("ann@host.name" + many).first?.count { $0 == ";" } == 4)
    }

    @Test func `a policy says its rules in words`() {
        let words = Policy.profile.rulesInWords.map { "\($0.key): \($0.words)" }
        #expect(
            words == [
                "email: at least 3 characters, @, a label of at least 3, a dot, at least 2 more",
                "birthday: a date like 1990-12-31, 1900-01-01 or later",
                "passwordLength: at least 5 characters", "passwordLetters: no minimum",
                "passwordDigits: no minimum", "passwordRequires: none", "passwordAlphabet: any characters",
                "passwordNotEmail: may be the email", "required: email, password",
                "nameAlphabet: any characters", "minimumAge: any age",
                "phoneMask: +7 (***) ***-**-**", "history: 500 changes",
            ])
        let albums = Policy.albums.rulesInWords
        #expect(albums.first { $0.key == "minimumAge" }?.words == "at least 18 years old")
        #expect(albums.first { $0.key == "loginKey" }?.words == "accounts log in by email and password")
        #expect(albums.first { $0.key == "hashCost" }?.words == "cost 6")
        #expect(albums.allSatisfy { !$0.isOverridden })
    }
}

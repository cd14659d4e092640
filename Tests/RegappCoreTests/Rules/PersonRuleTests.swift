import RegappJSON
import RegappValues
import RegappCore
import Testing

@Suite struct `Name, birthday and phone rules` {
    @Test(arguments: [
        RuleCase("Ann"), RuleCase("O'Neil"), RuleCase("De La Cruz"), RuleCase("Anna-Maria"), RuleCase("x"),
        RuleCase("José", "english"), RuleCase("Анна", "english"), RuleCase("Ann ", "english"),
        RuleCase(" Ann", "english"), RuleCase("De  La", "english"), RuleCase("O''Neil", "english"),
        RuleCase("A-'B", "english"), RuleCase("-", "english"), RuleCase("Ann1", "english"),
        RuleCase("O’Neil", "english"), RuleCase("\u{212A}ate", "english"), RuleCase("A.", "english"),
        RuleCase("Jose\u{301}", "english"), RuleCase("An\u{7}n", "control"),
        RuleCase("An\u{200F}", "control"),
        RuleCase("An\u{AD}n", "invisible"), RuleCase("Ann\u{200D}", "english"),
        RuleCase("Анна\n", "control", "english"), RuleCase("", "required"), RuleCase("  ", "required"),
    ])
    func `names of albums are in English letters`(row: RuleCase) {
        for field in [Field.firstName, .lastName] {
            #expect(Policy.albums.brokenRules(by: row.value, for: field) == row.broken)
        }
    }

    @Test(arguments: [
        RuleCase("José"), RuleCase("Анна 2"), RuleCase("", "required"), RuleCase(" \u{A0}", "required"),
        RuleCase("A\u{85}", "control"), RuleCase("می\u{200C}خواهم"), RuleCase("👩\u{200D}💻❤\u{FE0F}"),
        RuleCase("ᠠ\u{180B}"), RuleCase("葛\u{E0100}"), RuleCase("ᠠ\u{180E}", "invisible"),
        RuleCase(" \u{200D}\u{FE0F}", "required"), RuleCase("\u{200B}", "invisible"),
    ])
    func `names of authorisation are any text`(row: RuleCase) {
        #expect(Policy.authorisation.brokenRules(by: row.value, for: .lastName) == row.broken)
    }

    @Test(arguments: [
        RuleCase(""), RuleCase(" "), RuleCase("Анна"), RuleCase("\u{1B}[31m", "control"),
        RuleCase("\u{FEFF}Ann", "invisible"),
    ])
    func `names of the profile are optional`(row: RuleCase) {
        #expect(Policy.profile.brokenRules(by: row.value, for: .firstName) == row.broken)
    }

    @Test(arguments: [
        RuleCase("2008-07-15"), RuleCase("2008-07-16", "age"), RuleCase("1900-01-01"), RuleCase("2000-02-29"),
        RuleCase("1899-12-31", "earliest"), RuleCase("0000-01-01", "earliest"), RuleCase("2026-07-16", "age"),
        RuleCase("2001-02-29", "date"), RuleCase("1900-02-29", "date"), RuleCase("2000-13-01", "date"),
        RuleCase("2000-00-10", "date"), RuleCase("2000-04-31", "date"), RuleCase("2000-1-1", "date"),
        RuleCase("01.02.2000", "date"), RuleCase("２000-01-01", "date"), RuleCase("2000-01-01 ", "date"),
        RuleCase("+200-01-01", "date"), RuleCase("2000-01-01\n", "control"), RuleCase("", "required"),
    ])
    func `a birthday of albums is a real date from 1900 on, eighteen years ago or more`(row: RuleCase) {
        #expect(Policy.albums.brokenRules(by: row.value, for: .birthday) == row.broken)
    }

    @Test(arguments: [
        ("2008-02-29", "2026-02-28", ["age"]), ("2008-02-29", "2026-03-01", []),
        ("2008-02-28", "2026-02-28", []), ("2008-03-01", "2026-02-28", ["age"]),
    ])
    func `one born on 29 February is of age on 1 March`(birthday: String, today: String, broken: [String]) {
        #expect(Policy.albums.brokenRules(by: birthday, for: .birthday, today: today) == broken)
    }

    @Test func `a birthday that cannot be read gets the expected form`() throws {
        let today = try #require(CalendarDate(iso: "2026-11-20"))
        func messages(_ value: String) -> [String] {
            let typed = Policy.albums.normalized(value, for: .birthday)
            return Policy.albums.violations(of: typed, for: .birthday, today: today).map(\.message)
        }
        #expect(
            messages("31.05.1990") == [] && messages("31/05/1990") == [] && messages("31051990") == []
                && messages("31 May 1990") == [] && messages("May 31 1990") == []
                && messages("20.11.2008") == [])
        let age = "birthday must be at least 18 years ago (born on or before 2008-11-20)"
        #expect(messages("21.11.2008") == [age] && messages("2008-11-21") == [age])
        let calendar = "birthday must be a date that exists: "
        #expect(
            messages("31.02.1990") == [calendar + "February 1990 has 28 days"]
                && messages("2000-02-30") == [calendar + "February 2000 has 29 days"])
        #expect(messages("05.31.1990") == [calendar + "there is no month 31"])
        let both = "birthday can be read in two ways: 5 June or 6 May? write 1990-06-05 or 1990-05-06"
        #expect(messages("05/06/1990") == [both] && messages("05061990") == [both])
        for other in ["31.05.90", "1990.05.31", "31 May"] {
            #expect(messages(other) == ["birthday must be a date like 1990-12-31"])
        }
    }

    @Test func `a birthday of the profile is any date up to today`() {
        #expect(Policy.profile.brokenRules(by: "2026-07-15", for: .birthday) == [])
        #expect(Policy.profile.brokenRules(by: "2026-07-16", for: .birthday) == ["future"])
        #expect(Policy.profile.brokenRules(by: "1899-07-16", for: .birthday) == ["earliest"])
    }

    @Test(arguments: [
        "9161234567", "89161234567", "79161234567", "+7 916 123-45-67", "+7 (916) 123-45-67", "+79161234567",
        " 8 (916) 123 45 67 ", "8-916-123-45-67", "916.123.45.67", "+7\u{A0}916 1234567",
    ])
    func `a phone is stored with its country code and shown with the mask`(typed: String) {
        #expect(Policy.albums.brokenRules(by: typed, for: .phone) == [])
        #expect(Policy.albums.normalized(typed, for: .phone) == "+79161234567")
        #expect(Policy.albums.displayed(typed, for: .phone) == "+7 (916) 123-45-67")
    }

    @Test(arguments: [
        "916123456", "91612345678", "69161234567", "+89161234567", "+9161234567", "+7 (916 123-45-67",
        "+7 )916( 1234567", "９１６1234567", "9161234567x", "++79161234567", "+", "791612345678", "9161234567+",
    ])
    func `anything else is no phone and stays as it is`(typed: String) {
        #expect(Policy.albums.brokenRules(by: typed, for: .phone) == ["phone"])
        #expect(Policy.albums.normalized(typed, for: .phone) == typed)
        #expect(Policy.albums.displayed(typed, for: .phone) == typed)
    }

    @Test func `a control character in a phone is named once`() {
        #expect(Policy.albums.brokenRules(by: "916\t1234567", for: .phone) == ["control"])
        #expect(Policy.albums.brokenRules(by: "", for: .phone) == ["required"])
        #expect(Policy.profile.brokenRules(by: "", for: .phone) == [])
    }

    @Test func `passwords are never trimmed`() {
        #expect(Policy.profile.normalized(" p w ", for: .password) == " p w ")
        #expect(Policy.profile.displayed(" n ", for: .firstName) == " n ")
    }

    @Test(arguments: [
        ("", ""), ("+7 (", ""), ("+", ""), ("8", "8"), ("+7 (9161", "9161"), ("9161234567", "9161234567"),
        ("89161234567", "9161234567"), ("7 (916) 123-45-67", "9161234567"), (" +7 916", "916"),
        ("(8 916) 1234567", "9161234567"), ("791612345", "791612345"),
    ])
    func `the beginning of a phone has its digits without the country code`(typed: String, digits: String) {
        #expect(PhoneNumber.Beginning(typed)?.nationalDigits == digits)
    }

    @Test(arguments: [
        "+1", "+8", "tel", "00 7 916 123 4567", "91612345678", "+7 891 612-34-567", "+7 (916) 123-45-678",
        ")", "(9(", "9161234567x", "8 7 916 123 45 67", "++",
    ])
    func `no phone begins so`(typed: String) { #expect(PhoneNumber.Beginning(typed) == nil) }

    private static let german = "+49 (***) *******"
    private static let italian = "+39 *** *******"

    @Test(
        arguments: [
            (german, "301 9018200", "+493019018200"), (german, "+49 (301) 9018200", "+493019018200"),
            (german, "0301 9018200", "+493019018200"), (german, "+49 (0)301 9018200", "+493019018200"),
            (german, "0049 301 9018200", "+493019018200"), (german, "49 301 9018200", "+493019018200"),
            (german, "+43 301 9018200", nil), (german, "8301 9018200", nil), (german, "301 901820", nil),
            (german, "00301 9018200", nil), (german, "3.019E+9", nil),
            (italian, "06 12345678", "+390612345678"),
            (italian, "+39 06 12345678", "+390612345678"),
            ("+1 (***) ***-****", "1 212 555 0100", "+12125550100"),
            ("+44 20 **** ****", "7946 0958", "+442079460958"),
            ("international", "+49 (0) 30 / 90.18-20", "+4930901820"),
            ("international", "0049 30 901820", "+4930901820"), ("international", "+1234567", "+1234567"),
            ("international", "+123456789012345", "+123456789012345"),
            (german, "(+49) 301 9018200", "+493019018200"),
            ("international", "(+49) 30 – 901‑820", "+4930901820"),
            ("international", "(0049) 30\u{A0}901820", "+4930901820"),
            ("international", "((+49) 30) 901820", nil), ("none", "030 – 90\u{202F}18", "030 – 90\u{202F}18"),
            ("international", "030 901820", nil), ("international", "+123456", nil),
            ("international", "+1234567890123456", nil), ("international", "+0301234567", nil),
            ("international", "tel:+4930901820", nil), ("international", "4.93E+10", nil),
            ("none", "030/90 18-20", "030/90 18-20"), ("none", "8.9161E+10", nil), ("none", "ext. 5", nil),
            ("none", "+", nil),
        ] as [(String, String, String?)])
    func `a phone of any country, under each kind of mask`(mask: String, typed: String, stored: String?) {
        let policy = Policy.albums.with([.phoneMask: .string(mask)]).policy
        var draft = Draft(policy, today: .earliest)
        draft.set(typed, as: .phone)
        let broken = draft.judgement.violations(about: [.phone]).map(\.ruleName)
        #expect(broken == (stored == nil ? ["phone"] : []))
        if let stored = stored {
            #expect(draft.record[.phone] == stored)
            // What is stored is a phone again, however it is shown.
            var again = Draft(policy, today: .earliest)
            again.set(policy.displayed(stored, for: .phone), as: .phone)
            #expect(again.record[.phone] == stored)
        }
        // A file may hold any text where there is no mask.
        let kept = Draft(policy, today: .earliest, over: [.phone: typed]).judgement
            .violations(about: [.phone])
        #expect(mask != "none" || kept.isEmpty)
    }

    @Test(
        arguments: [
            ("+49", "030 901820", "+4930901820"), ("+49", "(030) 90 18-20", "+4930901820"),
            ("+49", "0171/2345678", "+491712345678"), ("+49", "171 2345678", "+491712345678"),
            ("+49", "901820", nil), ("+49", "30 901820", nil), ("+49", "491712345678", nil),
            ("+49", "+43 1 901820", nil), ("+49", "ext. 5", nil), ("+49", "(030 901820", nil),
            ("+49", "", nil),
            ("+44", "020 7946 0958", "+442079460958"), ("+39", "06 12345678", "+390612345678"),
            ("+1", "(415) 555-2671", "+14155552671"), ("+1", "1 415 555 2671", "+14155552671"),
            ("+1", "555-2671", nil), ("+7", "8 (916) 123-45-67", "+79161234567"),
            ("+36", "06 1 234 5678", "+3612345678"), ("+47", "22 34 56 78", "+4722345678"),
            ("+34", "612 345 678", "+34612345678"), ("+33", "06 12 34 56 78", "+33612345678"),
            ("49", "", nil), ("+0", "", nil), ("+1234", "", nil), ("+", "", nil),
        ] as [(String, String, String?)])
    func `a national phone gets the code of its country`(country: String, typed: String, stored: String?) {
        #expect(CallingCode(country)?.stored(typed) == stored)
    }

    @Test func `a parsed phone has two forms`() throws {
        let phone = try #require(PhoneNumber("8 800 123-45-67"))
        #expect(phone.stored == "+78001234567")
        #expect(phone.masked == "+7 (800) 123-45-67")
    }

    @Test func `first names compare without case, however they are encoded`() {
        #expect(FirstName.matches("ALEX", "alex"))
        #expect(FirstName.matches("Ren\u{E9}", "REN\u{45}\u{301}"))
        #expect(!FirstName.matches("Alex", "Alexa"))
        for blank in ["", " ", "\u{A0}\u{2003}", "\u{200D}", " \u{FE0F}"] {
            #expect(!FirstName.matches(blank, blank))
        }
    }
}

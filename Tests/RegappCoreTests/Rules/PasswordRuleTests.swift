import RegappCore
import Testing

@Suite struct `Password rules` {
    @Test(arguments: [
        RuleCase("12345"), RuleCase("     "), RuleCase("🇫🇷🇩🇪🇮🇹🇪🇸🇵🇹"),
        RuleCase(String(repeating: "a", count: 5000)), RuleCase("1234", "length"),
        RuleCase("🇫🇷🇩🇪🇮🇹🇪🇸", "length"), RuleCase("e\u{301}e\u{301}e\u{301}e\u{301}", "length"),
        RuleCase("", "required"), RuleCase("12345\u{1B}", "control"),
        RuleCase("1\u{9B}2", "control", "length"), RuleCase("12345\u{2067}", "control"),
        RuleCase("12345\u{61C}", "control"), RuleCase("12\u{2028}345", "control"),
        RuleCase("1234\u{200B}", "invisible", "length"),
        RuleCase("12345\u{200B}\u{7}", "control", "invisible"), RuleCase("12345\u{200D}\u{FE0F}"),
    ])
    func `the profile's password has five characters as a person counts them`(row: RuleCase) {
        #expect(Policy.profile.brokenRules(by: row.value, for: .password) == row.broken)
    }

    @Test(arguments: [
        RuleCase("abcD5!"), RuleCase("Aa1 🇫🇷é"), RuleCase("ab", "length", "digit", "uppercase"),
        RuleCase("ABCDE1", "lowercase"), RuleCase("abcde1", "uppercase"), RuleCase("abcdeF", "digit"),
        RuleCase("жуЖЖЖ1", "lowercase", "uppercase"), RuleCase("abcdE٣", "digit"),
        RuleCase("abcd1É", "uppercase"), RuleCase("abcd1\u{212A}", "uppercase"),
        RuleCase("abcd1E\u{301}", "uppercase"), RuleCase("Aa1", "length"), RuleCase("", "required"),
        RuleCase("Aa1" + String(repeating: "x", count: 508)),
        RuleCase("Aa1" + String(repeating: "x", count: 509), "bytes"), RuleCase("Aa1aaa\u{0}", "control"),
    ])
    func `the password of albums has six characters, a digit, a small and a capital letter`(row: RuleCase) {
        #expect(Policy.albums.brokenRules(by: row.value, for: .password) == row.broken)
    }

    @Test(arguments: [
        RuleCase("password1"), RuleCase("logMeInn123"), RuleCase("1abcdefgH"), RuleCase(""),
        RuleCase("passwor1", "letters"), RuleCase("password", "digits"), RuleCase("1234567890", "letters"),
        RuleCase("password1!", "alphabet"), RuleCase("pässword11", "letters", "alphabet"),
        RuleCase("pass word1", "alphabet"), RuleCase("-", "letters", "digits", "alphabet"),
        RuleCase("password1\u{7F}", "control"), RuleCase("password１", "digits", "alphabet"),
    ])
    func `the password of authorisation has eight letters and a digit, only ASCII ones`(row: RuleCase) {
        #expect(Policy.authorisation.brokenRules(by: row.value, for: .password) == row.broken)
    }

    @Test(arguments: [
        RuleCase("        "), RuleCase("correct horse"), RuleCase("пароль12"), RuleCase("12345678"),
        RuleCase("ann.lee.smith"), RuleCase("mail.example"), RuleCase("short", "length"),
        RuleCase("", "required"),
        RuleCase("ann.lee@mail.example", "email"), RuleCase("ANN.lee@mail.EXAMPLE", "email"),
        RuleCase("ann.lee", "length", "email"), RuleCase("Ann.Lee", "length", "email"),
    ])
    func `the password of service has eight characters, not the email or its beginning`(row: RuleCase) {
        let account: AccountRecord = [.email: "Ann.Lee@mail.example", .password: row.value]
        let draft = Draft(.service, today: .earliest, over: account)
        let broken = draft.judgement.violations(about: [.password]).map(\.ruleName)
        #expect(broken == row.broken)
        // An email that makes the password a bad one is reported as the password's mistake.
        let changed = draft.judgement.violations(about: [.email]).map(\.ruleName)
        #expect(changed == row.broken.filter { $0 == "email" })
    }

    private func checklist(_ policy: Policy, _ value: String) -> [RuleCheck] {
        policy.checklist(of: value, for: .password, today: .earliest)
    }

    @Test func `the checklist shows each rule separately`() {
        let checks = checklist(.albums, "abc1")
        #expect(
            checks.map(\.rule) == [
                .password(.length(6)), .password(.kind(.digit)), .password(.kind(.lowercase)),
                .password(.kind(.uppercase)),
            ])
        #expect(checks.map(\.isSatisfied) == [false, true, true, false])
        #expect(
            checks.map(\.requirement) == [
                "at least 6 characters", "a digit", "a lowercase letter (a-z)", "an uppercase letter (A-Z)",
            ])
    }

    @Test func `the checklist names control characters and too many bytes only where there are any`() {
        #expect(
            checklist(.profile, "12345\u{7}").map(\.rule) == [
                .password(.length(5)), .characters(.control),
            ])
        let long = checklist(.authorisation, String(repeating: "a1", count: 256))
        #expect(long.map(\.rule).contains(.password(.bytes(511))))
        #expect(checklist(.authorisation, "a").count == 3)
        #expect(
            checklist(.profile, "1234\u{2060}").map(\.rule) == [
                .password(.length(5)), .characters(.invisible(["\u{2060}"])),
            ])
    }

    @Test func `no message holds the password`() throws {
        let today = try #require(CalendarDate(iso: "2026-07-15"))
        for policy in [Policy.profile, .albums, .authorisation] {
            let messages = policy.violations(of: "Q\u{7}", for: .password, today: today).map(\.message)
            #expect(!messages.isEmpty)
            #expect(messages.allSatisfy { !$0.contains("Q") })
        }
    }
}

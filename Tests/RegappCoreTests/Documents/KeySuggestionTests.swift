import Testing

@testable import RegappCore

/// Which key was meant by a misspelt one.
@Suite struct KeySuggestionTests {
    @Test(arguments: [
        ("Email", Field.email), ("E-Mail", .email), ("emial", .email), ("emai", .email), ("mail", .email),
        ("e mail ", .email), ("\u{435}mail", .email), ("emai\u{200B}l", .email), ("first_name", .firstName),
        ("lastname", .lastName), ("lastNmae", .lastName), ("PASSWORD", .password), ("pasword", .password),
        ("password_hash", .passwordHash), ("phoen", .phone), ("birthdate", .birthday),
    ])
    func `a slip is reported beside the known key too`(written: String, field: Field) {
        #expect(
            field.keySuggestion.isSlip(written)
                && KeySuggestion.nearest(to: written, among: [field.keySuggestion]) != nil)
        #expect(
            KeySuggestion.nearest(to: written, among: Field.allCases.map(\.keySuggestion)) == field.rawValue)
    }

    @Test(arguments: [
        ("e_mail_address", Field.email), ("pass", .password), ("pwd", .password), ("surname", .lastName),
        ("family name", .lastName), ("given-name", .firstName), ("f_name", .firstName),
        ("dateOfBirth", .birthday), ("birth", .birthday), ("tel", .phone), ("phoneNumber", .phone),
    ])
    func `another name is reported only where the known key is missing`(written: String, field: Field) {
        #expect(
            !field.keySuggestion.isSlip(written)
                && KeySuggestion.nearest(to: written, among: [field.keySuggestion]) != nil)
        #expect(
            KeySuggestion.nearest(to: written, among: Field.allCases.map(\.keySuggestion)) == field.rawValue)
    }

    @Test(arguments: [
        ("phones", Field.phone), ("phoen", .phone), ("first_name", .firstName), ("expired", .expires),
        ("password_hash", .passwordHash), ("birthdays", .birthday), ("lastnam", .lastName),
    ])
    func `a few letters wrong are a near miss`(written: String, field: Field) {
        #expect(field.keySuggestion.isNearMiss(written))
    }

    @Test(arguments: [
        "phone2", "2phone", "email2", "surname", "tel", "pass", "phoneAtWork", "birth", "validUntil",
    ])
    func `an added digit, another name and an abbreviation are none`(written: String) {
        #expect(Field.allCases.allSatisfy { !$0.keySuggestion.isNearMiss(written) })
    }

    @Test(arguments: [
        "phone2", "phones", "phoneAtWork", "emails", "email2", "passwordHint", "petName", "notes", "pets",
        "home", "name", "age", "", "_", "é", String(repeating: "email", count: 10_000),
    ])
    func `a key of one's own is left alone beside the known ones`(written: String) {
        #expect(Field.allCases.allSatisfy { !$0.keySuggestion.isSlip(written) })
    }
}

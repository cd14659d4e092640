import RegappCore
import Foundation
import RegappTestSupport
import Testing

@testable import RegappWording
@testable import RegappTerminal
@testable import regapp

/// The field in which a phone is typed: whatever is typed or pasted there has the verdict that the command gives it.
@Suite struct `Phone field` {
    private func field(_ text: String = "") -> TextField {
        let draft = Draft(.albums, today: .earliest)
        return FormField(.phone, of: draft, text: text).input
    }

    private func shown(_ field: TextField) -> String {
        var text = field.line(columns: 30, isFocused: true).text
        while text.last == " " { text.removeLast() }
        return text
    }

    private func typed(_ number: String) -> TextField {
        var typed = field()
        for character in number { _ = typed.update(.key(.character(character))) }
        return typed
    }

    @Test func `an 8 or a 7 that is typed first is the country code at once`() {
        for first in ["8", "7"] {
            #expect(shown(typed(first)) == "+7 (***) ***-**-**")
            #expect(shown(typed(first + "916")) == "+7 (916) ***-**-**")
        }
        #expect(shown(typed("9")) == "+7 (9**) ***-**-**")
        // Ten digits are a whole number, as for the command.
        for number in ["8001234567", "7001234567"] {
            var (pasted, typed) = (field(), typed(number))
            _ = pasted.update(.paste(number))
            #expect(shown(pasted) == "+7 (\(number.prefix(3))) 123-45-67" && shown(typed) == shown(pasted))
            _ = typed.update(.key(.backspace))
            #expect(shown(typed) == "+7 (\(number.prefix(3))) 123-45-6*")
        }
    }

    @Test func `the field has the mask of the rules, and none where there is none`() throws {
        func field(_ mask: String) throws -> TextField {
            let text = Array(#"{"policy":"service","phoneMask":"\#(mask)"}"#.utf8)
            let policy = try PolicyFile(parsing: text, path: "policy.json").policy
            return FormField(.phone, of: Draft(policy, today: .earliest)).input
        }
        var german = try field("+49 (***) *******")
        for character in "0301 9018200" { _ = german.update(.key(.character(character))) }
        #expect(shown(german) == "+49 (301) 9018200")
        for mask in ["international", "none"] {
            #expect(try shown(field(mask)) == "optional, e.g. +49 30 901820")
        }
    }

    /// Numbers of every kind that people type and paste, right and wrong.
    private static let values = [
        "9161234567", "89161234567", "79161234567", "+79161234567", "8 (916) 123-45-67", "916.123.45.67",
        "8001234567", "7001234567", "0612345678", "7916123456", "8916123456", "2025550143", "14155552671",
        "0079161234", "(9161) 234567", "+7\u{A0}916 1234567", "+1 212 555 0100", "+44 20 7946 0958",
        "00 7 916 123 45 67", "007916123456", "+7 8 916 123 45 67", "+7 916 123 45 678", "+89161234567",
        "+9161234567", "916123456", "91612345678", "8 7 916 123 45 67", "791612345678", "9161234567x",
        "+375 29 123-45-67", "00375291234567", "+972 50 123 4567", "+971 50 123 4567", "+49 171 234567890",
        "00 7 903 765 43 29", "001 202 555 0143", "0079037654", "+770079037654", "+3 7 916 123 45 67",
        "x9161234567", "916 123 45 67 доб. 5", "++79161234567", "9161234567+", "(916 1234567", "916) 1234567",
        "((916)) 1234567", "9161234567)", "tel:+79161234567", "９１６1234567", "1", "+", "-", "7", "8",
    ]

    @Test func `typed and pasted numbers are accepted and refused as the command does`() throws {
        let session = try Session()
        try session.home.write("policy.json", ScreenFiles.albumsPolicy)
        for (number, value) in Self.values.enumerated() {
            let answer = try session(
                "register --email a\(number)@example.org --first-name Ann --last-name Lee --birthday 1990-05-17 --password Secret1",
                "--phone=\(value)")
            let file = session.home.text("accounts/a\(number)@example.org.json")
            #expect((file != nil) == (answer.status == 0), "\(value)")
            for stroke in [Stroke.text(value), .paste("  \(value) \n")] {
                let driver = try ScreenDriver(ScreenFiles.albums)
                driver.register(email: "a\(number)@example.org", phone: stroke)
                let registered = driver.text("accounts/a\(number)@example.org.json")
                #expect(phone(in: registered) == phone(in: file), "\(value), \(stroke)")
                if file == nil {
                    let reasons = ["✗ Needs +7 and 10 digits", "✗ No number of +7", "✗ One digit is missing"]
                    #expect(reasons.contains { driver.shows($0) }, "\(value), \(stroke)")
                }
            }
        }
    }

    @Test(arguments: [
        "+7 (***) ***-**-**", "+49 (***) *******", "+375 (**) ***-**-**", "+1 (***) ***-****",
        "+39 *** *******", "+44 **** ******", "+972 **-***-****",
    ])
    func `no number is turned into another under any mask, typed or pasted`(mask: String) throws {
        let text = Array(#"{"policy":"service","phoneMask":"\#(mask)"}"#.utf8)
        let policy = try PolicyFile(parsing: text, path: "policy.json").policy
        let draft = Draft(policy, today: .earliest)
        let pattern = try #require(PhonePattern(mask))
        let foreign = [
            "0049 301 9018200", "004930190182", "+49 0301 9018200", "0301 9018200", "03019018200 5",
            "+4930190182001",
            "0049301901820011", "00 49 0301 9018200", "+1 212 555 0100", "0012125550100", "1 212 555 01001",
            "+375 29 123-45-67", "80291234567", "0039 06 12345678", "+39 06 12345678", "+972 (0)50 123 4567",
            "00972501234567", "+44 (0)7946 095812", "0044 7946 095812", "(+49) 301 9018200",
        ]
        for number in Self.values + foreign {
            let command = PhoneNumber(number, under: pattern)
            for stroke in [number.map { Event.key(.character($0)) }, [.paste(number)]] {
                var field = FormField(.phone, of: draft).input
                for event in stroke { _ = field.update(event) }
                let form = PhoneNumber(field.text, under: pattern)
                #expect(form == command, "\(stroke): \(field.text)")
                #expect(form != nil || field.text == number, "\(stroke)")
            }
        }
    }

    @Test func `what no number begins with stands as it is typed, and the field says so at once`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter), .to("phone"), "+375 29 123-45-67")
        #expect(driver.shows("+375 29 123-45-67") && driver.shows("! Needs +7 and 10 digits"))
        driver.type(.key(.tab), .key(.shiftTab))
        #expect(driver.shows("✗ Needs +7 and 10 digits"))
    }

    private func phone(in file: String?) -> String? {
        file?.split(separator: "\n").first { $0.contains("phone") }.map(String.init)
    }
}

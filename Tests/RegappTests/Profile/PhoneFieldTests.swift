import RegappCore
import Foundation
import RegappValues
import RegappTestSupport
import Testing

@testable import RegappTerminal
@testable import RegappWording
@testable import regapp

/// The field in which a phone is typed: whatever is typed or pasted there has the verdict that the command gives it.
@Suite struct `Phone field` {
    private func field(_ text: String = "") -> TextField {
        let draft = Draft(.albums, today: .earliest)
        return FormField(.phone, of: draft, beside: [.phone], text: text).input
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

    @Test(arguments: [
        "9161234567", "89161234567", "79161234567", "+79161234567", "+7 916 123-45-67", "+7 (916) 123-45-67",
        "8 (916) 123-45-67",
    ])
    func `a number fills the mask however it is dialled`(number: String) {
        #expect(shown(typed(number)) == "+7 (916) 123-45-67", "typed")
        var pasted = field("9057654321")
        _ = pasted.update(.paste(number))
        #expect(shown(pasted) == "+7 (916) 123-45-67", "pasted")
        #expect(shown(field(number)) == "+7 (916) 123-45-67", "set")
    }

    @Test func `an 8 or a 7 that is typed first is the country code at once`() {
        for first in ["8", "7"] {
            #expect(shown(typed(first)) == "+7 (***) ***-**-**")
            #expect(shown(typed(first + "916")) == "+7 (916) ***-**-**")
        }
        #expect(shown(typed("9")) == "+7 (9**) ***-**-**")
        // One that is pasted may begin a number without its code.
        var pasted = field()
        _ = pasted.update(.paste("8001234567"))
        #expect(shown(pasted) == "+7 (800) 123-45-67")
    }

    @Test func `the field has the mask of the rules, and none where there is none`() throws {
        func field(_ mask: String) throws -> TextField {
            let text = Array(#"{"policy":"service","phoneMask":"\#(mask)"}"#.utf8)
            let policy = try PolicyFile(parsing: text, path: "policy.json").policy
            return FormField(.phone, of: Draft(policy, today: .earliest), beside: [.phone]).input
        }
        var german = try field("+49 (***) *******")
        for character in "0301 9018200" { _ = german.update(.key(.character(character))) }
        #expect(shown(german) == "+49 (301) 9018200")
        for mask in ["international", "none"] {
            #expect(try shown(field(mask)) == "e.g. +49 30 901820")
        }
    }

    /// Numbers of every kind that people type and paste, right and wrong.
    private static let values = [
        "9161234567", "89161234567", "79161234567", "+79161234567", "8 (916) 123-45-67", "916.123.45.67",
        "0079161234", "(9161) 234567", "+7\u{A0}916 1234567", "+1 212 555 0100", "+44 20 7946 0958",
        "00 7 916 123 45 67", "007916123456", "+7 8 916 123 45 67", "+7 916 123 45 678", "+89161234567",
        "+9161234567", "916123456", "91612345678", "8 7 916 123 45 67", "791612345678", "9161234567x",
        "x9161234567", "916 123 45 67 доб. 5", "++79161234567", "9161234567+", "(916 1234567", "916) 1234567",
        "((916)) 1234567", "9161234567)", "tel:+79161234567", "９１６1234567", "1", "+", "-", "7", "8",
    ]

    @Test func `typed and pasted numbers are accepted and refused as the command does`() throws {
        let session = try Session()
        try session.home.write("policy.json", ScreenFiles.albumsPolicy)
        for (number, value) in Self.values.enumerated() {
            let answer = try session(
                "register", "--email", "a\(number)@example.org", "--first-name", "Ann", "--last-name", "Lee",
                "--birthday", "1990-05-17", "--password", "Secret1", "--phone=\(value)")
            let file = session.home.text("accounts/a\(number)@example.org.json")
            #expect((file != nil) == (answer.status == 0), "\(value)")
            for stroke in [Stroke.text(value), .paste("  \(value) \n")] {
                // What is typed beyond the mask is not accepted, and then the field says why.
                if case .text = stroke, isRefused(value) { continue }
                let driver = try ScreenDriver(ScreenFiles.albums)
                driver.register(email: "a\(number)@example.org", phone: stroke)
                let registered = driver.text("accounts/a\(number)@example.org.json")
                #expect(phone(in: registered) == phone(in: file), "\(value), \(stroke)")
                if file == nil {
                    #expect(driver.shows("✗ +7 and 10 digits"), "\(value), \(stroke)")
                }
            }
        }
    }

    /// Whether a key of a number is not accepted.
    private func isRefused(_ number: String) -> Bool {
        var field = field()
        return number.contains { character in
            _ = field.update(.key(.character(character)))
            return field.hasRefused
        }
    }

    @Test func `characters that no number has are not accepted, and the mask stays`() {
        #expect(
            Self.values.filter { !isRefused($0) } == [
                "9161234567", "89161234567", "79161234567", "+79161234567", "8 (916) 123-45-67",
                "916.123.45.67", "0079161234", "916123456", "1", "+", "7", "8",
            ])
        for number in Self.values where isRefused(number) { #expect(shown(typed(number)).hasPrefix("+7")) }
    }

    private func phone(in file: String?) -> String? {
        file?.split(separator: "\n").first { $0.contains("phone") }.map(String.init)
    }
}

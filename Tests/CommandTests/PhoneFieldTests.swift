import Accounts
import PlainValues
import TerminalUI
import Testing

@testable import regapp

/// The field in which a phone is typed: the mask of the form, the dialling rules of the accounts.
@Suite struct `Phone field` {
    private func field(_ text: String = "") -> TextField {
        FormField(.phone, .albums, today: .earliestBirthday, text: text).input
    }

    @Test(arguments: [
        "9161234567", "89161234567", "79161234567", "+79161234567", "+7 916 123-45-67", "+7 (916) 123-45-67",
        "8 (916) 123-45-67",
    ])
    func `a number fills the mask however it is dialled`(number: String) {
        var typed = field()
        for character in number { _ = typed.update(.key(.character(character))) }
        #expect(typed.text == "+7 (916) 123-45-67", "typed")
        var pasted = field("9057654321")
        _ = pasted.update(.paste(number))
        #expect(pasted.text == "+7 (916) 123-45-67", "pasted")
        #expect(field(number).text == "+7 (916) 123-45-67", "set")
    }

    @Test func `an 8 at the beginning counts until it turns out to be the prefix`() {
        var typed = field()
        for character in "8916123456" { _ = typed.update(.key(.character(character))) }
        #expect(typed.text == "+7 (891) 612-34-56")
        _ = typed.update(.key(.character("7")))
        #expect(typed.text == "+7 (916) 123-45-67")
    }
}

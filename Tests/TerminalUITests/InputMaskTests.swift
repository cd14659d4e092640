import TestSupport
import Testing

@testable import TerminalUI

@Suite struct InputMaskTests {
    static let phone = InputMask("+7 (***) ***-**-**") { text in
        (text.hasPrefix("+7") ? text.dropFirst(2) : text[...]).filter { ("0"..."9").contains($0) }
    }

    func field(_ text: String = "") -> TextField { TextField(text, mask: Self.phone) }

    @Test(arguments: ["9161234567", "+79161234567", "+7 916 123-45-67", "+7 (916) 123-45-67"])
    func `a number fills the mask with the beginning of the pattern or without`(number: String) {
        var typed = field()
        typed.type(.text(number))
        #expect(typed.text == "+7 (916) 123-45-67", "typed")
        var pasted = field()
        pasted.type(.paste(number))
        #expect(pasted.text == "+7 (916) 123-45-67", "pasted")
        #expect(field(number).text == "+7 (916) 123-45-67", "set")
    }

    @Test func `the beginning of the pattern shows as it is typed`() {
        var field = field()
        field.type("+")
        #expect(field.shown() == "+|7 (***) ***-**-**")
        field.type("x")
        #expect(field.shown() == "+|7 (***) ***-**-**")
        field.type("7")
        #expect(field.shown() == "|+7 (***) ***-**-**")
        var long = TextField(mask: InputMask("+49 ***") { $0.replacing("+49", with: "").filter(\.isNumber) })
        long.type("+4")
        #expect(long.shown() == "+4|9 ***")
        long.type(.key(.left), .key(.delete), "4", "9", "1")
        #expect(long.shown() == "+49 1|**")
    }

    @Test func `the mask grows with the digits`() {
        var field = field()
        let expected = [
            "+7 (9", "+7 (91", "+7 (916", "+7 (916) 1", "+7 (916) 12", "+7 (916) 123", "+7 (916) 123-4",
        ]
        for (digit, text) in zip("9161234", expected) {
            field.type(.text(String(digit)))
            #expect(field.text == text)
        }
    }

    @Test func `nothing typed is no text`() {
        var field = field()
        #expect(field.text == "")
        field.type("9", .key(.backspace))
        #expect(field.text == "")
    }

    @Test func `letters are not taken`() {
        var field = field()
        field.type("9a1-6(")
        #expect(field.text == "+7 (916")
    }

    @Test func `the rest of the mask shows and the cursor stands after what is typed`() {
        var field = field()
        #expect(field.shown() == "|+7 (***) ***-**-**")
        field.type("916")
        #expect(field.shown() == "+7 (916|) ***-**-**")
    }

    @Test func `the cursor goes from digit to digit`() {
        var field = field("9161234567")
        field.type(.key(.left, times: 4))
        #expect(field.shown() == "+7 (916) 123-|45-67")
        field.type(.key(.left))
        #expect(field.shown() == "+7 (916) 12|3-45-67")
        field.type(.key(.home))
        #expect(field.shown() == "+7 (|916) 123-45-67")
    }

    @Test func `deleting in the middle closes the gap and keeps the place`() {
        var field = field("9161234567")
        field.type(.key(.left, times: 4), .key(.backspace))
        #expect(field.shown() == "+7 (916) 12|4-56-7*")
        field.type("9")
        #expect(field.shown() == "+7 (916) 129-|45-67")
        field.type(.key(.delete))
        #expect(field.shown() == "+7 (916) 129-|56-7*")
    }

    @Test func `a full mask pushes nothing out`() {
        var field = field("9161234567")
        field.type(.key(.home), "5")
        #expect(field.text == "+7 (916) 123-45-67")
        field.type(.key(.end), "1")
        #expect(field.text == "+7 (916) 123-45-67")
    }

    @Test func `a whole number pasted replaces what is there`() {
        var field = field("9161234567")
        field.type(.paste("+7 495 765-43-21"))
        #expect(field.text == "+7 (495) 765-43-21")
    }

    @Test func `part of a number pasted goes in at the cursor`() {
        var field = field("9167")
        field.type(.key(.left), .paste("12-3"))
        #expect(field.shown() == "+7 (916) 123-|7*-**")
    }

    @Test func `what shows is what comes back`() {
        for count in 0...10 {
            let digits = String("9161234567".prefix(count))
            let shown = field(digits).text
            #expect(field(shown).text == shown)
        }
    }

    @Test func `random editing never leaves more digits than places`() {
        var random = SeededGenerator(seed: 3)
        var field = field()
        let keys: [Key] = [
            .left, .right, .home, .end, .backspace, .delete, .character("+"), .character("7"),
            .character("8"),
            .character("1"), .control("w"), .control("k"), Key(.left, .control), .character("x"),
        ]
        for _ in 0..<20_000 {
            field.type(.key(random.pick(keys)))
            #expect(field.text.count <= Self.phone.pattern.count)
            _ = field.line(columns: 20, isFocused: true)
        }
    }
}

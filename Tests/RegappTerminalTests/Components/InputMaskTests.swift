import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct InputMaskTests {
    /// Ten digits after `+7`, an 8 or alone, with spaces, hyphens and parentheses.
    static let phone = InputMask("+7 (***) ***-**-**") { text in
        if text == "+" { return "" }
        let rest = text.hasPrefix("+7") ? text.dropFirst(2) : text[...]
        guard rest.allSatisfy({ "0123456789 ()-".contains($0) }) else { return nil }
        let digits = rest.filter(\.isNumber)
        if digits.count == 11, rest.first == "8", rest.count == text.count {
            return String(digits.dropFirst())
        }
        return digits.count > 10 ? nil : digits
    }

    func field(_ text: String = "") -> TextField { TextField(text, mask: Self.phone) }

    @Test(arguments: ["9161234567", "+79161234567", "+7 916 123-45-67", "+7 (916) 123-45-67", "89161234567"])
    func `a number fills the mask with the beginning of the pattern or without`(number: String) {
        var typed = field()
        typed.type(.text(number))
        #expect(typed.shown() == "+7 (916) 123-45-67|", "typed")
        var pasted = field()
        pasted.type(.paste(number))
        #expect(pasted.shown() == "+7 (916) 123-45-67|", "pasted")
        #expect(field(number).shown() == "+7 (916) 123-45-67|", "set")
    }

    @Test func `the beginning of the pattern shows as it is typed`() {
        var field = field()
        field.type("+")
        #expect(field.shown() == "+|7 (***) ***-**-**")
        field.type("7")
        #expect(field.shown() == "+7| (***) ***-**-**")
        field.type(" (9")
        #expect(field.shown() == "+7 (9|**) ***-**-**")
        #expect(field.text == "+7 (9")
    }

    @Test(arguments: ["+1 212", "00 7 916 123 45 67", "916x", "9161234567 8", "+7 916 123 45 678"])
    func `a text that no mask fits stands as it was typed or pasted`(text: String) {
        for stroke in [Stroke.text(text), .paste(text)] {
            var field = field()
            field.type(stroke)
            #expect(field.shown() == text + "|" && field.text == text && field.brokenMask != nil)
        }
    }

    @Test func `the mask comes back with the last wrong character gone`() {
        var field = field()
        field.type(.paste("+79161x"))
        #expect(field.shown() == "+79161x|")
        field.type(.key(.backspace))
        #expect(field.shown() == "+7 (916) 1|**-**-**")
    }

    @Test func `the mask grows with the digits`() {
        var field = field()
        let expected = [
            "+7 (9|**) ***-**-**", "+7 (91|*) ***-**-**", "+7 (916|) ***-**-**", "+7 (916) 1|**-**-**",
            "+7 (916) 12|*-**-**", "+7 (916) 123|-**-**", "+7 (916) 123-4|*-**",
        ]
        for (digit, shown) in zip("9161234", expected) {
            field.type(.text(String(digit)))
            #expect(field.shown() == shown)
        }
    }

    @Test func `nothing typed is no text`() {
        var field = field()
        #expect(field.text == "")
        field.type("9", .key(.backspace))
        #expect(field.text == "")
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

    @Test func `a digit too many pushes nothing out`() {
        var field = field("+7 (916) 123-45-67")
        field.type(.key(.home), "5")
        #expect(field.shown() == "+7 (5|916) 123-45-67" && field.brokenMask != nil)
        field.type(.key(.backspace))
        #expect(field.shown() == "+7 (|916) 123-45-67" && field.brokenMask == nil)
    }

    @Test func `a whole number pasted replaces what is there`() {
        var field = field("9161234567")
        field.type(.paste(" +7 495 765-43-21\n"))
        #expect(field.shown() == "+7 (495) 765-43-21|" && field.text == "+7 495 765-43-21")
    }

    @Test func `deleting every digit deletes the beginning of the pattern too`() {
        var field = field("+7 (916")
        field.type(.key(.backspace, times: 3))
        #expect(field.text == "")
    }

    @Test func `part of a number pasted goes in at the cursor`() {
        var field = field("9167")
        field.type(.key(.left), .paste("12-3"))
        #expect(field.shown() == "+7 (916) 123-|7*-**")
    }

    @Test func `typing the shown digits shows the same`() {
        for count in 0...10 {
            let digits = String("9161234567".prefix(count))
            let shown = field(digits).shown()
            let typed = shown.prefix { $0 != "|" }
            #expect(field(String(typed)).shown() == shown)
        }
    }

    @Test func `random editing shows what is kept, and nothing else`() {
        var random = SeededGenerator(seed: 3)
        var field = field()
        let keys: [KeyPress] = [
            .left, .right, .home, .end, .backspace, .backspace, .delete, .character("+"), .character("7"),
            .character("1"), .control("w"), .control("k"), KeyPress(.left, .control),
            .character("x"), .character("-"),
        ]
        for _ in 0..<Campaign.rounds(20_000, usually: 1_000) {
            field.type(.key(random.pick(keys)))
            let digits = field.text.filter(\.isNumber)
            let shown = field.shown().filter(\.isNumber)
            #expect(shown.hasSuffix(digits) || digits.isEmpty || digits == "7", "\(field.text)")
            #expect(field.line(columns: 20, isFocused: true).columns == 20)
        }
    }
}

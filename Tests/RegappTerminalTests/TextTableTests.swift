import Testing

@testable import RegappTerminal

@Suite struct TextTableTests {
    @Test func `columns are as wide as their widest text, in columns of the terminal`() {
        let rows = [["Name:", "日本", "x"], ["", "a", "y"], ["First name:", "", "z"]]
        #expect(
            TextTable.lines(rows, gap: 1) == ["Name:       日本 x", "            a    y", "First name:      z"])
    }

    @Test func `lines have no trailing spaces, whatever is missing at their end`() {
        let rows = [["Email:", "abc@def.gh", "12"], ["Phone:", ""], ["Birthday:"], ["", "", ""], []]
        #expect(TextTable.lines(rows) == ["Email:     abc@def.gh  12", "Phone:", "Birthday:", "", ""])
    }

    @Test func `a label is followed by a value of any width, or by nothing`() {
        #expect(TextTable.line("Email:", "abc@def.gh", labelWidth: 11) == "Email:      abc@def.gh")
        #expect(TextTable.line("Last name:", "", labelWidth: 11) == "Last name:")
    }

    @Test func `a text that is too wide is cut, but no number at the right of its column`() {
        let number = TextTable.Column(3, isRightAligned: true)
        let table = TextTable([number, .init(4), .init(2, isRightAligned: true)], gap: 1)
        #expect(table.line(["7", "a title", "5"]) == "  7 a t…  5")
        #expect(table.line(["1234", "one", "100"]) == "1234 one  100")
        #expect(table.line(["", "a title"]) == "    a t…")
    }
}

import RegappValues
import RegappTestSupport
import Testing

@testable import RegappTerminal

/// Random keys, pastes and sizes: nothing may trap, whatever comes in whatever order.
@Suite struct MonkeyTests {
    private static let keys: [KeyPress] =
        [
            .enter, .tab, .shiftTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end,
            .pageUp, .pageDown, KeyPress(.pageUp, .shift), KeyPress(.pageDown, .control),
            KeyPress(.left, .control), KeyPress(.right, .alt), KeyPress(.backspace, .alt),
            KeyPress(.down, .alt), .alt("d"), KeyPress(.function(5)),
        ] + "aekuwrz".map { .control($0) } + "a1 @.-+漢😀я\u{301}\u{200D}".map { .character($0) }
    private static let pastes = [
        "", "a\nb", "+7 916 123-45-67", "漢字👩‍👩‍👧", "\u{1B}[31m", "2001-02-03", "\u{202E}x",
    ]

    private static func event(_ random: inout SeededGenerator) -> Event {
        switch random.number(0...19) {
        case 0: .paste(random.pick(pastes))
        case 1: .tick
        default: .key(random.pick(keys))
        }
    }

    private static func size(_ random: inout SeededGenerator) -> Size {
        Size(columns: random.number(0...89), rows: random.number(0...29))
    }

    /// A form with every kind of field, with the texts of another.
    private static func form(_ texts: [ControlID: String] = [:], isReadOnly: Bool = false) throws -> Form {
        var birthday = FormField("birthday", label: "Birthday", icon: "◷")
        birthday.days = try CalendarTests.range()
        let password = FormField("password", label: "Password", input: TextField(isSecret: true))
        var form = Form(
            fields: [
                FormField("email", label: "Email", input: TextField(limit: 40)), password, birthday,
                FormField("phone", label: "Phone", input: TextField(mask: InputMaskTests.phone)),
            ],
            buttons: [
                Form.Button("save", title: "Save", needsValidFields: true),
                Form.Button("no", title: "Cancel"),
            ],
            isReadOnly: isReadOnly,
            check: { texts in
                let wrong = texts["email"]?.contains("@") == true ? [] : ["an email address has an @"]
                let hasDigit = texts.values.contains { $0.contains { $0.isNumber } }
                return Form.Judgement(["email": wrong]) {
                    $0 == "password" ? [.init("a digit", isMet: hasDigit)] : []
                }
            })
        for (id, text) in texts { form.setText(text, of: id) }
        return form
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a form survives anything typed in any window`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var form = try Self.form()
        var writer = FrameWriter(palette: Palette(.trueColour))
        for step in 0..<5_000 {
            _ = form.update(Self.event(&random))
            if step % 500 == 499 {
                form = try Self.form(form.texts, isReadOnly: !form.isReadOnly)
            }
            guard step % 5 == 0 else { continue }
            var frame = Frame(Self.size(&random))
            let rect = Rect(frame.size).inset(top: 2, bottom: 1, left: 1, right: 1)
            form.draw(form.layout(columns: rect.columns), on: &frame, in: rect)
            _ = writer.bytes(for: frame)
            let isSafe = form.texts.values.allSatisfy {
                !$0.unicodeScalars.contains(where: \.isUnprintable)
            }
            #expect(isSafe)
        }
    }

    private static func list(rows: Int) -> ListView {
        var list = ListView(
            columns: [.init("A", .flexible(1)), .init("B", .fixed(6))],
            rows: (0..<rows).map { .init(["row \($0)", "漢"]) })
        list.pictureSize = Size(columns: 4, rows: 2)
        return list
    }

    @Test func `a list survives anything typed in any window`() {
        var random = SeededGenerator(seed: 5)
        var list = Self.list(rows: 0)
        for step in 0..<5_000 {
            if step % 300 == 0 {
                list = Self.list(rows: random.number(0...299))
            }
            if step % 7 == 0 { list.setHeight(random.number(0...39)) }
            _ = list.update(Self.event(&random))
            var frame = Frame(Self.size(&random))
            list.draw(on: &frame, in: Rect(frame.size), isFocused: true)
            #expect(list.count == 0 || list.visibleIndices.contains(list.selected))
        }
    }
}

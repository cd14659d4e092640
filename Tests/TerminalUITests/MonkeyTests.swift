import PlainValues
import Testing

@testable import TerminalUI

/// Random keys, pastes and sizes: nothing may trap, whatever comes in whatever order.
@Suite struct MonkeyTests {
    private static let keys: [Key] =
        [
            .enter, .tab, .shiftTab, .escape, .backspace, .delete, .up, .down, .left, .right, .home, .end,
            .pageUp,
            .pageDown, Key(.pageUp, .shift), Key(.pageDown, .control), Key(.left, .control),
            Key(.right, .alt),
            Key(.backspace, .alt), Key(.down, .alt), .alt("d"), Key(.function(5)),
        ] + "aekuwrz".map { .control($0) } + "a1 @.-+漢😀я\u{301}\u{200D}".map { .character($0) }
    private static let pastes = [
        "", "a\nb", "+7 916 123-45-67", "漢字👩‍👩‍👧", "\u{1B}[31m", "2001-02-03", "\u{202E}x",
    ]

    private static func event(_ random: inout Seeded) -> Event {
        switch random.next() % 20 {
        case 0: .paste(pastes[Int(random.next() % UInt64(pastes.count))])
        case 1: .tick
        default: .key(keys[Int(random.next() % UInt64(keys.count))])
        }
    }

    private static func size(_ random: inout Seeded) -> Size {
        Size(columns: Int(random.next() % 90), rows: Int(random.next() % 30))
    }

    private static func form() throws -> Form {
        var birthday = FormField("birthday", label: "Birthday", icon: "◷")
        birthday.days = try CalendarTests.range()
        var password = FormField("password", label: "Password", input: TextField(isSecret: true))
        password.rules = { [FormField.Rule("a digit", isMet: $0.contains { $0.isNumber })] }
        return Form(
            fields: [
                FormField("email", label: "Email", input: TextField(limit: 40)), password, birthday,
                FormField("phone", label: "Phone", input: TextField(mask: InputMaskTests.phone)),
            ],
            buttons: [
                FormButton("save", title: "Save", needsValidFields: true), FormButton("no", title: "Cancel"),
            ],
            check: { $0["email"]?.contains("@") == true ? [:] : ["email": ["an e-mail address has an @"]] })
    }

    @Test(arguments: [UInt64(1), 2, 3])
    func `a form survives anything typed in any window`(seed: UInt64) throws {
        var random = Seeded(seed: seed)
        var form = try Self.form()
        var writer = FrameWriter(palette: Palette(.trueColour))
        for step in 0..<5_000 {
            _ = form.update(Self.event(&random))
            if step % 500 == 499 {
                form.setButtons(form.buttons, isReadOnly: !form.isReadOnly)
            }
            guard step % 5 == 0 else { continue }
            var frame = Frame(Self.size(&random))
            form.draw(on: &frame, in: Rect(frame.size).inset(top: 2, bottom: 1, left: 1, right: 1))
            _ = writer.bytes(for: frame)
            let isSafe = form.texts.values.allSatisfy {
                !$0.unicodeScalars.contains(where: \.isUnprintable)
            }
            #expect(isSafe)
        }
    }

    @Test func `a list survives anything typed in any window`() {
        var random = Seeded(seed: 5)
        var list = ListView(
            columns: [.init("A", .flexible(1)), .init("B", .fixed(6))], pictureSize: Size(columns: 4, rows: 2)
        )
        for step in 0..<5_000 {
            if step % 300 == 0 {
                list.setRows((0..<Int(random.next() % 300)).map { .init(["row \($0)", "漢"]) })
            }
            if step % 7 == 0 { list.setHeight(Int(random.next() % 40)) }
            _ = list.update(Self.event(&random))
            var frame = Frame(Self.size(&random))
            list.draw(on: &frame, in: Rect(frame.size))
            #expect(list.rows.isEmpty || list.visibleIndices.contains(list.selected))
        }
    }
}

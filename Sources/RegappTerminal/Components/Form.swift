/// Fields and buttons, one of which has the focus.
///
/// Tab, Shift-Tab and the arrows move the focus. Enter goes to the next field or presses the focused button; Ctrl-S
/// presses the button that needs valid fields, wherever the focus is. A field's problems appear once it is left with a
/// text in it, and disappear as soon as the text is right; they never keep the focus from moving. While there are
/// problems, a button that needs valid fields shows all of them instead, and moves the focus to the first.
package struct Form: Sendable {
    package enum Effect: Hashable, Sendable {
        case pressed(ControlID)
        case handled
    }

    /// What the rules say of all texts, judged once: marks, the button and the list of a field's rules come from it.
    package struct Judgement: Sendable {
        /// Of a field, as sentences.
        package let problems: @Sendable (ControlID) -> [String]
        /// The rules that are listed at a field while it has the focus.
        package let rules: @Sendable (ControlID) -> [FormField.Rule]
        /// Texts that are offered while a field is typed into.
        let suggestions: [ControlID: [String]]

        package init(
            _ problems: [ControlID: [String]], suggestions: [ControlID: [String]] = [:],
            rules: @escaping @Sendable (ControlID) -> [FormField.Rule] = { _ in [] }
        ) {
            self.problems = { problems[$0] ?? [] }
            self.suggestions = suggestions
            self.rules = rules
        }
    }

    package typealias Check = @Sendable (_ texts: [ControlID: String]) -> Judgement

    package internal(set) var fields: [FormField]
    package private(set) var buttons: [Button]
    /// Whether fields only show their texts and cannot have the focus.
    package let isReadOnly: Bool
    let isFaint: Bool
    package var hidden: Set<ControlID> = []
    /// The index of the focused element among the fields and then the buttons.
    var focus: Int
    /// How many rows the fields of a read-only form are scrolled.
    var scrolled = 0
    /// How many ticks ago there were new texts.
    var ticks = 0
    /// The rules of each field, as long as nothing is typed.
    let rules: [[FormField.Rule]]
    /// Whether Escape has closed a calendar or another page since the last tick: a second one does nothing more.
    package var hasJustEscaped = false
    /// Shown at the focused field until the next key.
    var said: FormField.Remark?
    private let check: Check
    /// Nil for a read-only form.
    private(set) var judgement: Judgement?

    /// The focus is on the first field or, if read-only, on the first button.
    package init(
        fields: [FormField], buttons: [Button] = [], isReadOnly: Bool = false, isFaint: Bool = false,
        check: @escaping Check = { _ in Judgement([:]) }
    ) {
        self.fields = fields
        self.buttons = buttons
        self.isReadOnly = isReadOnly
        self.isFaint = isFaint
        self.check = check
        focus = isReadOnly ? fields.count : 0
        let empty = isReadOnly ? nil : check([:])
        rules = empty.map { empty in fields.map { empty.rules($0.id) } } ?? []
        checkFields()
    }

    static let next = KeyBinding([.tab, .down, .control("n")], "next", meaning: "the next field or button")
    static let previous = KeyBinding(
        [.shiftTab, .up, .control("p")], "previous", meaning: "the field or button before")
    static let nextButton = KeyBinding([.tab, .right], "next", meaning: "the next button")
    static let previousButton = KeyBinding([.shiftTab, .left], "previous", meaning: "the button before")
    static let sideways = KeyBinding([.left, .right], "button", meaning: "from button to button")
    static let press = KeyBinding([.enter, .character(" ")], "press", meaning: "press the button")
    static let accept = KeyBinding(
        [.enter], "next", meaning: "the next field; on the last one it presses the button")
    static let scroll = KeyBinding([.up, .down], "scroll", meaning: "scroll, if not everything fits")
    package static let reveal = KeyBinding([.control("r")], "reveal", meaning: "show or hide secrets")
    static let submit = KeyBinding([.control("s")], "save", meaning: "press the button from any field")
    static let openCalendar = KeyBinding(
        [.character(" "), KeyPress(.down, .alt)], "calendar",
        meaning: "the calendar, in a date that is empty or complete")

    /// The keys of a help line, the most important first, wherever the focus is; `way` is the one that leaves the page,
    /// unless a button or a calendar uses Escape.
    package func bindings(way: KeyBinding? = nil) -> [KeyBinding] {
        if hasOpenCalendar { return Calendar.bindings }
        let shortcuts = ownButtons.map(\.key).filter { isReadOnly || $0.keys.contains(.escape) }
            .filter { !$0.keys.isEmpty }.map { KeyBinding($0.keys, $0.label, room: $0.room) }
        let letters = shortcuts.filter { !$0.keys.contains(.escape) }
        let out = (shortcuts.first { $0.keys.contains(.escape) } ?? way).map { [$0] } ?? []
        let stops = ownButtons.count + (isReadOnly ? 0 : fields.count)
        let moves = stops > 1 ? [Self.next] : []
        let reveal = hasSecret ? [Self.reveal] : []
        // A read-only form is opened for its buttons, any other for its fields.
        if isReadOnly { return letters + out + reveal + moves }
        return moves + out
            + (submitButton.map { [KeyBinding(Self.submit.keys, $0.title.lowercased())] } ?? [])
            + reveal
    }

    /// The keys that have a meaning only where the focus is; a help line has them last, where they move nothing.
    package var bindingsAtFocus: [KeyBinding] {
        if hasOpenCalendar { return [] }
        if let field = focusedField {
            guard field.shortcuts.isEmpty else { return Calendar.moves }
            return field.opensCalendarBySpace ? [Self.openCalendar] : []
        }
        return focusedButton.map { canPress($0) ? [Self.press] : [] } ?? []
    }

    private var hasOpenCalendar: Bool {
        focusedField.map { $0.calendar != nil && $0.shortcuts.isEmpty } ?? false
    }

    /// All keys of the form; those of its buttons, and `others` that its owner handles, come first under `title`.
    package func tables(title: String, _ others: [KeyBinding]) -> [KeyTable] {
        let own = buttons.filter { !$0.key.keys.isEmpty }.map {
            KeyBinding($0.key.keys, $0.title.lowercased(), meaning: $0.key.meaning)
        }
        let all = isReadOnly ? KeyTable.reading : .form
        let moves = KeyTable(all.title, all.bindings.filter(isUseful))
        let typing = isReadOnly || fields.isEmpty ? [] : [KeyTable.typing]
        let calendar = fields.contains { $0.days != nil } && !isReadOnly ? [KeyTable.calendar] : []
        let isOpen = focusedField?.calendar != nil
        return (isOpen ? calendar : []) + [KeyTable(title, own + others), moves] + typing
            + (isOpen ? [] : calendar) + [.everywhere]
    }

    private func isUseful(_ binding: KeyBinding) -> Bool {
        switch binding {
        case Self.reveal: hasSecret
        case Self.openCalendar: fields.contains { $0.days != nil }
        case Self.submit: submitButton != nil
        case Self.sideways, Self.nextButton, Self.previousButton: ownButtons.count > 1
        case Self.scroll: !fields.isEmpty
        case Self.previous, Self.next: fields.count + ownButtons.count > 1
        default: true
        }
    }

    package var isValid: Bool { fields.allSatisfy { $0.problems.isEmpty } }

    package var texts: [ControlID: String] {
        Dictionary(fields.map { ($0.id, $0.input.text) }) { first, _ in first }
    }

    package func text(of id: ControlID) -> String { fields.first { $0.id == id }?.input.text ?? "" }

    private mutating func change(_ id: ControlID, _ change: (inout FormField) -> Void) {
        guard let index = fields.firstIndex(where: { $0.id == id }) else { return }
        let text = fields[index].input.text
        change(&fields[index])
        if fields[index].calendar != nil, fields[index].input.text != text { fields[index].openCalendar() }
        checkFields()
    }

    package mutating func setText(_ text: String, of id: ControlID) { change(id) { $0.input.text = text } }

    /// Sets the text of a field as if it had been there from the start.
    package mutating func give(_ text: String, to id: ControlID) {
        change(id) { field in
            field.input.text = text
            field.given = field.input.text
        }
    }

    /// Replaces the buttons; the focus stays on its element, or else goes to the first button.
    package mutating func setButtons(_ new: [Button]) {
        guard new != buttons else { return }
        let focused = focusedButton?.id
        buttons = new
        guard let focused else { return }
        focus = fields.count
        setFocus(focused)
    }

    package mutating func remark(_ remark: FormField.Remark?, about id: ControlID) {
        for index in fields.indices where fields[index].id == id { fields[index].remark = remark }
    }

    /// Takes over the typed texts and the focus of a form with other rules. `mayMoveFocus`, for when no text is being
    /// typed, moves the focus to the first field that only the new rules make wrong.
    package mutating func adopt(_ other: Form, mayMoveFocus: Bool) {
        for old in other.fields {
            if let index = fields.firstIndex(where: { $0.id == old.id }) { fields[index].adopt(old) }
        }
        checkFields()
        if let id = other.focusedID { setFocus(id) }
        // Show the problems of typed texts that were right in the other form, or whose problems were shown there.
        let wrong = fields.indices.filter { index in
            let field = fields[index]
            guard let old = other.fields.first(where: { $0.id == field.id }), field.input.text != field.given
            else { return false }
            return !field.problems.isEmpty && (old.problems.isEmpty || old.showsProblems)
        }
        for index in wrong { fields[index].showsProblems = true }
        if let index = wrong.first, mayMoveFocus { focus = index }
    }

    /// Takes over the focus and the scrolling of a read-only form with other texts; new texts stand out for a while.
    package mutating func adoptPlace(of other: Form) {
        scrolled = other.scrolled
        for index in fields.indices {
            let old = other.fields.first { $0.id == fields[index].id }
            fields[index].isNew = old?.displayText != fields[index].displayText
        }
        ticks = 0
        if let id = other.focusedID { setFocus(id) }
    }

    /// Sets a text exactly as it was typed elsewhere: no mask or limit changes it before it is checked.
    mutating func fill(_ id: ControlID, with text: String) {
        change(id) { field in
            let placeholder = field.input.placeholder
            field.input = TextField(text, isSecret: field.input.isSecret, limit: .max)
            field.input.placeholder = placeholder
        }
    }

    package var focusedID: ControlID? { focusedField?.id ?? focusedButton?.id }

    package var isTyping: Bool { focusedField != nil }

    /// The text of the focused field, unless it is hidden; nil for none.
    package var visibleText: String? {
        focusedField.flatMap { $0.input.hidesWords || $0.input.text.isEmpty ? nil : $0.input.text }
    }

    package mutating func setFocus(_ id: ControlID) {
        if !isReadOnly, let index = fields.firstIndex(where: { $0.id == id }) { focus = index }
        if let index = buttons.firstIndex(where: { $0.id == id }) { focus = fields.count + index }
    }

    package var isTouched: Bool { !isReadOnly && fields.contains { $0.input.text != $0.given } }

    func canPress(_ button: Button) -> Bool { isValid || !button.needsValidFields }

    mutating func showAllProblems() {
        for index in fields.indices { fields[index].showsProblems = !fields[index].problems.isEmpty }
    }

    /// The index of the field with an open calendar: the focused one, unless it stays open.
    var openField: Int? { fields.firstIndex { $0.calendar != nil } }

    var focusedField: FormField? { !isReadOnly && focus < fields.count ? fields[focus] : nil }
    var focusedButton: Button? {
        let index = focus - fields.count
        return buttons.indices.contains(index) ? buttons[index] : nil
    }
    /// The button that Enter presses now: the focused one or, on the last field, the one that needs valid fields.
    var enterPresses: Button? {
        if let button = focusedButton { return canPress(button) ? button : nil }
        return isOnLastField && isValid ? submitButton : nil
    }
    var isOnLastField: Bool { isTyping && focus == fields.count - 1 }
    var submitButton: Button? { isReadOnly ? nil : buttons.first(where: \.needsValidFields) }

    /// Whether a key may press its button: not while it would type into a field.
    func answers(_ key: KeyPress) -> Bool {
        if case .character = key.code, key.modifiers.isEmpty { !isTyping } else { true }
    }

    var ownButtons: ArraySlice<Button> { buttons.prefix { !$0.isOffer } }

    package var hasSecret: Bool { fields.contains { $0.input.isSecret } }

    mutating func checkFields() {
        if isReadOnly { return }
        let judgement = check(texts)
        self.judgement = judgement
        for index in fields.indices {
            fields[index].problems = judgement.problems(fields[index].id)
            fields[index].input.suggestions = judgement.suggestions[fields[index].id] ?? []
            // Right again: new problems are shown only once the field is left again.
            if fields[index].problems.isEmpty { fields[index].showsProblems = false }
        }
    }
}

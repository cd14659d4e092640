internal import RegappValues

extension Form {
    /// How long new texts stand out: about two seconds, at the interval at which pages look for changes.
    private static let ticksOfNews = 8

    package mutating func update(_ event: Event) -> Effect? {
        switch event {
        case .filled(let id, let text):
            fill(id, with: text)
            return .handled
        case .chosen(let id):
            guard let button = buttons.first(where: { $0.id == id }) else { return nil }
            if isTyping { closeField() }
            if !button.isOffer { setFocus(id) }
            return press(button)
        case .pointed(let target): return point(at: target)
        case .wheel(let rows):
            guard isReadOnly else { return nil }
            scroll(rows)
            return .handled
        case .key, .paste: said = nil
        case .focusGained, .resumed:
            hasJustEscaped = false
            return nil
        case .tick:
            hasJustEscaped = false
            ticks += 1
            if ticks == Self.ticksOfNews { fields.indices.forEach { fields[$0].isNew = false } }
            return nil
        case .resize, .focusLost, .opened, .answered, .click: return nil
        }
        let hadCalendar = focusedField?.calendar != nil
        // A second Escape at once does nothing more than the first; after the focus has moved it leaves the page.
        let movesOn = if case .key(let key) = event { key.code == .tab } else { false }
        let isRepeated = hasJustEscaped && event == .key(.escape)
        defer { hasJustEscaped = hadCalendar && !movesOn && !fields.contains { $0.calendar != nil } }
        return isRepeated ? .handled : answer(event)
    }

    /// Puts the focus on a field, opens the calendar of the date field that has the focus already, or picks a day.
    private mutating func point(at target: Event.Target) -> Effect? {
        said = nil
        switch target {
        case .field(let id):
            guard !isReadOnly, let index = fields.firstIndex(where: { $0.id == id }) else { return nil }
            if index == focus {
                if fields[index].opensCalendarBySpace { fields[index].openCalendar() }
            } else {
                if isTyping { closeField() }
                focus(on: index)
            }
            return .handled
        case .text(let id, let column):
            guard point(at: .field(id)) != nil else { return nil }
            fields[focus].input.moveCursor(toColumn: column)
            return .handled
        case .day(let day):
            guard let date = CalendarDate(iso: day), let index = openField else { return nil }
            focus = index
            fields[focus].calendar?.selected = date
            fields[focus].calendar?.isTyping = false
            return updateCalendar(.key(.enter))
        case .row: return nil
        }
    }

    private mutating func closeField() {
        fields[focus].closeCalendar()
        fields[focus].completeDate()
    }

    private mutating func answer(_ event: Event) -> Effect? {
        if Self.submit.matches(event), let button = submitButton {
            if isTyping { fields[focus].closeCalendar() }
            return press(button)
        }
        if let field = focusedField, field.calendar != nil, !field.leavesToForm(event) {
            return updateCalendar(event)
        }
        if case .key(let key) = event, answers(key),
            let button = buttons.first(where: { $0.key.matches(event) })
        {
            return press(button)
        }
        if hasSecret, Self.reveal.matches(event) {
            let reveals = !fields.contains { $0.input.isSecret && $0.input.isRevealed }
            for index in fields.indices where fields[index].input.isSecret {
                fields[index].input.isRevealed = reveals
            }
            return .handled
        }
        if let effect = moveFocus(event) { return effect }
        if isTyping { return updateField(event) }
        return Self.press.matches(event) ? focusedButton.flatMap { press($0) } : nil
    }

    mutating func moveFocus(_ event: Event) -> Effect? {
        guard case .key(let key) = event else { return nil }
        switch (key.code, key.modifiers) {
        case (.tab, []), (.character("n"), .control): step(1, wraps: true)
        case (.tab, .shift), (.character("p"), .control): step(-1, wraps: true)
        case (.down, []): isReadOnly ? scroll(1) : stepRow(1)
        case (.up, []): isReadOnly ? scroll(-1) : stepRow(-1)
        case (.left, []) where !isTyping: step(-1, wraps: false, within: fields.count)
        case (.right, []) where !isTyping: step(1, wraps: false, within: fields.count)
        default: return nil
        }
        return .handled
    }

    private mutating func stepRow(_ distance: Int) {
        guard focusedButton != nil else { return step(distance, wraps: false) }
        if distance < 0, !fields.isEmpty { focus(on: fields.count - 1) }
    }

    private mutating func step(_ distance: Int, wraps: Bool, within first: Int = 0) {
        let lowest = max(first, isReadOnly ? fields.count : 0)
        let count = fields.count + ownButtons.count
        guard lowest < count else { return }
        var target = focus + distance
        if wraps {
            if target < lowest {
                target = count - 1
            } else if target >= count {
                target = lowest
            }
        }
        focus(on: min(max(target, lowest), count - 1))
    }

    private mutating func scroll(_ distance: Int) {
        // Whatever the width, drawing stops at the last row.
        scrolled = min(max(0, scrolled + distance), fields.count * 2)
    }

    private mutating func focus(on target: Int) {
        guard target != focus else { return }
        leaveField()
        focus = target
    }

    /// Shows the problems of the focused field, and rewrites its date in the standard form.
    private mutating func leaveField() {
        guard fields.indices.contains(focus) else { return }
        fields[focus].completeDate()
        // A field that was passed while empty is not shown as wrong yet.
        fields[focus].showsProblems = !fields[focus].problems.isEmpty && !fields[focus].input.text.isEmpty
    }

    private mutating func updateField(_ event: Event) -> Effect? {
        if fields[focus].days != nil, Self.openCalendar.matches(event),
            !Self.isSpace(event) || fields[focus].opensCalendarBySpace
        {
            fields[focus].openCalendar()
            return .handled
        }
        guard Self.accept.matches(event) else { return typeIntoField(event) }
        if isOnLastField, let button = submitButton { return press(button) }
        leaveField()
        step(1, wraps: false)
        return .handled
    }

    private mutating func typeIntoField(_ event: Event) -> Effect? {
        // Said until the text fits again, whatever is typed.
        defer {
            if let field = focusedField, let mask = field.input.brokenMask {
                said = FormField.Remark(
                    field.problems.first ?? "does not fit \(mask.pattern)", isProblem: true)
            }
        }
        if case .paste(let text) = event { return paste(text) }
        let text = fields[focus].input.text
        guard fields[focus].type(event) else { return nil }
        // Most keys that type nothing move the cursor.
        if fields[focus].input.text != text { checkFields() }
        return .handled
    }

    private static func isSpace(_ event: Event) -> Bool { event == .key(.character(" ")) }

    /// Fills the focused field with the first pasted line and those below with the next; a tab also ends a line.
    private mutating func paste(_ text: String) -> Effect {
        let end = text.last.map(\.isNewline) == true ? text.dropLast() : text[...]
        // No password can have such a character, and what follows it must not be read in another field.
        if fields[focus].input.isSecret, end.unicodeScalars.contains(where: \.isUnprintable) {
            said = FormField.Remark(
                "nothing was pasted: the text has a tab, a line break or another control character",
                isProblem: true)
            return .handled
        }
        let lines = text.split { $0.isNewline || $0 == "\t" }.filter { !$0.allSatisfy(\.isWhitespace) }
        let places = fields.count - focus
        for (index, line) in lines.prefix(places).enumerated() {
            if index > 0 {
                fields[focus].closeCalendar()
                focus(on: focus + 1)
            }
            // Surrounding spaces are kept only if a single line is pasted: they may be part of a password.
            _ = fields[focus].type(.paste(lines.count > 1 ? String(line).trimmed : String(line)))
            checkFields()
        }
        if places < lines.count {
            let rest = lines.count - places
            let words = rest == 1 ? "a pasted line was" : "\(rest) pasted lines were"
            said = FormField.Remark("\(words) left out: no field is left", isProblem: true)
        }
        return .handled
    }

    private mutating func press(_ button: Button) -> Effect? {
        guard canPress(button) else {
            showAllProblems()
            if let wrong = fields.firstIndex(where: { !$0.problems.isEmpty }) { focus = wrong }
            return .handled
        }
        if isTyping { fields[focus].completeDate() }
        return .pressed(button.id)
    }

    /// While a calendar is open, keys that choose a day go to it, and text goes to the field.
    mutating func updateCalendar(_ event: Event) -> Effect? {
        guard var calendar = fields[focus].calendar else { return nil }
        if case .key(let key) = event, key.code == .tab {
            fields[focus].closeCalendar()
            return moveFocus(event)
        }
        if Self.goesToText(event) || Self.isSpace(event) && fields[focus].hasUnfinishedDate {
            let field = focus
            fields[field].beginDate(with: event)
            defer { fields[field].showTypedDay() }
            return typeIntoField(event)
        }
        let effect = calendar.update(event)
        fields[focus].calendar = calendar
        switch effect {
        case nil: return nil
        case .picked where fields[focus].hasUnfinishedDate, .refused where fields[focus].hasUnfinishedDate:
            // A text that is no date yet stays as it was typed; the selected day does not replace it.
            fields[focus].closeCalendar()
            fields[focus].showsProblems = !fields[focus].problems.isEmpty
            return .handled
        case .moved(let date):
            fields[focus].calendar?.isTyping = false
            // On a day that may not be picked, the former text comes back: a day passed on the way must not stay.
            let isAllowed = calendar.range.refusal(date) == nil
            return setDate(isAllowed ? date.isoString : calendar.formerText)
        case .picked(let date):
            fields[focus].closeCalendar()
            return setDate(date.isoString)
        case .refused: return .handled
        case .cancelled:
            fields[focus].closeCalendar()
            return setDate(calendar.formerText)
        }
    }

    private static func goesToText(_ event: Event) -> Bool {
        switch event {
        case .paste: return true
        case .key(let key):
            if key.code == .backspace || key.code == .delete { return true }
            guard case .character(let character) = key.code else { return false }
            return !(key.modifiers.isSubset(of: .shift) && " <>{}".contains(character))
        default: return false
        }
    }

    private mutating func setDate(_ text: String) -> Effect {
        // Setting a text moves its cursor.
        if fields[focus].input.text != text {
            fields[focus].input.text = text
            checkFields()
        }
        return .handled
    }
}

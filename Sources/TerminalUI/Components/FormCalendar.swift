internal import PlainValues

extension Form {
    /// Answers an event while the calendar of the focused field is open: days to the calendar, text to the
    /// field.
    mutating func updateCalendar(_ event: Event) -> Effect? {
        guard var calendar = fields[focus].calendar else { return nil }
        if case .key(let key) = event, key.code == .tab {
            fields[focus].calendar = nil
            return moveFocus(event)
        }
        if Self.goesToText(event) { return typeDate(event) }
        let effect = calendar.update(event)
        fields[focus].calendar = calendar
        switch effect {
        case nil: return nil
        case .moved(let date):
            // A day that may not be chosen must not leave another one picked that was only passed through.
            return setDate(isAllowed(date) ? date.isoString : fields[focus].textBeforeCalendar)
        case .picked(let date):
            fields[focus].calendar = nil
            return setDate(date.isoString)
        case .refused: return .redrawn
        case .cancelled:
            fields[focus].calendar = nil
            return setDate(fields[focus].textBeforeCalendar)
        }
    }

    private static func goesToText(_ event: Event) -> Bool {
        switch event {
        case .paste: return true
        case .key(let key):
            if key.code == .backspace || key.code == .delete { return true }
            guard case .character(let character) = key.code else { return false }
            return character != " "
        default: return false
        }
    }

    private mutating func typeDate(_ event: Event) -> Effect? {
        let before = fields[focus].input.text
        guard fields[focus].input.update(event) else { return nil }
        let text = fields[focus].input.text
        if let date = CalendarDate(iso: text) { fields[focus].calendar?.selected = date }
        return text == before ? .redrawn : changed()
    }

    private func isAllowed(_ date: CalendarDate) -> Bool { fields[focus].days?.refusal(of: date) == nil }

    private mutating func setDate(_ text: String) -> Effect {
        guard fields[focus].input.text != text else { return .redrawn }
        fields[focus].input.text = text
        return changed()
    }
}

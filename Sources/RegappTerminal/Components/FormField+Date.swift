internal import RegappValues

// A date can be typed in any usual format. It stays as typed until the field is left, and then becomes `YYYY-MM-DD`.
extension FormField {
    /// A pasted complete date replaces the text.
    ///
    /// - Returns: whether the event meant something to the field.
    mutating func type(_ event: Event) -> Bool {
        if days != nil, case .paste(let text) = event, TypedDate(text) != nil { input.text = "" }
        return input.update(event)
    }

    /// Rewrites a date in another format as `YYYY-MM-DD`.
    mutating func completeDate() {
        guard days != nil, case .day(let iso)? = TypedDate(input.text), iso != input.text else { return }
        input.text = iso
    }

    /// Whether a space opens the calendar instead of being part of a date that is being typed.
    var opensCalendarBySpace: Bool { days != nil && (input.text.allSatisfy(\.isWhitespace) || isWholeDay) }

    /// Prepares the field for typing while the calendar is open: the first character starts a new date.
    mutating func beginDate(with event: Event) {
        if Self.isText(event), !isTypingDate || isWholeDay { input.text = "" }
        isTypingDate = true
    }

    /// Goes to the typed day or, while only a year or a month of it is typed, there.
    mutating func showTypedDay() {
        if let day {
            calendar?.selected = day
            return
        }
        let parts = input.text.split(separator: "-").map { Int($0) }
        guard input.text.utf8.prefix(4).allSatisfy(\.isDigit), input.text.utf8.count >= 4,
            let year = parts.first ?? nil, let selected = calendar?.selected
        else { return }
        let month = parts.count > 1 ? parts[1] ?? selected.month : selected.month
        if let first = CalendarDate(year: year, month: month, day: 1) { calendar?.selected = first }
    }

    /// Whether the text typed over the open calendar is not yet a date, so that picking a day would lose it.
    var hasUnfinishedDate: Bool { isTypingDate && !input.text.isEmpty && day == nil }

    var day: CalendarDate? { CalendarDate(typed: input.text) }

    private var isWholeDay: Bool { if case .day? = TypedDate(input.text) { true } else { false } }

    private static func isText(_ event: Event) -> Bool {
        switch event {
        case .paste: true
        case .key(let key):
            if case .character = key.code { key.modifiers.isSubset(of: .shift) } else { false }
        default: false
        }
    }
}

internal import PlainValues

// How a day is typed: in any way in which people write one. It stays as it is typed until the field is left, and becomes
// `YYYY-MM-DD` then.
extension FormField {
    /// Types into the field.
    ///
    /// A whole day that is pasted replaces the text.
    ///
    /// - Returns: whether the event meant something to the field.
    mutating func type(_ event: Event) -> Bool {
        if days != nil, case .paste(let text) = event, TypedDate(text) != nil { input.text = "" }
        return input.update(event)
    }

    /// Writes a day that is typed in another way as `YYYY-MM-DD`.
    mutating func completeDate() {
        guard days != nil, case .day(let iso)? = TypedDate(input.text), iso != input.text else { return }
        input.text = iso
    }

    /// Whether a space opens the calendar, and is no part of a day that is being typed.
    var opensCalendarBySpace: Bool { days != nil && (input.text.allSatisfy(\.isWhitespace) || isWholeDay) }

    /// Makes room for what is typed in the open calendar: what is typed first starts the date anew.
    mutating func beginDate(with event: Event) {
        if Self.isText(event), !isTypingDate || isWholeDay { input.text = "" }
        isTypingDate = true
    }

    /// Moves the open calendar to the day that is typed.
    mutating func showTypedDay() {
        if let day { calendar?.selected = day }
    }

    /// Whether what was typed in the open calendar is no day yet, so that picking one would lose it.
    var hasUnfinishedDate: Bool { isTypingDate && !input.text.isEmpty && day == nil }

    /// The day that is typed, if the calendar has it.
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

internal import PlainValues

// How a day is typed: as `YYYY-MM-DD`, whose hyphens come by themselves, or as `DD.MM.YYYY`, whose second dot does.
extension FormField {
    /// Types into the field.
    ///
    /// A whole day that is pasted replaces the text, and a dotted one that the calendar has becomes `YYYY-MM-DD`.
    ///
    /// - Returns: whether the event meant something to the field.
    mutating func type(_ event: Event) -> Bool {
        guard days != nil else { return input.update(event) }
        if case .paste(let text) = event, Self.day(text.trimmed) != nil { input.text = "" }
        if Self.isDigit(event), input.cursor == input.content.count, let separator = dueSeparator {
            input.text.append(separator)
        }
        guard input.update(event) else { return false }
        if let day = CalendarDate.iso(ofDotted: input.text).flatMap(CalendarDate.init(iso:)) {
            input.text = day.isoString
        }
        return true
    }

    /// Makes room for what is typed in the open calendar: what is typed first starts the date anew.
    mutating func beginDate(with event: Event) {
        if Self.isText(event), !isTypingDate || Self.day(input.text) != nil { input.text = "" }
        isTypingDate = true
    }

    /// Moves the open calendar to the day that is typed.
    mutating func showTypedDay() {
        if let day = Self.day(input.text) { calendar?.selected = day }
    }

    /// Whether what was typed in the open calendar is no day yet, so that picking one would lose it.
    var hasUnfinishedDate: Bool { isTypingDate && !input.text.isEmpty && Self.day(input.text) == nil }

    /// What belongs before the next digit.
    private var dueSeparator: Character? {
        switch String(input.text.map { $0.isASCIIDigit ? "0" : $0 }) {
        case "0000", "0000-00": "-"
        case "00.00": "."
        default: nil
        }
    }

    private static func day(_ text: String) -> CalendarDate? {
        CalendarDate(iso: CalendarDate.iso(ofDotted: text) ?? text)
    }

    private static func isDigit(_ event: Event) -> Bool {
        if case .key(let key) = event, case .character(let character) = key.code {
            character.isASCIIDigit && isText(event)
        } else {
            false
        }
    }

    private static func isText(_ event: Event) -> Bool {
        switch event {
        case .paste: true
        case .key(let key):
            if case .character = key.code { key.modifiers.isSubset(of: .shift) } else { false }
        default: false
        }
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}

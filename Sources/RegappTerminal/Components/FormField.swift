internal import RegappValues

package struct FormField: Sendable {
    /// A rule in a list, ticked while the text keeps it.
    package struct Rule: Hashable, Sendable {
        package let text: String
        package let isMet: Bool

        package init(_ text: String, isMet: Bool) {
            self.text = text
            self.isMet = isMet
        }
    }

    /// Shown below the text, and by a mark before the label.
    package struct Remark: Hashable, Sendable {
        let text: String
        let isProblem: Bool

        /// - Parameter isProblem: whether it has to be put right.
        package init(_ text: String, isProblem: Bool = false) {
            self.text = text.sentenceCased
            self.isProblem = isProblem
        }

        var mark: String { isProblem ? "!" : "•" }
        var style: Style { isProblem ? .problem : .success }
    }

    package let id: ControlID
    package let label: String
    package let icon: String
    /// Whether it may stay empty, which the panel says.
    package var isOptional = false
    package var fewestCharacters = 0
    package var input: TextField
    /// The text at the start, which was not typed.
    package var given = ""
    /// Shown instead of the text while the form is read-only, such as "not set"; nil shows the text.
    package var readOnlyText: String?
    /// The days that a date field accepts; nil for other fields.
    package var days: Calendar.Range?
    /// The expected format, for a prompt; empty if it is obvious.
    package var format = ""
    /// Whether a prompt asks for it twice, as for a new password, which is typed unseen.
    package var isAskedTwice = false
    package var remark: Remark?

    /// Whether a read-only text is new, so that it stands out.
    var isNew = false
    package var calendar: Calendar?
    /// What can be typed instead of a day, beside a calendar that stays open; empty if it opens and closes.
    package var shortcuts: [String] = []
    var textBeforeCalendar = ""
    /// Whether the text was typed since the calendar was opened or last moved.
    var isTypingDate = false
    var showsProblems = false
    var problems: [String] = []

    package init(_ id: ControlID, label: String, icon: String = "", input: TextField = TextField()) {
        self.id = id
        self.label = label
        self.icon = icon
        self.input = input
    }

    /// Shown instead of a secret; always the same length, so that it does not reveal the secret's.
    package static let hidden = String(repeating: "•", count: 8)

    var displayText: String {
        readOnlyText ?? (input.hidesWords && !input.text.isEmpty ? Self.hidden : input.text)
    }

    mutating func adopt(_ other: FormField) {
        input.adopt(other.input)
        given = other.given
        remark = other.remark
        guard let days, let open = other.calendar else { return }
        calendar = Calendar(range: days, selected: open.selected)
        (textBeforeCalendar, isTypingDate) = (other.textBeforeCalendar, other.isTypingDate)
    }

    /// Opens the calendar at the typed day, or at the latest that may be picked.
    package mutating func openCalendar() {
        guard let days else { return }
        textBeforeCalendar = input.text
        isTypingDate = false
        calendar = Calendar(range: days, selected: day)
    }

    mutating func closeCalendar() {
        if shortcuts.isEmpty { calendar = nil }
    }

    /// Whether a calendar that stays open leaves this key to the form.
    func leavesToForm(_ event: Event) -> Bool {
        !shortcuts.isEmpty && [.key(.enter), .key(.escape), .key(.tab), .key(.shiftTab)].contains(event)
    }

    /// Says whether the event meant something to the field. A pasted complete date replaces the text.
    mutating func type(_ event: Event) -> Bool {
        if days != nil, case .paste(let text) = event, TypedDate(text) != nil { input.text = "" }
        return input.update(event)
    }

    /// Rewrites a date in another format as `YYYY-MM-DD`, when the field is left.
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

    /// Goes to the typed day or, while only a year or month is typed, to the first day of the typed or selected month.
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

    var day: CalendarDate? { days?.day(input.text) }

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

internal import RegappValues

/// A field of a form: what it holds, how it takes keys and dates, its row, and what the panel says of it.
package struct FormField: Sendable {
    /// A rule in a list, ticked while the text keeps it.
    package struct Rule: Hashable, Sendable {
        package let text: String
        /// What to do while it is not met; a problem in these words is the rule's.
        package let advice: String
        package let isMet: Bool
        /// The longer of what the list may say.
        var longest: String { text.displayWidth < advice.displayWidth ? advice : text }

        /// - Parameter advice: nil for the text.
        package init(_ text: String, advice: String? = nil, isMet: Bool) {
            self.text = text
            self.advice = advice ?? text
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
    /// Nil while it is closed.
    package var calendar: Calendar?
    /// What can be typed instead of a day, beside a calendar that stays open; empty if it opens and closes.
    package var shortcuts: [String] = []
    var showsProblems = false
    var problems: [String] = []

    package init(
        _ id: ControlID, label: String, icon: String = "", input: TextField = TextField(),
        isOptional: Bool = false
    ) {
        self.id = id
        self.label = label
        self.icon = icon
        self.input = input
        self.isOptional = isOptional
        if isOptional { self.input.placeholder = "optional" }
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
        calendar = Calendar(range: days, selected: open.selected, over: open.formerText)
        calendar?.isTyping = open.isTyping
    }

    /// Opens the calendar at the typed day, or at the latest that may be picked.
    package mutating func openCalendar() {
        guard let days else { return }
        calendar = Calendar(range: days, selected: day, over: input.text)
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
        if Self.isText(event), calendar?.isTyping == false || isWholeDay { input.text = "" }
        calendar?.isTyping = true
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
    var hasUnfinishedDate: Bool { calendar?.isTyping == true && !input.text.isEmpty && day == nil }

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

// MARK: Drawing

extension FormField {
    // In columns.
    /// Every field has these, where a window has room for them. The longest example fits; longer texts scroll.
    static let widest = 31
    /// Labels are cut before a field gets narrower.
    static let narrowest = 12
    /// What a reason beside a field needs; in a narrower window only its mark is there, and the panel has the reason.
    static let roomForReason = 28
    /// A date's calendar opens behind these.
    static let dateColumns = 16

    func readOnlyLines(_ layout: Form.Layout) -> [StyledLine] {
        let plain: Style = isNew ? .labelFocused : .text
        let style = layout.isFaint ? .faint : plain
        return StyledLine.wrapped(displayText, style, after: head(layout), to: layout.columns - 1)
    }

    /// The row of a field that can be typed into; `hasReason`: with the reason why it is wrong, if there is room. The
    /// field is as wide with it as without.
    func row(_ layout: Form.Layout, isFocused: Bool, isHidden: Bool, hasReason: Bool) -> StyledLine {
        var line = head(layout, isFocused: isFocused)
        let text = isHidden ? TextField() : input
        line.add(.pointed(.field(id)))
        var input = text.line(columns: layout.fieldColumns, isFocused: isFocused, id: days == nil ? id : nil)
        if days != nil { input.add(.pointed(.field(id))) }
        if calendar != nil { input.cursor = nil }
        line.append(input)
        let room = layout.columns - 1 - layout.reasonColumn
        if hasReason, room >= Self.roomForReason, let reason = reason(columns: room) {
            line.pad(to: layout.reasonColumn)
            line.append(reason)
        }
        return line
    }

    private func head(_ layout: Form.Layout, isFocused: Bool = false) -> StyledLine {
        var line: StyledLine
        // A focused field has its problem mark in the panel.
        if isFocused {
            line = StyledLine("▸ ", .labelFocused)
        } else if showsProblems {
            line = StyledLine("✗ ", .problem)
        } else {
            line = StyledLine((remark?.mark ?? " ") + " ", remark?.style ?? .text)
        }
        if layout.iconColumns > 0 {
            line.append(icon.padded(to: layout.iconColumns), layout.isFaint ? .faint : .icon)
        }
        let room = max(0, layout.textColumn - line.columns - 1)
        let plain: Style = isFocused ? .labelFocused : .label
        line.append(label.truncated(to: room), layout.isFaint ? .faint : plain)
        line.pad(to: layout.textColumn)
        return line
    }

    /// The first problem that fits, in the order of the list of rules, or else the remark.
    private func reason(columns: Int) -> StyledLine? {
        guard showsProblems, let first = problems.first else {
            return remark.map { StyledLine(Self.beginning(of: $0.text, columns: columns), $0.style) }
        }
        let beginnings = problems.map { Self.beginning(of: $0.sentenceCased, columns: columns) }
        let fitting = beginnings.first { $0.last != "…" }
        return StyledLine(fitting ?? first.sentenceCased.truncated(to: columns), .problem)
    }

    /// A reason, or only its first clause; it ends in `…` if even that does not fit.
    private static func beginning(of reason: String, columns: Int) -> String {
        guard reason.displayWidth > columns else { return reason }
        let clauses = [":", ";", ",", " (", "?"].compactMap { mark in
            reason.firstPlace(of: mark).map { String(reason[..<$0.lowerBound]) }
        }
        return clauses.first { $0.displayWidth <= columns } ?? reason.truncated(to: max(0, columns))
    }

    /// Why a day may not be picked, the problems, the remark and the rules. `known` are the rules of an empty field;
    /// `isShort` leaves out the rules beside a refused day, and that an empty field has to be filled in.
    func panel(
        _ rules: [Rule], known: [String], isShort: Bool
    ) -> [(mark: String, text: String, style: Style)] {
        var parts: [(mark: String, text: String, style: Style)] = []
        let refusal = calendar.flatMap { $0.range.refusal($0.selected) }
        let saysProblems = showsProblems && (calendar == nil || !shortcuts.isEmpty)
        if let refusal { parts.append(("✗", refusal.sentenceCased, .problem)) }
        let others = problems.filter { problem in
            !(isShort && input.text.isEmpty)
                && !rules.contains { $0.advice == problem }
        }
        if refusal == nil, saysProblems { parts += others.map { ("✗", $0.sentenceCased, .problem) } }
        if isOptional, input.text.isEmpty { parts.append(("·", "optional", .label)) }
        if let remark { parts.append((remark.mark, remark.text, remark.style)) }
        // A calendar says only why its day may not be picked.
        guard calendar == nil || refusal == nil && !isShort else { return parts }
        // Rules that a typed text brings up come first.
        let all = rules.filter { !known.contains($0.text) } + rules.filter { known.contains($0.text) }
        return parts
            + all.map { rule in
                if rule.isMet { return ("✓", rule.text, .success) }
                let isWrong = saysProblems && others.isEmpty
                return isWrong ? ("✗", rule.advice, .problem) : ("·", rule.text, .label)
            }
    }
}

// MARK: Line by line

extension FormField {
    /// The label without its decoration for screens.
    var name: String { label.hasSuffix(":") ? String(label.dropLast()) : label }

    /// The value that Enter keeps, as a question shows it; nil if there is none yet.
    var kept: String? {
        var text = input.text
        if input.isSecret { text = text.isEmpty ? input.placeholder : "unchanged" }
        return text.isEmpty ? nil : text
    }

    /// The question for the field, with its notation and the value that Enter keeps.
    var question: String {
        let notes = [isOptional && kept == nil ? "optional" : "", format].filter { !$0.isEmpty }
        let notation = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
        return name + notation + (kept.map { " [\($0)]: " } ?? ": ")
    }
}

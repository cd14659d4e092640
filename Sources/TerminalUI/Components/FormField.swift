internal import PlainValues

/// One field of a form: its name, its icon, its text, and what is wrong with it.
public struct FormField: Sendable {
    /// A rule of a live list, ticked while it is met.
    public struct Rule: Hashable, Sendable {
        /// The rule, in a few words.
        public let text: String
        /// Whether the present text meets it.
        public let isMet: Bool

        /// A rule.
        public init(_ text: String, isMet: Bool) {
            self.text = text
            self.isMet = isMet
        }
    }

    /// The name that the form's check and its owner know it by.
    public let id: String
    /// The name that shows.
    public let label: String
    /// One character before the label, or nothing.
    public let icon: String
    /// The text and its cursor.
    public var input: TextField
    /// What shows instead of the text while the form is read-only, such as "not set"; nil shows the text.
    public var readOnlyText: String?
    /// The days of a date field; nil for other fields.
    ///
    /// Space opens the calendar.
    public var days: Calendar.Range?
    /// The rules listed below the field while it has the focus.
    public var rules: @Sendable (_ text: String) -> [Rule] = { _ in [] }

    /// The open calendar, and the text to go back to.
    var calendar: Calendar?
    var textBeforeCalendar = ""
    /// Whether what is wrong shows.
    var showsProblems = false
    /// What is wrong, in sentences.
    var problems: [String] = []

    /// A field.
    public init(_ id: String, label: String, icon: String = "", input: TextField = TextField()) {
        self.id = id
        self.label = label
        self.icon = icon
        self.input = input
    }

    /// Opens the calendar at the typed day, or at the latest that may be chosen.
    mutating func openCalendar() {
        guard let days else { return }
        textBeforeCalendar = input.text
        calendar = Calendar(range: days, selected: CalendarDate(iso: input.text))
    }
}

/// A button of a form.
public struct FormButton: Hashable, Sendable {
    /// The name that its effect carries.
    public let id: String
    /// What it says.
    public let title: String
    /// Whether it cannot be pressed while a field is wrong.
    public let needsValidFields: Bool
    /// Whether it can be pressed at all.
    public var isEnabled = true
    /// Keys that press it wherever the focus is.
    ///
    /// Keys that type do so only while no field can be typed in.
    public let keys: [Key]

    /// A button.
    public init(_ id: String, title: String, needsValidFields: Bool = false, keys: [Key] = []) {
        self.id = id
        self.title = title
        self.needsValidFields = needsValidFields
        self.keys = keys
    }
}

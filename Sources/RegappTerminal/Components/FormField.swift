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

    /// A remark about the text, shown below it and by a mark before the label.
    package struct Remark: Hashable, Sendable {
        let text: String
        let isProblem: Bool

        /// - Parameter isProblem: whether it has to be put right.
        package init(_ text: String, isProblem: Bool = false) {
            self.text = text.sentence
            self.isProblem = isProblem
        }

        var mark: String { isProblem ? "!" : "•" }
        var style: Style { isProblem ? .problem : .success }
    }

    package let id: String
    package let label: String
    package let icon: String
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
    /// The rules shown at the field while it has the focus; gets the texts of all fields by id.
    package var rules: @Sendable (_ texts: [String: String]) -> [Rule] = { _ in [] }

    package var remark: Remark?

    var calendar: Calendar?
    var textBeforeCalendar = ""
    /// Whether the text was typed since the calendar was opened or last moved.
    var isTypingDate = false
    var showsProblems = false
    var problems: [String] = []

    package init(_ id: String, label: String, icon: String = "", input: TextField = TextField()) {
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
    }

    /// Opens the calendar at the typed day, or at the latest that may be picked.
    mutating func openCalendar() {
        guard let days else { return }
        textBeforeCalendar = input.text
        isTypingDate = false
        calendar = Calendar(range: days, selected: day)
    }
}

internal import PlainValues

package struct FormField: Sendable {
    /// A rule in a list that is ticked while it is met.
    package struct Rule: Hashable, Sendable {
        /// The rule, in a few words.
        package let text: String
        /// Whether the present text meets it.
        package let isMet: Bool

        package init(_ text: String, isMet: Bool) {
            self.text = text
            self.isMet = isMet
        }
    }

    /// Something to know about the text, said under it, with a mark before the label.
    package struct Remark: Hashable, Sendable {
        let text: String
        let isProblem: Bool

        /// - Parameter isProblem: whether it is in the way.
        package init(_ text: String, isProblem: Bool = false) {
            self.text = text.sentence
            self.isProblem = isProblem
        }

        /// What stands before the label and the text.
        var mark: String { isProblem ? "!" : "•" }
        var style: Style { isProblem ? .problem : .success }
    }

    /// The name by which the form's check and its owner know it.
    package let id: String
    package let label: String
    /// One character before the label, or nothing.
    package let icon: String
    /// The text and its cursor.
    package var input: TextField
    /// The text that it began with, which nobody typed.
    package var given = ""
    /// The text shown instead while the form is read-only, such as "not set"; nil shows the text itself.
    package var readOnlyText: String?
    /// The days of a date field, with a calendar; nil for other fields.
    package var days: Calendar.Range?
    /// How the text is written, for a question; empty where that goes without saying.
    package var format = ""
    /// Whether a question for it is asked twice, since what is typed unseen is to be stored.
    package var isAskedTwice = false
    /// The rules told at the field while it has the focus; gets the texts of all fields by their ids.
    package var rules: @Sendable (_ texts: [String: String]) -> [Rule] = { _ in [] }

    /// What the form's owner says of the text.
    package var remark: Remark?

    var calendar: Calendar?
    var textBeforeCalendar = ""
    /// Whether the text was typed since the calendar was opened or last moved.
    var isTypingDate = false
    /// Whether the problems are shown.
    var showsProblems = false
    /// The problems, as sentences.
    var problems: [String] = []

    package init(_ id: String, label: String, icon: String = "", input: TextField = TextField()) {
        self.id = id
        self.label = label
        self.icon = icon
        self.input = input
    }

    /// What stands for a text that is hidden, whatever its length, which is nobody's business.
    package static let hidden = "********"

    /// The text of a form that is only read.
    var shown: String {
        readOnlyText ?? (input.hidesWords && !input.text.isEmpty ? Self.hidden : input.text)
    }

    /// Opens the calendar at the typed day, or at the latest that may be chosen.
    mutating func openCalendar() {
        guard let days else { return }
        textBeforeCalendar = input.text
        isTypingDate = false
        calendar = Calendar(range: days, selected: day)
    }
}

/// A button of a form.
package struct FormButton: Hashable, Sendable {
    /// The id that its effect carries.
    package let id: String
    package let title: String
    /// Whether it can only be pressed while no field has a problem.
    package let needsValidFields: Bool
    /// Keys that press it wherever the focus is; those that type do so only while no field can be typed in.
    package let keys: [Key]
    /// What a menu calls it, which has more room.
    package let menuTitle: String
    /// What its keys do, for the tables of keys.
    let meaning: String
    /// Whether it stands in the faint line below the others, where only its keys press it; such buttons are the last.
    let isOffer: Bool

    package init(
        _ id: String, title: String, menuTitle: String? = nil, needsValidFields: Bool = false,
        keys: [Key] = []
    ) {
        self.init(
            id, title: title, menuTitle: menuTitle, needsValidFields: needsValidFields, keys: keys,
            meaning: title)
    }

    /// A button with a key of which tables of keys say what it does.
    package init(_ id: String, title: String, menuTitle: String? = nil, key: KeyBinding) {
        self.init(
            id, title: title, menuTitle: menuTitle, needsValidFields: false, keys: key.keys,
            meaning: key.meaning)
    }

    /// A button in the faint line below the others, which its keys press.
    package init(offer id: String, title: String, keys: [Key]) {
        self.init(
            id, title: title, menuTitle: title.sentence, needsValidFields: false, keys: keys, meaning: title,
            isOffer: true)
    }

    private init(
        _ id: String, title: String, menuTitle: String?, needsValidFields: Bool, keys: [Key],
        meaning: String, isOffer: Bool = false
    ) {
        self.isOffer = isOffer
        self.id = id
        self.title = title
        self.menuTitle = menuTitle ?? title
        self.needsValidFields = needsValidFields
        self.keys = keys
        self.meaning = meaning
    }
}

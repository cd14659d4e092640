/// A screen's content for a person who reads and answers it line by line.
package struct ConversationPage: Sendable {
    /// How the page is left where a screen has Escape.
    package enum Leaving: Hashable, Sendable {
        /// The program begins with this page, and only quitting leaves it. A menu of what can be done comes first.
        case program
        /// A part of the program begins with this page. A menu of what can be done comes first.
        case section(title: String)
        /// The page was requested, so its questions come first, and then a menu.
        case page(title: String)
        /// The page was requested, and has a button for leaving.
        case button
    }

    let title: String
    /// What the page does, said once; nil for nothing.
    let guidance: String?
    let lines: [String]
    let rows: [String]
    package let form: Form
    /// What can be done by keys that have no button.
    let keys: [KeyBinding]
    package var alert: Alert?
    package var leaving: Leaving

    package init(
        _ title: String, guidance: String? = nil, lines: [String] = [], rows: [String] = [], form: Form,
        keys: [KeyBinding] = [], leaving: Leaving
    ) {
        self.title = title
        self.guidance = guidance
        self.lines = lines
        self.rows = rows
        self.form = form
        self.keys = keys
        self.leaving = leaving
    }

    /// Whether the questions are asked before anything is chosen: not if it depends on that which are.
    var asksAtOnce: Bool {
        switch leaving {
        case .program, .section: false
        case .page, .button:
            !form.isReadOnly && !form.fields.isEmpty && form.buttons.allSatisfy(\.asked.isEmpty)
        }
    }

    /// The fields to ask for before a button is pressed. Those that were asked for at once are only needed if they are
    /// wrong.
    func fieldsToAsk(for button: Form.Button) -> [ControlID] {
        if !button.asked.isEmpty { return button.asked }
        guard button.needsValidFields else { return [] }
        return form.fields.filter { !asksAtOnce || !$0.problems.isEmpty }.map(\.id)
    }

    /// The page as lines: a heading, the message, and the texts of a read-only form, or what has to be put right in the
    /// field that a button led to.
    var text: [String] {
        [title] + lines
            + (form.isReadOnly
                ? form.fields.map { ($0.name.isEmpty ? "" : "\($0.name): ") + $0.displayText }
                : [form.focusedField?.remark].compactMap { $0?.isProblem == true ? $0?.text : nil })
    }
}

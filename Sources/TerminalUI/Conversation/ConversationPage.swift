/// What a screen shows, for somebody who reads and answers it line by line.
package struct ConversationPage: Sendable {
    /// What leaves the page where no button does: Escape on a screen.
    package enum Leaving: Hashable, Sendable {
        /// The page is one that the program begins with, and leaving it ends the program. A menu of what can be done
        /// comes first there.
        case program(title: String)
        /// The page was called for, so that its questions come first, and then a menu.
        case page(title: String)
        /// The page was called for, and has a button for it.
        case button
    }

    let title: String
    /// What the page does, said once; nil where nothing is to be said.
    let guidance: String?
    /// What is said under the title.
    let lines: [String]
    /// Rows that can be chosen.
    let rows: [FormButton]
    package let form: Form
    let alert: Alert?
    let leaving: Leaving

    package init(
        _ title: String, guidance: String? = nil, lines: [String] = [], rows: [FormButton] = [], form: Form,
        alert: Alert? = nil,
        leaving: Leaving
    ) {
        self.title = title
        self.guidance = guidance
        self.lines = lines
        self.rows = rows
        self.form = form
        self.alert = alert
        self.leaving = leaving
    }

    /// Whether the questions are asked before anything is chosen.
    var asksAtOnce: Bool {
        if case .program = leaving { false } else { !form.isReadOnly && !form.fields.isEmpty }
    }

    /// The page as lines: a heading, what is said, and the texts of a form that only shows them.
    var text: [String] {
        [title] + lines + (form.isReadOnly ? form.fields.map { "\($0.name): \($0.shown)" } : [])
    }
}

/// A screen's application that can be talked to line by line, by ``ConversationSession``.
///
/// It gets ``Event/filled(_:with:)`` and ``Event/chosen(_:)`` instead of keys, and nothing but its page is shown.
package protocol ConversationApplication: ScreenApplication {
    /// What shows now.
    var page: ConversationPage { get }
    /// What is being done in the background, in words, while answers have to wait for it; nil while nothing is.
    var work: String? { get }

    /// What the end of the input (Ctrl-D) at a menu does: it quits, unless something would be lost by that.
    mutating func endInput() -> ScreenCommand?
}

extension FormField {
    /// The label without what sets it apart on a screen.
    var name: String { label.hasSuffix(":") ? String(label.dropLast()) : label }

    /// What Enter keeps, as a question shows it; nil where there is nothing yet.
    var kept: String? {
        let text = input.isSecret ? input.text.isEmpty ? input.placeholder : "unchanged" : input.text
        return text.isEmpty ? nil : text
    }

    /// The question for the field, with how it is written and what Enter keeps.
    var question: String {
        name + (format.isEmpty ? "" : " (\(format))") + (kept.map { " [\($0)]: " } ?? ": ")
    }
}

/// A page of help that is not about one command.
struct HelpTopic: Sendable {
    let name: String
    let summary: String
    /// The heading of the section in the manual, by the names that man-pages(7) gives.
    let manualTitle: String
    let blocks: [HelpBlock]
}

/// A piece of a help page.
enum HelpBlock: Sendable {
    case heading(String)
    case paragraph(String)
    case usage([Usage])
    case examples([Example])
    /// Labels with their explanations.
    case rows([HelpRow])
}

/// A label and what it means.
struct HelpRow: Sendable {
    let label: String
    let text: String

    init(_ label: String, _ text: String) {
        self.label = label
        self.text = text
    }
}

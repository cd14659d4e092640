package import RegappCore
package import RegappStore
internal import RegappJSON

/// What the person has to decide before an editor's text is saved; a command asks line by line, a screen in a dialog.
package enum EditorDecision: Sendable {
    package enum Wrong: Equatable, Sendable {
        case problems([FileProblem])
        /// It cannot be read as a text.
        case unusable(FileRefusal)
        /// The rules are right, but their consequences are not accepted.
        case unwanted

        package var line: Int? {
            if case .problems(let problems) = self { problems.first?.position.line } else { nil }
        }
    }

    /// To edit the text, keep it for later, discard it, choose a side, or save the rules.
    package enum Answer: String, Sendable { case edit, keep, discard, mine, theirs, accept }

    /// Whether to continue with the text that was kept at this path.
    case keptCopy(path: String)
    case wrong(Wrong, MaskedText)
    case conflict(Edit.Conflict)
    /// Whether to save rules under which accounts could no longer log in.
    case rules(RegistrySurvey)

    package var answers: [Answer] {
        switch self {
        case .keptCopy, .wrong: [.edit, .keep, .discard]
        case .conflict: [.mine, .theirs, .edit]
        case .rules: [.edit, .accept, .keep, .discard]
        }
    }
}

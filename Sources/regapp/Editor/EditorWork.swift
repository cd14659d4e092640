import RegappCore
import RegappStore
import RegappWording
import RegappJSON

/// A text in the editor of an ``EditorSession``: the edit, and the copy that the editor works on.
final class EditorWork {
    var edit: Edit
    let found: LocatedDocument
    let copy: WorkingCopy
    /// Whether it continues a text that was kept.
    let isKept: Bool
    /// The text that it began with.
    let begun: [UInt8]
    /// What was wrong with that text.
    let mistake: AccountsError?
    /// The line at which the editor starts.
    var line: Int?
    /// The copy's content when it was last seen.
    var known: WorkingCopy.Content
    /// The accepted change of the rules, and the one to decide.
    var (confirmed, undecided): (PolicyChange?, PolicyChange?)
    private var reported: [JSONMerge.Member] = []

    init(
        _ edit: Edit, of found: LocatedDocument, in copy: WorkingCopy, isKept: Bool, mistake: AccountsError?,
        line: Int?,
        known: WorkingCopy.Content
    ) {
        (self.edit, self.found, self.copy, self.isKept) = (edit, found, copy, isKept)
        begun = edit.text
        (self.mistake, self.line, self.known) = (mistake, line, known)
    }

    /// Writes the edit's text to the copy, unless an editor that is still open has saved since.
    func write() throws {
        let content = try copy.content()
        if content != known, case .text(let newer) = content, !newer.isBlank {
            // The edit's text was made from the copy's content before anything was merged.
            edit = Edit(edit.subject, of: found, in: copy, holding: newer)
        }
        known = .text(edit.text)
        guard content != known else { return }
        // A text that is too long can be shortened there; anything else cannot be written to.
        if case .unusable(.tooLarge) = content { return }
        try copy.replace(with: edit.text, of: edit.origin)
    }

    /// Notes the verdict on new rules; true if they are accepted.
    func accepts(_ change: PolicyChange, _ verdict: EditorSession.Verdict) -> Bool {
        switch verdict {
        case .accepted:
            confirmed = change
            return true
        case .undecided: undecided = change
        case .rejected: break
        }
        return false
    }

    /// What was merged and not reported yet.
    func drainUnreported() -> [JSONMerge.Member] {
        defer { reported = edit.merged }
        return edit.merged.filter { !reported.contains($0) }
    }

    /// Makes sure that no text is lost by an editor that failed, or by a text that was emptied.
    ///
    /// - Throws: the failure, if there is an earlier text; it is in the copy.
    func requireNothingToKeep(_ failure: EditorSession.Failure) throws {
        // What was kept before, or written in an earlier run, stays as it was.
        let hasEarlierText = isKept || !edit.isUnchanged(edit.text)
        if failure == .emptied, !hasEarlierText { return }
        switch try copy.content() {
        case .text(let text) where edit.isUnchanged(text): return
        case .text(let text) where !text.isBlank: throw Report(failure)
        case .unusable: throw Report(failure)
        case .text, .absent:
            guard hasEarlierText else { return }
            try copy.replace(with: edit.text, of: edit.origin)
            throw Report(failure)
        }
    }
}

extension [UInt8] {
    var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

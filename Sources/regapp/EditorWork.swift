import Accounts
import DocumentStore
import StrictJSON

/// A text that an ``EditorSession`` has in the editor: the edit, and the copy that the editor works on.
final class EditorWork {
    var edit: Edit
    /// The document as it was found.
    let found: Edit.Found
    let copy: WorkingCopy
    /// Whether it goes on with a text that was kept.
    let isKept: Bool
    /// The text that it began with.
    let begun: [UInt8]
    /// What was wrong with that.
    let mistake: AccountsError?
    /// The line that the editor begins at.
    var line: Int?
    /// What the copy held when it was last seen.
    var known: WorkingCopy.Content
    /// The change of the rules that somebody wants, and the one that has to be decided.
    var (confirmed, undecided): (PolicyChange?, PolicyChange?)
    private var told: [JSONMerge.Member] = []

    init(
        _ edit: Edit, of found: Edit.Found, in copy: WorkingCopy, isKept: Bool, mistake: AccountsError?,
        line: Int?,
        known: WorkingCopy.Content
    ) {
        (self.edit, self.found, self.copy, self.isKept) = (edit, found, copy, isKept)
        begun = edit.text
        (self.mistake, self.line, self.known) = (mistake, line, known)
    }

    /// Brings the copy to what the edit has made of it, unless an editor whose window is still open has saved there since.
    func write() throws {
        let content = try copy.content()
        if content != known, case .text(let newer) = content, !newer.isBlank {
            // That was made of what the copy held, before anything of others was taken over.
            edit = Edit(edit.subject, of: found, in: copy, holding: newer)
        }
        known = .text(edit.text)
        guard content != known else { return }
        // What is too long can be made shorter there; anything else is no place to write to.
        if case .unusable(.tooLarge) = content { return }
        try copy.replace(with: edit.text, of: edit.origin ?? copy.origin)
    }

    /// What was taken over from others and not told yet.
    func takeUntold() -> [JSONMerge.Member] {
        defer { told = edit.taken }
        return edit.taken.filter { !told.contains($0) }
    }

    /// - Throws: how it ended, where a text was written before that nobody has given up.
    func requireNothingToKeep(_ end: EditorSession.End) throws {
        switch end {
        case .emptied where isKept || !edit.isUnchanged(edit.text), .editorFailed: break
        case .emptied, .saved, .unchanged, .discarded: return
        }
        switch try copy.content() {
        case .text(let text) where edit.isUnchanged(text): return
        case .text(let text) where !text.isBlank: throw Report(end)
        case .unusable: throw Report(end)
        case .text, .absent:
            // What was kept before, or written in an earlier run, stays as it was.
            guard isKept || !edit.isUnchanged(edit.text) else { return }
            try copy.replace(with: edit.text, of: edit.origin ?? copy.origin)
            throw Report(end)
        }
    }
}

extension [UInt8] {
    /// Whether nothing but space and line ends is in it.
    var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

import Accounts
import DocumentStore
import TerminalUI

// The copies that an editor works on: new ones, and those that were kept.

extension EditorSession {
    /// A text that was kept and that the person wants to go on with, or else a new copy.
    func workingCopy(
        of found: Edit.Found, _ keptCopy: inout String?
    ) throws -> (WorkingCopy, isKept: Bool) {
        if let kept = try chosenCopy(of: found, &keptCopy) { return (kept, true) }
        let copy = try store.writing { writer throws(StoreError) in
            try writer.makeWorkingCopy(of: found.origin, holding: found.text)
        }
        return (copy, false)
    }

    private func chosenCopy(of found: Edit.Found, _ keptCopy: inout String?) throws -> WorkingCopy? {
        guard try store.reading({ try !$0.workingCopies().isEmpty }) else { return nil }
        let copies = try store.writing { writer throws(StoreError) in
            var adopted: [WorkingCopy] = []
            for copy in try writer.reader.workingCopies() where !copy.isInUse {
                if copy.origin == nil { _ = try writer.remove(copy) }
                if copy.origin?.file == found.file, let copy = try writer.adopt(copy) { adopted.append(copy) }
            }
            return adopted
        }
        var chosen: WorkingCopy?
        var untold = true
        for (index, copy) in copies.enumerated() {
            do {
                let content = try copy.content()
                if content == .absent || isUntouched(content, copy, found) {
                    _ = try? copy.remove()
                } else if chosen != nil {
                    copy.keep()
                } else if let conversation {
                    if try wantsToGoOn(with: copy, conversation) { chosen = copy }
                } else {
                    if untold { tell(.textIsKept(path: copy.path, subject)) }
                    untold = false
                    copy.keep()
                }
            } catch {
                // Who was interrupted has not answered: what was not decided on stays, for the next time.
                let undecided = [chosen].compactMap(\.self) + copies[index...]
                for copy in undecided { copy.keep() }
                keptCopy = undecided.first?.path
                throw error
            }
        }
        return chosen
    }

    /// Whether its regapp was killed before anything was changed.
    private func isUntouched(
        _ content: WorkingCopy.Content, _ copy: WorkingCopy, _ found: Edit.Found
    ) -> Bool {
        guard case .text(let text) = content else { return false }
        return WorkingCopy.Origin(of: found.file, holding: text) == copy.origin
            || copy.origin == found.origin && text == found.text
    }

    private func wantsToGoOn(with copy: WorkingCopy, _ conversation: Conversation) throws -> Bool {
        conversation.tell(Question.textWasKept(in: copy.path))
        switch try conversation.choose(Question.whatNow, amongTitles: Question.keptAnswers) {
        case 0: return true
        case 1: copy.keep()
        default: _ = try? copy.remove()
        }
        return false
    }
}

import Accounts
import DocumentStore
import StrictJSON
import TerminalUI

/// Edits a document in the person's editor: a driver of an ``Edit`` whose text comes from a working copy.
///
/// Nothing that was typed is lost by any outcome: a text goes only where it was saved, or its writer said so.
struct EditorSession {
    let subject: Edit.Subject
    let editor: Editor
    let store: DocumentStore
    let environment: ProcessEnvironment
    /// Nil where nobody can be asked.
    let conversation: Conversation?
    /// Says something while the text is not saved yet, or beside how it ended.
    let tell: (Message) -> Void

    /// What is wrong with a text.
    enum Wrong: Equatable, Sendable {
        case problems([FileProblem])
        /// What came back is no text.
        case unusable(FileRefusal)
        /// The rules are right, but nobody wants what they mean.
        case unwanted

        fileprivate var line: Int? {
            if case .problems(let problems) = self { problems.first?.position.line } else { nil }
        }
    }

    /// What a person wants done with a wrong text.
    enum Answer: CaseIterable, Sendable { case edit, keep, discard }

    /// How it ended, where nothing is to be kept.
    enum End: Sendable {
        case saved(Edit.Saved)
        /// Nothing was changed; what is wrong with the document all the same.
        case unchanged(AccountsError?)
        case discarded
        /// The text is empty or gone.
        case emptied
        case editorFailed(Editor.Ending)
    }

    /// Edits a document by a command.
    ///
    /// - Parameter confirm: as with ``run(keeping:confirming:)``.
    /// - Returns: what was saved; nil where nothing was changed.
    /// - Throws: a report that says what has become of the text.
    static func run(
        _ subject: Edit.Subject, _ context: inout CommandContext,
        confirming confirm: (PolicyChange, inout CommandContext) throws -> Bool = { _, _ in true }
    ) throws -> Edit.Saved? {
        let (store, environment, conversation) = (
            try context.store(), context.environment, context.conversation()
        )
        var kept: String?
        do {
            let session = try EditorSession(subject, in: store, environment, conversation) { message in
                Diagnostics.tell(message)
            }
            return try session.run(keeping: &kept) { try confirm($0, &context) }
        } catch {
            if let kept { throw Report(Report(of: error), keeping: kept, subject) }
            throw error as? AccountsError == .nobodyLoggedIn ? try context.nobodyLoggedIn() : error
        }
    }

    /// Finds the person's editor.
    init(
        _ subject: Edit.Subject, in store: DocumentStore, _ environment: ProcessEnvironment,
        _ conversation: Conversation?, tell: @escaping (Message) -> Void
    ) throws {
        guard let editor = Editor(environment, isOnTerminal: conversation != nil) else {
            throw Report.noEditor
        }
        (self.subject, self.editor, self.store, self.environment) = (subject, editor, store, environment)
        (self.conversation, self.tell) = (conversation, tell)
    }

    /// The directory under the rules that hold now.
    private func directory() throws(AccountsError) -> AccountsDirectory {
        try Edit.directory(of: subject, in: store, today: environment.today, now: environment.now)
    }

    /// Edits the document.
    ///
    /// - Parameters:
    ///   - keptCopy: gets the place of a text that was not saved and stays.
    ///   - confirm: tells what new rules mean before they are saved; false where they are not to be.
    /// - Returns: what was saved; nil where nothing was changed.
    /// - Throws: why nothing was saved.
    func run(
        keeping keptCopy: inout String?, confirming confirm: (PolicyChange) throws -> Bool
    ) throws -> Edit.Saved? {
        // A change that was cut short is completed first, so that the document is where it belongs.
        if try store.reading({ try $0.isChanging() }) { try store.writing { _ throws(StoreError) in } }
        let found = try Edit.find(subject, in: try directory())
        let (copy, isKept) = try workingCopy(of: found, &keptCopy)
        let end: End
        do throws { end = try edit(found, in: copy, isKept: isKept, confirm) } catch {
            // Who was interrupted has not answered.
            copy.keep()
            keptCopy = copy.path
            throw error
        }
        let isGone = (try? copy.remove()) ?? false
        if !isGone { tell(.textStillOpen(path: copy.path)) }
        switch end {
        case .saved(let saved): return saved
        case .unchanged(let error):
            // Nothing to change is no error, but a mistake that was there already is named all the same.
            if let error { tell(Report(error).message) }
            return nil
        case .discarded, .emptied, .editorFailed: throw Report(end)
        }
    }

    // MARK: The steps

    /// - Throws: why the text was not saved, and is to be kept.
    private func edit(
        _ found: Edit.Found, in copy: WorkingCopy, isKept: Bool,
        _ confirm: (PolicyChange) throws -> Bool
    ) throws -> End {
        var text = found.text
        if case .text(let kept) = try copy.content() { text = kept }
        var edit = Edit(subject, of: found, in: copy, holding: text)
        let end = try drive(&edit, found, copy, confirm)
        switch end {
        case .emptied where isKept || !edit.isUnchanged(edit.text), .editorFailed: break
        case .emptied, .saved, .unchanged, .discarded: return end
        }
        switch try copy.content() {
        case .text(let text) where edit.isUnchanged(text): return end
        case .text(let text) where !text.isBlank: throw Report(end)
        case .unusable: throw Report(end)
        case .text, .absent:
            // What was kept before, or written in an earlier run, stays as it was.
            guard isKept || !edit.isUnchanged(edit.text) else { return end }
            let (text, origin) = (edit.text, edit.origin ?? copy.origin)
            try copy.replace(with: text, of: origin)
            throw Report(end)
        }
    }

    private func drive(
        _ edit: inout Edit, _ found: Edit.Found, _ copy: WorkingCopy,
        _ confirm: (PolicyChange) throws -> Bool
    ) throws -> End {
        let (begun, mistake) = (edit.text, mistake(in: edit))
        var line = mistake?.problems.first?.position.line
        var told: [JSONMerge.Member] = []
        var known = try copy.content()
        while true {
            try write(&edit, found, copy, over: &known)
            tell(edit.taken, beside: &told)
            let ending = editor.edit(copy.path, line: line, holding: copy.lock)
            guard ending == .done else { return .editorFailed(ending) }
            let wrong: Wrong
            known = try copy.content()
            switch known {
            case .absent: return .emptied
            case .text(let text) where text.isBlank: return .emptied
            case .text(let text) where edit.isUnchanged(text):
                if text == begun { return .unchanged(mistake) }
                edit.write(text)
                return .unchanged(self.mistake(in: edit))
            case .text(let text):
                edit.write(text)
                switch try save(&edit, confirm) {
                case .saved(let saved):
                    tell(edit.taken, beside: &told)
                    return .saved(saved)
                case .again(let place):
                    line = place
                    continue
                case .wrong(let found): wrong = found
                }
            case .unusable(let refusal): wrong = .unusable(refusal)
            }
            if case .unusable = wrong {} else if conversation != nil {
                try write(&edit, found, copy, over: &known)
            }
            switch try ask(about: wrong, copy) {
            case .edit: line = wrong.line
            case .discard: return .discarded
            case .keep: throw Report(Report(wrong, copy.path).exit, [])
            case nil: throw Report(wrong, copy.path)
            }
        }
    }

    /// What follows a try to save.
    private enum Next {
        case saved(Edit.Saved)
        /// Another run of the editor, at a line.
        case again(line: Int?)
        case wrong(Wrong)
    }

    private struct Unwanted: Error {}

    /// Saves; the person is asked what is to hold of what both changed.
    private func save(_ edit: inout Edit, _ confirm: (PolicyChange) throws -> Bool) throws -> Next {
        let document = store.path(of: edit.file)
        var confirmed: PolicyChange?
        let end: Edit.End
        do {
            end = try edit.finish {
                do throws(AccountsError) { return try directory() } catch {
                    throw Report(refusing: error, document)
                }
            } announcing: { change in
                guard try change.isLike(confirmed) || confirm(change) else { throw Unwanted() }
                confirmed = change
            } choosing: { conflict in
                try conversation?.choose(about: conflict, or: [.init(Question.editAgain)])
            }
        } catch is Unwanted { return .wrong(.unwanted) }
        switch end {
        case .saved(let saved): return .saved(saved)
        case .undecided:
            guard conversation != nil, let conflict = edit.conflicts.first else {
                throw Report(edit.conflicts, document)
            }
            // Both values were seen: what is written now holds.
            for conflict in edit.conflicts { edit.settle(conflict, as: .mine) }
            return .again(line: edit.line(of: conflict))
        case .refused(.invalidFile(let problems)) where problems.first?.path == edit.copy:
            return .wrong(.problems(problems))
        case .refused(let error): throw Report(refusing: error, document)
        }
    }

    /// What is wrong with the text that is to be edited, told as of its document.
    private func mistake(in edit: Edit) -> AccountsError? {
        do throws(AccountsError) {
            try edit.check(in: try directory(), at: store.path(of: edit.file))
        } catch { return error }
        return nil
    }

    /// Brings the copy to what the edit has made of it, unless an editor whose window is still open has saved there since.
    private func write(
        _ edit: inout Edit, _ found: Edit.Found, _ copy: WorkingCopy,
        over known: inout WorkingCopy.Content
    ) throws {
        let content = try copy.content()
        if content != known, case .text(let newer) = content, !newer.isBlank {
            // That was made of what the copy held, before anything of others was taken over.
            edit = Edit(subject, of: found, in: copy, holding: newer)
        }
        known = .text(edit.text)
        guard content != known else { return }
        // What is too long can be made shorter there; anything else is no place to write to.
        if case .unusable(.tooLarge) = content { return }
        let origin = edit.origin ?? copy.origin
        try copy.replace(with: edit.text, of: origin)
    }

    private func ask(about wrong: Wrong, _ copy: WorkingCopy) throws -> Answer? {
        guard let conversation else { return nil }
        tell(Report(wrong, copy.path).message)
        return Answer.allCases[
            try conversation.choose(Question.whatNow, amongTitles: Answer.allCases.map(\.title))]
    }

    private func tell(_ taken: [JSONMerge.Member], beside told: inout [JSONMerge.Member]) {
        let new = taken.filter { !told.contains($0) }
        if !new.isEmpty { tell(.takenOver(new, subject)) }
        told = taken
    }
}

extension Conversation {
    /// Asks what is to hold of what both changed; nil for what is offered beside mine and theirs.
    func choose(
        about conflict: Edit.Conflict, _ policy: Policy? = nil, or others: [Menu.Choice] = []
    ) throws -> Edit.Choice? {
        let answers = Question.answers(to: conflict, policy) + others
        let chosen = try choose(Question.choice(of: conflict), among: answers)
        let choices: [Edit.Choice] = [.mine, .theirs]
        return choices.dropFirst(chosen).first
    }

    /// Lets one of several titles be chosen.
    func choose(_ question: String, amongTitles titles: [String]) throws -> Int {
        try choose(question, among: titles.map { Menu.Choice($0) })
    }
}

extension AccountsError {
    fileprivate var problems: [FileProblem] {
        if case .invalidFile(let problems) = self { problems } else { [] }
    }
}

extension [UInt8] {
    /// Whether nothing but space and line ends is in it.
    fileprivate var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

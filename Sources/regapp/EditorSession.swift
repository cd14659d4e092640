import Accounts
import DocumentStore
import StrictJSON
import TerminalUI

/// Edits a document in the person's editor: a driver of an ``Edit`` whose text comes from a working copy.
///
/// It runs until somebody has to be asked: ``begin(confirming:)`` and ``answer(_:confirming:)`` return what has to be decided,
/// which a command asks line by line and a screen in a dialog. Whoever stops between them, or gets an error, calls
/// ``keep()``. Nothing that was typed is lost by any outcome: a text goes only where it was saved, or its writer said so.
struct EditorSession {
    let subject: Edit.Subject
    let editor: Editor
    let store: DocumentStore
    let environment: ProcessEnvironment
    /// Whether there is somebody who can be asked.
    let canAsk: Bool
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

    /// What has to be decided before it goes on.
    enum Decision: Sendable {
        /// Whether to go on with a text that was kept, which stands here.
        case keptCopy(path: String)
        /// What to do with a text that is wrong.
        case wrong(Wrong, MaskedText)
        /// What is to hold of what both changed.
        case conflict(Edit.Conflict)
        /// Whether rules are to hold under which accounts could no longer log in.
        case rules(RegistrySurvey)

        /// What may be answered.
        var answers: [Answer] {
            switch self {
            case .keptCopy, .wrong: [.edit, .keep, .discard]
            case .conflict: [.mine, .theirs, .edit]
            case .rules: [.edit, .accept, .keep, .discard]
            }
        }
    }

    /// An answer to a question: to edit the text, to keep it for later, to discard it, what holds, or that the rules
    /// are to hold.
    enum Answer: String, Sendable { case edit, keep, discard, mine, theirs, accept }

    /// Where it has come to.
    enum Step {
        case needs(Decision)
        /// It is over: what was saved, nil where nothing was changed.
        case ended(Edit.Saved?)
    }

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

    /// Tells what new rules mean before they are saved; false where they are not to be. It throws ``Undecided`` to have
    /// that decided.
    typealias Confirmation = (PolicyChange) throws -> Bool

    /// Somebody has to decide whether rules are to be saved.
    struct Undecided: Error {
        let change: PolicyChange
        let survey: RegistrySurvey
    }

    private struct Unwanted: Error {}

    private var work: EditorWork?
    private(set) var found: Edit.Found?
    /// Texts that were kept, about which nobody has decided, and the one that was chosen.
    var keptCopies: [WorkingCopy] = []
    var chosenCopy: WorkingCopy?

    /// Edits a document by a command.
    ///
    /// - Parameter confirm: as with ``begin(confirming:)``.
    /// - Returns: what was saved; nil where nothing was changed.
    /// - Throws: a report that says what has become of the text.
    static func run(
        _ subject: Edit.Subject, _ context: inout CommandContext,
        confirming confirm: (PolicyChange, inout CommandContext) throws -> Bool = { _, _ in true }
    ) throws -> Edit.Saved? {
        let conversation = context.conversation()
        var session = try EditorSession(
            subject, in: try context.store(), context.environment, canAsk: conversation != nil
        ) { Diagnostics.tell($0) }
        do {
            var step = try session.begin { try confirm($0, &context) }
            while true {
                switch step {
                case .ended(let saved): return saved
                case .needs(let decision):
                    let answer = try conversation?.answer(decision) ?? .keep
                    step = try session.answer(answer) { try confirm($0, &context) }
                }
            }
        } catch {
            if let kept = session.keep() { throw Report(Report(of: error), keeping: kept, subject) }
            throw error as? AccountsError == .nobodyLoggedIn ? try context.nobodyLoggedIn() : error
        }
    }

    /// Finds the person's editor.
    init(
        _ subject: Edit.Subject, in store: DocumentStore, _ environment: ProcessEnvironment,
        canAsk: Bool, tell: @escaping (Message) -> Void
    ) throws {
        guard let editor = Editor(environment, isOnTerminal: canAsk) else { throw Report.noEditor }
        (self.subject, self.editor, self.store, self.environment) = (subject, editor, store, environment)
        (self.canAsk, self.tell) = (canAsk, tell)
    }

    /// The directory under the rules that hold now.
    private func directory() throws(AccountsError) -> AccountsDirectory {
        try Edit.directory(of: subject, in: store, today: environment.today, now: environment.now)
    }

    // MARK: From question to question

    /// Finds the document, and edits it.
    ///
    /// - Parameter confirm: is asked before each try to save other rules.
    /// - Throws: why nothing was saved.
    mutating func begin(confirming confirm: Confirmation) throws -> Step {
        // A change that was cut short is completed first, so that the document is where it belongs.
        if try store.reading({ try $0.isChanging() }) { try store.writing { _ throws(StoreError) in } }
        let found = try Edit.find(subject, in: try directory())
        self.found = found
        try adoptKeptCopies(of: found.file)
        return try chooseCopy(confirm)
    }

    /// Goes on with the answer to the question that was asked last.
    ///
    /// - Throws: why nothing was saved.
    mutating func answer(_ answer: Answer, confirming confirm: Confirmation) throws -> Step {
        guard work != nil else {
            decideOnCopy(answer)
            return try chooseCopy(confirm)
        }
        let conflicts = work?.edit.conflicts ?? []
        switch answer {
        case .edit:
            // Both values were seen: what is written now holds.
            for conflict in conflicts { work?.edit.settle(conflict, as: .mine) }
            if let first = conflicts.first, let line = work?.edit.line(of: first) { work?.line = line }
            return try runEditor(confirm)
        case .discard: return try finish(.discarded)
        case .keep: throw Report(.data, [])
        case .accept:
            if let change = work?.undecided { work?.confirmed = change }
            return try save(confirm)
        case .mine, .theirs:
            if let first = conflicts.first { work?.edit.settle(first, as: answer == .mine ? .mine : .theirs) }
            return try save(confirm)
        }
    }

    /// Leaves every text where it is, since nobody has decided what becomes of it.
    ///
    /// - Returns: where the first of them is; nil where there is none.
    mutating func keep() -> String? {
        let copies = [work?.copy, chosenCopy].compactMap(\.self) + keptCopies
        (work, chosenCopy, keptCopies) = (nil, nil, [])
        for copy in copies { copy.keep() }
        return copies.first?.path
    }

    // MARK: The steps

    private mutating func chooseCopy(_ confirm: Confirmation) throws -> Step {
        if let path = try undecidedCopy() { return .needs(.keptCopy(path: path)) }
        guard let found else { return .ended(nil) }
        let isKept = chosenCopy != nil
        if !isKept {
            chosenCopy = try store.writing { writer throws(StoreError) in
                try writer.makeWorkingCopy(of: found.origin, holding: found.text)
            }
        }
        guard let copy = chosenCopy else { return .ended(nil) }
        let content = try copy.content()
        var text = found.text
        if case .text(let kept) = content { text = kept }
        let edit = Edit(subject, of: found, in: copy, holding: text)
        let mistake = mistake(in: edit)
        chosenCopy = nil
        work = EditorWork(
            edit, of: found, in: copy, isKept: isKept, mistake: mistake,
            line: mistake?.problems.first?.position.line,
            known: content)
        return try runEditor(confirm)
    }

    /// Runs the editor on the text, and takes what it leaves.
    private mutating func runEditor(_ confirm: Confirmation) throws -> Step {
        try work?.write()
        tellTaken()
        guard let begun = work else { return .ended(nil) }
        let ending = editor.edit(begun.copy.path, line: begun.line, holding: begun.copy.lock)
        guard ending == .done else { return try finish(.editorFailed(ending)) }
        let content = try begun.copy.content()
        work?.known = content
        switch content {
        case .absent: return try finish(.emptied)
        case .text(let text) where text.isBlank: return try finish(.emptied)
        case .text(let text) where begun.edit.isUnchanged(text):
            if text == begun.begun { return try finish(.unchanged(begun.mistake)) }
            work?.edit.write(text)
            return try finish(.unchanged(work.flatMap { mistake(in: $0.edit) }))
        case .text(let text):
            work?.edit.write(text)
            return try save(confirm)
        case .unusable(let refusal): return try ask(about: .unusable(refusal))
        }
    }

    /// Saves; the person is asked what is to hold of what both changed.
    private mutating func save(_ confirm: Confirmation) throws -> Step {
        guard let work else { return .ended(nil) }
        let document = store.path(of: work.edit.file)
        var (edit, confirmed) = (work.edit, work.confirmed)
        let end: Edit.End
        do {
            end = try edit.finish {
                do throws(AccountsError) { return try directory() } catch {
                    throw Report(refusing: error, document)
                }
            } announcing: { change in
                guard try change.isLike(confirmed) || confirm(change) else { throw Unwanted() }
                confirmed = change
            } choosing: { _ in
                nil
            }
        } catch let undecided as Undecided {
            self.work?.edit = edit
            self.work?.undecided = undecided.change
            return .needs(.rules(undecided.survey))
        } catch is Unwanted {
            self.work?.edit = edit
            return try ask(about: .unwanted)
        }
        self.work?.edit = edit
        self.work?.confirmed = confirmed
        switch end {
        case .saved(let saved):
            tellTaken()
            return try finish(.saved(saved))
        case .undecided:
            guard canAsk, let conflict = edit.conflicts.first else { throw Report(edit.conflicts, document) }
            return .needs(.conflict(conflict))
        case .refused(.invalidFile(let problems)) where problems.first?.path == edit.copy:
            return try ask(about: .problems(problems))
        case .refused(let error): throw Report(refusing: error, document)
        }
    }

    private mutating func ask(about wrong: Wrong) throws -> Step {
        if case .unusable = wrong {} else if canAsk { try work?.write() }
        guard let work else { return .ended(nil) }
        let report = Report(wrong, work.copy.path)
        guard canAsk else { throw report }
        tell(report.message)
        self.work?.line = wrong.line
        return .needs(.wrong(wrong, MaskedText(work.edit.text, hidesSecrets: subject != .policy)))
    }

    /// Ends the work; where a text is to be kept, with an error and the work as it is.
    private mutating func finish(_ end: End) throws -> Step {
        guard let work else { return .ended(nil) }
        try work.requireNothingToKeep(end)
        self.work = nil
        let isGone = (try? work.copy.remove()) ?? false
        if !isGone { tell(.textStillOpen(path: work.copy.path)) }
        switch end {
        case .saved(let saved): return .ended(saved)
        case .unchanged(let error):
            // Nothing to change is no error, but a mistake that was there already is named all the same.
            if let error { tell(Report(error).message) }
            return .ended(nil)
        case .discarded, .emptied, .editorFailed: throw Report(end)
        }
    }

    /// What is wrong with the text that is to be edited, told as of its document.
    private func mistake(in edit: Edit) -> AccountsError? {
        do throws(AccountsError) {
            try edit.check(in: try directory(), at: store.path(of: edit.file))
        } catch { return error }
        return nil
    }

    private mutating func tellTaken() {
        if let new = work?.takeUntold(), !new.isEmpty { tell(.takenOver(new, subject)) }
    }
}

extension Conversation {
    /// Asks what somebody has to decide about the text of an editor.
    fileprivate func answer(_ decision: EditorSession.Decision) throws -> EditorSession.Answer {
        var (question, choices) = (Question.whatNow, decision.titles.map { Menu.Choice($0) })
        switch decision {
        case .keptCopy(let path): tell(Question.textWasKept(in: path))
        case .wrong: break
        case .rules(let survey):
            tell(survey.shutOutWords)
            question = Question.saveRules
        case .conflict(let conflict):
            question = Question.choice(of: conflict)
            choices = Question.answers(to: conflict, nil) + [.init(Question.editAgain)]
        }
        return decision.answers[try choose(question, among: choices)]
    }
}

extension AccountsError {
    fileprivate var problems: [FileProblem] {
        if case .invalidFile(let problems) = self { problems } else { [] }
    }
}

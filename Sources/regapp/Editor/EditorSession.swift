import RegappCore
import RegappProcesses
import RegappStore
import RegappWording
import RegappJSON

/// Edits a document in the user's editor: drives an ``Edit`` with the text of a working copy.
///
/// It runs until the user has to decide something: ``begin(confirming:)`` and ``answer(_:confirming:)`` return the
/// question, which a command asks line by line and a screen in a dialog. A caller that stops in between, or gets an
/// error, calls ``keep()``. No outcome loses what was typed: a text is removed only after it was saved, or if
/// the user discarded it.
struct EditorSession {
    let subject: Edit.Subject
    let editor: Editor
    let store: DocumentStore
    let environment: ProcessEnvironment
    let canAsk: Bool
    /// Gets messages while the text is not saved yet, or beside the outcome.
    let report: (Message) -> Void

    enum Step {
        case needs(EditorDecision)
        /// It is over: what was saved; nil if nothing was changed.
        case ended(Edit.Saved?)
    }

    /// Why an edit ended without a text to save.
    enum Failure: Equatable, Sendable {
        case discarded
        /// The text is empty or gone.
        case emptied
        case editorFailed(ProgramEnd)
    }

    enum Verdict: Sendable {
        case accepted, rejected
        /// The person has to decide, since accounts could no longer log in.
        case undecided(RegistrySurvey)
    }

    /// Explains new rules before they are saved.
    typealias Confirmation = (PolicyChange) throws -> Verdict

    /// An editor that ends this soon has shown nothing to a person.
    private static let atOnce = Duration.milliseconds(1_000)

    private var work: EditorWork?
    private(set) var found: LocatedDocument?
    /// Kept copies that the user has not decided about yet, and the chosen one.
    var keptCopies: [WorkingCopy] = []
    var chosenCopy: WorkingCopy?

    init(
        _ subject: Edit.Subject, in store: DocumentStore, _ environment: ProcessEnvironment,
        canAsk: Bool, report: @escaping (Message) -> Void
    ) throws {
        guard let editor = Editor(environment, isOnTerminal: canAsk) else { throw Report.noEditor }
        (self.subject, self.editor, self.store, self.environment) = (subject, editor, store, environment)
        (self.canAsk, self.report) = (canAsk, report)
    }

    /// The directory under its present rules.
    private func directory() throws(AccountsError) -> RuledDirectory {
        try Edit.directory(of: subject, in: store, now: environment.now)
    }

    // MARK: From question to question

    /// - Parameter confirm: called before each try to save new rules.
    /// - Throws: why nothing was saved.
    mutating func begin(confirming confirm: Confirmation) throws -> Step {
        // A change that was cut short is completed first, so that the document is where it belongs.
        if try store.reading({ try $0.isChanging() }) { try store.writing { _ in } }
        let found = try Edit.find(subject, in: try directory())
        self.found = found
        try adoptKeptCopies(of: found.file)
        return try chooseCopy(confirm)
    }

    /// - Throws: why nothing was saved.
    mutating func answer(_ answer: EditorDecision.Answer, confirming confirm: Confirmation) throws -> Step {
        guard work != nil else {
            decideOnCopy(answer)
            return try chooseCopy(confirm)
        }
        let conflicts = work?.edit.conflicts ?? []
        switch answer {
        case .edit:
            // The person has seen both values, so the next text wins.
            for conflict in conflicts { work?.edit.resolve(conflict, as: .mine) }
            if let first = conflicts.first, let line = work?.edit.line(of: first) { work?.line = line }
            return try runEditor(confirm)
        case .discard: throw try failed(.discarded)
        case .keep: throw Report.textIsKept
        case .accept:
            if let change = work?.undecided { work?.confirmed = change }
            return try save(confirm)
        case .mine, .theirs:
            if let first = conflicts.first {
                work?.edit.resolve(first, as: answer == .mine ? .mine : .theirs)
            }
            return try save(confirm)
        }
    }

    /// Keeps every text that the user has not decided about.
    ///
    /// - Returns: the path of the first one; nil if there is none.
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
            chosenCopy = try store.writing { writer in
                try WorkingCopy.make(of: found.origin, holding: found.text, in: writer)
            }
        }
        guard let copy = chosenCopy else { return .ended(nil) }
        let content = try copy.content()
        var text = found.text
        if case .text(let kept) = content { text = kept }
        let edit = Edit(subject, of: found, in: copy, holding: text)
        let mistake = mistake(in: edit)
        var line: Int?
        if case .invalidFile(let problems)? = mistake { line = problems.first?.position.line }
        chosenCopy = nil
        work = EditorWork(
            edit, of: found, in: copy, isKept: isKept, mistake: mistake, line: line, known: content)
        return try runEditor(confirm)
    }

    private mutating func runEditor(_ confirm: Confirmation) throws -> Step {
        try work?.write()
        reportMerged()
        guard let begun = work else { return .ended(nil) }
        let (given, start) = (begun.known, ContinuousClock.now)
        let end = editor.edit(begun.copy.path, line: begun.line, holding: begun.copy.lock)
        guard end == .exited(0) else { throw try failed(.editorFailed(end)) }
        let content = try begun.copy.content()
        work?.known = content
        switch content {
        case .absent: throw try failed(.emptied)
        case .text(let text) where text.isBlank: throw try failed(.emptied)
        case .text(let text) where begun.edit.isUnchanged(text):
            var mistake = begun.mistake
            if text != begun.begun {
                begun.edit.write(text)
                mistake = self.mistake(in: begun.edit)
            }
            // Such an editor goes on in a window of its own, and what is saved there later must not be lost.
            if !begun.isKept, content == given, ContinuousClock.now - start < Self.atOnce {
                work = nil
                begun.copy.keep()
                report(
                    .warning(
                        "the editor ended at once; what it still saves in \(begun.copy.path) is offered at the next edit",
                        hint: Message.waitingEditor))
            }
            endWork()
            // Nothing to change is no error, but an existing mistake is reported all the same.
            if let mistake { self.report(Report(mistake).message) }
            return .ended(nil)
        case .text(let text):
            work?.edit.write(text)
            return try save(confirm)
        case .unusable(let refusal): return try ask(about: .unusable(refusal))
        }
    }

    /// The person decides conflicts.
    private mutating func save(_ confirm: Confirmation) throws -> Step {
        guard let work else { return .ended(nil) }
        let document = store.path(of: work.edit.seen.file)
        var verdict = Verdict.accepted
        do {
            let saved = try work.edit.save(in: directory) { change in
                verdict = try change.isLike(work.confirmed) ? .accepted : confirm(change)
                return work.accepts(change, verdict)
            } choosing: { _ in
                nil
            }
            if let saved {
                reportMerged()
                endWork()
                return .ended(saved)
            }
        } catch AccountsError.invalidFile(let problems) where problems.first?.path == work.copy.path {
            return try ask(about: .problems(problems))
        } catch let error as AccountsError {
            throw Report(refusing: error, document)
        }
        switch verdict {
        case .rejected: return try ask(about: .unwanted)
        case .undecided(let survey): return .needs(.rules(survey))
        case .accepted: break
        }
        let conflicts = work.edit.conflicts
        guard canAsk, let conflict = conflicts.first else {
            throw Report(.busy, conflicts.map { "\(document): \($0.sentence)" })
        }
        return .needs(.conflict(conflict))
    }

    private mutating func ask(about wrong: EditorDecision.Wrong) throws -> Step {
        if case .unusable = wrong {} else if canAsk { try work?.write() }
        guard let work else { return .ended(nil) }
        let report = Report(wrong, work.copy.path)
        guard canAsk else { throw report }
        self.report(report.message)
        self.work?.line = wrong.line
        return .needs(.wrong(wrong, MaskedText(work.edit.text, hidesSecrets: subject != .policy)))
    }

    /// Ends the work. Its text is saved, or not wanted.
    private mutating func endWork() {
        guard let copy = work?.copy else { return }
        work = nil
        let isGone = (try? copy.remove()) ?? false
        if !isGone { report(.textStillOpen(path: copy.path)) }
    }

    /// Ends the work without a text to save.
    ///
    /// - Returns: the error that says so.
    /// - Throws: the same error if an earlier text is to be kept.
    private mutating func failed(_ failure: Failure) throws -> Report {
        if failure != .discarded { try work?.requireNothingToKeep(failure) }
        endWork()
        return Report(failure)
    }

    /// What is wrong with the text to edit, reported for its document.
    private func mistake(in edit: Edit) -> AccountsError? {
        do throws(AccountsError) {
            try edit.check(in: try directory(), at: store.path(of: edit.seen.file))
        } catch { return error }
        return nil
    }

    private mutating func reportMerged() {
        if let new = work?.drainUnreported(), !new.isEmpty { report(.merged(new, subject)) }
    }
}

import RegappValues
import RegappCore
import RegappProcesses
import RegappStore
import RegappWording
import RegappJSON
import RegappTerminal

/// Edits a document in the user's editor: drives an ``Edit`` with the text of a working copy.
///
/// ``begin()`` and ``answer(_:)`` run until the user has to decide something, and return the question, which a command
/// asks line by line and a screen in a dialog. A caller that stops in between, or gets an error, calls ``keep()``. A text
/// is removed only after it was saved, or if the user discarded it.
struct EditorSession {
    let subject: EditSubject
    let editor: Editor
    let store: DocumentStore
    let environment: ProcessEnvironment
    let canAsk: Bool
    /// Gets messages until the text is saved, and those that accompany the outcome.
    let report: (Message) -> Void

    enum Step {
        case needs(EditorDecision)
        /// New rules are to be saved: the answer `accept` saves them, and ``ask(about:)`` goes on if they are unwanted.
        case proposes(ProposedPolicy)
        /// It is over: what was saved; nil if nothing was changed.
        case ended(SavedEdit?)
    }

    /// An editor that ends this soon has shown nothing to a person.
    private static let atOnce = Duration.milliseconds(1_000)

    private var work: EditedText?
    private(set) var found: LocatedDocument?
    /// Kept copies that the user has not decided about yet, and the chosen one.
    var keptCopies: [WorkingCopy] = []
    var chosenCopy: WorkingCopy?

    init(
        _ subject: EditSubject, in store: DocumentStore, _ environment: ProcessEnvironment,
        canAsk: Bool, report: @escaping (Message) -> Void
    ) throws {
        let folders = environment.variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin"
        let editor = Editor(variable: environment.variable, isOnTerminal: canAsk) {
            ForegroundProgram.find($0, in: folders)
        }
        guard let editor else { throw Message.noEditor }
        self.subject = subject
        self.editor = editor
        self.store = store
        self.environment = environment
        self.canAsk = canAsk
        self.report = report
    }

    private func directory() throws(AccountsError) -> AccountStore {
        try subject.directory(in: store, now: environment.present.now)
    }

    /// - Throws: why nothing was saved.
    mutating func begin() throws -> Step {
        // A change that was cut short is completed first, so that the document is where it belongs.
        try store.completeInterrupted()
        let found = try subject.find(in: try directory())
        self.found = found
        try adoptKeptCopies(of: found.file)
        return try chooseCopy()
    }

    private mutating func adoptKeptCopies(of file: String) throws {
        guard try store.reading({ try !WorkingCopy.all($0).isEmpty }) else { return }
        keptCopies = try store.writing { writer in
            var adopted: [WorkingCopy] = []
            for copy in try WorkingCopy.all(writer.reader) where !copy.isInUse {
                if copy.origin == nil { _ = try WorkingCopy.remove(copy, writer) }
                if copy.origin?.file == file, let copy = try WorkingCopy.adopt(copy, writer) {
                    adopted.append(copy)
                }
            }
            return adopted
        }
    }

    /// - Throws: why nothing was saved.
    mutating func answer(_ answer: EditorDecision.Answer) throws -> Step {
        guard work != nil else {
            if !keptCopies.isEmpty {
                let copy = keptCopies.removeFirst()
                switch answer {
                case .edit: chosenCopy = copy
                case .discard: _ = try? copy.remove()
                case .keep, .mine, .theirs, .accept: copy.keep()
                }
            }
            return try chooseCopy()
        }
        let conflicts = work?.edit.conflicts ?? []
        switch answer {
        case .edit:
            // The person has seen both values, so the next text wins.
            for conflict in conflicts { work?.edit.resolve(conflict, as: .mine) }
            if let first = conflicts.first, let line = work?.edit.line(of: first) { work?.line = line }
            return try runEditor()
        case .discard:
            endWork()
            throw Message.textIsDiscarded
        case .keep: throw Message.textIsKept
        case .accept:
            if let change = work?.undecided { work?.confirmed = change }
            return try save()
        case .mine, .theirs:
            if let first = conflicts.first {
                work?.edit.resolve(first, as: answer == .mine ? .mine : .theirs)
            }
            return try save()
        }
    }

    /// Keeps every text that the user has not decided about; returns the path of the first one, if any.
    mutating func keep() -> String? {
        let copies = [work?.copy, chosenCopy].compactMap(\.self) + keptCopies
        work = nil
        chosenCopy = nil
        keptCopies = []
        for copy in copies { copy.keep() }
        return copies.first?.path
    }

    private mutating func chooseCopy() throws -> Step {
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
        let edit = TextEdit(subject, of: found, in: copy, holding: text)
        var line: Int?
        if case .invalidFile(let problems)? = mistake(in: edit) { line = problems.first?.position.line }
        chosenCopy = nil
        work = EditedText(edit, of: found, in: copy, isKept: isKept, line: line, known: content)
        return try runEditor()
    }

    private mutating func runEditor() throws -> Step {
        try work?.write()
        reportMerged()
        guard let begun = work else { return .ended(nil) }
        let given = begun.known
        let start = ContinuousClock.now
        let end = editor.edit(begun.copy.path, line: begun.line, holding: begun.copy.lock)
        guard end == .exited(0) else { throw try failed(Message(editor.command, endedWith: end)) }
        let content = try begun.copy.content()
        work?.known = content
        switch content {
        case .absent: throw try failed(.textIsEmptied)
        case .text(let text) where text.isBlank: throw try failed(.textIsEmptied)
        case .text(let text) where begun.edit.mine.isUnchanged(text):
            begun.edit.write(text)
            // An editor that ends at once goes on in a window of its own; what is saved there later must not be lost.
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
            if let mistake = mistake(in: begun.edit) { report(Message(of: mistake)) }
            return .ended(nil)
        case .text(let text):
            work?.edit.write(text)
            return try save()
        case .unusable(let refusal): return try ask(about: .unusable(refusal))
        }
    }

    /// Saves the text; returns a question if the person has to decide something first.
    private mutating func save() throws -> Step {
        guard let work else { return .ended(nil) }
        let document = store.path(of: work.edit.seen.file)
        work.undecided = nil
        do {
            let saved = try work.edit.save(in: directory) { change in
                let isConfirmed = change.isLike(work.confirmed)
                if !isConfirmed { work.undecided = change }
                return isConfirmed
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
            throw refusal(error, of: document)
        }
        if let rules = work.undecided { return .proposes(rules) }
        let conflicts = work.edit.conflicts
        guard canAsk, let conflict = conflicts.first else {
            throw Message(.busy, conflicts.map { "\(document): \($0.sentence)" })
        }
        return .needs(.conflict(conflict))
    }

    /// Why the text was not saved; changes by others are not the text's mistakes.
    private func refusal(_ error: AccountsError, of document: String) -> Message {
        let failure = Message(of: error)
        let gone = "\(document) was removed or renamed meanwhile; nothing was saved"
        return switch error {
        case .nobodyLoggedIn: Message(.busy, "\(String.noLongerLoggedIn), or \(gone)")
        case .noAccount: Message(.busy, gone)
        case .invalidFile(let problems) where problems.first?.path == document:
            Message(
                .busy,
                ["\(document) was changed meanwhile and cannot be accepted now; nothing was saved"]
                    + failure.errors)
        case .noRegistry, .invalidFile: Message(.busy, failure.errors)
        default: failure
        }
    }

    /// Asks what to do with a text that cannot or shall not be saved; throws that as a message if nobody can be asked.
    mutating func ask(about wrong: EditorDecision.Wrong) throws -> Step {
        if case .unusable = wrong {} else if canAsk { try work?.write() }
        guard let work else { return .ended(nil) }
        let failure = Message(wrong, work.copy.path)
        guard canAsk else { throw failure }
        report(failure)
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

    /// Ends the work without a text to save; returns the message about that, or throws it to keep an earlier text.
    private mutating func failed(_ failure: Message) throws -> Message {
        try work?.requireNothingToKeep(failure)
        endWork()
        return failure
    }

    /// What is wrong with the text to edit; the error names the document, not the copy.
    private func mistake(in edit: TextEdit) -> AccountsError? {
        do throws(AccountsError) {
            try edit.judged(in: try directory(), at: store.path(of: edit.seen.file))
        } catch { return error }
        return nil
    }

    private mutating func reportMerged() {
        if let new = work?.drainUnreported(), !new.isEmpty { report(.merged(new, subject)) }
    }

    /// The path of the next copy to decide about; nil if one is chosen or none is left.
    private mutating func undecidedCopy() throws -> String? {
        var untold = true
        while let copy = keptCopies.first {
            let content = try copy.content()
            if content == .absent || isUntouched(content, copy) {
                _ = try? copy.remove()
            } else if canAsk, chosenCopy == nil {
                return copy.path
            } else {
                if chosenCopy == nil, untold { report(.textIsKept(path: copy.path, subject)) }
                untold = false
                copy.keep()
            }
            keptCopies.removeFirst()
        }
        return nil
    }

    /// Whether the regapp that made a copy was killed before anything was changed.
    private func isUntouched(_ content: WorkingCopy.Content, _ copy: WorkingCopy) -> Bool {
        guard case .text(let text) = content, let found else { return false }
        return WorkingCopy.Origin(of: found.file, holding: text) == copy.origin
            || copy.origin == found.origin && text == found.text
    }

    /// - Parameter confirm: whether to save new rules, which it explains.
    /// - Returns: what was saved; nil if nothing was changed.
    /// - Throws: a message that says what happened to the text.
    static func run(
        _ subject: EditSubject, _ context: inout CommandContext,
        confirming confirm: (ProposedPolicy, inout CommandContext) throws -> Bool = { _, _ in true }
    ) throws -> SavedEdit? {
        let conversation = context.conversation()
        var session = try EditorSession(
            subject, in: try context.store(), context.environment, canAsk: conversation != nil
        ) { Diagnostics.report($0) }
        do {
            var step = try session.begin()
            while true {
                switch step {
                case .ended(let saved): return saved
                case .needs(let decision):
                    let answer = try conversation?.answer(decision) ?? .keep
                    step = try session.answer(answer)
                case .proposes(let rules):
                    step =
                        try confirm(rules, &context)
                        ? session.answer(.accept) : session.ask(about: .unwanted)
                }
            }
        } catch {
            if let kept = session.keep() {
                let failure = Message(of: error)
                throw failure.with(hints: failure.hints + [.kept(kept, subject)])
            }
            throw error as? AccountsError == .nobodyLoggedIn ? try context.nobodyLoggedIn() : error
        }
    }
}

extension Conversation {
    fileprivate func answer(_ decision: EditorDecision) throws -> EditorDecision.Answer {
        var question = Message.question("what now?")
        var choices = decision.choices.map { Menu.Choice($0.title) }
        switch decision {
        case .keptCopy(let path): say(.textIsKept(path: path))
        case .wrong: break
        case .rules(let survey):
            say(.warning(survey.consequences))
            question = .saveRules
        case .conflict(let conflict):
            question = .question(conflict.sentence)
            choices = Menu.Choice.sides(of: conflict, nil) + [.init(Menu.Choice.editAgain)]
        }
        return decision.choices[try choose(question, among: choices)].answer
    }
}

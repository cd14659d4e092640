import Accounts
import DocumentStore
import StrictJSON

/// Edits a document in the person's editor: does what an ``EditorDialogue`` asks for.
struct EditorSession {
    let document: EditedDocument
    let editor: Editor
    let store: DocumentStore
    /// Nil where nobody can be asked.
    let questions: Questions?
    /// Says something while the text is not saved yet, or beside how it ended.
    let tell: (any Remark) -> Void

    /// Edits a document by a command.
    ///
    /// - Returns: what was saved; nil where nothing was changed.
    /// - Throws: a report that says what has become of the text.
    static func run(
        _ subject: EditedDocument.Subject, _ context: inout CommandContext
    ) throws(Report) -> EditedDocument.Saved? {
        let (store, environment, questions) = (try context.store(), context.environment, context.questions())
        var kept: String?
        do throws(Report) {
            let session = try EditorSession(subject, in: store, environment, questions) { remark in
                Diagnostics.tell(remark)
            }
            return try session.run(keeping: &kept) { rules throws(Report) in
                try PolicyEditCommand.announce(rules, &context)
            }
        } catch {
            if let kept { throw Report(error, keeping: kept, subject) }
            throw error == Report(AccountsError.nobodyLoggedIn) ? try context.nobodyLoggedIn() : error
        }
    }

    /// Finds a document and the person's editor.
    init(
        _ subject: EditedDocument.Subject, in store: DocumentStore, _ environment: ProcessEnvironment,
        _ questions: Questions?, tell: @escaping (any Remark) -> Void
    ) throws(Report) {
        guard let editor = Editor(environment, isOnTerminal: questions != nil) else {
            throw Report(.noEditor)
        }
        (self.editor, self.store, self.questions, self.tell) = (editor, store, questions, tell)
        // A change that was cut short is completed first, so that the document is where it belongs.
        try reporting { () throws(StoreError) in
            if try store.reading({ reader throws(StoreError) in try reader.isChanging() }) {
                try store.writing { _ throws(StoreError) in }
            }
        }
        do throws(AccountsError) {
            document = try EditedDocument(
                subject, in: store, today: environment.today, now: environment.now)
        } catch { throw Report(error) }
    }

    /// Edits the document.
    ///
    /// - Parameters:
    ///   - keptText: gets the place of a text that was not saved and stays.
    ///   - announce: tells what new rules mean before they are saved.
    /// - Returns: what was saved; nil where nothing was changed.
    /// - Throws: why nothing was saved.
    func run(
        keeping keptText: inout String?, announce: (AccountsDirectory) throws(Report) -> Void
    ) throws(Report) -> EditedDocument.Saved? {
        let (copy, isKept) = try workingCopy(&keptText)
        let content = try reporting(copy.content)
        let present = try reporting(document.contents) ?? document.offered
        var dialogue = EditorDialogue(copy, of: document, content, present: present)
        let begun = dialogue.text
        let end: EditorDialogue.End
        do throws(Report) { end = try drive(&dialogue, copy, announce) } catch {
            // Who was interrupted has not answered.
            throw keep(copy, &keptText, error)
        }
        switch end {
        case .emptied where isKept, .editorFailed:
            switch try reporting(copy.content) {
            case .text(let text) where dialogue.isUnchanged(text): break
            case .text(let text) where !text.isBlank: throw keep(copy, &keptText, Report(end))
            case .unusable: throw keep(copy, &keptText, Report(end))
            case .text, .absent:
                guard isKept else { break }
                // What was kept before stays as it was.
                try reporting { () throws(StoreError) in try copy.replace(with: begun, of: copy.origin) }
                throw keep(copy, &keptText, Report(end))
            }
        case .kept(let obstacle):
            throw keep(copy, &keptText, Report(obstacle, copy.path, document.path))
        case .emptied, .saved, .unchanged, .discarded: break
        }
        let isGone = (try? copy.remove()) ?? false
        if !isGone { tell(Outcome.textStillOpen(path: copy.path)) }
        switch end {
        case .saved(let saved): return saved
        case .unchanged:
            // Nothing to change is no error, but a mistake that was there already is named all the same.
            do throws(AccountsError) { try document.check(dialogue.text, path: document.path) } catch {
                tell(Report(error))
            }
            return nil
        case .discarded, .emptied, .editorFailed, .kept: throw Report(end)
        }
    }

    private func keep(_ copy: WorkingCopy, _ keptText: inout String?, _ report: Report) -> Report {
        copy.keep()
        keptText = copy.path
        return report
    }

    // MARK: The copy

    /// A text that was kept and that the person wants to go on with, or else a new copy.
    private func workingCopy(_ keptText: inout String?) throws(Report) -> (WorkingCopy, isKept: Bool) {
        if let kept = try keptCopy(&keptText) { return (kept, true) }
        let bytes = try reporting(document.contents)
        guard bytes != nil || !document.offered.isEmpty else { throw Report(AccountsError.nobodyLoggedIn) }
        let origin = WorkingCopy.Origin(of: document.file, holding: bytes, orElse: document.offered)
        let copy = try reporting { () throws(StoreError) in
            try store.writing { [text = bytes ?? document.offered] writer throws(StoreError) in
                try writer.makeWorkingCopy(of: origin, holding: text)
            }
        }
        return (copy, false)
    }

    private func keptCopy(_ keptText: inout String?) throws(Report) -> WorkingCopy? {
        let copies = try reporting { () throws(StoreError) in
            guard try store.reading({ reader throws(StoreError) in try !reader.workingCopies().isEmpty })
            else { return [WorkingCopy]() }
            return try store.writing { [file = document.file] writer throws(StoreError) in
                var adopted: [WorkingCopy] = []
                for copy in try writer.reader.workingCopies() where !copy.isInUse {
                    if copy.origin == nil { _ = try writer.remove(copy) }
                    if copy.origin?.file == file, let copy = try writer.adopt(copy) { adopted.append(copy) }
                }
                return adopted
            }
        }
        var chosen: WorkingCopy?
        var untold = true
        for (index, copy) in copies.enumerated() {
            do throws(Report) {
                let content = try reporting(copy.content)
                if content == .absent || isUntouched(content, copy) {
                    _ = try? copy.remove()
                } else if chosen != nil {
                    copy.keep()
                } else if let questions {
                    if try wantsToGoOn(with: copy, questions) { chosen = copy }
                } else {
                    if untold { tell(Outcome.textIsKept(path: copy.path, document.subject)) }
                    untold = false
                    copy.keep()
                }
            } catch {
                // Who was interrupted has not answered: what was not decided on stays, for the next time.
                let undecided = [chosen].compactMap(\.self) + copies[index...]
                for copy in undecided { copy.keep() }
                keptText = undecided.first?.path
                throw error
            }
        }
        return chosen
    }

    /// Whether its regapp was killed before anything was changed.
    private func isUntouched(_ content: WorkingCopy.Content, _ copy: WorkingCopy) -> Bool {
        guard case .text(let text) = content else { return false }
        return WorkingCopy.Origin(of: document.file, holding: text) == copy.origin
    }

    private func wantsToGoOn(with copy: WorkingCopy, _ questions: Questions) throws(Report) -> Bool {
        questions.tell(.textWasKept(path: copy.path))
        switch try questions.choose(Question.whatNow, amongWords: Question.keptAnswers) {
        case 0: return true
        case 1: copy.keep()
        default: _ = try? copy.remove()
        }
        return false
    }

    // MARK: The steps

    private func drive(
        _ dialogue: inout EditorDialogue, _ copy: WorkingCopy,
        _ announce: (AccountsDirectory) throws(Report) -> Void
    ) throws(Report) -> EditorDialogue.End {
        var step = dialogue.begin(problems(in: dialogue.text, copy))
        var announced: [UInt8] = []
        var told = 0
        while true {
            switch step {
            case .open(let line):
                try write(&dialogue, copy)
                tell(dialogue.taken, from: &told)
                let ending = editor.edit(copy.path, line: line, holding: copy.lock)
                step = dialogue.cameBack(ending, try reporting(copy.content))
            case .ask(let wrong):
                step = dialogue.answered(try ask(about: wrong, &dialogue, copy), to: wrong)
            case .save(let text, let origin):
                if document.subject == .policy, announced != text,
                    let rules = try? document.rules(in: text, path: copy.path)
                {
                    announced = text
                    try announce(rules)
                }
                step = dialogue.saved(
                    Result { () throws(AccountsError) in
                        try document.save(text, path: copy.path, over: origin)
                    })
            case .merge:
                let text = dialogue.text, origin = dialogue.origin
                step = dialogue.merged(
                    Result { () throws(AccountsError) in
                        try document.contents().map { theirs throws(AccountsError) in
                            try document.merge(text, path: copy.path, from: origin, with: theirs)
                        }
                    })
            case .choose(let merge, let conflict):
                step = dialogue.chosen(try questions?.choose(about: conflict, in: merge))
            case .finished(let end):
                if case .saved = end { tell(dialogue.taken, from: &told) }
                return end
            }
        }
    }

    private func problems(in text: [UInt8], _ copy: WorkingCopy) -> [FileProblem] {
        do throws(AccountsError) { try document.check(text, path: copy.path) } catch {
            if case .invalidFile(let problems) = error { return problems }
        }
        return []
    }

    private func write(_ dialogue: inout EditorDialogue, _ copy: WorkingCopy) throws(Report) {
        guard let draft = dialogue.takeDraft() else { return }
        try reporting { () throws(StoreError) in try copy.replace(with: draft.text, of: draft.origin) }
    }

    private func ask(
        about wrong: EditorDialogue.Wrong, _ dialogue: inout EditorDialogue, _ copy: WorkingCopy
    ) throws(Report) -> EditorDialogue.Answer? {
        guard let questions else { return nil }
        if case .problems = wrong { try write(&dialogue, copy) }
        tell(Report(wrong, copy.path))
        let answers = EditorDialogue.Answer.allCases
        return answers[try questions.choose(Question.whatNow, amongWords: answers.map(\.words))]
    }

    private func tell(_ taken: [JSONMerge.Member], from told: inout Int) {
        if taken.count > told { tell(Outcome.takenOver(Array(taken[told...]), document.subject)) }
        told = taken.count
    }
}

extension Questions {
    /// Asks what is to hold of what both changed.
    fileprivate func choose(
        about conflict: JSONMerge.Conflict, in merge: JSONMerge
    ) throws(Report) -> EditorDialogue.Choice {
        let answers = Question.answers(to: conflict, in: merge)
        return EditorDialogue.Choice.allCases[
            try choose(Question.choice(of: conflict), among: answers)]
    }
}

private func reporting<Result>(_ work: () throws(StoreError) -> Result) throws(Report) -> Result {
    do throws(StoreError) { return try work() } catch { throw Report(error) }
}

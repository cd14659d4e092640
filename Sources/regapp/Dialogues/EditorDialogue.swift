import Accounts
import DocumentStore
import PlainValues
import StrictJSON

/// An edit of a whole document in an editor, step by step, as an ``EditDialogue`` is one of its fields.
///
/// Whoever drives it runs the editor, reads and writes files and asks the person. Nothing that was typed is lost by any
/// outcome: a text goes only where it was saved, or its writer said so.
struct EditorDialogue: Sendable {
    /// What is to be done next. Before the first two, what ``takeDraft()`` gives goes to the copy.
    enum Step: Sendable {
        /// Run the editor, at a line; how it ended goes to ``cameBack(_:_:)``.
        case open(line: Int?)
        /// Say what is wrong and ask what to do about it; the answer goes to ``answered(_:)``.
        case ask(Wrong)
        /// Save a text over the document that it was made of; the outcome goes to ``saved(_:)``.
        case save([UInt8], over: WorkingCopy.Origin)
        /// Merge ``text`` with what the document is now; the outcome goes to ``merged(_:)``.
        case merge
        /// Ask what is to hold of what both changed; the answer goes to ``chosen(_:)``.
        case choose(JSONMerge, JSONMerge.Conflict)
        case finished(End)
    }

    /// What is wrong with a text.
    enum Wrong: Equatable, Sendable {
        case problems([FileProblem])
        /// What came back is no text.
        case unusable(FileRefusal)

        fileprivate var line: Int? {
            if case .problems(let problems) = self { problems.first?.position.line } else { nil }
        }
    }

    /// What a person wants done with a wrong text.
    enum Answer: CaseIterable, Sendable { case edit, keep, discard }

    /// What is to hold of what both changed.
    enum Choice: CaseIterable, Sendable { case mine, theirs, edit }

    /// How it ended.
    enum End: Sendable {
        case saved(EditedDocument.Saved)
        case unchanged
        case discarded
        /// The text is empty or gone.
        case emptied
        case editorFailed(Editor.Ending)
        case kept(Obstacle)
    }

    /// Why a text was not saved, and so is kept.
    enum Obstacle: Sendable {
        case wrong(Wrong, isTold: Bool)
        /// The document was removed or renamed.
        case gone
        /// What others made of the document cannot be accepted.
        case theirsInvalid(AccountsError)
        /// Both changed this, and nobody could be asked.
        case conflicts(JSONMerge)
        /// Others changed the document again and again.
        case keepsChanging
        case refused(AccountsError)
    }

    /// How often a text is merged with what others have just written, before that counts as a fight.
    static let mostMerges = 20

    /// Where the text is edited.
    private let path: String
    /// The document's own place.
    private let documentPath: String
    /// What is saved where nothing was changed.
    private let unchanged: [UInt8]?
    /// The text as the person, and what was taken over, made it.
    private(set) var text: [UInt8]
    /// What it was made of.
    private(set) var origin: WorkingCopy.Origin
    /// What was taken over from others.
    private(set) var taken: [JSONMerge.Member] = []
    private var copied: [UInt8]?
    private var merges = 0
    private var merge: JSONMerge?
    private var undecided: [JSONMerge.Conflict] = []
    private var theirs: [JSONMerge.Conflict] = []

    /// - Parameters:
    ///   - content: what the copy holds.
    ///   - present: what the document holds, or what is offered in its place.
    init(
        _ copy: WorkingCopy, of document: EditedDocument, _ content: WorkingCopy.Content, present: [UInt8]
    ) {
        (path, documentPath, origin) = (copy.path, document.path, copy.origin)
        unchanged = origin.document == nil ? document.offered : nil
        text = present
        if case .text(let text) = content { (self.text, copied) = (text, text) }
        if case .unusable(let refusal) = content { noteUnusable(refusal) }
    }

    /// What is too long can be made shorter; anything else is no place to write to.
    private mutating func noteUnusable(_ refusal: FileRefusal) {
        if case .tooLarge = refusal { copied = text } else { copied = nil }
    }

    /// Begins with a text that may be wrong already.
    func begin(_ problems: [FileProblem]) -> Step { .open(line: problems.first?.position.line) }

    /// What the copy is to hold, if it holds something else.
    mutating func takeDraft() -> (text: [UInt8], origin: WorkingCopy.Origin)? {
        guard copied != text else { return nil }
        copied = text
        return (text, origin)
    }

    /// Whether a text is what the document held.
    func isUnchanged(_ text: [UInt8]) -> Bool {
        unchanged.map { $0 == text } ?? (ContentDigest(text) == origin.document)
    }

    /// Goes on when the editor has ended.
    mutating func cameBack(_ ending: Editor.Ending, _ content: WorkingCopy.Content) -> Step {
        guard ending == .done else { return .finished(.editorFailed(ending)) }
        switch content {
        case .absent: return .finished(.emptied)
        case .text(let text) where text.isBlank: return .finished(.emptied)
        case .text(let text):
            if isUnchanged(text) { return .finished(.unchanged) }
            (self.text, copied) = (text, text)
            return .save(text, over: origin)
        case .unusable(let refusal):
            noteUnusable(refusal)
            return .ask(.unusable(refusal))
        }
    }

    /// Goes on after what is wrong was told; nil where nobody could be asked.
    func answered(_ answer: Answer?, to wrong: Wrong) -> Step {
        switch answer {
        case .edit: .open(line: wrong.line)
        case .keep: .finished(.kept(.wrong(wrong, isTold: true)))
        case nil: .finished(.kept(.wrong(wrong, isTold: false)))
        case .discard: .finished(.discarded)
        }
    }

    /// Goes on after a try to save.
    mutating func saved(_ outcome: Result<EditedDocument.Saved, AccountsError>) -> Step {
        switch outcome {
        case .success(let saved): return .finished(.saved(saved))
        case .failure(.invalidFile(let problems)) where problems.first?.path == path:
            return .ask(.problems(problems))
        case .failure(.store(.changedMeanwhile(path: documentPath))):
            merges += 1
            return merges > Self.mostMerges ? .finished(.kept(.keepsChanging)) : .merge
        case .failure(let error): return .finished(.kept(.refused(error)))
        }
    }

    /// Goes on with what others made of the document; nil where it is gone.
    mutating func merged(_ outcome: Result<JSONMerge?, AccountsError>) -> Step {
        switch outcome {
        case .success(nil): return .finished(.kept(.gone))
        case .success(let merge?):
            (self.merge, undecided, theirs) = (merge, merge.conflicts, [])
            return next(merge)
        case .failure(.invalidFile(let problems)) where problems.first?.path == documentPath:
            return .finished(.kept(.theirsInvalid(.invalidFile(problems))))
        case .failure(let error): return .finished(.kept(.refused(error)))
        }
    }

    /// Goes on with the answer about the first conflict; nil where nobody could be asked.
    mutating func chosen(_ choice: Choice?) -> Step {
        guard let merge, let choice else {
            return .finished(merge.map { .kept(.conflicts($0)) } ?? .kept(.keepsChanging))
        }
        guard choice != .edit else {
            let line = undecided.first?.keys.lazy.compactMap(merge.line).first
            takeOver(merge)
            return .open(line: line)
        }
        let conflict = undecided.removeFirst()
        if choice == .theirs { theirs.append(conflict) }
        return next(merge)
    }

    private mutating func next(_ merge: JSONMerge) -> Step {
        if let conflict = undecided.first { return .choose(merge, conflict) }
        takeOver(merge)
        return .save(text, over: origin)
    }

    private mutating func takeOver(_ merge: JSONMerge) {
        text = merge.text(choosingTheirsOf: theirs)
        origin = WorkingCopy.Origin(of: origin.file, holding: merge.theirs.bytes)
        taken += merge.taken.map(merge.member)
    }
}

extension [UInt8] {
    /// Whether nothing but space and line ends is in it.
    var isBlank: Bool { allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

extension JSONMerge {
    /// The line of a member in my text.
    fileprivate func line(of key: String) -> Int? {
        mine.root.members.first { $0.key == key }.map { mine.position(of: $0.keyRange.lowerBound).line }
    }
}

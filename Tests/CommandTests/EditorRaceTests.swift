import Accounts
import DocumentStore
import PlainValues
import StrictJSON
import Synchronization
import TestSupport
import Testing

@testable import regapp

/// The steps of an edit in an editor, driven without editor and terminal.
@Suite struct EditorRaceTests {
    private static let directory = "/home/ann/regapp"
    private static let path = directory + "/profile.json"

    private static func profile(_ first: String, _ last: String, _ pet: String = "Rex") -> String {
        """
        {
          "email": "ann@mail.example",
          "password": "12345",
          "firstName": "\(first)",
          "lastName": "\(last)",
          "pet": "\(pet)"
        }

        """
    }

    /// One edit of a profile that is open in an editor.
    private struct Edit {
        let files = SimulatedFileSystem()
        let document: EditedDocument
        let copy: WorkingCopy
        var dialogue: EditorDialogue

        init(_ text: String, _ wrapping: (any FileSystem) -> any FileSystem = { $0 }) throws {
            files.put(EditorRaceTests.path, text)
            let store = DocumentStore(
                directory: EditorRaceTests.directory, layout: .regapp, fileSystem: wrapping(files))
            document = try EditedDocument(
                .own, in: store, today: .earliestBirthday,
                now: try #require(Timestamp(rfc3339: "2026-07-15T12:00:00Z")))
            let origin = WorkingCopy.Origin(of: document.file, holding: Array(text.utf8))
            copy = try store.writing { writer throws(StoreError) in
                try writer.makeWorkingCopy(of: origin, holding: Array(text.utf8))
            }
            dialogue = EditorDialogue(
                copy, of: document, .text(Array(text.utf8)), present: Array(text.utf8))
        }

        /// Goes on from a step, choosing `choice` of every conflict, to the end or to what else has to be asked.
        mutating func drive(
            _ first: EditorDialogue.Step, _ choice: EditorDialogue.Choice?
        ) -> EditorDialogue.Step {
            var step = first
            while true {
                switch step {
                case .save(let text, let origin):
                    step = dialogue.saved(
                        Result { () throws(AccountsError) in
                            try document.save(text, path: copy.path, over: origin)
                        })
                case .merge:
                    let (text, origin) = (dialogue.text, dialogue.origin)
                    step = dialogue.merged(
                        Result { () throws(AccountsError) in
                            try document.contents().map { theirs throws(AccountsError) in
                                try document.merge(text, path: copy.path, from: origin, with: theirs)
                            }
                        })
                case .choose: step = dialogue.chosen(choice)
                case .open, .ask, .finished: return step
                }
            }
        }

        /// The same, for a text that the editor has left.
        mutating func finish(
            _ text: String, _ choice: EditorDialogue.Choice? = .mine
        ) -> EditorDialogue.Step {
            drive(dialogue.cameBack(.done, .text(Array(text.utf8))), choice)
        }

        var saved: String { String(decoding: files.contents(EditorRaceTests.path) ?? [], as: UTF8.self) }
    }

    /// How many calls a save makes until its last look at the document.
    private static func calls() throws -> Int {
        let log = Mutex<[Call]>([])
        var edit = try Edit(profile("Ann", "Lee")) { files in
            Interposer(files) { call in log.withLock { $0.append(call) } }
        }
        let begin = log.withLock(\.count)
        _ = edit.finish(profile("Zoe", "Lee"))
        let calls = log.withLock { Array($0[begin...]) }
        return try #require(calls.lastIndex(of: .open(path, .reading)))
    }

    @Test func `of 1,000 hand edits while a text is saved none is lost, nor the text`() throws {
        var random = SeededGenerator(seed: 1317)
        let last = try Self.calls()
        for number in 0..<1000 {
            // How many edits come, how far apart; the first a tenth of the times at the last moment.
            let moments = Mutex([number % 10 == 0 ? last : random.number(0...last)])
            let left = Mutex(number % 10 == 1 ? 4 : random.number(1...2))
            let isArmed = Mutex(false), count = Mutex(0), hand = Mutex(0)
            let gap = random.number(5...60)
            let inPlace = random.number(0...1) == 0
            let disk = Mutex<SimulatedFileSystem?>(nil)
            var edit = try Edit(Self.profile("Ann", "Lee")) { files in
                Interposer(files) { call in
                    guard isArmed.withLock(\.self) else { return }
                    let now = count.withLock { count in
                        defer { count += 1 }
                        return count
                    }
                    // Past the last comparison of a try the rename is a matter of microseconds.
                    let isDue = moments.withLock { $0[0] <= now } && call.secondPath == nil
                    guard isDue, left.withLock(\.self) > 0, call != .close(Self.path),
                        call.path != Self.path || call == .open(Self.path, .reading)
                    else { return }
                    left.withLock { $0 -= 1 }
                    moments.withLock { $0 = [now + gap] }
                    let edits = hand.withLock { hand in
                        hand += 1
                        return hand
                    }
                    guard let files = disk.withLock(\.self), let bytes = files.contents(Self.path) else {
                        return
                    }
                    let first = String(decoding: bytes, as: UTF8.self).contains("\"Zoe\"") ? "Zoe" : "Ann"
                    files.put(
                        Self.path, Array(Self.profile(first, "Lee\(edits)", "Tom\(edits)").utf8),
                        inPlace: inPlace)
                }
            }
            disk.withLock { $0 = edit.files }
            isArmed.withLock { $0 = true }
            let step = edit.finish(Self.profile("Zoe", "Lee"))
            guard case .finished(.saved) = step else {
                Issue.record("\(number): \(step)")
                return
            }
            let edits = hand.withLock(\.self)
            let expected =
                edits == 0 ? Self.profile("Zoe", "Lee") : Self.profile("Zoe", "Lee\(edits)", "Tom\(edits)")
            #expect(edit.saved == expected, "\(number), \(edits) edits")
            if edit.saved != expected { return }
        }
    }

    // MARK: The steps one by one

    @Test func `what only they changed is taken over and told, and cancel restores their bytes`() throws {
        var edit = try Edit(Self.profile("Ann", "Lee"))
        let theirs = Self.profile("Ann", "Roe").replacing("  ", with: "\t")
        edit.files.put(Self.path, theirs)
        guard case .finished(.saved(.account(let saved, _))) = edit.finish(Self.profile("Zoe", "Lee")) else {
            Issue.record("not saved")
            return
        }
        #expect(edit.saved == Self.profile("Zoe", "Roe"))
        #expect(edit.dialogue.taken.map(\.key) == ["lastName"])
        #expect(saved.changes == [FieldChange(.firstName, old: "Ann", new: "Zoe")])
        let store = DocumentStore(directory: Self.directory, layout: .regapp, fileSystem: edit.files)
        let now = try #require(Timestamp(rfc3339: "2026-07-15T12:00:00Z"))
        _ = try AccountsDirectory(store, today: .earliestBirthday, now: now).system.cancel()
        #expect(edit.saved == theirs)
    }

    static let choices: [(EditorDialogue.Choice?, String)] = [
        (.mine, "Zoe"), (.theirs, "Eve"), (.edit, "Eve"), (nil, "Eve"),
    ]

    @Test(arguments: choices.indices)
    func `what both changed is chosen`(index: Int) throws {
        let (choice, first) = Self.choices[index]
        var edit = try Edit(Self.profile("Ann", "Lee"))
        edit.files.put(Self.path, Self.profile("Eve", "Roe"))
        let step = edit.finish(Self.profile("Zoe", "Lee", "Tom"), choice)
        switch (step, choice) {
        case (.finished(.saved), .mine), (.finished(.saved), .theirs):
            #expect(edit.saved == Self.profile(first, "Roe", "Tom"))
        case (.open(line: 4), .edit):
            let taken = edit.dialogue.takeDraft()
            let draft = try #require(taken)
            #expect(draft.text == Array(Self.profile("Zoe", "Roe", "Tom").utf8))
            let rest = edit.dialogue.takeDraft()
            #expect(rest == nil)
            // Both values were seen: what is written now holds.
            guard case .finished(.saved) = edit.finish(Self.profile("Zoe", "Roe", "Tom"), nil) else {
                Issue.record("asked again")
                return
            }
            #expect(edit.saved == Self.profile("Zoe", "Roe", "Tom"))
        case (.finished(.kept(.conflicts(let merge))), nil):
            #expect(merge.conflicts.map(\.keys) == [["firstName"]])
            #expect(edit.saved == Self.profile(first, "Roe"))
        default: Issue.record("\(step)")
        }
    }

    @Test func `theirs that is gone or wrong is never overwritten`() throws {
        for theirs in [nil, "{", Self.profile("Ann", "Lee").replacing("12345", with: "1")] {
            var edit = try Edit(Self.profile("Ann", "Lee"))
            edit.files.remove(Self.path)
            if let theirs { edit.files.put(Self.path, theirs) }
            switch edit.finish(Self.profile("Zoe", "Lee")) {
            case .finished(.kept(.gone)): #expect(theirs == nil)
            case .finished(.kept(.theirsInvalid)): #expect(edit.saved == theirs)
            case let step: Issue.record("\(step)")
            }
        }
    }

    @Test func `a wrong text is asked about each time, also when it is the same again`() throws {
        var edit = try Edit(Self.profile("Ann", "Lee"))
        let wrong = Self.profile("Ann", "Lee").replacing("12345", with: "1")
        for _ in 0..<3 {
            guard case .ask(let found) = edit.finish(wrong), case .problems(let problems) = found else {
                Issue.record("not asked")
                return
            }
            #expect(problems.map(\.path) == [edit.copy.path])
            guard case .open(line: 3) = edit.dialogue.answered(.edit, to: found) else {
                Issue.record("not opened at the line")
                return
            }
        }
        #expect(edit.saved == Self.profile("Ann", "Lee"))
    }

    @Test func `somebody who changes the document again and again is not fought for ever`() throws {
        var edit = try Edit(Self.profile("Ann", "Lee"))
        var step = edit.dialogue.cameBack(.done, .text(Array(Self.profile("Zoe", "Lee").utf8)))
        var merges = 0
        while case .save(_, let origin) = step {
            step = edit.dialogue.saved(.failure(.store(.changedMeanwhile(path: Self.path))))
            guard case .merge = step else { break }
            merges += 1
            edit.files.put(Self.path, Self.profile("Ann", "Lee\(merges)"))
            let theirs = try #require(edit.files.contents(Self.path))
            let text = edit.dialogue.text
            step = edit.dialogue.merged(
                .success(
                    try edit.document.merge(text, path: edit.copy.path, from: origin, with: theirs)))
        }
        guard case .finished(.kept(.keepsChanging)) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(merges == EditorDialogue.mostMerges)
    }
}

import RegappJSON
import RegappCore
import RegappStore
import RegappTestSupport
import Testing

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
    private struct OpenEdit {
        let files = SimulatedFileSystem()
        let store: DocumentStore
        let directory: AccountStore
        var edit: TextEdit
        /// That of the copy.
        let path: String

        init(_ text: String, _ wrapping: (any FileSystem) -> any FileSystem = { $0 }) throws {
            files.put(EditorRaceTests.path, text)
            store = DocumentStore(
                directory: EditorRaceTests.directory, layout: .regapp, fileSystem: wrapping(files))
            directory = try EditSubject.currentUser.directory(in: store, now: ScreenDriver.now)
            let found = try EditSubject.currentUser.find(in: directory)
            let copy = try store.writing { writer in
                try WorkingCopy.make(of: found.origin, holding: Array(text.utf8), in: writer)
            }
            edit = TextEdit(.currentUser, of: found, in: copy, holding: Array(text.utf8))
            path = copy.path
        }

        /// Goes on from what the editor has left, choosing `choice` of every conflict, to the end or to a decision.
        mutating func save(
            _ text: String, _ choice: EditChoice? = .mine
        ) throws(AccountsError) -> SavedEdit? {
            edit.write(Array(text.utf8))
            return try edit.save(in: directory, choosing: choice)
        }

        var saved: String { String(decoding: files.contents(EditorRaceTests.path) ?? [], as: UTF8.self) }
    }

    /// How many calls a save makes until its last look at the document.
    private static func calls() throws -> Int {
        let log = Locked<[Call]>([])
        var open = try OpenEdit(profile("Ann", "Lee")) { files in
            Interposer(files) { call in log.withLock { $0.append(call) } }
        }
        let begin = log.withLock(\.count)
        _ = try open.save(profile("Zoe", "Lee"))
        let calls = log.withLock { Array($0[begin...]) }
        return try #require(calls.lastIndex(of: .open(path, .reading)))
    }

    @Test func `many hand edits while a text is saved are all kept, and so is the text`() throws {
        var random = SeededGenerator(seed: 1317)
        let last = try Self.calls()
        for number in 0..<Campaign.rounds(1000, usually: 50) {
            // How many edits come, how far apart; the first a tenth of the times at the last moment.
            let moments = Locked([number % 10 == 0 ? last : random.number(0...last)])
            let left = Locked(number % 10 == 1 ? 4 : random.number(1...2))
            let isArmed = Locked(false), count = Locked(0), hand = Locked(0)
            let gap = random.number(5...60)
            let inPlace = random.number(0...1) == 0
            let disk = Locked<SimulatedFileSystem?>(nil)
            var open = try OpenEdit(Self.profile("Ann", "Lee")) { files in
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
            disk.withLock { $0 = open.files }
            isArmed.withLock { $0 = true }
            _ = try #require(try open.save(Self.profile("Zoe", "Lee")), "\(number)")
            let edits = hand.withLock(\.self)
            let expected =
                edits == 0 ? Self.profile("Zoe", "Lee") : Self.profile("Zoe", "Lee\(edits)", "Tom\(edits)")
            #expect(open.saved == expected, "\(number), \(edits) edits")
            if open.saved != expected { return }
        }
    }

    // MARK: The steps one by one

    @Test func `changes of the other process are merged and reported, cancel restores its bytes`() throws {
        var open = try OpenEdit(Self.profile("Ann", "Lee"))
        let theirs = Self.profile("Ann", "Roe").replacing("  ", with: "\t")
        open.files.put(Self.path, theirs)
        let saved = try #require(try open.save(Self.profile("Zoe", "Lee")))
        #expect(open.saved == Self.profile("Zoe", "Roe"))
        #expect(open.edit.merged.map(\.key) == ["lastName"])
        #expect(saved.changes == [FieldChange(.field(.firstName), old: "Ann", new: "Zoe")])
        _ = try open.directory.cancel()
        #expect(open.saved == theirs)
    }

    @Test(arguments: [(EditChoice.mine, "Zoe"), (.theirs, "Eve")])
    func `the user chooses the value of what both changed`(choice: EditChoice, first: String) throws {
        var open = try OpenEdit(Self.profile("Ann", "Lee"))
        open.files.put(Self.path, Self.profile("Eve", "Roe"))
        _ = try #require(try open.save(Self.profile("Zoe", "Lee", "Tom"), choice))
        #expect(open.saved == Self.profile(first, "Roe", "Tom"))
    }

    @Test func `fields that both changed are decided before anything is saved, or by another text`() throws {
        var open = try OpenEdit(Self.profile("Ann", "Lee"))
        open.files.put(Self.path, Self.profile("Eve", "Roe"))
        #expect(try open.save(Self.profile("Zoe", "Lee", "Tom"), nil)?.isChanged == nil)
        let conflict = try #require(open.edit.conflicts.first)
        #expect(conflict.field == .firstName && open.edit.conflicts.count == 1)
        #expect(open.edit.line(of: conflict) == 4 && open.saved == Self.profile("Eve", "Roe"))
        // Both values were seen: what is written now holds.
        open.edit.resolve(conflict, as: .mine)
        #expect(open.edit.text == Array(Self.profile("Zoe", "Roe", "Tom").utf8))
        _ = try #require(try open.save(Self.profile("Max", "Roe", "Tom"), nil), "asked again")
        #expect(open.saved == Self.profile("Max", "Roe", "Tom"))
    }

    @Test func `a file that was removed, broken or given to another person is never overwritten`() throws {
        let ann = Self.profile("Ann", "Lee")
        for theirs in [nil, "{", ann.replacing("12345", with: "1"), ann.replacing("ann@", with: "bob@")] {
            var open = try OpenEdit(ann)
            open.files.remove(Self.path)
            if let theirs { open.files.put(Self.path, theirs) }
            do throws(AccountsError) {
                _ = try open.save(Self.profile("Zoe", "Lee"))
                Issue.record("saved over \(theirs ?? "nothing")")
            } catch {
                switch error {
                case .nobodyLoggedIn: #expect(theirs == nil)
                case .invalidFile(let problems):
                    #expect(problems.first?.path == Self.path && open.saved == theirs)
                case .store(.changedMeanwhile):
                    #expect(theirs?.contains("bob@") == true && open.saved == theirs)
                default: Issue.record("\(error)")
                }
            }
        }
    }

    @Test func `an error is reported with the path and line of the text`() throws {
        var open = try OpenEdit(Self.profile("Ann", "Lee"))
        open.edit.write(Array(Self.profile("Ann", "Lee").replacing("12345", with: "1").utf8))
        #expect {
            try open.edit.judged(in: open.directory)
        } throws: { error in
            guard case .invalidFile(let problems)? = error as? AccountsError else { return false }
            return problems.map(\.path) == [open.path] && problems[0].position.line == 3
        }
        #expect(throws: AccountsError.self) { try open.edit.save(in: open.directory) }
        #expect(open.saved == Self.profile("Ann", "Lee"))
    }

    @Test func `a program that changes the document again and again is not fought for ever`() throws {
        var open = try OpenEdit(Self.profile("Ann", "Lee"))
        open.edit.write(Array(Self.profile("Zoe", "Lee").utf8))
        var tries = 0
        let (files, directory) = (open.files, open.directory)
        #expect(throws: AccountsError.store(.changedMeanwhile(path: Self.path))) {
            try open.edit.save(
                in: {
                    tries += 1
                    files.put(Self.path, Self.profile("Ann", "Lee\(tries)"))
                    return directory
                }, choosing: { _ in nil })
        }
        #expect(tries == AccountStore.mostMerges + 1 && open.edit.merged.map(\.key) == ["lastName"])
    }

    // MARK: Values

    @Test func `an edit reads the profile 3 times, the policy 2 times and no record`() throws {
        let log = Locked<[Call]>([])
        let files = SimulatedFileSystem()
        let paths = ["profile.json", "policy.json", "history/00000001.json"].map { "\(Self.directory)/\($0)" }
        files.put(Self.path, Self.profile("Ann", "Lee"))
        files.put(paths[1], "{\"policy\": \"profile\"}")
        let store = DocumentStore(
            directory: Self.directory, layout: .regapp,
            fileSystem: Interposer(files) { call in log.withLock { $0.append(call) } })
        let directory = try EditSubject.currentUser.directory(in: store, now: ScreenDriver.now)
        let account = try #require(try directory.current())
        var edit = ValuesEdit(.currentUser, of: account, under: directory.policy)
        edit.write(directory.draft([.firstName: "Zoe"]))
        _ = try #require(try edit.save(in: directory))
        let reads = log.withLock { log in paths.map { path in log.count { $0 == .open(path, .reading) } } }
        #expect(reads == [3, 2, 0])
        #expect(files.contents(Self.path) == Array(Self.profile("Zoe", "Lee").utf8))
    }
}

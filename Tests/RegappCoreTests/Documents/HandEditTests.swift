import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// The file is saved in an editor while a command runs.
@Suite struct HandEditTests {
    private static let actions = ProfileAction.all.filter {
        $0.old != nil && !$0.testDescription.contains("link")
    }

    /// What the editor makes of the file.
    enum HandEdit: CaseIterable, Sendable {
        case replaced, inPlace, sameSize, removed, made, linked

        /// Saves; returns what the file holds then.
        func save(_ disk: ProfileDisk, _ number: Int) -> [UInt8]? {
            let text = Array("{\"by hand\": \(number)}\n".utf8)
            let path = ProfileDisk.profilePath
            switch self {
            case .replaced: disk.files.put(path, text)
            case .inPlace: disk.files.put(path, text, inPlace: true)
            case .sameSize:
                var bytes = disk.files.contents(path) ?? text
                if let first = bytes.indices.first { bytes[first] ^= UInt8(1 + number % 127) }
                disk.files.put(path, bytes, inPlace: true)
                return bytes
            case .removed:
                disk.files.remove(path)
                return nil
            case .made:
                disk.files.remove(path)
                disk.files.put(path, text)
            case .linked:
                disk.files.put("/home/ann/elsewhere.json", text)
                disk.files.remove(path)
                disk.files.putLink(path, to: "/home/ann/elsewhere.json")
            }
            return text
        }
    }

    /// The numbers of the calls of a command after its first look at the file to its final comparison.
    private func window(of action: ProfileAction, on disk: ProfileDisk) throws -> ClosedRange<Int> {
        try action.run(disk.profile())
        let calls = disk.files.log.map(\.call)
        let path = ProfileDisk.profilePath
        let lock = try #require(calls.firstIndex(of: .tryLock(ProfileDisk.directory + "/.lock")))
        let first = try #require(calls[lock...].firstIndex(of: .close(path)))
        let change = try #require(
            calls.firstIndex { $0.secondPath == path || $0 == .unlink(path) }, "the command changes the file")
        let last = try #require(calls[..<change].lastIndex(of: .open(path, .reading)))
        return (first + 1)...last
    }

    @Test func `no edit that is finished before the final comparison is overwritten`() throws {
        var random = SystemRandomNumberGenerator()
        for number in 0..<Campaign.rounds(1000, usually: 50) {
            let action = Self.actions[number % Self.actions.count]
            let handEdit = HandEdit.allCases[number / Self.actions.count % HandEdit.allCases.count]
            let prepared = try action.disk()
            let window = try window(of: action, on: prepared.restarted())
            // A tenth of them at the last moment, the others anywhere before it.
            let moment = number % 10 == 0 ? window.upperBound : Int.random(in: window, using: &random)
            try run(action, on: prepared, handEdit, at: moment, number)
        }
    }

    private func run(
        _ action: ProfileAction, on disk: ProfileDisk, _ handEdit: HandEdit, at moment: Int, _ number: Int
    ) throws {
        let calls = Locked(0)
        let saved = Locked<[UInt8]?>(nil)
        let profile = disk.profile { files in
            Interposer(files) { _ in
                let isNow = calls.withLock { calls in
                    defer { calls += 1 }
                    return calls == moment
                }
                if isNow { saved.withLock { $0 = handEdit.save(disk, number) } }
            }
        }
        let about: Comment = "\(action.testDescription), \(handEdit) at call \(moment)"
        do {
            try action.run(profile)
            // Nothing is left to be undone of what was edited by then, nor to be removed of what is gone.
            let isGone = handEdit == .removed && action.testDescription == "logout"
            #expect(action.testDescription.contains("cancel") || isGone, about)
        } catch AccountsError.store(.changedMeanwhile(ProfileDisk.profilePath, _)) {
        } catch AccountsError.changedSince(ProfileDisk.profilePath, _, _) {
            #expect(action.testDescription.contains("cancel"), about)
        }
        #expect(try disk.contents() == saved.withLock { $0 }, about)
        #expect(disk.leftovers.isEmpty && disk.files.openFiles == 0, about)
    }

    @Test(arguments: HandEdit.allCases)
    func `cancel refuses when the file was later changed`(handEdit: HandEdit) throws {
        for action in ProfileAction.all
        where action.canBeCancelled && !action.testDescription.contains("link") {
            let disk = try action.disk()
            try action.run(disk.profile())
            // After a logout any profile is another login, and without one the new profile has gone.
            if action.new == nil || action.old == nil && handEdit == .removed { continue }
            let saved = handEdit.save(disk, 1)
            let error = #expect(throws: AccountsError.self) { try disk.profile().directory.cancel() }
            // What these hands write is no profile.
            let by = handEdit == .removed ? ChangedBy.removal : .mistake
            guard case .changedSince(ProfileDisk.profilePath, _, by)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(try disk.contents() == saved)
        }
    }

    @Test func `an edit of what was shown is refused when the file is another by then`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        let shown = try #require(try disk.profile().directory.current())
        disk.files.put(ProfileDisk.profilePath, ProfileDisk.bob)
        #expect(throws: AccountsError.store(.changedMeanwhile(path: ProfileDisk.profilePath))) {
            _ = try disk.profile().edit([.firstName: "Ann"], seen: shown)
        }
        #expect(try disk.contents() == ProfileDisk.bob)
    }

    @Test func `a file that appears before a first login is not overwritten`() throws {
        let disk = ProfileDisk()
        let profile = disk.profile { files in
            Interposer(files) { call in
                guard case .renameIfAbsent = call else { return }
                disk.files.put(ProfileDisk.profilePath, ProfileDisk.bob)
            }
        }
        #expect(throws: AccountsError.store(.changedMeanwhile(path: ProfileDisk.profilePath))) {
            _ = try profile.login("ann@mail.example", "12345")
        }
        #expect(try disk.contents() == ProfileDisk.bob)
        #expect(disk.leftovers.isEmpty)
    }
}

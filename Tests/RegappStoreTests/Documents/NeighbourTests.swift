@testable import RegappStore
import RegappTestSupport
import Testing

/// Two documents directories whose links lead into one folder, or one into the other.
@Suite struct NeighbourTests {
    private static let main = StoreFixture.path("main.json")
    private static let dotfiles = "/home/ann/dotfiles"
    private static let otherDirectory = "/home/ann/neighbour"

    /// A row: what the two links lead to; nil for a document that is no link.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var ours: String?
        var theirs: String?
    }

    static let rows = [
        Row(
            testDescription: "links to one file", ours: dotfiles + "/real.json",
            theirs: dotfiles + "/real.json"),
        Row(testDescription: "a link into the other directory", ours: otherDirectory + "/main.json"),
        Row(testDescription: "a link of the other one to here", theirs: main),
    ]

    private func start(_ row: Row) -> (fixture: StoreFixture, target: String) {
        let fixture = StoreFixture([".lock": "", "session.json": "ann"])
        fixture.files.put(Self.otherDirectory + "/.lock", "")
        let target = row.ours ?? row.theirs ?? Self.main
        fixture.files.put(target, "old")
        if let ours = row.ours { fixture.files.putLink(Self.main, to: ours) }
        if let theirs = row.theirs { fixture.files.putLink(Self.otherDirectory + "/main.json", to: theirs) }
        return (fixture, target)
    }

    private func neighbour(_ fixture: StoreFixture) -> DocumentStore {
        DocumentStore(directory: Self.otherDirectory, layout: StoreFixture.layout, fileSystem: fixture.files)
    }

    @Test(arguments: rows)
    func `two writers with different locks lose nothing of each other`(row: Row) throws {
        let (trial, _) = start(row)
        try trial.store().put("main.json", "ours")
        var outcomes: Set<String> = []
        for moment in 0..<trial.files.log.count {
            let (fixture, target) = start(row)
            let theirs = Locked<String?>(nil)
            let store = fixture.store(beforeCall: moment + 1) {
                // What they read before is what they replace.
                let before = String(decoding: fixture.files.contents(target) ?? [], as: UTF8.self)
                do {
                    try neighbour(fixture).put("main.json", before + " theirs")
                    theirs.withLock { $0 = before }
                } catch StoreError.locked {
                    return
                } catch { Issue.record("\(error)") }
            }
            var isDone = true
            do { try store.put("main.json", "ours") } catch {
                #expect(error as? StoreError == .changedMeanwhile(path: Self.main))
                isDone = false
            }
            let found = fixture.files.contents(target).map { String(decoding: $0, as: UTF8.self) }
            switch (isDone, theirs.withLock { $0 }) {
            case (true, nil): #expect(found == "ours")
            // Either their text came first and ours was made from it, or ours came first.
            case (true, "old"): #expect(found == "ours" && moment < trial.files.log.count / 2)
            case (true, let before): #expect(found == "ours theirs" && before == "ours")
            case (false, let before): #expect(found == "old theirs" && before == "old")
            }
            outcomes.insert("\(isDone), \(theirs.withLock { $0 } ?? "kept out")")
            #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0)
        }
        // In our own directory they wait for our lock.
        let expected = row.theirs == Self.main ? [] : ["true, ours", "false, old"]
        #expect(outcomes.isSuperset(of: ["true, kept out"] + expected))
    }

    @Test func `another user's lock on the folder of a link's target stops no writer`() throws {
        let (fixture, target) = start(Self.rows[0])
        let folder = try fixture.files.open(Folder.workingDirectory[Self.dotfiles], .directory)
        #expect(try fixture.files.tryLock(folder))
        try fixture.store().put("main.json", "ours")
        #expect(fixture.files.contents(target) == Array("ours".utf8))
        #expect(fixture.files.elapsedMilliseconds == 0 && fixture.leftovers.isEmpty)
        fixture.files.close(folder)
    }

    @Test(arguments: rows[0...1], [false, true])
    func `while a neighbour is waited for, others may write`(row: Row, staysLocked: Bool) throws {
        let (fixture, target) = start(row)
        let name =
            (row.ours ?? "").hasPrefix(Self.otherDirectory)
            ? ".lock" : TemporaryName.name(besideFile: "real.json")
        let lock = FileAccess.folder(of: target) + "/" + name
        fixture.files.put(lock, "")
        let theirs = try fixture.files.open(Folder.workingDirectory[lock], .reading)
        #expect(try fixture.files.tryLock(theirs))
        let waits = Locked(0)
        let store = fixture.store { files in
            Interposer(files) { call in
                guard call.isPause else { return }
                let count = waits.withLock { waits in
                    waits += 1
                    return waits
                }
                #expect(throws: Never.self) { try fixture.store().put("session.json", "\(count)") }
                if count == 3, !staysLocked { fixture.files.close(theirs) }
            }
        }
        if staysLocked {
            #expect(throws: StoreError.locked(path: lock)) { try store.put("main.json", "ours") }
            fixture.files.close(theirs)
        } else {
            try store.put("main.json", "ours")
        }
        #expect(fixture.files.contents(target) == Array((staysLocked ? "old" : "ours").utf8))
        #expect(try fixture.text("session.json") == "\(waits.withLock { $0 })" && waits.withLock { $0 } >= 3)
    }

    @Test func `the directory's other spelling finds them too`() throws {
        let (fixture, _) = start(Self.rows[0])
        fixture.files.put(StoreFixture.temporaryBesideTarget(Self.dotfiles), "secret")
        fixture.files.putLink("/home/ann/here", to: "regapp")
        let store = DocumentStore(
            directory: "/home/ann/here", layout: StoreFixture.layout, fileSystem: fixture.files)
        try store.put("session.json", "eve")
        #expect(fixture.leftovers.isEmpty)
    }

    // MARK: What is left by who died

    @Test(arguments: [false, true])
    func `the next writer leaves no temporary file of a dead one beside a link's target`(loses: Bool) throws {
        var left = 0
        for number in 1... {
            let (fixture, target) = start(Self.rows[0])
            let hasLost = Locked(false)
            let losing = Interposer(fixture.files, beforeCall: number) {
                hasLost.withLock { $0 = true }
                fixture.files.remove(StoreFixture.path(".lock"))
                fixture.files.put(StoreFixture.path(".lock"), "")
            }
            let dying = FaultInjectingFileSystem(
                fixture.files, at: number, .failure(.inputOutput), forEver: true)
            let store = loses ? fixture.store { _ in losing } : fixture.store { _ in dying }
            let isDone = (try? store.put("main.json", "secret")) != nil
            left += fixture.leftovers.count
            try fixture.store().put("session.json", "eve")
            #expect(fixture.leftovers.isEmpty, "call \(number)")
            let contents = fixture.files.contents(target)
            #expect(contents == Array("old".utf8) || contents == Array("secret".utf8))
            if isDone && !(loses ? hasLost.withLock { $0 } : dying.fired) { break }
        }
        #expect(left > 3)
    }
}

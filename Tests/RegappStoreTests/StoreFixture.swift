@testable import RegappStore
import RegappValues
import RegappTestSupport

/// A store over a simulated disk, with all that a layout can have.
struct StoreFixture: Sendable {
    static let directory = "/home/ann/regapp"
    static let layout = StoreLayout(
        documents: ["main.json", "session.json", "rules.json"], linkable: ["main.json", "rules.json"],
        folders: ["accounts"], shared: ["rules.json"], passing: ["session.json"],
        isSecret: { $0.hasPrefix("accounts/") && $1 == "secret" },
        owner: { $0.hasPrefix("accounts/") ? String($0.dropFirst(9).dropLast(5)) : nil })

    let files: SimulatedFileSystem

    init(_ files: SimulatedFileSystem = SimulatedFileSystem()) { self.files = files }

    /// A disk with these documents.
    init(_ documents: [String: String]) {
        self.init()
        // In one order, so that equal disks have equal inode numbers.
        for (name, text) in documents.sorted(by: { $0.key < $1.key }) { files.put(Self.path(name), text) }
    }

    /// A disk whose users have names, and what else a test puts there. The root directory is the superuser's.
    init(user: UInt32 = 1000, arrange: (SimulatedFileSystem) -> Void) {
        self.init(SimulatedFileSystem(user: user))
        for path in ["/", "/etc", "/home"] { files.putDirectory(path, mode: 0o755, owner: 0) }
        let users = "root:x:0:0::/:\nann:x:1000:1000::/:\nbob:x:2000:2000:Bob:/:\n"
        files.put("/etc/passwd", Array(users.utf8), mode: 0o644, owner: 0)
        arrange(files)
    }

    static func path(_ name: String) -> String { directory + "/" + name }

    /// The `index`th temporary file of a directory's writers beside what a link leads to.
    static func temporaryBesideTarget(
        _ folder: String, _ index: Int = 1, of directory: String = directory
    ) -> String {
        "\(folder)/.regapp-\(ContentDigest(directory).text)-\(index).tmp"
    }

    /// The name of the file that locks what a link leads to.
    static func lockName(beside target: String) -> String { ".regapp-\(ContentDigest(target).text).tmp" }

    func store(
        _ wrapping: (any FileSystem) -> any FileSystem = { $0 },
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) -> DocumentStore {
        DocumentStore(
            directory: Self.directory, layout: Self.layout, fileSystem: wrapping(files),
            isCancelled: isCancelled)
    }

    /// A store that does something right before one of its calls: the meant one with this number, from 1.
    func store(
        beforeCall number: Int, of isMeant: @escaping @Sendable (Call) -> Bool = { _ in true },
        act: @escaping @Sendable () -> Void
    ) -> DocumentStore {
        store { Interposer($0, beforeCall: number, of: isMeant, act: act) }
    }

    /// The text of a document, as readers have it.
    func text(_ name: String) throws -> String? {
        let bytes = try store().reading { reader in try reader.contents(of: name) }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }

    /// What stands in the directory, links and leftovers included.
    var names: [String] {
        files.paths().filter { $0.hasPrefix(Self.directory + "/") }.map {
            String($0.dropFirst(Self.directory.count + 1))
        }
    }

    var hasRecord: Bool { names.contains { $0.hasPrefix("history/0") } }

    /// All files but the hint of the history, which names the inode of its folder.
    var treeWithoutHints: [String: [UInt8]] {
        files.tree().filter { !$0.key.hasSuffix("/history/last") }
    }

    var leftovers: [String] {
        files.paths().filter { $0.contains("/.regapp-") || $0.contains("/doing-") || $0.hasSuffix(".doing") }
    }
}

extension SystemUser {
    /// A user who is not the one that the store's program runs as.
    static let bob = SystemUser(id: 2000, name: "bob")
}

extension DocumentStore {
    /// Commits changes as one writer.
    func commit(_ changes: [DocumentChange], as kind: ChangeKind = .change) throws {
        try writing { writer in _ = try writer.commit(changes, as: kind) }
    }

    /// Changes one document from what it is.
    func put(_ name: String, _ text: String?, as kind: ChangeKind = .change) throws {
        try writing { writer in
            let before = try writer.reader.contents(of: name)
            try writer.commit(
                [DocumentChange(name, before: before, after: text.map { Array($0.utf8) })], as: kind)
        }
    }

    /// Makes changes of documents in `accounts`, as an import does.
    ///
    /// - Returns: the paths that were left alone.
    @discardableResult
    func changeInBulk(
        _ changes: [DocumentChange], turn: Duration = BulkChange.turn,
        progress: @escaping @Sendable (BulkChange.Progress) -> Void = { _ in }
    ) throws -> [String] {
        let bulk = BulkChange(of: "accounts", in: self, inMemory: 0, turn: turn)
        do {
            try reading { _ in
                for change in changes { try bulk.put(change) }
            }
            return try bulk.commit(checking: { _ in nil }, progress: progress).map { path(of: $0.file) }
        } catch {
            bulk.discard()
            throw error
        }
    }

    /// Undoes the last change, or throws if a document was later changed; nil if there is nothing to undo.
    func undo() throws -> [String]? {
        try writing { writer in
            guard let head = try writer.reader.changeToUndo() else { return nil }
            let steps = try writer.reader.steps(undoing: head.number)
            if steps.allSatisfy({ $0.state == .untouched }) { return nil }
            if let changed = steps.first(where: { $0.state != .asLeft }) {
                throw StoreError.changedMeanwhile(path: self.path(of: changed.undoing.file))
            }
            try writer.commit(steps.map(\.undoing), as: .undo(of: head.number))
            return steps.map(\.undoing.file)
        }
    }
}

/// One document of a change, undone byte for byte.
struct FixtureStep: Sendable {
    enum State: Sendable { case asLeft, untouched, changed }
    let state: State
    let undoing: DocumentChange
}

extension DocumentReader {
    func steps(undoing number: Int) throws -> [FixtureStep] {
        let renewals = try renewals()
        return try documents(of: number).map { change in
            let present = try contents(of: change.file)
            let shown = store.layout.withoutSecrets(change.file, present)
            let state: FixtureStep.State =
                if change.leads(to: shown, by: [:]) {
                    .asLeft
                } else if shown == change.before {
                    .untouched
                } else {
                    change.leads(to: shown, by: renewals) ? .asLeft : .changed
                }
            return FixtureStep(
                state: state, undoing: DocumentChange(change.file, before: present, after: change.before))
        }
    }
}

extension DocumentChange {
    init(_ file: String, from before: String?, to after: String?) {
        self.init(file, before: before.map { Array($0.utf8) }, after: after.map { Array($0.utf8) })
    }
}

extension StoreFixture {
    /// What a change leaves in a power cut at any moment once the next writer has been there, which makes of it the same
    /// every time, and what readers find without one once the change has succeeded.
    ///
    /// - Parameters:
    ///   - twice: whether the power is cut again while the next writer is at work.
    ///   - isEnough: whether what was seen so far will do.
    ///   - mutation: what is wrong with the file system.
    func outcomes<Outcome: Hashable>(
        of change: (DocumentStore) throws -> Void, twice: Bool = false,
        until isEnough: (Set<Outcome>, Set<Outcome>) -> Bool = { _, _ in false },
        mutation: (any FileSystem) -> any FileSystem = { $0 },
        found: (StoreFixture) throws -> Outcome, healed: (StoreFixture) throws -> Outcome
    ) throws -> (any: Set<Outcome>, last: Set<Outcome>) {
        try change(store(mutation))
        var (all, last): (Set<Outcome>, Set<Outcome>) = ([], [])
        var seen: Set<[String: [UInt8]]> = []
        for count in files.crashPoints(every: twice ? Campaign.stride(6) : 1) {
            for state in files.judgedCrashStates(after: count) {
                if count == files.log.count { last.insert(try found(StoreFixture(state))) }
                guard seen.insert(state.tree()).inserted else { continue }
                all.insert(try healed(StoreFixture(state)))
                if isEnough(all, last) { return (all, last) }
                // What is not decided is removed whatever it holds, so a few of those will do.
                let isDecided = state.paths().contains { $0.hasSuffix(".doing") }
                guard twice, seen.count.isMultiple(of: isDecided ? Campaign.stride(40) : 25) else {
                    continue
                }
                for cut in state.crashPoints {
                    for again in state.judgedCrashStates(after: cut)
                    where seen.insert(again.tree()).inserted { all.insert(try healed(StoreFixture(again))) }
                }
            }
        }
        return (all, last)
    }
}

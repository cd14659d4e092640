import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// What is wrong with a disk that a power cut left.
private enum RegistryProblem: Hashable {
    case torn(String)
    case lost
    case notHealed(String)
    case loggedOut
    case wronglyShared([String])
}

/// Runs an action once and judges every disk that a power cut at any of its calls may leave.
private struct RegistryCrashCheck {
    let action: RegistryAction
    private let allowed: RegistryStates
    private(set) var count = 0
    private(set) var problems: Set<RegistryProblem> = []

    init(
        _ action: RegistryAction, isShared: Bool = false,
        mutation: ((any FileSystem) -> any FileSystem)? = nil
    ) throws {
        self.action = action
        let disk = try action.disk(isShared: isShared)
        let old = disk.documents()
        try action.run(try disk.registry(mutation ?? { $0 }))
        allowed = RegistryStates(action, old: old, new: disk.documents())
        let calls = disk.files.log.count
        var seen: Set<[String: [UInt8]]> = []
        // Usually every eighth point from the end, and some of its disks. A mutation shows soonest at the end.
        let points = disk.files.crashPoints.reversed()
        let step = mutation == nil ? Campaign.stride(8) : 1
        for (number, count) in points.enumerated() where number.isMultiple(of: step) {
            for state in disk.files.judgedCrashStates(after: count) {
                let isNew = seen.insert(state.tree()).inserted
                let isPicked = seen.count.isMultiple(of: Campaign.stride(4))
                if isNew && isPicked || count == calls {
                    judge(RegistryDisk(state), isAfterSuccess: count == calls)
                }
                if !problems.isEmpty { return }
            }
        }
        self.count = seen.count
    }

    private mutating func judge(_ disk: RegistryDisk, isAfterSuccess: Bool) {
        let documents = disk.documents()
        guard allowed.all.contains(documents) else {
            problems.insert(.torn("\(documents)"))
            return
        }
        if isAfterSuccess && documents != allowed.new { problems.insert(.lost) }
        if !disk.wronglyShared().isEmpty { problems.insert(.wronglyShared(disk.wronglyShared())) }
        do {
            // The user who was logged in stays so throughout a change of the email.
            let isLoggedIn = documents["session.json"] != nil
            if action.isCompleted, !action.shutsOut, isLoggedIn,
                try disk.registry().directory.current() == nil
            {
                problems.insert(.loggedOut)
            }
            let next = disk.restarted()
            let store = next.store()
            try store.writing { _ in }
            let healed = next.documents()
            if !next.wronglyShared().isEmpty { problems.insert(.wronglyShared(next.wronglyShared())) }
            if !next.leftovers.isEmpty { problems.insert(.notHealed("\(next.leftovers)")) }
            if !allowed.mayBecome(healed, from: documents, action) {
                problems.insert(.notHealed("\(healed)"))
            }
        } catch { problems.insert(.notHealed("\(error)")) }
    }
}

@Suite struct RegistryCrashTests {
    @Test(arguments: RegistryAction.all, [false, true])
    func `a power cut leaves all of a change, none of it, or whole steps, and success all`(
        action: RegistryAction, isShared: Bool
    ) throws {
        let check = try RegistryCrashCheck(action, isShared: isShared)
        #expect(check.problems.isEmpty)
        #expect(check.count * Campaign.stride(8) > 3, "the check has looked at something")
    }

    @Test(arguments: RegistryAction.all, [OmittedSync.Omitted.directories, .files])
    func `the check goes red where files or directories are not synchronised`(
        action: RegistryAction, omitted: OmittedSync.Omitted
    ) throws {
        let check = try RegistryCrashCheck(action) { OmittedSync(of: omitted, $0) }
        // Only removals write no content.
        #expect(!check.problems.isEmpty || omitted == .files && action.removesOnly)
    }

    @Test(arguments: RegistryAction.all, [Errno.noSpace, .inputOutput, .interrupted])
    func `a call that fails leaves all of a change, nothing of it, or whole steps`(
        action: RegistryAction, fault: Errno
    ) throws {
        try fail(action, fault, isShared: false)
    }

    @Test(arguments: RegistryAction.all, [Errno.inputOutput, .notPermitted])
    func `a call that fails in a shared directory does the same, and shows nothing to another group`(
        action: RegistryAction, fault: Errno
    ) throws {
        try fail(action, fault, isShared: true)
    }

    private func fail(_ action: RegistryAction, _ fault: Errno, isShared: Bool) throws {
        // One disk for all runs: a second one would have other salts in its hashes.
        let prepared = try action.disk(isShared: isShared)
        let whole = prepared.restarted()
        // A session that may not be replaced is left, like any other document; the rest changes.
        func judged(_ disk: RegistryDisk) -> [String: String] {
            disk.documents().filter { fault != .notPermitted || $0.key != "session.json" }
        }
        let old = judged(whole)
        try action.run(try whole.registry())
        let states = RegistryStates(action, old: old, new: judged(whole))
        var points = 0
        let (stride, place) = (Campaign.stride(16), Errno.storageFaults.firstIndex(of: fault) ?? 0)
        // Another call with each fault and in each kind of directory.
        for number in Swift.stride(
            from: 1 + (2 * place + (isShared ? 1 : 0)) % stride, to: Int.max, by: stride)
        {
            let disk = prepared.restarted()
            let faulty = FaultInjectingFileSystem(disk.files, at: number, .failure(fault))
            var hasSucceeded = false
            var hasTold = false
            do {
                try action.run(try disk.registry { _ in faulty })
                hasSucceeded = true
            } catch AccountsError.store(.halfway(.changedMeanwhile)) {
                // What was left is told, and left for good.
                hasTold = true
            } catch is LeftByImport {
                hasTold = true
            } catch {}
            guard faulty.fired else { break }
            points += 1
            let call = Comment(rawValue: "call \(number), \(disk.files.log.suffix(2).map(\.call))")
            let documents = judged(disk)
            #expect(states.all.contains(documents), call)
            if hasSucceeded { #expect(documents == states.new, call) }
            #expect(disk.files.openFiles == 0 && disk.wronglyShared(mayBePrivate: true).isEmpty, call)
            try disk.store().writing { _ in }
            #expect(disk.leftovers.isEmpty, call)
            let healed = judged(disk)
            let isLeft = hasTold && healed == documents
            #expect(isLeft || states.mayBecome(healed, from: documents, action), call)
        }
        #expect(points * stride > 20, "the faults have hit something")
    }
}

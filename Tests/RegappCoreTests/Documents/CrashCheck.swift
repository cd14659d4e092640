import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// What is wrong with a disk that a power cut left.
enum CrashProblem: Hashable, CustomStringConvertible {
    /// `profile.json` is neither the old nor the new document.
    case torn(String)
    /// The command had succeeded, and the old document is back.
    case lost
    /// The new document stands, and `cancel` does not give the old one back.
    case cannotCancel(String)
    /// `cancel` made something else of the document than it may.
    case wrongCancel(String)
    /// The next writer failed or left temporary files.
    case notHealed(String)

    var description: String {
        switch self {
        case .torn(let text): "torn: \(text)"
        case .lost: "lost after success"
        case .cannotCancel(let text): "cannot be cancelled: \(text)"
        case .wrongCancel(let text): "cancel gave something else: \(text)"
        case .notHealed(let text): "not healed: \(text)"
        }
    }
}

/// Runs a command once and judges every disk that a power cut at any of its calls may leave.
struct CrashCheck {
    let action: ProfileAction
    private(set) var states = 0
    private(set) var problems: Set<CrashProblem> = []

    private struct Disk: Hashable {
        let paths: [String]
        let tree: [String: [UInt8]]
        let isAfterSuccess: Bool
    }

    /// - Parameters:
    ///   - mutation: What is put between the store and the disk while the command runs.
    ///   - recovering: Whether the power is cut again during `cancel` on each of those disks.
    ///   - expected: What a mutation must bring about; looked for from the last call backwards, and no further.
    init(
        _ action: ProfileAction, recovering: Bool = false, until expected: ((CrashProblem) -> Bool)? = nil,
        mutation: (any FileSystem) -> any FileSystem = { $0 }
    ) throws {
        self.action = action
        let disk = try action.disk()
        try action.run(disk.profile(mutation))
        let calls = disk.files.log.count
        var seen: Set<Disk> = []
        // A mutation shows soonest at the end.
        let points = disk.files.crashPoints(every: expected == nil ? Campaign.stride(10) : 1)
        for count in expected == nil ? points : points.reversed() {
            for state in disk.files.judgedCrashStates(after: count) {
                let key = Disk(paths: state.paths(), tree: state.tree(), isAfterSuccess: count == calls)
                guard seen.insert(key).inserted else { continue }
                judge(ProfileDisk(state), isAfterSuccess: count == calls)
                if recovering, seen.count.isMultiple(of: Campaign.stride(10)) { cutAgain(ProfileDisk(state)) }
                if let expected, problems.contains(where: expected) { return }
            }
        }
        states = seen.count
    }

    private mutating func judge(_ disk: ProfileDisk, isAfterSuccess: Bool) {
        do {
            let contents = try disk.contents()
            guard contents == action.old || contents == action.new else {
                problems.insert(.torn(text(contents)))
                return
            }
            if isAfterSuccess && contents != action.new { problems.insert(.lost) }
            cancel(disk.restarted())
            heal(disk.restarted())
        } catch {
            problems.insert(.torn("\(error)"))
        }
    }

    private mutating func cancel(_ disk: ProfileDisk) {
        var isNew = false
        do {
            // A change that is decided is completed first.
            if disk.hasDecided { try disk.store().writing { _ in } }
            let contents = try disk.contents()
            isNew = contents == action.new
            let isUndone = try disk.profile().directory.cancel() != nil
            let result = try disk.contents()
            if isNew && action.canBeCancelled {
                if !isUndone || result != action.undone { problems.insert(.cannotCancel(text(result))) }
            } else if isUndone ? isNew || result != action.older : result != contents {
                problems.insert(.wrongCancel(text(result)))
            }
        } catch {
            problems.insert(isNew ? .cannotCancel("\(error)") : .wrongCancel("\(error)"))
        }
    }

    private mutating func heal(_ disk: ProfileDisk) {
        do {
            // A change of several files may be completed first.
            try disk.store().writing { _ in }
            let contents = try disk.contents()
            _ = try disk.profile().login("zoe@healer.example", "healer")
            let healed = try disk.contents() == ProfileDisk.file("zoe@healer.example", "healer")
            if !healed || !disk.leftovers.isEmpty { problems.insert(.notHealed("\(disk.leftovers)")) }
            // A first login is not undone, but one after a logout gives back what was logged out.
            let former = contents ?? (action.new == nil ? action.old : action.older)
            let isUndone = try disk.profile().directory.cancel() != nil
            if isUndone != (former != nil) { problems.insert(.notHealed("cannot be cancelled")) }
            if try isUndone && disk.contents() != former { problems.insert(.notHealed("other content")) }
        } catch {
            problems.insert(.notHealed("\(error)"))
        }
    }

    /// Cuts the power in the midst of a `cancel` on a disk that a first cut left.
    private mutating func cutAgain(_ disk: ProfileDisk) {
        let disk = disk.restarted()
        do {
            let contents = try disk.contents()
            _ = try disk.profile().directory.cancel()
            let result = try disk.contents()
            for count in disk.files.crashPoints {
                for state in disk.files.judgedCrashStates(after: count) {
                    let found = try ProfileDisk(state).contents()
                    if ![contents, result, action.new].contains(found) {
                        problems.insert(.torn(text(found)))
                    }
                }
            }
            for state in disk.files.crashStates() where try ProfileDisk(state).contents() != result {
                problems.insert(.lost)
            }
        } catch {
            problems.insert(.wrongCancel("\(error)"))
        }
    }

    private func text(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0, as: UTF8.self).debugDescription } ?? "no file"
    }
}

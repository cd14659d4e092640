import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// One thing that goes wrong, once or from some call on for ever.
struct StorageFault: CustomTestStringConvertible, Sendable {
    let fault: FaultInjectingFileSystem.Fault
    let forEver: Bool

    var testDescription: String { "\(name), \(forEver ? "for ever" : "once")" }

    private var name: String {
        switch fault {
        case .failure(let error): error.reason
        case .shortRead: "a short read"
        case .shortWrite: "a short write"
        }
    }

    /// The error that a command must report; nil where it must cope.
    var reported: Errno? {
        guard case .failure(let error) = fault else { return nil }
        return error == .interrupted && !forEver ? nil : error
    }

    static let all: [StorageFault] =
        (Errno.storageFaults.map(FaultInjectingFileSystem.Fault.failure) + [.shortRead, .shortWrite])
        .flatMap { [StorageFault(fault: $0, forEver: false), StorageFault(fault: $0, forEver: true)] }
}

/// Lets a command meet a fault at its 1st, 2nd, … call until none is left, and judges what becomes of it.
struct FaultCheck {
    let action: ProfileAction
    let fault: StorageFault
    /// From one call to the next one that is hit.
    static func stride(of fault: StorageFault) -> Int { Campaign.stride(fault.isShortTransfer ? 3 : 40) }
    /// At how many calls the fault hit.
    private(set) var points = 0

    init(_ action: ProfileAction, _ fault: StorageFault) throws {
        self.action = action
        self.fault = fault
        let prepared = try action.disk()
        let stride = Self.stride(of: fault)
        // Another call with each fault, so that together they meet every one.
        let first =
            1 + (StorageFault.all.firstIndex { $0.testDescription == fault.testDescription } ?? 0) % stride
        for number in Swift.stride(from: first, to: Int.max, by: stride) {
            let disk = prepared.restarted()
            let faulty = FaultInjectingFileSystem(disk.files, at: number, fault.fault, forEver: fault.forEver)
            let error = Self.error { () throws in try action.run(disk.profile { _ in faulty }) }
            guard faulty.fired else { return }
            points += 1
            judge(error)
            let call: Comment =
                "\(action.testDescription), call \(number) of \(disk.files.log.suffix(3).map(\.call))"
            do {
                try judge(disk, hasSucceeded: error == nil, call)
            } catch { Issue.record(error, call) }
        }
    }

    /// The error names a file and the system's own reason.
    private func judge(_ error: (any Error)?) {
        guard let error else { return }
        guard case .store(let store)? = error as? AccountsError,
            case .failed(_, let path, let reason) = store.cause
        else {
            Issue.record("\(error)")
            return
        }
        #expect(reason == fault.reported)
        #expect(path.hasPrefix("/"))
    }

    private func judge(_ disk: ProfileDisk, hasSucceeded: Bool, _ call: Comment) throws {
        #expect(disk.files.openFiles == 0, call)
        let contents = try disk.contents()
        #expect(contents == action.new || (!hasSucceeded && contents == action.old), call)
        try judgeCancel(disk.restarted(), call)
        try judgeRetry(disk, call)
    }

    /// Whatever stands there, the old data can be had back.
    private func judgeCancel(_ disk: ProfileDisk, _ call: Comment) throws {
        // A change that was decided is completed first.
        if disk.hasDecided { try disk.store().writing { _ in } }
        let contents = try disk.contents()
        let isUndone = try disk.profile().directory.cancel() != nil
        let result = try disk.contents()
        if contents == action.new && action.canBeCancelled {
            #expect(isUndone && result == action.undone, call)
        } else {
            #expect(result == (isUndone ? action.older : contents), call)
        }
    }

    /// The same command works when the fault is gone, heals the directory, and what it reports is durable.
    private func judgeRetry(_ disk: ProfileDisk, _ call: Comment) throws {
        // A change that was decided is completed by the next writer. Here nobody merges what it finds then (`Edit.save`).
        if disk.hasDecided { try disk.store().writing { _ in } }
        do {
            try action.run(disk.profile())
        } catch AccountsError.nobodyLoggedIn {
            // A change that was decided has been completed.
            #expect(try disk.contents() == nil && action.new == nil, call)
            return
        }
        // A command that finds nothing to change is no writer.
        if !disk.leftovers.isEmpty { try disk.store().writing { _ in } }
        #expect(disk.leftovers.isEmpty, call)
        guard fault.fault == .failure(.inputOutput) || fault.fault == .failure(.noSpace) else { return }
        for state in disk.files.crashStates() {
            #expect(try ProfileDisk(state).contents() == action.new, "\(action.testDescription), \(call)")
        }
    }

    private static func error(_ body: () throws -> Void) -> (any Error)? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }
}

extension StoreError {
    /// What went wrong, whether a change had been begun or not.
    fileprivate var cause: StoreError { if case .halfway(let cause) = self { cause } else { self } }
}

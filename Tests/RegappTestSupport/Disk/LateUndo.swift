package import RegappStore
internal import Synchronization

/// A store that writes its undo file after the change it describes: a mutation that a crash test must notice.
///
/// What puts `undo.json` in place, and the `fsync` of its directory that follows, are held back until after the
/// next change of another document's name. Names that begin with a dot are no documents.
package final class LateUndo: ForwardingFileSystem {
    private struct Held {
        let old: Place
        let new: Place
        var ifAbsent = false
        var isExchange = false
    }

    private enum State {
        case waiting
        /// The call to make up for, and whether a directory was to be synchronised after it.
        case holding(Held, syncToo: Bool)
    }

    package let base: any FileSystem
    package let openPaths = OpenPaths()
    private let undoName: String
    private let state = Mutex(State.waiting)

    /// Holds back what puts a file of this name in place in any directory.
    package init(_ base: any FileSystem, undoName: String = "undo.json") {
        self.base = base
        self.undoName = undoName
    }

    /// Whether an undo file is held back still, because no other document's change followed it.
    package var isHolding: Bool {
        state.withLock { if case .holding = $0 { true } else { false } }
    }

    package func forward<Result: Sendable>(
        _ call: Call, _ body: @autoclosure () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        let result = try body()
        if changesDocument(call) { try release() }
        return result
    }

    package func rename(_ old: Place, to new: Place) throws(Errno) {
        if name(of: new.path) == undoName { return hold(Held(old: old, new: new, ifAbsent: false)) }
        try forward(.rename(old.path, to: new.path), base.rename(old, to: new))
    }

    package func renameIfAbsent(_ old: Place, to new: Place) throws(Errno) {
        if name(of: new.path) == undoName { return hold(Held(old: old, new: new, ifAbsent: true)) }
        try forward(.renameIfAbsent(old.path, to: new.path), base.renameIfAbsent(old, to: new))
    }

    package func exchange(_ one: Place, with other: Place) throws(Errno) {
        if name(of: other.path) == undoName {
            _ = try base.linkStatus(other)
            return hold(Held(old: one, new: other, isExchange: true))
        }
        try forward(.exchange(one.path, with: other.path), base.exchange(one, with: other))
    }

    package func synchronize(_ file: FileDescriptor) throws(Errno) {
        if try base.status(of: file).kind == .directory && postponeSync() { return }
        try base.synchronize(file)
    }

    package func synchronizeFileSystem(of file: FileDescriptor) throws(Errno) {
        if postponeSync() { return }
        try base.synchronizeFileSystem(of: file)
    }

    private func hold(_ held: Held) {
        state.withLock { $0 = .holding(held, syncToo: false) }
    }

    private func postponeSync() -> Bool {
        state.withLock { state in
            guard case .holding(let held, _) = state else { return false }
            state = .holding(held, syncToo: true)
            return true
        }
    }

    private func changesDocument(_ call: Call) -> Bool {
        let paths: [String?] =
            switch call {
            case .rename(_, let new), .renameIfAbsent(_, let new), .link(_, let new): [new]
            case .unlink(let path): [path]
            default: []
            }
        return paths.compactMap { $0 }.map(name(of:)).contains { $0 != undoName && !$0.hasPrefix(".") }
    }

    private func release() throws(Errno) {
        let held = state.withLock { state in
            defer { state = .waiting }
            return state
        }
        guard case .holding(let call, let syncToo) = held else { return }
        if call.isExchange {
            try base.exchange(call.old, with: call.new)
        } else if call.ifAbsent {
            try base.renameIfAbsent(call.old, to: call.new)
        } else {
            try base.rename(call.old, to: call.new)
        }
        if syncToo { try synchronizeDirectory(of: call.new) }
    }

    private func synchronizeDirectory(of place: Place) throws(Errno) {
        let parent = place.path.split(separator: "/").dropLast().reduce(into: "/") { $0 += $1 + "/" }
        let directory = try base.open(parent, .directory)
        defer { base.close(directory) }
        try base.synchronize(directory)
    }

    private func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? ""
    }
}

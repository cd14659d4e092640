package import RegappStore

/// One call to a file system: what was asked, with the path, or for an open file the path it was opened by.
package enum Call: Hashable, Sendable {
    case open(String, OpenMode)
    case close(String)
    case status(String)
    case linkStatus(String)
    case read(String, upTo: Int)
    case write(String, count: Int)
    case setMode(String, UInt32)
    case setOwner(String, UInt32?, group: UInt32)
    case accessList(String)
    case setAccessList(String, [UInt8]?)
    case synchronize(String)
    case synchronizeFileSystem(String)
    case rename(String, to: String)
    case renameIfAbsent(String, to: String)
    case link(String, as: String)
    case unlink(String)
    case makeDirectory(String)
    case removeDirectory(String)
    case readLink(String)
    case names(String)
    case tryLock(String)
    case pause(milliseconds: Int)

    /// The path the call is about, the first where there are two; nil for a pause.
    package var path: String? {
        switch self {
        case .open(let path, _), .close(let path), .status(let path), .linkStatus(let path),
            .read(let path, _), .write(let path, _), .setMode(let path, _),
            .setOwner(let path, _, _), .accessList(let path), .setAccessList(let path, _),
            .synchronize(let path), .synchronizeFileSystem(let path),
            .rename(let path, _), .renameIfAbsent(let path, _),
            .link(let path, _), .unlink(let path), .makeDirectory(let path),
            .removeDirectory(let path), .readLink(let path), .names(let path), .tryLock(let path):
            path
        case .pause: nil
        }
    }

    package var isPause: Bool {
        if case .pause = self { true } else { false }
    }

    package var secondPath: String? {
        switch self {
        case .rename(_, let path), .renameIfAbsent(_, let path), .link(_, let path):
            path
        default: nil
        }
    }

    /// Whether the call asks for a change of names or content, so that its order matters to a crash.
    package var changes: Bool {
        switch self {
        case .write, .setMode, .setOwner, .setAccessList, .rename, .renameIfAbsent, .link, .unlink,
            .makeDirectory,
            .removeDirectory, .open(_, .creating), .open(_, .locking):
            true
        default: false
        }
    }
}

package struct CallRecord: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// It succeeded: the descriptor, the count of bytes or names, 1 or 0 for a lock, else 0.
        case returned(Int)
        case failed(Errno)
    }

    package let call: Call
    package let outcome: Outcome

    package init(call: Call, outcome: Outcome) {
        self.call = call
        self.outcome = outcome
    }
}

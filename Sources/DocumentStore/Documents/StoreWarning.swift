/// Something that the store noticed and leaves to the owner.
package enum StoreWarning: Hashable, Sendable {
    /// Other users may reach this file, directory or link target; only its owner may change that, to the mode that
    /// it should have instead, and to the group that it should get if it is another one.
    case looseMode(path: String, mode: UInt32, instead: UInt32, group: SystemGroup? = nil)
    /// Other users could reach this file until the command replaced or removed it.
    case wasLoose(path: String, mode: UInt32)
    /// The file could not be given the group that it is shared with, so only its owner may read it.
    case groupNotGiven(path: String, mode: UInt32)
    /// The file could not be given the access control list of what it replaces, so only its owner may reach it.
    case accessListNotGiven(path: String, mode: UInt32)
    /// The file system of the directory keeps no modes, so what they say of its files is no news.
    case modesNotKept(directory: String)
    /// So many more files have a loose mode.
    case looseModes(more: Int)
}

/// The warnings of one command: each once, and of a flood the first few and a count.
struct Warnings {
    /// How many warnings are kept one by one.
    private static let limit = 10

    private var shown: [StoreWarning] = []
    private var more = 0

    mutating func add(_ warning: StoreWarning) {
        guard !shown.contains(warning) else { return }
        if case .modesNotKept = warning { shown = [] }
        if shown.count < Self.limit { shown.append(warning) } else { more += 1 }
    }

    /// Turns what was said about a file into what it was until now: it is no longer there, or no longer the same.
    mutating func settle(_ path: String) {
        shown = shown.map { warning in
            guard case .looseMode(path, let mode, _, _) = warning else { return warning }
            return .wasLoose(path: path, mode: mode)
        }
    }

    mutating func take() -> [StoreWarning] {
        defer { self = Warnings() }
        for case .modesNotKept(let directory) in shown { return [.modesNotKept(directory: directory)] }
        return more > 0 ? shown + [.looseModes(more: more)] : shown
    }
}

extension DocumentReader {
    /// Whether no other user may read a document; of a link, the file that it leads to.
    package func isPrivate(_ file: String) throws(StoreError) -> Bool {
        guard let place = try locate(file).place else { return true }
        return try files.status(place).map { $0.mode & 0o077 == 0 } ?? true
    }
}

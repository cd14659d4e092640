/// Something that the store noticed and leaves to the owner.
package enum StoreWarning: Hashable, Sendable {
    /// Other users can reach this file, directory or link target. Its owner should change the mode to `instead`; nil if
    /// only `check` can tell, since a service may have to read it.
    case looseMode(path: String, mode: UInt32, instead: UInt32?)
    /// Other users could reach this file until the command replaced or removed it.
    case wasLoose(path: String, mode: UInt32)
    /// The file could not get the group that it is shared with, so only its owner can read it.
    case groupNotGiven(path: String, mode: UInt32)
    /// The file could not get the access control list of its predecessor, so only its owner can reach it.
    case accessListNotGiven(path: String, mode: UInt32)
    /// The file system keeps no modes, so loose modes are not reported.
    case modesNotKept(directory: String)
    case looseModes(more: Int)
}

/// One command's warnings, without duplicates; of very many, only the first few and a count.
struct Warnings {
    private static let limit = 10

    private var shown: [StoreWarning] = []
    private var more = 0

    mutating func add(_ warning: StoreWarning) {
        guard !shown.contains(warning) else { return }
        if case .modesNotKept = warning { shown = [] }
        if shown.count < Self.limit { shown.append(warning) } else { more += 1 }
    }

    mutating func resolve(_ path: String) {
        shown = shown.map { warning in
            guard case .looseMode(path, let mode, _) = warning else { return warning }
            return .wasLoose(path: path, mode: mode)
        }
    }

    mutating func drain() -> [StoreWarning] {
        defer { self = Warnings() }
        for case .modesNotKept(let directory) in shown { return [.modesNotKept(directory: directory)] }
        return more > 0 ? shown + [.looseModes(more: more)] : shown
    }
}

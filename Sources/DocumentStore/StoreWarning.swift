/// Something that the store noticed and leaves to the owner.
public enum StoreWarning: Hashable, Sendable {
    /// Other users may reach this file, directory or link target; only its owner may change that.
    case looseMode(path: String, mode: UInt32, isDirectory: Bool)
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
        if shown.count < Self.limit { shown.append(warning) } else { more += 1 }
    }

    mutating func take() -> [StoreWarning] {
        defer { self = Warnings() }
        return more > 0 ? shown + [.looseModes(more: more)] : shown
    }
}

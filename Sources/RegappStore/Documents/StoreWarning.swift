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
    /// An interrupted change could not be completed, since its record is damaged: part of it may have been made.
    case unfinishedChange(number: Int)
}

extension [StoreWarning] {
    private static let limit = 10

    /// Adds one of a command's warnings, each once; of very many, only the first few and a count.
    mutating func note(_ warning: StoreWarning) {
        guard !contains(warning) else { return }
        switch (last, warning) {
        case (_, .unfinishedChange): insert(warning, at: 0)
        // Where no modes are kept, nothing else is worth a word.
        case (.modesNotKept, _): break
        case (_, .modesNotKept): self = [warning]
        case (.looseModes(let more), _): self[count - 1] = .looseModes(more: more + 1)
        default: append(count < Self.limit ? warning : .looseModes(more: 1))
        }
    }
}

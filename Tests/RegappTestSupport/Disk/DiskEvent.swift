/// A name in a directory that is given to an inode, or to none.
struct NameAssignment: Hashable, Sendable {
    let directory: InodeID
    let name: FileName
    let inode: InodeID?
}

/// What one call changed on the disk, or made certain.
///
/// The live disk and every crash state come from applying the same events, so they cannot disagree.
enum DiskEvent: Sendable {
    /// A new inode that no name leads to yet.
    case created(InodeID, Inode)
    /// Bytes written into a file, which they may extend.
    case wrote(InodeID, offset: Int, [UInt8])
    case modeSet(InodeID, UInt32)
    /// An owner given; certain at once, since nothing is more private than the one before.
    case ownerSet(InodeID, UInt32)
    /// An access control list set or removed, certain at once, and with it what the mode shows of it.
    case accessListSet(InodeID, [UInt8]?)
    case groupSet(InodeID, UInt32)
    /// Names that change together: all of them are on the disk after a crash, or none.
    case named([NameAssignment])
    /// A file's content and mode, or a directory's names, became certain.
    case synchronized(InodeID)
    /// Everything became certain.
    case synchronizedAll
    /// A test replaced a file's bytes, mode, owner and group in place; certain at once.
    case replaced(InodeID, [UInt8], mode: UInt32, owner: UInt32, group: UInt32)
    /// A test changed names; certain at once.
    case arranged([NameAssignment])
}

extension DiskImage {
    /// Does to the disk what the event says, as every running program sees it.
    mutating func apply(_ event: DiskEvent) {
        switch event {
        case .created(let id, let inode): self[id] = inode
        case .wrote(let id, let offset, let bytes):
            self[id].content = .file(self[id].bytes.overwritten(at: offset, with: bytes))
        case .modeSet(let id, let mode): self[id].mode = mode
        case .ownerSet(let id, let owner): self[id].owner = owner
        case .accessListSet(let id, let list): self[id].accessList = list
        case .groupSet(let id, let group): self[id].group = group
        case .named(let assignments), .arranged(let assignments): assignments.forEach { assign($0) }
        case .replaced(let id, let bytes, let mode, let owner, let group):
            if !self[id].isDirectory { self[id].content = .file(bytes) }
            self[id].mode = mode
            self[id].owner = owner
            self[id].group = group
        case .synchronized, .synchronizedAll: break
        }
    }
}

extension [UInt8] {
    /// The bytes with others written over them from `offset` on; a gap is filled with zeros.
    func overwritten(at offset: Int, with bytes: some Collection<UInt8>) -> [UInt8] {
        var result = self
        let end = offset + bytes.count
        if result.count < end { result += [UInt8](repeating: 0, count: end - result.count) }
        result.replaceSubrange(offset..<end, with: bytes)
        return result
    }
}

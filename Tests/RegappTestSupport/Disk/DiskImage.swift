/// A file name as the disk has it: bytes, so that names which Swift's strings call equal stay two.
struct FileName: Hashable, Comparable, Sendable {
    /// Linux's NAME_MAX.
    static let longest = 255

    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    static func < (left: FileName, right: FileName) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

/// An inode's place in a disk image; never used twice, unlike the number that programs see.
typealias InodeID = Int

struct Inode: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case file([UInt8])
        case directory([FileName: InodeID])
        case symbolicLink(String)
        case special
    }

    var content: Content
    /// What programs see; the same after a crash, and used again at once, as ext4 and tmpfs do.
    var number: UInt64
    var mode: UInt32
    var owner: UInt32
    var group: UInt32
    /// Kept as it is set, without effect here.
    var accessList: [UInt8]?

    var bytes: [UInt8] {
        guard case .file(let bytes) = content else { return [] }
        return bytes
    }

    /// Another one for another content, so that it is the same after a crash and in a copy.
    var modified: Int64 {
        bytes.reduce(1) { ($0 &* 31 &+ Int64($1)) & .max }
    }

    var names: [FileName: InodeID] {
        guard case .directory(let names) = content else { return [:] }
        return names
    }

    var isDirectory: Bool {
        guard case .directory = content else { return false }
        return true
    }
}

/// Everything on a simulated disk at one moment.
struct DiskImage: Hashable, Sendable {
    static let root: InodeID = 0

    private(set) var inodes: [InodeID: Inode]

    /// A disk that holds nothing but a root directory open to every user.
    init() {
        inodes = [Self.root: Inode(content: .directory([:]), number: 1, mode: 0o755, owner: 0, group: 0)]
    }

    subscript(id: InodeID) -> Inode {
        get { inodes[id] ?? Inode(content: .special, number: 0, mode: 0, owner: 0, group: 0) }
        set { inodes[id] = newValue }
    }

    mutating func assign(_ assignment: NameAssignment) {
        guard case .directory(var names)? = inodes[assignment.directory]?.content else { return }
        // Taken out first, so that the dictionary is changed in place however large it is.
        inodes[assignment.directory]?.content = .directory([:])
        names[assignment.name] = assignment.inode
        inodes[assignment.directory]?.content = .directory(names)
    }

    /// Every path with its inode, parents before children, siblings in byte order.
    func walk() -> [(path: String, id: InodeID)] {
        var found: [(path: String, id: InodeID)] = [("/", Self.root)]
        var index = 0
        while index < found.count {
            let (path, id) = found[index]
            let prefix = path == "/" ? "/" : path + "/"
            for (name, child) in self[id].names.sorted(by: { $0.key < $1.key }) {
                found.append((prefix + name.text, child))
            }
            index += 1
        }
        return found
    }

    /// The same image with inodes renumbered by first appearance and unreachable ones left out, so that two
    /// disks a program could not distinguish are equal.
    func canonical() -> DiskImage {
        var order: [InodeID] = [Self.root]
        var place: [InodeID: InodeID] = [Self.root: 0]
        var index = 0
        while index < order.count {
            for (_, child) in self[order[index]].names.sorted(by: { $0.key < $1.key })
            where place[child] == nil {
                place[child] = order.count
                order.append(child)
            }
            index += 1
        }
        var result = DiskImage()
        // A power cut may bring a file back whose number a newer one has by now.
        let first = Dictionary(order.map { (self[$0].number, $0) }, uniquingKeysWith: min)
        let last = order.map { self[$0].number }.max() ?? 0
        for (new, old) in order.enumerated() {
            var inode = self[old]
            if first[inode.number] != old { inode.number = last + 1 + UInt64(new) }
            if inode.isDirectory {
                inode.content = .directory(inode.names.compactMapValues { place[$0] })
            }
            result[new] = inode
        }
        return result
    }
}

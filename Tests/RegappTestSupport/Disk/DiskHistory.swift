/// What is certain on a disk after some events, and what a power cut may still undo.
struct DiskHistory: Sendable {
    /// Names that changed together, and the directories that must be synchronised before that is certain.
    struct NameChange: Sendable {
        let assignments: [NameAssignment]
        var unsynchronized: Set<InodeID>
    }

    /// The disk with everything that is certain and nothing else.
    private(set) var certain: DiskImage
    /// The name changes in the order they were made, from the first uncertain one on.
    private(set) var changes: [NameChange] = []
    /// The content that files may or may not have got since their last fsync.
    private(set) var unsynced: [InodeID: UnsyncedContent] = [:]

    init(base: DiskImage, events: some Sequence<DiskEvent>) {
        certain = base
        for event in events { take(event) }
    }

    /// The places in `changes` of those that may be absent.
    var pending: [Int] { changes.indices.filter { !changes[$0].unsynchronized.isEmpty } }

    /// The disk with the certain name changes and those pending ones that are in the set, in their order.
    func image(with present: Set<Int>) -> DiskImage {
        var image = certain
        for (index, change) in changes.enumerated()
        where change.unsynchronized.isEmpty || present.contains(index) {
            change.assignments.forEach { image.assign($0) }
        }
        return image
    }

    private mutating func take(_ event: DiskEvent) {
        switch event {
        case .created(let id, let inode): certain[id] = inode
        case .wrote(let id, let offset, let bytes):
            unsynced[id, default: UnsyncedContent(certain[id])].add(offset: offset, bytes)
        case .modeSet(let id, let mode):
            unsynced[id, default: UnsyncedContent(certain[id])].add(mode: mode)
        case .ownerSet, .accessListSet: certain.apply(event)
        case .groupSet(let id, let group):
            unsynced[id, default: UnsyncedContent(certain[id])].add(group: group)
        case .named(let assignments):
            changes.append(
                NameChange(assignments: assignments, unsynchronized: Set(assignments.map(\.directory))))
        case .arranged(let assignments):
            changes.append(NameChange(assignments: assignments, unsynchronized: []))
            foldCertainChanges()
        case .replaced:
            certain.apply(event)
            if case .replaced(let id, _, _, _, _) = event { unsynced[id] = nil }
        case .synchronized(let id):
            settle(id)
            for index in changes.indices { changes[index].unsynchronized.remove(id) }
            foldCertainChanges()
        case .synchronizedAll:
            unsynced.keys.forEach { settle($0) }
            for index in changes.indices { changes[index].unsynchronized = [] }
            foldCertainChanges()
        }
    }

    private mutating func settle(_ id: InodeID) {
        guard let content = unsynced.removeValue(forKey: id) else { return }
        if !certain[id].isDirectory { certain[id].content = .file(content.complete.bytes) }
        certain[id].mode = content.complete.mode
        certain[id].group = content.complete.group
    }

    private mutating func foldCertainChanges() {
        let isCertain = changes.prefix { $0.unsynchronized.isEmpty }
        for change in isCertain { change.assignments.forEach { certain.assign($0) } }
        changes.removeFirst(isCertain.count)
    }
}

internal import RegappStore

/// Every disk that a power cut at one moment may leave, each once.
///
/// A file's content is certain as of its last fsync; later writes may be absent, cut short, or zeros. Each change
/// of names since its directories' last fsync may be there or not, on its own: a later one may be on the disk
/// while an earlier one is not. A rename is there as a whole or not at all, and is certain once both directories
/// are. The first state is the one with everything, the second the one with only what is certain.
package struct CrashStates: Sequence, Sendable {
    let history: DiskHistory
    let identity: Identity

    package func makeIterator() -> Iterator {
        Iterator(history: history, identity: identity, choices: Choices.of(history.pending))
    }

    package struct Iterator: IteratorProtocol {
        let history: DiskHistory
        let identity: Identity
        let choices: [Set<Int>]
        var nextChoice = 0
        var ready: [DiskImage] = []
        var seen: Set<DiskImage> = []

        package mutating func next() -> SimulatedFileSystem? {
            while true {
                while let image = ready.popLast() {
                    let image = image.canonical()
                    guard seen.insert(image).inserted else { continue }
                    return SimulatedFileSystem(image: image, identity: identity)
                }
                guard nextChoice < choices.count else { return nil }
                ready = history.images(with: choices[nextChoice]).reversed()
                nextChoice += 1
            }
        }
    }
}

extension DiskHistory {
    /// More combinations of contents than this are tried one file at a time.
    private static let mostContentCombinations = 512

    /// The disk with these pending name changes, in every content that its unsynced files may have.
    func images(with present: Set<Int>) -> [DiskImage] {
        let image = image(with: present)
        let reachable = Set(image.walk().map(\.id))
        let uncertain = unsynced.filter { reachable.contains($0.key) }.sorted { $0.key < $1.key }
        let versions = uncertain.map { (id: $0.key, versions: $0.value.versions) }
        let combinations = versions.reduce(1) {
            min($0 * $1.versions.count, Self.mostContentCombinations + 1)
        }
        return combinations <= Self.mostContentCombinations
            ? combine(image, versions[...]) : vary(image, versions)
    }

    private typealias Versions = (id: InodeID, versions: [UnsyncedContent.Version])

    private func combine(_ image: DiskImage, _ files: ArraySlice<Versions>) -> [DiskImage] {
        guard let file = files.first else { return [image] }
        return file.versions.flatMap {
            combine(image.with($0, in: file.id), files.dropFirst())
        }
    }

    /// One file varies while all others are complete, then while all others are as last synced.
    private func vary(_ image: DiskImage, _ files: [Versions]) -> [DiskImage] {
        let complete = files.reduce(image) { disk, file in
            file.versions.first.map { disk.with($0, in: file.id) } ?? disk
        }
        return [complete, image].flatMap { disk in
            [disk] + files.flatMap { file in file.versions.map { disk.with($0, in: file.id) } }
        }
    }
}

extension DiskImage {
    fileprivate func with(_ version: UnsyncedContent.Version, in id: InodeID) -> DiskImage {
        var image = self
        if !image[id].isDirectory { image[id].content = .file(version.bytes) }
        image[id].mode = version.mode
        image[id].group = version.group
        return image
    }
}

extension SimulatedFileSystem {
    /// What a power cut after the first `callCount` calls of the log may leave.
    ///
    /// Each state is a file system of its own with nothing open and nothing locked; its crash states can be
    /// tried in turn. What tests did directly up to the last of these calls is always there.
    package func crashStates(after callCount: Int) -> CrashStates {
        arrange { state in
            let events = state.history.lazy.filter { $0.calls <= callCount }.map(\.event)
            return CrashStates(
                history: DiskHistory(base: state.base, events: events), identity: state.identity)
        }
    }

    /// The numbers of calls after which a power cut may leave something new, from 0 to that of all calls.
    package var crashPoints: [Int] {
        arrange { state in
            let points = Set(state.history.lazy.map(\.calls))
            return points.union([0, state.log.count]).sorted()
        }
    }

    /// Every so many of them, the last one always.
    package func crashPoints(every step: Int) -> [Int] {
        let points = crashPoints
        return points.indices.filter { (points.count - 1 - $0).isMultiple(of: step) }.map { points[$0] }
    }

    /// The same, but of a disk that holds a change which is not decided yet, a sample: there are very many, and the next
    /// writer removes the change whatever it holds.
    package func judgedCrashStates(after callCount: Int) -> some Sequence<SimulatedFileSystem> {
        var most = Int.max
        for record in log.prefix(callCount) {
            if case .failed = record.outcome { continue }
            switch record.call {
            case .rename(_, let path) where path.hasSuffix(".doing"): most = 1_000
            case .open(let path, .creating) where path.contains("/doing-"): most = min(most, 50)
            default: break
            }
        }
        return crashStates(after: callCount).lazy.prefix(most)
    }

    package func crashStates() -> CrashStates {
        crashStates(after: log.count)
    }
}

internal import RegappStore

/// Small files in directories of this user, read and replaced whole.
///
/// A reader sees the old or the new file, never a part of one, whichever processes write. Nothing is synced: the
/// cache may lose its newest entries to a power cut, which their checksums reveal. Failures are not reported: what
/// cannot be read counts as missing, and what cannot be written is not kept.
struct CacheFiles: Sendable {
    /// The largest file that is read, in bytes: the largest accepted answer and its head.
    static let greatestSize = 8 << 20 + 64 << 10
    static let unfinished = ".new-"

    let system: any FileAges

    /// Reads a file of this user, and marks it as used at `now` (milliseconds since 1970).
    func read(_ place: Place, usedAt now: Int64) -> [UInt8]? {
        BackgroundQueue.checkBackground()
        return system.cacheFile(place, limit: Self.greatestSize, at: nanoseconds(now))
    }

    func replace(_ place: Place, with bytes: [UInt8], usedAt now: Int64) {
        BackgroundQueue.checkBackground()
        let draft = place.folder["\(Self.unfinished)\(UInt64.random(in: 0 ... .max))"]
        _ = system.replaceCacheFile(place, by: draft, bytes, at: nanoseconds(now))
    }

    /// The folder of a cache at an absolute path, which only this user can write to; nil if there is none, or a
    /// directory on the way belongs to another user. With `making`, what is missing on the way is created.
    func folder(_ path: String, making: Bool = false) -> Folder? {
        BackgroundQueue.checkBackground()
        guard path.hasPrefix("/"), let slash = path.lastIndex(of: "/"),
            let parent = system.ownFolder(
                slash == path.startIndex ? "/" : String(path[..<slash]), makingMissing: making)
        else { return nil }
        return folder(parent[String(path[path.index(after: slash)...])], making: making)
    }

    func folder(_ place: Place, making: Bool = false) -> Folder? {
        system.ownFolder(place, makingMissing: making)
    }

    func names(in folder: Folder) -> FileNames {
        BackgroundQueue.checkBackground()
        guard let open = try? system.open(folder["."], .directory) else { return [] }
        defer { system.close(open) }
        return (try? system.names(in: open, upTo: .max, isHidden: false)) ?? []
    }

    /// In milliseconds since 1970.
    func lastUse(of place: Place) -> Int64? {
        (try? system.modified(place)).map { $0 / 1_000_000 }
    }

    private func nanoseconds(_ milliseconds: Int64) -> Int64 {
        milliseconds.multipliedReportingOverflow(by: 1_000_000).partialValue
    }
}

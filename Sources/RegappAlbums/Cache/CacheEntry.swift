internal import RegappStore

/// A cached answer: the question, when it was asked, how long it is valid, and the bytes.
///
/// On the disk it is a line with a version and a checksum (CRC-32 of all that follows), lines of `name value`, an
/// empty line and the body. A file that differs from this in any byte is not an entry.
struct CacheEntry: Sendable, Hashable {
    var key: String
    /// When the answer came, in milliseconds since 1970.
    var stored: Int64
    /// The end of its validity, in milliseconds since 1970.
    var expires: Int64
    var body: [UInt8]

    private static let magic = "regapp-cache 1 "

    /// Whether it may be used without asking again. An answer from the future, stored before the clock was set back,
    /// may not.
    func isFresh(at now: Int64) -> Bool {
        stored <= now && now < expires
    }

    /// Its age in milliseconds, at least 0.
    func age(at now: Int64) -> Int64 {
        let age = now.subtractingReportingOverflow(stored)
        return age.overflow ? 0 : max(0, age.partialValue)
    }
}

extension CacheEntry {
    var bytes: [UInt8] {
        let content = Array("key \(key)\nstored \(stored)\nexpires \(expires)\n\n".utf8) + body
        return Array((Self.magic + "\(Zlib.checksum(content))\n").utf8) + content
    }

    init?(bytes: [UInt8]) {
        var rest = bytes[...]
        guard let first = line(&rest), first.hasPrefix(Self.magic),
            let checksum = UInt32(first.dropFirst(Self.magic.count)), checksum == Zlib.checksum(rest),
            let key = field("key", &rest), let stored = field("stored", &rest).flatMap({ Int64($0) }),
            let expires = field("expires", &rest).flatMap({ Int64($0) }), line(&rest)?.isEmpty == true
        else { return nil }
        self.init(key: key, stored: stored, expires: expires, body: Array(rest))
    }
}

private func line(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.firstIndex(of: 0x0A) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(validating: rest[..<end], as: UTF8.self)
}

private func field(_ name: String, _ rest: inout ArraySlice<UInt8>) -> String? {
    guard let line = line(&rest), line.hasPrefix(name + " ") else { return nil }
    return String(line.dropFirst(name.count + 1))
}

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

/// The time before which no process of a user may ask the catalogue again.
///
/// Each refusal leaves an empty file; its name holds the time, `busy-MILLISECONDS`, and the latest counts. There is
/// nothing to lock, tear or damage, and two racing processes cannot shorten each other's time.
struct RateLimitMemory: Sendable {
    private static let prefix = "busy-"

    /// The folder, which is created when something is noted.
    let directory: @Sendable (_ making: Bool) -> Folder?
    let files: CacheFiles

    /// The time in a name, in milliseconds since 1970; nil for other names.
    static func end(of name: String) -> Int64? {
        name.hasPrefix(prefix) ? Int64(name.dropFirst(prefix.count)) : nil
    }

    /// The time before which the catalogue must not be asked, in milliseconds since 1970; nil if it may be asked.
    ///
    /// A time that is too far away is ignored: the clock was set back since. A directory that another user can write
    /// to is ignored too, since that user could keep this one from ever asking.
    func end(now: Int64) -> Int64? {
        guard let directory = directory(false) else { return nil }
        let furthest = now + Int64(RetryTime.longest) * 1000
        let ends = files.names(in: directory).compactMap(Self.end).filter { $0 > now && $0 <= furthest }
        return ends.max()
    }

    func note(seconds: Int, now: Int64) {
        let end = now + Int64(min(max(seconds, 1), RetryTime.longest)) * 1000
        guard let directory = directory(true) else { return }
        for name in files.names(in: directory) where Self.end(of: name).map({ $0 <= now }) == true {
            try? files.system.unlink(directory[name])
        }
        // A file of that name already says the same.
        if let file = try? files.system.open(directory["\(Self.prefix)\(end)"], .creating) {
            files.system.close(file)
        }
    }
}

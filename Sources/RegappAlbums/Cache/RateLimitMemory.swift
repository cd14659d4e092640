internal import RegappStore

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

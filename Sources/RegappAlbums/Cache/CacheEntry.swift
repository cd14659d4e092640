/// A cached answer. On disk it is a line with a version and a checksum (CRC-32 of all that follows), lines of `name
/// value`, an empty line and the body; a file that differs in any byte is not an entry.
struct CacheEntry: Sendable, Hashable {
    var key: String
    /// When the answer came, in milliseconds since 1970.
    var stored: Int64
    /// The end of its validity, in milliseconds since 1970.
    var expires: Int64
    var body: [UInt8]

    private static let magic = "regapp-cache 1 "

    /// Whether it is still valid. An answer from the future, stored before the clock was set back, is not.
    func isFresh(at now: Int64) -> Bool {
        stored <= now && now < expires
    }

    /// In milliseconds, at least 0.
    func age(at now: Int64) -> Int64 {
        let age = now.subtractingReportingOverflow(stored)
        return age.overflow ? 0 : max(0, age.partialValue)
    }
}

extension CacheEntry {
    var bytes: [UInt8] {
        let content = Array("key \(key)\nstored \(stored)\nexpires \(expires)\n\n".utf8) + body
        return Array((Self.magic + "\(Zlib.checksum(content[...]))\n").utf8) + content
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

/// The content of `/etc/localtime` (TZif, RFC 8536), as far as the day needs it.
///
/// The C library would need `TZ` changed for it, which is not safe in a process with threads.
enum ZoneFile {
    /// The offset from UTC at a time, in seconds; nil if the content is not a zone's. Leap seconds are ignored.
    ///
    /// - Parameter time: in seconds since 1 January 1970, UTC.
    static func offset(in bytes: [UInt8], at time: Int) -> Int? {
        guard let first = ZoneBlock(bytes[...], timeSize: 4) else { return nil }
        // Version 1 has only this block, in 32 bits. Others repeat it in 64, and end in a rule for later times.
        guard first.version >= UInt8(ascii: "2") else { return first.offset(at: time) }
        guard let second = ZoneBlock(bytes[first.end...], timeSize: 8) else { return nil }
        if second.isOver(at: time), let rule = rule(bytes[second.end...]) { return rule.offset(at: time) }
        return second.offset(at: time)
    }

    /// The rule after the last block, between two line feeds.
    private static func rule(_ footer: ArraySlice<UInt8>) -> ZoneRule? {
        guard footer.first == UInt8(ascii: "\n") else { return nil }
        let text = footer.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return text.isEmpty ? nil : ZoneRule(text)
    }
}

/// One of the tables of a zone file: when its offset from UTC changes, and to what.
private struct ZoneBlock {
    private static let headerSize = 44
    private static let typeSize = 6

    let version: UInt8
    let end: Int
    private let bytes: ArraySlice<UInt8>
    private let timeSize: Int
    private let timeCount: Int
    private let typeCount: Int

    init?(_ bytes: ArraySlice<UInt8>, timeSize: Int) {
        let start = bytes.startIndex
        guard bytes.count >= Self.headerSize, bytes.starts(with: "TZif".utf8) else { return nil }
        // UTC and standard time indicators, leap seconds, times, types, characters of names.
        let counts = (0..<6).map { Self.number(bytes, at: start + 20 + 4 * $0, size: 4) }
        guard counts.allSatisfy({ $0 >= 0 && $0 <= bytes.count }), counts[4] > 0 else { return nil }
        version = bytes[start + 4]
        (self.bytes, self.timeSize, timeCount, typeCount) = (bytes, timeSize, counts[3], counts[4])
        let types = counts[3] * (timeSize + 1) + counts[4] * Self.typeSize
        end = start + Self.headerSize + types + counts[5] + counts[2] * (timeSize + 4) + counts[1] + counts[0]
        guard end <= bytes.endIndex else { return nil }
    }

    private var times: Int { bytes.startIndex + Self.headerSize }
    private var indices: Int { times + timeCount * timeSize }

    func isOver(at time: Int) -> Bool { changes(until: time) == timeCount }

    func offset(at time: Int) -> Int? {
        let count = changes(until: time)
        let type = count == 0 ? 0 : Int(bytes[indices + count - 1])
        guard type < typeCount else { return nil }
        return Self.number(bytes, at: indices + timeCount + type * Self.typeSize, size: 4)
    }

    private func changes(until time: Int) -> Int {
        var (low, high) = (0, timeCount)
        while low < high {
            let middle = (low + high) / 2
            if Self.number(bytes, at: times + middle * timeSize, size: timeSize) <= time {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// A number in two's complement, its highest byte first.
    private static func number(_ bytes: ArraySlice<UInt8>, at start: Int, size: Int) -> Int {
        bytes[start..<start + size].reduce(Int(Int8(bitPattern: bytes[start]) >> 7)) { $0 << 8 | Int($1) }
    }
}

/// A line of the system's log as syslog(3) writes it: what happened, and facts about it as `key=value`.
///
/// A filter can rely on it: only fixed words stand before a value that strangers choose, every value is one word of
/// printable ASCII, and the line has at most ``maximumBytes``. The first facts are kept, however long the last is.
struct LogLine: Equatable, Sendable {
    /// The facility AUTHPRIV, and a severity of syslog(3).
    enum Priority: Int, Sendable {
        /// Something was refused.
        case notice = 85
        case info = 86
    }

    struct Fact: Equatable, Sendable {
        let key: String
        /// An empty value is written as a hyphen.
        let value: String
        /// In bytes; none for a fact that may take what is left of the line.
        var limit: Int?

        init(_ key: String, _ value: String?, limit: Int? = Self.usualLimit) {
            (self.key, self.value, self.limit) = (key, value ?? "", limit)
        }

        /// As long as the longest email, and the longest name of a host.
        private static let usualLimit = 255
    }

    /// As many as every receiver takes: RFC 3164, 4.1.
    static let maximumBytes = 1_024

    let priority: Priority
    let event: String
    let facts: [Fact]

    init(_ priority: Priority, _ event: String, _ facts: [Fact]) {
        (self.priority, self.event, self.facts) = (priority, event, facts)
    }

    /// - Parameter time: such as `Feb  3 04:05:06`.
    func bytes(at time: String, process: Int32) -> [UInt8] {
        var line = Array("<\(priority.rawValue)>\(time) regapp[\(process)]: \(event)".utf8)
        for fact in facts {
            let key = Array(" \(fact.key)=".utf8)
            let room = Self.maximumBytes - line.count - key.count
            guard room > Self.mark.count else { break }
            line += key + Self.escaped(fact.value, limit: min(fact.limit ?? room, room))
        }
        return line
    }

    /// What ends a value that was cut.
    private static let mark = Array("...".utf8)

    /// A value as one word. A long one is read only as far as it is written.
    private static func escaped(_ value: String, limit: Int) -> [UInt8] {
        var written: [UInt8] = []
        var cut = 0
        for scalar in value.unicodeScalars {
            if written.count + mark.count <= limit { cut = written.count }
            written += escaped(scalar)
            if written.count > limit { return written[..<cut] + mark }
        }
        return written.isEmpty ? [UInt8(ascii: "-")] : written
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> [UInt8] {
        let isPlain = (0x21..<0x7F).contains(scalar.value) && scalar != "\\" && scalar != "\""
        return isPlain ? [UInt8(scalar.value)] : Array("\\u{\(String(scalar.value, radix: 16))}".utf8)
    }
}

import RegappCore
import RegappTerminal
import RegappValues

/// The one request of HTTP/1.0 or 1.1 on standard input (RFC 9112, sections 2 to 6): its head, and its body for those
/// who ask for it.
struct HTTPRequest {
    let method: String
    /// What follows the path's question mark; empty if nothing does.
    let query: String
    private let isOfHTTP10: Bool
    private var fields: [(name: [UInt8], value: ArraySlice<UInt8>)] = []
    /// What was read behind the head.
    private let rest: ArraySlice<UInt8>

    /// In bytes, up to the empty line.
    private static let maximumHead = 16 << 10
    private static let maximumFields = 100
    /// In bytes.
    private static let maximumBody = 16 << 10
    /// For the head, and again for the body.
    private static let patience = Duration.seconds(5)

    init() throws(HTTPAnswer.Status) {
        let (lines, rest) = try Self.head()
        self.rest = rest
        guard lines.count <= 1 + Self.maximumFields else { throw .headTooLarge }
        let words = (lines.first ?? []).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), !words[1].isEmpty,
            words[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F }),
            ["HTTP/1.0", "HTTP/1.1"].contains(String(decoding: words[2], as: UTF8.self))
        else { throw .badRequest }
        method = String(decoding: words[0], as: UTF8.self)
        query = String(decoding: words[1].drop { $0 != UInt8(ascii: "?") }.dropFirst(), as: UTF8.self)
        isOfHTTP10 = words[2].last == UInt8(ascii: "0")
        for line in lines.dropFirst() {
            // The name of a folded line would begin with a space.
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
                throw .badRequest
            }
            let value = line[(colon + 1)...].drop(while: \.isBlank)
            let end = value.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? value.startIndex
            guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { throw .badRequest }
            fields.append((line[..<colon].map(\.lowercasedASCII), value[..<end]))
        }
        let hosts = values("host").count
        guard hosts == 1 || hosts == 0 && isOfHTTP10, values("authorization").count <= 1 else {
            throw .badRequest
        }
    }

    /// The values of all fields with this name, which is given in lowercase.
    private func values(_ name: String) -> [ArraySlice<UInt8>] {
        fields.filter { $0.name.elementsEqual(name.utf8) }.map(\.value)
    }

    /// The last value of a field of this name; nil if there is none, or an empty one.
    private func text(_ name: String) -> String? {
        values(name).last.flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) }
    }

    /// The client's address, as the proxy tells it: of a list only the last, since the client can write the others.
    var client: String? {
        text("x-real-ip") ?? text("x-forwarded-for")?.split(separator: ",").last.map { String($0).trimmed }
    }

    var site: String? { text("x-forwarded-host") ?? text("host") }

    /// User name and password in UTF-8 (RFC 7617); nil if the request has none.
    var credentials: (user: String, password: String)? {
        guard let field = text("authorization"), let space = field.firstIndex(of: " "),
            field[..<space].lowercased() == "basic",
            let bytes = Base64.decode(String(field[space...]).trimmed),
            let colon = bytes.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        // What is not UTF-8 becomes a NUL, which no password contains, so it is refused like a wrong password.
        let password = String(validating: bytes[(colon + 1)...], as: UTF8.self) ?? "\0"
        return (String(decoding: bytes[..<colon], as: UTF8.self), password)
    }

    /// Whether the browser says that a page of another site sent the request (Fetch Metadata; RFC 6454).
    var isFromAnotherSite: Bool {
        if let relation = text("sec-fetch-site"), !["same-origin", "none"].contains(relation) { return true }
        guard let origin = text("origin") else { return false }
        // From a page with the policy no-referrer, such as this one, browsers send no other.
        if origin == "null" { return false }
        guard let scheme = origin.firstPlace(of: "://"), let site else { return true }
        return !Self.isSame(host: String(origin[scheme.upperBound...]), as: site)
    }

    /// Whether two hosts are one. A proxy may leave out the port.
    private static func isSame(host: String, as other: String) -> Bool {
        func parts(_ text: String) -> (name: String, port: String?) {
            guard let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") else {
                return (text, nil)
            }
            return (String(text[..<colon]), String(text[text.index(after: colon)...]))
        }
        let left = parts(host.lowercased())
        let right = parts(other.lowercased())
        return left.name == right.name && (left.port == nil || right.port == nil || left.port == right.port)
    }

    // MARK: The body

    /// The fields of a form in the body (`application/x-www-form-urlencoded`); reads it.
    func form() throws(HTTPAnswer.Status) -> FormFields {
        let lengths = values("content-length")
        guard values("transfer-encoding").isEmpty else {
            throw lengths.isEmpty ? .lengthRequired : .badRequest
        }
        guard let length = lengths.first else { throw .lengthRequired }
        guard lengths.count == 1, !length.isEmpty, length.allSatisfy(\.isDigit) else { throw .badRequest }
        guard let count = Int(String(decoding: length, as: UTF8.self)), count <= Self.maximumBody else {
            throw .bodyTooLarge
        }
        let type = text("content-type")?.prefix { $0 != ";" } ?? ""
        guard values("content-type").count == 1,
            String(type).trimmed.lowercased() == "application/x-www-form-urlencoded"
        else { throw .unsupportedType }
        if let expected = text("expect") {
            guard expected.lowercased() == "100-continue" else { throw .expectationFailed }
            // A failure shows itself when the answer is written.
            if !isOfHTTP10 {
                _ = Terminal.Stream.standardOutput.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
            }
        }
        guard let form = FormFields(String(decoding: try body(of: count), as: UTF8.self)) else {
            throw .badRequest
        }
        return form
    }

    private func body(of count: Int) throws(HTTPAnswer.Status) -> ArraySlice<UInt8> {
        let deadline = ContinuousClock.now + Self.patience
        // Nothing behind the body is read: each connection has one request.
        var bytes = rest.prefix(count)
        while bytes.count < count {
            guard let read = Terminal.Stream.input(atMost: count - bytes.count, until: deadline) else {
                throw .tooSlow
            }
            if read.isEmpty { throw .badRequest }
            bytes += read
        }
        return bytes
    }

    static func isToken(_ bytes: some Collection<UInt8>) -> Bool {
        !bytes.isEmpty && bytes.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }

    /// Reads the lines of a head, without their ends, CR LF or LF alone (RFC 9112, 2.2); what was read behind them.
    private static func head() throws(HTTPAnswer.Status) -> (
        lines: [ArraySlice<UInt8>], rest: ArraySlice<UInt8>
    ) {
        let deadline = ContinuousClock.now + patience
        var bytes: [UInt8] = []
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        var seen = 0
        while bytes.count < maximumHead {
            guard let read = Terminal.Stream.input(atMost: maximumHead - bytes.count, until: deadline) else {
                throw .tooSlow
            }
            if read.isEmpty { throw .badRequest }
            bytes += read
            while let end = bytes[seen...].firstIndex(of: UInt8(ascii: "\n")) {
                let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
                let line = bytes[start..<(hasReturn ? end - 1 : end)]
                if line.isEmpty { return (lines, bytes[(end + 1)...]) }
                lines.append(line)
                start = end + 1
                seen = start
            }
            seen = bytes.count
        }
        throw .headTooLarge
    }
}

/// The fields of a form, or of an address's query, each with one value (URL Standard, 5.1, but strict).
struct FormFields {
    private static let maximumFields = 50

    private var values: [String: String] = [:]

    /// Nil if an escape is incomplete, bytes are not UTF-8, or a name occurs twice: which value counts is no matter of
    /// chance.
    init?(_ text: String) {
        let pairs = text.utf8.split(separator: UInt8(ascii: "&"))
        guard pairs.count <= Self.maximumFields else { return nil }
        for pair in pairs {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = pair[..<end].percentDecoded(plusIsSpace: true),
                let value = pair[end...].dropFirst().percentDecoded(plusIsSpace: true),
                values.updateValue(value, forKey: name) == nil
            else { return nil }
        }
    }

    subscript(name: String) -> String? { values[name] }
}

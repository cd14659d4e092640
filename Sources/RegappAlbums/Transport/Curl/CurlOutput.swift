internal import RegappValues

/// Splits the output of a run of curl: for each answer its head, its body and a boundary.
///
/// The boundary is random, so that no server can forge it. It also follows failed answers, and its end may stay in
/// curl's buffer until there is more to write. So an answer without a length is complete only once something follows
/// its boundary (a failure ends the run), or once curl has ended successfully.
struct CurlOutput {
    /// The most bytes of a head; curl itself accepts 300 KB.
    private static let headLimit = 1 << 19
    /// The first byte of a boundary, one that texts do not contain.
    private static let opening: UInt8 = 0x1E

    static func makeBoundary() -> [UInt8] {
        let numbers = [UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max)]
        return [opening] + numbers.flatMap { $0.zeroPadded(to: 16, radix: 16).utf8 }
    }

    var bytes: [UInt8] = []

    private let boundary: [UInt8]
    /// The head of the current answer, once complete; its bytes are no longer in `bytes`.
    private var head: ResponseHead?
    private var searched = 0
    /// Whether the last answer was returned before its boundary came.
    private var owesBoundary = false

    init(boundary: [UInt8]) {
        self.boundary = boundary
    }

    /// The next answer, once it is known to be complete. Throws `.notHTTP` if it is malformed, and `.tooLarge`.
    mutating func next(limit: Int) throws(CatalogError) -> TransportAnswer? {
        if owesBoundary {
            guard boundary.starts(with: bytes.prefix(boundary.count)) else { throw .notHTTP }
            if bytes.count >= boundary.count {
                bytes.removeFirst(boundary.count)
                owesBoundary = false
            }
        }
        guard !owesBoundary, let head = try wholeHead() else { return nil }
        if let length = head.length {
            guard length <= limit else { throw .tooLarge(limit: limit) }
            guard bytes.count >= length else { return nil }
            owesBoundary = true
            return answer(head, length: length, dropping: length)
        }
        if let end = boundaryStart() {
            guard end <= limit else { throw .tooLarge(limit: limit) }
            guard bytes.count > end + boundary.count else { return nil }
            return answer(head, length: end, dropping: end + boundary.count)
        }
        guard bytes.count - boundary.count <= limit else { throw .tooLarge(limit: limit) }
        return nil
    }

    /// The last answer of a successful run; nil if there is none.
    mutating func last(limit: Int) throws(CatalogError) -> TransportAnswer? {
        if let answer = try next(limit: limit) { return answer }
        guard !owesBoundary, let head, head.length == nil, let end = boundaryStart() else { return nil }
        return answer(head, length: end, dropping: bytes.count)
    }

    private mutating func answer(
        _ head: ResponseHead, length: Int, dropping count: Int
    ) -> TransportAnswer {
        var body: [UInt8]
        if count == bytes.count {
            // Not copied: it may be large.
            body = bytes
            bytes = []
            body.removeLast(count - length)
        } else {
            body = Array(bytes[..<length])
            bytes.removeFirst(count)
        }
        self.head = nil
        searched = 0
        return TransportAnswer(status: head.status, headers: head.fields, body: body)
    }

    private mutating func boundaryStart() -> Int? {
        while let index = bytes[searched...].firstIndex(of: Self.opening) {
            searched = index
            let candidate = bytes[index...].prefix(boundary.count)
            guard boundary.starts(with: candidate) else {
                searched += 1
                continue
            }
            return candidate.count == boundary.count ? index : nil
        }
        searched = bytes.count
        return nil
    }

    /// The head, once it is complete; interim ones (RFC 9110, 15.2) are dropped.
    private mutating func wholeHead() throws(CatalogError) -> ResponseHead? {
        while head == nil {
            guard let end = headEnd() else {
                // A run that fails before an answer writes only the boundary.
                let isHTTP = "HTTP/".utf8.starts(with: bytes.prefix(5)) || bytes.first == Self.opening
                guard isHTTP, bytes.count <= Self.headLimit else { throw .notHTTP }
                return nil
            }
            guard end <= Self.headLimit, let whole = ResponseHead(bytes[..<end]) else { throw .notHTTP }
            bytes.removeFirst(end)
            searched = 0
            if !(100...199).contains(whole.status) { head = whole }
        }
        return head
    }

    private mutating func headEnd() -> Int? {
        while let index = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            let rest = bytes[(index + 1)...].prefix(2)
            if rest.first == UInt8(ascii: "\n") { return index + 2 }
            if rest.elementsEqual("\r\n".utf8) { return index + 3 }
            guard rest.count == 2 else { return nil }
            searched = index + 1
        }
        searched = bytes.count
        return nil
    }
}

struct ResponseHead {
    let status: Int
    /// By their names in lowercase; the values of a repeated field are joined by commas.
    private(set) var fields: [String: String] = [:]

    /// Reads a head, `HTTP/1.1 200 OK` or `HTTP/2 200` and lines of the form `name: value`. Other lines are ignored.
    init?(_ bytes: ArraySlice<UInt8>) {
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
        guard let words = lines.first?.split(separator: " ", maxSplits: 2), words.count > 1,
            words[0].hasPrefix("HTTP/"), let status = Int(words[1].trimmed),
            (100...599).contains(status)
        else { return nil }
        self.status = status
        for line in lines.dropFirst() {
            guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
                continue
            }
            let name = line[..<colon].lowercased()
            let value = line[line.utf8.index(after: colon)...].trimmed
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
    }

    /// The length of the body in bytes; nil if the head does not say, or if curl decompresses the body.
    var length: Int? {
        guard status != 204, status != 304, fields["transfer-encoding"] == nil,
            fields["content-encoding"] == nil, let text = fields["content-length"],
            text.utf8.allSatisfy(\.isDigit)
        else { return nil }
        return Int(text)
    }
}

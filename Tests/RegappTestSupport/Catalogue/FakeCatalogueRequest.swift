/// The first line of a request, parsed.
struct FakeCatalogueRequest: Sendable {
    /// As it stands in the request line.
    let target: String
    /// The pieces of the path.
    let pieces: [String]
    /// The parameters of the query, decoded as forms are.
    let parameters: [String: String]

    /// Reads a request to the end of its head.
    init?(_ connection: FakeCatalogueSocket) {
        var head: [UInt8] = []
        while !head.suffix(4096).contains([13, 10, 13, 10]) {
            let piece = connection.read()
            guard !piece.isEmpty, head.count < 65_536 else { return nil }
            head += piece
        }
        let words = String(decoding: head.prefix { $0 != 13 }, as: UTF8.self).split(separator: " ")
        guard words.count == 3 else { return nil }
        self.init(target: String(words[1]))
    }

    init(target: String) {
        self.target = target
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        pieces = halves[0].split(separator: "/").map(percentDecoded)
        var parameters: [String: String] = [:]
        for pair in halves.dropFirst().joined().split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map { side in
                percentDecoded(side.replacing("+", with: " "))
            }
            parameters[sides[0]] = sides.count > 1 ? sides[1] : ""
        }
        self.parameters = parameters
    }
}

/// A text whose `%` and two hexadecimal digits were each made into a byte.
private func percentDecoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), let decoded = UInt8(String(Substring(rest.prefix(2))), radix: 16) {
            bytes.append(decoded)
            rest = rest.dropFirst(2)
        } else {
            bytes.append(byte)
        }
    }
    return String(decoding: bytes, as: UTF8.self)
}

internal import Foundation

/// The first line of a request, taken apart.
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
        while !head.suffix(4096).contains(sequence: [13, 10, 13, 10]) {
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
        pieces = halves[0].split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
        var parameters: [String: String] = [:]
        for pair in halves.dropFirst().joined().split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1).map { side in
                let spaced = String(side.replacing("+", with: " "))
                return spaced.removingPercentEncoding ?? spaced
            }
            parameters[sides[0]] = sides.count > 1 ? sides[1] : ""
        }
        self.parameters = parameters
    }
}

extension Collection<UInt8> {
    fileprivate func contains(sequence: [UInt8]) -> Bool {
        firstRange(of: sequence) != nil
    }
}

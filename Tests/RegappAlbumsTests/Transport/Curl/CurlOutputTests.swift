import Testing

@testable import RegappAlbums

struct CurlOutputTests {
    private static let boundary = CurlOutput.makeBoundary()

    private func bytes(_ text: String) -> [UInt8] {
        Array(text.utf8).split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
            .map(Array.init).joined(separator: Self.boundary).map(\.self)
    }

    /// What is made of an output of which `|` is the boundary, fed in pieces.
    private func bodies(of text: String, piece: Int) throws -> [String] {
        var output = CurlOutput(boundary: Self.boundary)
        var rest = bytes(text)[...]
        var bodies: [String] = []
        while !rest.isEmpty {
            output.bytes += rest.prefix(piece)
            rest = rest.dropFirst(piece)
            while let answer = try output.next(limit: 100) {
                bodies.append("\(answer.status) " + String(decoding: answer.body, as: UTF8.self))
            }
        }
        if let answer = try output.last(limit: 100) {
            bodies.append("\(answer.status) " + String(decoding: answer.body, as: UTF8.self))
        }
        return bodies
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\none|HTTP/2 404 \r\ncontent-length: 3\r\n\r\ntwo|", ["200 one", "404 two"]),
        ("HTTP/1.1 103 Early\r\nlink: x\r\n\r\nHTTP/1.1 200\r\n\r\n|", ["200 "]),
        (
            "HTTP/1.1 204 No\r\ncontent-length: 5\r\n\r\n|HTTP/1.0 200 OK\n\na\u{1E}b|",
            ["204 ", "200 a\u{1E}b"]
        ),
        ("HTTP/1.1 200 OK\r\n\r\none||", ["200 one"]), ("HTTP/1.1 200 OK\r\n\r\nhalf", []), ("|", []),
        ("", []),
        (
            "HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-encoding: gzip\r\n\r\nlonger than five|",
            ["200 longer than five"]
        ),
    ])
    func `answers are parsed, in whatever pieces they come`(text: String, expected: [String]) throws {
        for piece in [1, 2, 7, 1000] { #expect(try bodies(of: text, piece: piece) == expected, "\(piece)") }
    }

    @Test(arguments: [
        "hello", "HTTP/1.1 many OK\r\n\r\n", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nlong|",
    ])
    func `a text that is not an answer is an error`(text: String) {
        #expect(throws: CatalogError.notHTTP) { try bodies(of: text, piece: 1000) }
    }

    @Test func `fields are found by their names in lowercase`() throws {
        let head = try #require(
            ResponseHead(
                bytes("HTTP/1.1 200 OK\r\nRetry-After:  42 \r\nX: a\r\nx: b\r\nno colon\r\n: none\r\n\r\n")[
                    ...]))
        #expect(head.fields == ["retry-after": "42", "x": "a, b"])
    }
}

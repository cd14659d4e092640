internal import Dispatch
internal import Glibc
internal import RegappStore

/// Between pieces of 64 KiB, in microseconds: some 140 MB a second.
private let lineSpeedPause: useconds_t = 400

final class FakeCatalogueContent: Sendable {
    private let origin: String
    private let targets = Locked<[String]>([])
    private let connectionCount = Locked(0)
    /// Counts the requests that were not waited for.
    let arrivals = DispatchSemaphore(value: 0)

    init(origin: String) { self.origin = origin }

    var requests: [String] { targets.withLock { $0 } }

    var connections: Int { connectionCount.withLock { $0 } }

    func countConnection() { connectionCount.withLock { $0 += 1 } }

    /// Answers one request; returns whether the connection is kept for another.
    func serve(_ request: FakeCatalogueRequest, on connection: FakeCatalogueSocket) -> Bool {
        targets.withLock { $0.append(request.target) }
        arrivals.signal()
        let first = request.pieces.first ?? ""
        if let behaviour = FakeCatalogueBehaviour(rawValue: first) {
            misbehave(behaviour, request, connection)
        } else if first == "art" {
            return servePicture(request.pieces.dropFirst().first ?? "", connection)
        } else {
            connection.answer(first.isEmpty ? 404 : 200, first.isEmpty ? [] : answer(to: request))
        }
        return false
    }

    /// The body of a good answer.
    func answer(to request: FakeCatalogueRequest) -> [UInt8] {
        let first = request.pieces.first ?? ""
        if first == "recorded", let name = request.pieces.dropFirst().first {
            return FakeCatalogueFiles.recorded(name) ?? fixture("nothing-found")
        }
        if first.hasPrefix("many-"), let count = Int(first.dropFirst(5)) {
            return Array(FakeCatalogueAlbums(origin: origin).answer(count: count).utf8)
        }
        if let id = request.parameters["id"] { return fixture("lookup-\(id)") }
        let term = request.parameters["term"] ?? ""
        return fixture("search-\(term == "ночь" ? "noch" : term)")
    }

    private func fixture(_ name: String) -> [UInt8] {
        let bytes = FakeCatalogueFiles.fixture(name) ?? FakeCatalogueFiles.fixture("nothing-found") ?? []
        return Array(String(decoding: bytes, as: UTF8.self).replacing("{{origin}}", with: origin).utf8)
    }

    private func misbehave(
        _ behaviour: FakeCatalogueBehaviour, _ request: FakeCatalogueRequest,
        _ connection: FakeCatalogueSocket
    ) {
        let good = fixture("search-night")
        switch behaviour {
        case .slow: connection.trickle(connection.head(200, length: good.count) + good)
        case .silent: while connection.waitWhileConnected(milliseconds: 1000) {}
        case .stalls:
            connection.write(connection.head(200, length: good.count) + good.prefix(good.count / 2))
            while connection.waitWhileConnected(milliseconds: 1000) {}
        case .stops: connection.write(connection.head(200, length: good.count) + good.prefix(good.count / 2))
        case .hangsUp: break
        case .resets: connection.reset()
        case .resetsInTheMiddle:
            connection.write(connection.head(200, length: good.count) + good.prefix(good.count / 2))
            // The client shall have read it: a reset throws away what is still on the way.
            _ = connection.waitWhileConnected(milliseconds: 50)
            connection.reset()
        case .huge: connection.flood(connection.head(200, length: 10 << 30), pause: lineSpeedPause)
        case .endless: connection.flood(connection.head(200), pause: lineSpeedPause)
        case .torrent: connection.flood(connection.head(200), pause: nil)
        case .crumbs:
            let crumbs = String(repeating: "1\r\n \r\n", count: 30_000) + "0\r\n\r\n"
            connection.write(connection.head(200, ["transfer-encoding: chunked"]) + Array(crumbs.utf8))
        case .bomb: connection.answer(200, FakeCataloguePictures.gzipBomb, ["content-encoding: gzip"])
        case .redirectLoop: connection.redirect(to: origin + request.target)
        case .redirectAway: connection.redirect(to: "http://catalogue.invalid/search")
        case .redirectPlain: connection.redirect(to: origin + "/search?term=night")
        case .redirectNowhere: connection.answer(302, [])
        case .unavailableOnce:
            let isFirst = requests.count { $0 == request.target } == 1
            connection.answer(isFirst ? 503 : 200, isFirst ? [] : good)
        default: answerWrongly(behaviour, good, connection)
        }
    }

    /// The misbehaviours that are complete answers.
    private func answerWrongly(
        _ behaviour: FakeCatalogueBehaviour, _ good: [UInt8], _ connection: FakeCatalogueSocket
    ) {
        let albums = FakeCatalogueAlbums(origin: origin)
        switch behaviour {
        case .badParameter: connection.answer(400, fixture("error-country"))
        case .oldError: connection.answer(200, fixture("error-id-old"))
        case .forbidden: connection.answer(403, [])
        case .gravel:
            let items = String(repeating: "1,", count: 299_999) + "1"
            connection.answer(200, Array("{\"results\":[\(items)]}".utf8))
        case .unauthorized: connection.answer(401, [], ["www-authenticate: Basic realm=\"albums\""])
        case .rateLimited:
            connection.answer(429, Array("Too many\n".utf8), ["retry-after: 42"], type: "text/html")
        case .broken: connection.answer(500, Array("<h1>Oops</h1>".utf8), type: "text/html")
        case .unavailable: connection.answer(503, [])
        case .missing: connection.answer(404, [])
        case .html:
            connection.answer(200, Array("<html><body>Out of order.</body></html>".utf8), type: "text/html")
        case .http09: connection.write(Array("Hello, is this 1991?\r\n".utf8))
        case .badStatus: connection.write(Array("HTTP/1.1 many OK\r\n\r\n".utf8))
        case .hugeHead:
            let line = "x-padding: " + String(repeating: "a", count: 1 << 20)
            connection.answer(200, good, [line])
        case .badChunk:
            connection.write(
                connection.head(200, ["transfer-encoding: chunked"]) + Array("ZZ\r\n{}\r\n".utf8))
        case .badEncoding: connection.answer(200, good, ["content-encoding: gzip"])
        case .wrongType: connection.answer(200, good, type: "image/png")
        case .newlines: connection.answer(200, Array("\n\n\n".utf8) + good + Array("\n\n\n".utf8))
        case .truncatedJSON: connection.answer(200, Array(good.prefix(good.count / 2)))
        case .deepJSON:
            connection.answer(200, Array("{\"results\":".utf8) + Array(repeating: 0x5B, count: 100_000))
        case .otherShape: connection.answer(200, Array("{\"feed\": {\"entry\": []}}".utf8))
        case .malformedItems: connection.answer(200, fixture("search-malformed"))
        case .hostileText: connection.answer(200, fixture("search-hostile"))
        case .longNames: connection.answer(200, Array(albums.answer(count: 200, nameLength: 10_000).utf8))
        case .duplicates: connection.answer(200, Array(albums.answer(count: 20, distinct: 5).utf8))
        case .silentCovers:
            let text = String(decoding: good, as: UTF8.self)
            connection.answer(200, Array(text.replacing("/art/good/", with: "/art/silent/").utf8))
        case .noStore: connection.answer(200, good, ["cache-control: no-store"])
        default: connection.answer(500, [])
        }
    }

    private func servePicture(_ kind: String, _ connection: FakeCatalogueSocket) -> Bool {
        switch kind {
        case "silent": while connection.waitWhileConnected(milliseconds: 1000) {}
        case "missing": connection.answer(404, [])
        case "redirect": connection.redirect(to: origin + "/art/good/16x16bb.png")
        case "too-large": connection.answer(200, [UInt8](repeating: 0, count: 2 << 20), type: "image/png")
        default:
            let picture = FakeCataloguePictures.picture(kind) ?? []
            return connection.answer(200, picture, ["connection: keep-alive"], type: "image/png")
        }
        return false
    }
}

extension FakeCatalogueSocket {
    /// The head of an answer; without a length, the end of the connection ends the body.
    fileprivate func head(
        _ status: Int, _ fields: [String] = [], type: String = "text/javascript; charset=utf-8",
        length: Int? = nil
    ) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status) Whatever", "content-type: \(type)"] + fields
        if !fields.contains(where: { $0.hasPrefix("connection") }) { lines.append("connection: close") }
        if !fields.contains(where: { $0.hasPrefix("cache-control") }) {
            lines.append("cache-control: max-age=86400")
        }
        if let length { lines.append("content-length: \(length)") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    @discardableResult
    fileprivate func answer(
        _ status: Int, _ body: [UInt8], _ fields: [String] = [],
        type: String = "text/javascript; charset=utf-8"
    ) -> Bool {
        write(head(status, fields, type: type, length: body.count) + body)
    }

    fileprivate func redirect(to location: String) {
        answer(302, [], ["location: \(location)"])
    }

    fileprivate func trickle(_ bytes: [UInt8]) {
        for byte in bytes {
            guard write([byte]), waitWhileConnected(milliseconds: 1000) else { return }
        }
    }

    /// Sends ten GiB in pieces of 64 KiB, with a pause after each, in microseconds.
    fileprivate func flood(
        _ head: [UInt8], piece: [UInt8] = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 16),
        pause: useconds_t?
    ) {
        guard write(head) else { return }
        for _ in 0..<((10 << 30) / piece.count) {
            guard write(piece) else { return }
            if let pause { usleep(pause) }
        }
    }
}

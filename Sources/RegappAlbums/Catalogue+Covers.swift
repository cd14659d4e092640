internal import RegappStore
package import RegappValues

extension Catalogue {
    /// The largest cover that is accepted, in bytes.
    static let coverByteLimit = 1 << 20
    /// The most bytes of files for the covers of one table; a table of thumbnails has some 2 MiB.
    static let coversByteLimit = 16 << 20

    /// The most covers requested over one connection in one go, so that one that hangs delays few others.
    private static let greatestShare = 16

    /// Fetches an album's cover, about `size` pixels a side; nil if there is none or it cannot be fetched or decoded.
    package func cover(of album: Album, size: Int, cancellation: Cancellation) -> Cover? {
        var cover: Cover?
        covers([(album, size)], cancellation: cancellation) { cover = $1 }
        return cover
    }

    /// Fetches covers in turn over one connection and passes each to `receive` with its index as soon as it arrives,
    /// cached ones first; nil for those that have not arrived after `patience` milliseconds, or on cancellation.
    package func covers(
        _ requests: [(album: Album, size: Int)], patience: Int = .max, cancellation: Cancellation,
        receive: (Int, Cover?) -> Void
    ) {
        let now = surroundings.now()
        var missing: [(index: Int, url: String, size: Int)] = []
        for (index, request) in requests.enumerated() {
            let side = min(max(request.size, 1), PNGDecoder.greatestSide)
            let url = request.album.artworkUrl100.map { CatalogAddress.artwork($0, size: side) }
            guard !cancellation.isCancelled, let url, address.permitsCover(at: url) else {
                receive(index, nil)
                continue
            }
            let cached = cache?.entry(.cover, url, now: now)
            if let cached, cached.isFresh(at: now), let cover = Cover(png: cached.body, size: request.size) {
                receive(index, cover)
            } else {
                missing.append((index, url, request.size))
            }
        }
        let requests = missing.map {
            TransportRequest(
                url: $0.url, deadline: surroundings.coverDeadline, byteLimit: Self.coverByteLimit)
        }
        transport.send(requests, patience: patience, cancellation: cancellation) { position, outcome in
            let (index, url, size) = missing[position]
            receive(index, cover(in: outcome, from: url, size: size, now: now))
        }
    }

    /// Decodes and caches a fetched cover; without one, uses an expired cover from the cache.
    private func cover(
        in outcome: Result<TransportAnswer, CatalogError>, from url: String, size: Int, now: Int64
    ) -> Cover? {
        guard case .success(let answer) = outcome, answer.status == 200,
            let cover = Cover(png: answer.body, size: size)
        else {
            return cache?.entry(.cover, url, now: now).flatMap { Cover(png: $0.body, size: size) }
        }
        store(answer.body, .cover, url, validity: answer.validity)
        return cover
    }

    /// Fetches the covers of several albums, two at a time, and returns those that arrived within `patience`
    /// milliseconds, by `collectionId`. Cancelling ends it early with the covers so far.
    package func covers(
        of albums: [Album], size: Int, patience: Int, cancellation: Cancellation
    ) -> [Int64: Cover] {
        let end = ContinuousClock.now + .milliseconds(max(0, patience))
        let lines = CurlTransport.greatestConcurrency
        let share = min(Self.greatestShare, (albums.count + lines - 1) / lines)
        let rest = Locked(albums[...])
        let found = Locked((covers: [Int64: Cover](), bytes: 0))
        let fetchShares: @Sendable () -> Void = {
            while !cancellation.isCancelled, ContinuousClock.now < end {
                let mine = rest.withLock { rest in
                    defer { rest = rest.dropFirst(share) }
                    return Array(rest.prefix(share))
                }
                guard !mine.isEmpty else { return }
                let left = Int((end - .now) / .milliseconds(1))
                covers(mine.map { ($0, size) }, patience: left, cancellation: cancellation) { index, cover in
                    guard let cover else { return }
                    found.withLock { found in
                        found.bytes += cover.png.count
                        guard found.bytes <= Self.coversByteLimit else { return }
                        found.covers[mine[index].collectionId] = cover
                    }
                }
            }
        }
        let work = (0..<lines).map { _ in Workers.separate.start(fetchShares) }
        for line in work { line.result() }
        return found.withLock { $0.covers }
    }
}

package struct Cover: Sendable, Hashable {
    /// The decoded picture, no larger than requested.
    package let pixels: PixelGrid
    package let png: [UInt8]
}

extension Cover {
    /// Decodes a file; a picture larger than `size` pixels a side is scaled down at once, since a table holds many.
    init?(png: [UInt8], size: Int) {
        guard var pixels = PNGDecoder.decode(png) else { return nil }
        let width = pixels.width
        let height = pixels.height
        let longest = max(width, height)
        if longest > size, size > 0 {
            pixels = pixels.scaled(width: width * size / longest, height: height * size / longest)
        }
        self.init(pixels: pixels, png: png)
    }
}

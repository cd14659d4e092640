internal import Dispatch
internal import Synchronization

/// A cover: the picture, and the PNG file it was decoded from.
public struct Cover: Sendable, Hashable {
    /// The decoded picture.
    public let pixels: PixelGrid
    /// The file as the service sent it; it decoded without a fault.
    public let png: [UInt8]
}

extension Catalogue {
    /// How many bytes of a cover are taken.
    public static let coverByteLimit = 1 << 20

    /// Fetches the cover of an album, about `size` pixels a side; nil where there is none, where it may not be
    /// fetched, or where it cannot be decoded. Never an error: an album without a cover is still an album.
    public func cover(of album: Album, size: Int, cancellation: Cancellation) -> Cover? {
        guard let address = album.artworkUrl100 else { return nil }
        let url = artworkVariant(of: address, size: min(max(size, 1), PNGDecoder.greatestSide))
        guard ArtworkRule(catalogue: self.address).permits(url) else { return nil }
        let now = surroundings.now()
        let kept = cache?.entry(.cover, url, now: now)
        if let kept, kept.isFresh(at: now), let cover = Cover(png: kept.body) { return cover }
        guard !cancellation.isCancelled, let answer = fetchCover(url, cancellation), answer.status == 200,
            let cover = Cover(png: answer.body)
        else { return kept.flatMap { Cover(png: $0.body) } }
        let validity = CacheControl.seconds(answer.headers["cache-control"])
        if validity > 0 {
            let entry = CacheEntry(key: url, stored: now, expires: now + validity * 1000, body: answer.body)
            cache?.store(entry, .cover, now: now)
        }
        return cover
    }

    private func fetchCover(_ url: String, _ cancellation: Cancellation) -> TransportAnswer? {
        let request = TransportRequest(
            url: url, deadline: surroundings.coverDeadline, byteLimit: Self.coverByteLimit)
        return try? transport.send(request, cancellation: cancellation)
    }

    /// Fetches the covers of several albums, two at a time, and returns those that came within `patience`
    /// milliseconds, by `collectionId`. Taking the question back ends it early with what has come so far.
    public func covers(
        of albums: [Album], size: Int, patience: Int = 60_000, cancellation: Cancellation
    ) -> [Int64: Cover] {
        let end = DispatchTime.now() + .milliseconds(max(0, patience))
        let next = Atomic(0)
        let covers = Locked<[Int64: Cover]>([:])
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            while !cancellation.isCancelled, .now() < end {
                let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard place < albums.count else { return }
                guard let cover = cover(of: albums[place], size: size, cancellation: cancellation) else {
                    continue
                }
                covers.withLock { $0[albums[place].collectionId] = cover }
            }
        }
        return covers.withLock { $0 }
    }
}

extension Cover {
    init?(png: [UInt8]) {
        guard let pixels = PNGDecoder.decode(png) else { return nil }
        self.init(pixels: pixels, png: png)
    }
}

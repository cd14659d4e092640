internal import Dispatch
internal import DocumentStore
public import PlainValues
internal import Synchronization

/// A cover: the picture and the PNG file from which it was decoded.
public struct Cover: Sendable, Hashable {
    /// The decoded picture, no larger than requested.
    public let pixels: PixelGrid
    /// The file as the service sent it; it can be decoded.
    public let png: [UInt8]
}

extension Catalogue {
    /// The largest cover that is accepted, in bytes.
    static let coverByteLimit = 1 << 20
    /// The most bytes of files that the covers of one table may have together; a table of thumbnails has some 2 MiB.
    static let coversByteLimit = 16 << 20

    /// Fetches the cover of an album, about `size` pixels a side; nil if there is none, if it may not be fetched, or
    /// if it cannot be decoded. Never an error: an album without a cover is still an album. It may take
    /// `coverDeadline`, or `patience` if that is less, in milliseconds.
    public func cover(
        of album: Album, size: Int, patience: Int = .max, cancellation: Cancellation
    ) -> Cover? {
        guard let address = album.artworkUrl100 else { return nil }
        let url = artworkVariant(of: address, size: min(max(size, 1), PNGDecoder.greatestSide))
        guard self.address.permitsCover(at: url) else { return nil }
        let now = surroundings.now()
        let kept = cache?.entry(.cover, url, now: now)
        if let kept, kept.isFresh(at: now), let cover = Cover(png: kept.body, size: size) { return cover }
        guard !cancellation.isCancelled, let answer = fetchCover(url, patience, cancellation),
            answer.status == 200,
            let cover = Cover(png: answer.body, size: size)
        else { return kept.flatMap { Cover(png: $0.body, size: size) } }
        let validity = CacheControl.seconds(answer.headers["cache-control"])
        if validity > 0 {
            let entry = CacheEntry(key: url, stored: now, expires: now + validity * 1000, body: answer.body)
            cache?.store(entry, .cover, now: now)
        }
        return cover
    }

    private func fetchCover(
        _ url: String, _ patience: Int, _ cancellation: Cancellation
    ) -> TransportAnswer? {
        let request = TransportRequest(
            url: url, deadline: min(surroundings.coverDeadline, patience), byteLimit: Self.coverByteLimit)
        return try? transport.send(request, cancellation: cancellation)
    }

    /// Fetches the covers of several albums, two at a time, and returns those that came within `patience`
    /// milliseconds, by `collectionId`. Cancelling ends it early with the covers that have come.
    public func covers(
        of albums: [Album], size: Int, patience: Int, cancellation: Cancellation
    ) -> [Int64: Cover] {
        let end = DispatchTime.now() + .milliseconds(max(0, patience))
        let next = Atomic(0)
        let found = Locked((covers: [Int64: Cover](), bytes: 0))
        DispatchQueue.concurrentPerform(iterations: 2) { _ in
            while !cancellation.isCancelled {
                let now = DispatchTime.now()
                let place = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard now < end, place < albums.count else { return }
                let left = Int((end.uptimeNanoseconds - now.uptimeNanoseconds) / 1_000_000)
                let cover = cover(of: albums[place], size: size, patience: left, cancellation: cancellation)
                guard let cover else { continue }
                found.withLock { found in
                    found.bytes += cover.png.count
                    if found.bytes <= Self.coversByteLimit {
                        found.covers[albums[place].collectionId] = cover
                    }
                }
            }
        }
        return found.withLock { $0.covers }
    }
}

extension Cover {
    /// Decodes a file; a picture larger than `size` pixels a side is scaled down at once, since a table holds many.
    init?(png: [UInt8], size: Int) {
        guard let whole = PNGDecoder.decode(png) else { return nil }
        let longest = max(whole.width, whole.height)
        guard longest > size, size > 0 else {
            self.init(pixels: whole, png: png)
            return
        }
        let scaled = whole.scaled(width: whole.width * size / longest, height: whole.height * size / longest)
        self.init(pixels: scaled, png: png)
    }
}

import Testing

@testable import RegappAlbums

struct CacheEntryTests {
    private let entry = CacheEntry(
        key: "https://itunes.apple.com/search?term=a", stored: 5, expires: 10, body: Array("{\n\n}\n".utf8))

    @Test func `an entry comes back from its bytes`() {
        #expect(CacheEntry(bytes: entry.bytes) == entry)
    }

    @Test func `an entry with any bit turned over is none`() {
        for place in entry.bytes.indices {
            for bit in 0..<8 {
                var bytes = entry.bytes
                bytes[place] ^= 1 << bit
                #expect(CacheEntry(bytes: bytes) == nil)
            }
        }
    }

    @Test func `an entry cut anywhere, or with more at its end, is none`() {
        for length in 0..<entry.bytes.count {
            #expect(CacheEntry(bytes: Array(entry.bytes.prefix(length))) == nil)
        }
        #expect(CacheEntry(bytes: entry.bytes + [0]) == nil)
    }

    @Test func `an entry is fresh from when it was kept until it expires`() {
        #expect([4, 5, 9, 10].map { entry.isFresh(at: $0) } == [false, true, true, false])
        #expect([4, 5, 9, Int64.min].map { entry.age(at: $0) } == [0, 0, 4, 0])
    }
}

import Testing

@testable import RegappAlbums

struct HeaderTests {
    @Test(
        arguments: [
            (nil, 60), ("42", 42), (" 30\t", 30), ("0", 1), ("86401", 86_400),
            ("99999999999999999999", 86_400), ("", 60),
            ("-5", 60), ("1.5", 60), ("soon", 60), ("+5", 60), ("Sun, 06 Nov 1994 08:49:37 GMT", 60),
        ] as [(String?, Int)])
    func `retry-after gives the seconds to wait`(field: String?, seconds: Int) {
        #expect(RetryTime.seconds(field) == seconds)
    }

    @Test(
        arguments: [
            (nil, 86_400), ("max-age=86400", 86_400), ("public, max-age=3600", 3600), ("Max-Age=\"60\"", 60),
            ("max-age=0", 0), ("no-store", 0), ("no-cache, max-age=5", 0), ("max-age=x", 86_400),
            ("max-age=", 86_400),
            ("max-age=99999999999999999999", 604_800), ("private", 86_400), ("max-age=-1", 86_400),
        ] as [(String?, Int64)])
    func `cache-control gives how long an answer is good`(field: String?, seconds: Int64) {
        #expect(CacheControl.seconds(field) == seconds)
    }
}

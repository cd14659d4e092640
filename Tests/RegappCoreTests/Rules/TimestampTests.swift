import RegappCore
import Testing

@Suite struct `Timestamps` {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"), (1_767_225_599, "2025-12-31T23:59:59Z"),
        (951_782_400, "2000-02-29T00:00:00Z"), (-86_400, "1969-12-31T00:00:00Z"),
    ])
    func `a moment is written in UTC`(seconds: Int, text: String) {
        #expect(Timestamp(secondsSince1970: seconds)?.text == text)
        #expect(Timestamp(rfc3339: text)?.text == text)
    }

    @Test func `a moment outside the years of four digits cannot be written`() {
        #expect(Timestamp(secondsSince1970: Int.max) == nil)
        #expect(Timestamp(secondsSince1970: Int.min) == nil)
    }

    @Test(arguments: [
        "2026-01-31T12:00:00.123Z", "2026-01-31t12:00:00z", "2026-01-31T12:00:00+00:00",
        "2016-12-31T23:59:60Z", "2026-01-31T12:00:00.5-00:00",
    ])
    func `other forms of RFC 3339 in UTC are accepted`(text: String) {
        #expect(Timestamp(rfc3339: text)?.text == text)
    }

    @Test(arguments: [
        "", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31T12:00:00+03:00", "2026-02-30T12:00:00Z",
        "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:60Z", "2026-01-31 12:00:00Z",
        "2026-01-31T12:00:00.Z", "2026-01-31T1:200:00Z", "2026-01-31T12:0a:00Z", "2026-01-31T12:00:00Zé",
        "é026-01-31T12:00:00Z",
    ])
    func `anything else is no moment`(text: String) { #expect(Timestamp(rfc3339: text) == nil) }
}

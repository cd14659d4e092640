import RegappValues
import Testing

@Suite struct DateSpanTests {
    @Test(arguments: [
        ("+14d", "2026-02-14"), ("+2W", "2026-02-14"), ("+1m", "2026-02-28"), ("+25m", "2028-02-29"),
        ("+6M", "2026-07-31"), ("+1y", "2027-01-31"), ("+0d", "2026-01-31"), ("+7973y", "9999-01-31"),
        ("+7974y", nil), ("+99999y", nil), ("+9999999d", nil), ("+9999999w", nil), ("+95687m", "9999-12-31"),
        ("+95688m", nil),
    ])
    func `a span ends on a day that exists, or is none of the calendar`(text: String, end: String?) throws {
        let day = try #require(CalendarDate(iso: "2026-01-31"))
        let span = try #require(DateSpan(text))
        #expect(span.after(day)?.isoString == end)
    }

    @Test(arguments: [
        "", "+", "+d", "14d", "-14d", "+14", "+1.5m", "+ 1d", "+1d ", "+१d", "+99999999d", "+1h",
    ])
    func `anything else is no span`(text: String) {
        #expect(DateSpan(text) == nil)
    }
}

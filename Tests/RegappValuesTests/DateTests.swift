import RegappValues
import Testing

/// Dates and spans as people type them.
@Suite struct DateTests {
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
        ("today", "2026-11-27"), ("Tomorrow", "2026-11-28"), ("in 3 days", "2026-11-30"),
        ("in 1 week", "2026-12-04"),
        ("in 2 months", "2027-01-27"), ("saturday", "2026-11-28"), ("next Mon", "2026-11-30"),
        // A Friday is never the Friday that it is said on.
        ("friday", "2026-12-04"), ("on thursday", "2026-12-03"), ("in a week", "2026-12-04"),
        ("yesterday", "2026-11-26"), ("now", "2026-11-27"), ("3 days ago", "2026-11-24"),
        ("an year ago", "2025-11-27"), ("last fri", "2026-11-20"), ("last month", "2026-10-27"),
        ("next year", "2027-11-27"), ("2 weeks", "2026-12-11"), ("14d", "2026-12-11"),
        ("+14d", "2026-12-11"), ("-14d", nil), ("someday", nil), ("", nil), ("14", nil), ("days ago", nil),
        ("in 3 moons", nil), ("in -3 days", nil), ("in 9999999 years", nil), ("3 moons ago", nil),
        ("9999 years ago", nil), ("last someday", nil),
    ])
    func `a day in words is the next one of its name`(text: String, day: String?) throws {
        let friday = try #require(CalendarDate(iso: "2026-11-27"))
        #expect(CalendarDate(words: text, from: friday)?.isoString == day)
    }

    @Test(arguments: [
        ("friday", "2026-11-20"), ("thursday", "2026-11-26"), ("saturday", "2026-11-21"),
        ("14d", "2026-11-13"),
        ("-14d", "2026-11-13"), ("+14d", nil), ("2 weeks", "2026-11-13"), ("next friday", "2026-12-04"),
        ("in 3 days", "2026-11-30"), ("3 days ago", "2026-11-24"), ("tomorrow", "2026-11-28"),
    ])
    func `looking back, a day in words is the last one of its name`(text: String, day: String?) throws {
        let friday = try #require(CalendarDate(iso: "2026-11-27"))
        #expect(CalendarDate(words: text, from: friday, toward: .back)?.isoString == day)
    }

    @Test(arguments: [
        "", "+", "+d", "14d", "-14d", "+14", "+1.5m", "+ 1d", "+1d ", "+१d", "+99999999d", "+1h",
    ])
    func `anything else is no span`(text: String) {
        #expect(DateSpan(text) == nil)
    }

    @Test(
        arguments: [
            ("1990-05-31", "1990-05-31"), ("31.05.1990", "1990-05-31"), ("31/05/1990", "1990-05-31"),
            ("31051990", "1990-05-31"), ("31 May 1990", "1990-05-31"), ("May 31 1990", "1990-05-31"),
            (" 31 May 1990 ", "1990-05-31"), ("may 31, 1990", "1990-05-31"), ("31. May 1990", "1990-05-31"),
            ("31may1990", "1990-05-31"), ("1 Sept 1990", "1990-09-01"), ("1 september 1990", "1990-09-01"),
            ("19900531", "1990-05-31"), ("05311990", "1990-05-31"), ("05/31/1990", "1990-05-31"),
            ("20121990", "1990-12-20"), ("19051990", "1990-05-19"), ("20120531", "2012-05-31"),
            ("31-05-1990", "1990-05-31"), ("1990/05/31", "1990-05-31"), ("1.5.1990", "1990-05-01"),
            ("05.06.1990", "1990-06-05"), ("5/5/1990", "1990-05-05"), ("05051990", "1990-05-05"),
            // The calendar may lack it, for a rule to say so.
            ("31.02.1990", "1990-02-31"), ("31/02/1990", "1990-02-31"), ("31 Feb 1990", "1990-02-31"),
            ("99.99.0000", "0000-99-99"), ("02/30/1990", "1990-02-30"), ("1990-13-01", "1990-13-01"),
            ("", nil),
            ("31", nil), ("31 May", nil), ("May 31", nil), ("31 May 90", nil), ("31.05.90", nil),
            ("1990-5-31", nil), ("3105199", nil), ("310519900", nil), ("31 Ma 1990", nil),
            ("31 Mayo 1990", nil),
            ("31.05/1990", nil), ("31.05.19９0", nil), ("+1.05.1990", nil), ("a1.05.1990", nil),
            ("31 May 1990 12", nil), ("1990 May 31", nil), ("31 Mai 1990", nil),
            ("99999999999999999999.1.1990", nil),
        ] as [(String, String?)])
    func `a day is read however it is written`(text: String, iso: String?) {
        #expect(TypedDate(text) == iso.map { .day(iso: $0) })
    }

    @Test(arguments: [
        "2026-01-31", " 2026-01-31T12:00:00Z", "31.12.2026 (midnight)", "31. 12. (noon)", "12/2026", "31 May",
        "May 31, 2026", "31May", "20260131", "20260131T1200", "2026", "2026-13-45",
    ])
    func `a text that begins like a date does`(text: String) {
        #expect(TypedDate.begins(text))
    }

    @Test(arguments: [
        "", "never", "no", "3600", "90 days", "31", "May", "maybe 3", "in 2026", "-1", "30%", "true",
        "12345-6-7",
    ])
    func `another text does not begin like a date`(text: String) {
        #expect(!TypedDate.begins(text))
    }

    @Test(arguments: ["05/06/1990", "5/6/1990", "05061990", "05-06-1990"])
    func `a date that can be read in two ways gives two days`(text: String) throws {
        let june = try #require(CalendarDate(iso: "1990-06-05"))
        let may = try #require(CalendarDate(iso: "1990-05-06"))
        #expect(TypedDate(text) == .ambiguous(june, may))
        #expect(TypedDate(text, dayFirst: true) == .day(iso: "1990-06-05"))
        #expect(TypedDate(text, dayFirst: false) == .day(iso: "1990-05-06"))
    }

    @Test(arguments: ["31/05/1990", "31-5-1990", "31051990"])
    func `an order that a date contradicts gives a day that does not exist`(text: String) {
        #expect(TypedDate(text, dayFirst: false) == .day(iso: "1990-31-05"))
        #expect(TypedDate("31.05.1990", dayFirst: false) == .day(iso: "1990-05-31"))
    }
}

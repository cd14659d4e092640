import RegappValues
import Testing

@Suite struct TypedDateTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let date: TypedDate?

        init(_ text: String, _ iso: String?) {
            testDescription = text
            date = iso.map { .day(iso: $0) }
        }
    }

    @Test(arguments: [
        Row("1990-05-31", "1990-05-31"), Row("31.05.1990", "1990-05-31"), Row("31/05/1990", "1990-05-31"),
        Row("31051990", "1990-05-31"), Row("31 May 1990", "1990-05-31"), Row("May 31 1990", "1990-05-31"),
        Row(" 31 May 1990 ", "1990-05-31"), Row("may 31, 1990", "1990-05-31"),
        Row("31. May 1990", "1990-05-31"),
        Row("31may1990", "1990-05-31"), Row("1 Sept 1990", "1990-09-01"),
        Row("1 september 1990", "1990-09-01"),
        Row("19900531", "1990-05-31"), Row("05311990", "1990-05-31"), Row("05/31/1990", "1990-05-31"),
        Row("20121990", "1990-12-20"), Row("19051990", "1990-05-19"), Row("20120531", "2012-05-31"),
        Row("31-05-1990", "1990-05-31"), Row("1990/05/31", "1990-05-31"), Row("1.5.1990", "1990-05-01"),
        Row("05.06.1990", "1990-06-05"), Row("5/5/1990", "1990-05-05"), Row("05051990", "1990-05-05"),
        // The calendar may lack it, for a rule to say so.
        Row("31.02.1990", "1990-02-31"), Row("31/02/1990", "1990-02-31"), Row("31 Feb 1990", "1990-02-31"),
        Row("99.99.0000", "0000-99-99"), Row("02/30/1990", "1990-02-30"), Row("1990-13-01", "1990-13-01"),
        Row("", nil), Row("31", nil), Row("31 May", nil), Row("May 31", nil), Row("31 May 90", nil),
        Row("31.05.90", nil), Row("1990-5-31", nil), Row("3105199", nil), Row("310519900", nil),
        Row("31 Ma 1990", nil),
        Row("31 Mayo 1990", nil), Row("31.05/1990", nil), Row("31.05.19９0", nil), Row("+1.05.1990", nil),
        Row("a1.05.1990", nil), Row("31 May 1990 12", nil), Row("1990 May 31", nil), Row("31 Mai 1990", nil),
        Row("99999999999999999999.1.1990", nil),
    ])
    func `a day is read however it is written`(row: Row) {
        #expect(TypedDate(row.testDescription) == row.date)
    }

    @Test(arguments: [
        "2026-01-31", " 2026-01-31T12:00:00Z", "31.12.2026 (midnight)", "31. 12. (noon)", "12/2026", "31 May",
        "May 31, 2026",
        "31May", "20260131", "20260131T1200", "2026", "2026-13-45",
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

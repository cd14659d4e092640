import Accounts
import Testing

@Suite struct `Calendar dates` {
    @Test(arguments: ["1900-01-01", "2000-02-29", "2024-02-29", "0000-02-29", "9999-12-31"])
    func `a real day reads and writes`(text: String) {
        #expect(CalendarDate(iso: text)?.isoString == text)
    }

    @Test(arguments: [
        "", "2000-02-30", "1900-02-29", "2000-1-01", "20000101", "2000/01/01", "-200-01-01", "2000-01-32",
        "٢000-01-1",
    ])
    func `anything else is no date`(text: String) {
        #expect(CalendarDate(iso: text) == nil)
    }

    @Test func `day numbers count from 1970 and come back`() throws {
        let epoch = try #require(CalendarDate(year: 1970, month: 1, day: 1))
        #expect(epoch.dayNumber == 0)
        #expect(try #require(CalendarDate(iso: "2000-03-01")).dayNumber == 11_017)
        #expect(CalendarDate(dayNumber: -719_528)?.isoString == "0000-01-01")
        #expect(CalendarDate(dayNumber: 2_932_896)?.isoString == "9999-12-31")
        #expect(CalendarDate(dayNumber: -719_529) == nil)
        #expect(CalendarDate(dayNumber: 2_932_897) == nil)
        for number in stride(from: -719_528, through: 2_932_896, by: 97) {
            #expect(CalendarDate(dayNumber: number)?.dayNumber == number)
        }
    }

    @Test(arguments: [
        ("1970-01-01", 4), ("2026-07-13", 1), ("2026-07-19", 7), ("1900-01-01", 1), ("0000-01-01", 6),
    ])
    func `weekdays count from Monday`(text: String, weekday: Int) {
        #expect(CalendarDate(iso: text)?.weekday == weekday)
    }

    @Test func `29 February moves to 1 March in later years and to 28 February in earlier ones`() throws {
        let leapDay = try #require(CalendarDate(iso: "2008-02-29"))
        #expect(leapDay.adding(years: 18)?.isoString == "2026-03-01")
        #expect(leapDay.adding(years: 20)?.isoString == "2028-02-29")
        #expect(leapDay.latestBirthday(forAge: 18)?.isoString == "1990-02-28")
        #expect(leapDay.adding(years: Int.max) == nil)
        #expect(leapDay.adding(years: 8000) == nil)
        #expect(leapDay.latestBirthday(forAge: Int.min) == nil)
        #expect(leapDay.latestBirthday(forAge: 3000) == nil)
    }

    @Test func `the latest birthday is the last day that is old enough`() throws {
        for number in 18_000..<20_000 {
            let today = try #require(CalendarDate(dayNumber: number))
            let latest = try #require(today.latestBirthday(forAge: 18))
            let next = try #require(CalendarDate(dayNumber: latest.dayNumber + 1))
            #expect(latest.age(on: today) >= 18 && next.age(on: today) < 18)
        }
    }

    @Test func `months have their days`() {
        let days = (0...13).map { CalendarDate.days(inMonth: $0, ofYear: 2023) }
        #expect(days == [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 0])
        #expect([1900, 2000, 2023, 2024].map(CalendarDate.isLeap) == [false, true, false, true])
    }

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
        "2016-12-31T23:59:60Z",
        "2026-01-31T12:00:00.5-00:00",
    ])
    func `other forms of RFC 3339 in UTC are taken`(text: String) {
        #expect(Timestamp(rfc3339: text)?.text == text)
    }

    @Test(arguments: [
        "", "2026-01-31", "2026-01-31T12:00:00", "2026-01-31T12:00:00+03:00", "2026-02-30T12:00:00Z",
        "2026-01-31T24:00:00Z", "2026-01-31T12:60:00Z", "2026-01-31T12:00:60Z", "2026-01-31 12:00:00Z",
        "2026-01-31T12:00:00.Z", "2026-01-31T1:200:00Z", "2026-01-31T12:0a:00Z", "2026-01-31T12:00:00Zé",
        "é026-01-31T12:00:00Z",
    ])
    func `anything else is no moment`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }
}

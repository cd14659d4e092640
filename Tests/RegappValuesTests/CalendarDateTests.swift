import RegappValues
import Testing

@Suite struct `Calendar dates` {
    @Test(arguments: ["1900-01-01", "2000-02-29", "2024-02-29", "0000-02-29", "9999-12-31"])
    func `a real day reads and writes`(text: String) {
        #expect(CalendarDate(iso: text)?.isoString == text)
    }

    @Test(arguments: [
        "", "2000-02-30", "1900-02-29", "2000-1-01", "20000101", "2000/01/01", "-200-01-01", "2000-01-32",
        "٢000-01-1", "2023-13-01", "2023-00-01", "2023-04-31", "23-04-01", "2023-4-1",
        "2023-04-01 ", "+023-04-01",
        "2023-04", "２０２３-04-01",
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
        ("2000-02-29", 2), ("0001-01-01", 1), ("9999-12-31", 5),
    ])
    func `weekdays count from Monday`(text: String, weekday: Int) {
        #expect(CalendarDate(iso: text)?.weekday == weekday)
    }

    @Test func `days and months are added across their ends`() throws {
        let date = try #require(CalendarDate(iso: "2024-01-31"))
        #expect(date.adding(days: 1).isoString == "2024-02-01")
        #expect(date.adding(days: -31).isoString == "2023-12-31")
        #expect(date.adding(months: 1).isoString == "2024-02-29")
        #expect(date.adding(months: -2).isoString == "2023-11-30")
        #expect(date.adding(months: 13).isoString == "2025-02-28")
    }

    @Test func `adding days, months or years stops at the first and the last date`() throws {
        let first = try #require(CalendarDate(iso: "0000-01-01"))
        let last = try #require(CalendarDate(iso: "9999-12-31"))
        for days in [1, 7, Int.max] {
            #expect(first.adding(days: -days) == first)
            #expect(last.adding(days: days) == last)
        }
        for months in [1, 12, Int.max] {
            #expect(first.adding(months: -months) == first)
            #expect(last.adding(months: months) == last)
        }
        #expect(CalendarDate.newYearsDay(of: -1) == first)
        #expect(CalendarDate.newYearsDay(of: Int.max).isoString == "9999-01-01")
    }

    @Test func `a person born on 29 February is older on 1 March`() throws {
        let leapDay = try #require(CalendarDate(iso: "2008-02-29"))
        #expect(leapDay.age(on: try #require(CalendarDate(iso: "2026-02-28"))) == 17)
        #expect(leapDay.age(on: try #require(CalendarDate(iso: "2026-03-01"))) == 18)
        #expect(leapDay.latestBirthday(forAge: 18)?.isoString == "1990-02-28")
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
        let februaries = [1900, 2000, 2023, 2024].map { CalendarDate.days(inMonth: 2, ofYear: $0) }
        #expect(februaries == [28, 29, 28, 29])
    }
}

extension CalendarDate {
    /// The full years between this day and the other.
    fileprivate func age(on other: CalendarDate) -> Int {
        let hadBirthday = (other.month, other.day) >= (month, day)
        return other.year - year - (hadBirthday ? 0 : 1)
    }
}

import Foundation
import RegappTestSupport
import Testing

@testable import RegappCore

/// The offset from UTC that a file of zoneinfo gives, and the rule at its end.
@Suite struct ZoneFileTests {
    private static let folder = "/usr/share/zoneinfo/"

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: folder + "Europe/Berlin"), "needs tzdata"),
        arguments: [
            "Europe/Berlin", "America/New_York", "America/Nuuk", "Pacific/Kiritimati", "Asia/Kolkata",
            "Australia/Lord_Howe", "Africa/Casablanca", "Europe/Dublin", "America/Sao_Paulo", "UTC",
            "Pacific/Chatham", "America/Santiago",
        ])
    func `a zone's offset is the C library's, before its changes, among them and after`(zone: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.folder + zone)))
        // Some 300 times from 1885 to 2140, by an interval that meets all hours and seasons.
        let times = (0..<300).map { -2_682_374_400 + $0 * 26_900_003 }
        let expected = try Self.offsets(at: times, in: zone)
        try #require(expected.count == times.count)
        for (time, offset) in zip(times, expected) {
            #expect(ZoneFile.offset(in: bytes, at: time) == offset, "\(zone) at \(time)")
        }
    }

    /// Asks `date`, which goes by the C library.
    private static func offsets(at times: [Int], in zone: String) throws -> [Int] {
        // Not by Foundation's Process: it starts in the tests' working directory, and fails where that is gone.
        let date = try BuiltProgram(path: "/usr/bin/env").run(
            ["TZ=:\(folder)\(zone)", "date", "-f", "-", "+%::z"], in: TemporaryHome(),
            input: .text(times.map { "@\($0)\n" }.joined()))
        try #require(date.status == 0)
        return date.stdout.split(separator: "\n").map { line in
            let parts = line.dropFirst().split(separator: ":").compactMap { Int($0) }
            let seconds = zip(parts, [3_600, 60, 1]).map { $0 * $1 }.reduce(0, +)
            return line.hasPrefix("-") ? -seconds : seconds
        }
    }

    /// 2026-07-15 and 2026-01-15, noon UTC.
    private static let (summer, winter) = (1_784_116_800, 1_768_478_400)

    @Test(arguments: [
        ("UTC0", 0, 0), ("EST5", -18_000, -18_000), ("<+0545>-5:45", 20_700, 20_700),
        ("CET-1CEST,M3.5.0,M10.5.0/3", 7_200, 3_600), ("NZST-12NZDT,M9.5.0,M4.1.0/3", 43_200, 46_800),
        ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", -3_600, -7_200), ("IST-1GMT0,M10.5.0,M3.5.0/1", 3_600, 0),
        ("AAA0BBB,J60,J300", 3_600, 0), ("AAA0BBB,59/25,0/-24:00:00", 3_600, 0),
        ("XXX3EDT4,0/0,J365/23", -14_400, -14_400),
    ])
    func `a rule says when summer is`(text: String, summer: Int, winter: Int) throws {
        let rule = try #require(ZoneRule(Array(text.utf8)[...]))
        #expect(rule.offset(at: Self.summer) == summer)
        #expect(rule.offset(at: Self.winter) == winter)
    }

    @Test(arguments: [
        "", "UTC", "1", "<UTC0", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-168",
        "CET-1CEST,M3.5.0,M10.5.0/3x", "CET-1:60", "CET-1CEST,J0,J1", "CET-1CEST,366,1", "CET--1",
    ])
    func `a text that is no time zone rule is refused`(text: String) {
        #expect(ZoneRule(Array(text.utf8)[...]) == nil)
    }

    @Test func `a damaged or truncated zone file has no offset, and does not crash`() throws {
        #expect(ZoneFile.offset(in: [], at: 0) == nil)
        #expect(ZoneFile.offset(in: Array("TZif2".utf8) + Array(repeating: 0xFF, count: 60), at: 0) == nil)
        // Two types, one change to the second; the rule counts after the change.
        let head: [UInt8] = Array("TZif2".utf8) + Array(repeating: 0, count: 15)
        func counts(_ numbers: [UInt8]) -> [UInt8] { numbers.flatMap { [0, 0, 0, $0] } }
        let first = head + counts([0, 0, 0, 0, 1, 1]) + [0, 0, 0, 0, 0, 0] + [0]
        let second =
            head + counts([0, 0, 0, 1, 2, 1]) + [0, 0, 0, 0, 0, 0, 0, 100] + [1]
            + [0, 0, 0, 60, 0, 0] + [0xFF, 0xFF, 0xFF, 0xC4, 0, 0] + [0]
        let whole = first + second + Array("\nEST5\n".utf8)
        #expect(ZoneFile.offset(in: whole, at: 99) == 60)
        #expect(ZoneFile.offset(in: whole, at: 100) == -18_000)
        #expect(ZoneFile.offset(in: first + second + Array("\n\n".utf8), at: 100) == -60)
        for count in 0..<(first + second).count {
            #expect(ZoneFile.offset(in: Array(whole.prefix(count)), at: 100) == nil)
        }
    }
}

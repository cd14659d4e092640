import Testing

@testable import RegappValues

/// Two words, and how many slips are between them.
struct DistanceRow: CustomTestStringConvertible, Sendable {
    let left: String
    let right: String
    let distance: Int

    var testDescription: String { "'\(left)' to '\(right)': \(distance)" }

    static let rows = [
        DistanceRow(left: "", right: "", distance: 0),
        DistanceRow(left: "show", right: "show", distance: 0),
        DistanceRow(left: "", right: "show", distance: 4),
        DistanceRow(left: "shwo", right: "show", distance: 1),
        DistanceRow(left: "sho", right: "show", distance: 1),
        DistanceRow(left: "shoow", right: "show", distance: 1),
        DistanceRow(left: "shiw", right: "show", distance: 1),
        DistanceRow(left: "hsow", right: "show", distance: 1),
        DistanceRow(left: "hswo", right: "show", distance: 2),
        DistanceRow(left: "ca", right: "abc", distance: 3),
        DistanceRow(left: "kitten", right: "sitting", distance: 3),
        DistanceRow(left: "пароль", right: "пароли", distance: 1),
    ]
}

struct NearestNameTests {
    @Test(arguments: DistanceRow.rows)
    func `slips are counted both ways`(_ row: DistanceRow) {
        let (left, right) = (Array(row.left.unicodeScalars), Array(row.right.unicodeScalars))
        #expect(NearestName.editDistance(left, right) == row.distance)
        #expect(NearestName.editDistance(right, left) == row.distance)
    }

    @Test(arguments: [
        ("shwo", "show"), ("Show", "show"), ("accounts-list", nil), ("e", nil), ("ed", "edit"),
        ("log", "login"),
        ("", nil), ("zzzz", nil), (String(repeating: "show", count: 10_000), nil),
    ])
    func `the nearest of several names, if one is near`(_ typed: String, _ expected: String?) {
        let names = ["login", "show", "edit", "accounts"]
        #expect(NearestName.nearest(to: typed, among: names.map { ($0, $0) }) == expected)
    }
}

import Testing

@testable import RegappValues

struct NearestNameTests {
    /// Two words, and how many slips are between them.
    @Test(arguments: [
        ("", "", 0),
        ("show", "show", 0),
        ("", "show", 4),
        ("shwo", "show", 1),
        ("sho", "show", 1),
        ("shoow", "show", 1),
        ("shiw", "show", 1),
        ("hsow", "show", 1),
        ("hswo", "show", 2),
        ("ca", "abc", 3),
        ("kitten", "sitting", 3),
        ("пароль", "пароли", 1),
    ])
    func `slips are counted both ways`(left: String, right: String, distance: Int) {
        let (left, right) = (Array(left.unicodeScalars), Array(right.unicodeScalars))
        #expect(NearestName.editDistance(left, right) == distance)
        #expect(NearestName.editDistance(right, left) == distance)
    }

    @Test(arguments: [
        ("shwo", "show"), ("Show", "show"), ("accounts-list", nil), ("e", nil), ("ed", "edit"),
        ("log", "login"), ("", nil), ("zzzz", nil), (String(repeating: "show", count: 10_000), nil),
    ])
    func `the nearest of several names, if one is near`(_ typed: String, _ expected: String?) {
        let names = ["login", "show", "edit", "accounts"]
        #expect(NearestName.nearest(to: typed, among: names.map { ($0, $0) }) == expected)
    }
}

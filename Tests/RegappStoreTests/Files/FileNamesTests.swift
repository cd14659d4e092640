import Testing

@testable import RegappStore

@Suite struct FileNamesTests {
    @Test func `names are sorted by their bytes, however much of them is alike`() {
        let names = [
            "user0001@x.example", "user0000@x.example", "é", "e", "", "user", "user0000@x.exampleA",
            "user0000@x", "user00000000000000000002", "user00000000000000000001",
        ]
        for names in [
            names, names.filter { $0.hasPrefix("user") }, names.filter { $0.hasPrefix("user0") }, [],
        ] {
            var sorted = FileNames(names)
            sorted.sortByBytes()
            #expect(Array(sorted) == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
            for (index, name) in sorted.enumerated() { #expect(sorted.index(ofSorted: name) == index) }
            #expect(sorted.index(ofSorted: "user0000@x.exampl") == nil && sorted.index(ofSorted: "~") == nil)
            // Shorter and longer than all, before and after each, and nothing at all.
            let absent = ["", "\u{1}"] + sorted.flatMap { [$0 + "\u{1}", String($0.dropLast())] }
            for name in absent where !sorted.contains(name) { #expect(sorted.index(ofSorted: name) == nil) }
        }
    }

    @Test func `names are removed by their bytes, and the others stay in order`() {
        var names: FileNames = ["a", "bb", "c", "dd", "e"]
        names.removeAll { $0.count == 2 }
        #expect(names == ["a", "c", "e"])
        names.removeAll { _ in true }
        #expect(names.isEmpty)
    }
}

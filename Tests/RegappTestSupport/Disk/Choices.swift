/// Which of several pending things came true: a bounded choice of subsets.
enum Choices {
    /// Up to this many, every subset is tried.
    static let mostForAllSubsets = 10
    /// Up to this many, every pair is tried; beyond it only neighbours.
    static let mostForAllPairs = 32
    /// Up to this many, each is tried alone; beyond it the first, the last and some between.
    static let mostForAllSingles = 128

    /// All first, then none, then every subset of few items, else single ones, single gaps, pairs, beginnings and ends.
    static func of(_ items: [Int]) -> [Set<Int>] {
        let all = Set(items)
        let others = items.count <= mostForAllSubsets ? subsets(of: items) : samples(of: items)
        var seen: Set<Set<Int>> = []
        return ([all, []] + others).filter { seen.insert($0).inserted }
    }

    private static func subsets(of items: [Int]) -> [Set<Int>] {
        (0..<(1 << items.count)).map { bits in
            Set(items.indices.filter { bits & (1 << $0) != 0 }.map { items[$0] })
        }
    }

    private static func samples(of items: [Int]) -> [Set<Int>] {
        let all = Set(items)
        var found: [Set<Int>] = []
        for index in probes(of: items) {
            let item = items[index]
            found.append([item])
            found.append(all.subtracting([item]))
            found.append(Set(items[..<index]))
            found.append(Set(items[index...]))
            let partners = items[(index + 1)...].prefix(items.count <= mostForAllPairs ? items.count : 1)
            found += partners.map { Set([item, $0]) }
        }
        return found
    }

    private static func probes(of items: [Int]) -> [Int] {
        guard items.count > mostForAllSingles else { return Array(items.indices) }
        let ends = mostForAllSingles / 4
        let between = stride(from: ends, to: items.count - ends, by: items.count / ends)
        return Array(items.indices.prefix(ends)) + between + items.indices.suffix(ends)
    }
}
